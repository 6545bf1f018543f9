"""One table's box: the figures for its number of players, its mode and its house rules. Nothing in it changes."""

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules import bag, house
from rules.action import Unreadable
from rules.bag import Bag
from rules.game import Setup
from rules.games.hit_the_silk.cards import CASH, DATA, FLANNEL, IDS, LICENCE, NAMES
from rules.games.hit_the_silk.landing import LANDING, Board, read_board
from rules.plain import read_number
from rules.setup import read_mode, read_seats

SWITCHES = house.switches(DATA["switches"])
PLAYERS: tuple[int, ...] = tuple(DATA["players"])
MODES: tuple[str, ...] = tuple(DATA["modes"])
ALIASES: Mapping[str, str] = DATA["mode_aliases"]
NAME: str = DATA["name"]


class Box(Struct, frozen=True):
    seats: tuple[str, ...]
    mode: str
    deck: Bag  # every card that plays along, Flannels too
    costs: tuple[int, ...]  # feet that each kind of card costs when it is played
    target: int
    start: int | None  # feet; Travel mode has no Altimeter
    marks: tuple[int, ...]  # where the plane stops for a vote, for Poison and for good, from low to high
    votes: frozenset[int]
    deadly: int  # feet at which the poisoned die
    draws: tuple[tuple[int, int], ...]
    tables: Mapping[str, Any]
    house: Mapping[str, Any]
    board: Board
    edited: Mapping[str, Any] = {}

    def next_mark(self, height: int) -> int:
        """The first mark below this height."""
        return self.marks[max(bisect_left(self.marks, height) - 1, 0)]

    @property
    def card_ids(self) -> tuple[str, ...]:
        return IDS

    @property
    def card_names(self) -> tuple[str, ...]:
        return NAMES

    @property
    def travel(self) -> bool:
        return self.start is None


def make_box(setup: Setup) -> Box:
    """The box for a set-up, or Unreadable with the sentence to show."""
    seats = read_seats(NAME, PLAYERS, setup.players)
    mode = read_mode(NAME, MODES, setup.mode, ALIASES)
    rules = house.settle(SWITCHES, mode, setup.options)
    tables = {name: entry["is"] for name, entry in DATA["tables"].items()}
    column = PLAYERS.index(len(seats))
    counts, costs = _cards(column, setup.box)
    if mode == "travel":
        counts[LICENCE] = 0  # TRAVEL MODE: played without the Pilot's Licence, the Altimeter and the dice
        costs = [0] * len(costs)
    for name in ("target", "cash", "altitude"):
        tables[name] = tables[name][column]
    _check_counts(counts, tables, len(seats))
    deadly = tables["poison_kills"] - (500 if rules["poison-kills"] == "below" else 0)
    return Box(
        seats,
        mode,
        bag.bag_of(kind for kind, number in enumerate(counts) for _ in range(number)),
        tuple(costs),
        tables["target"],
        None if mode == "travel" else tables["altitude"],
        tuple(sorted({*tables["vote_marks"], tables["poison_useless"], deadly, tables["ground"]})),
        frozenset(tables["vote_marks"]),
        deadly,
        tuple((height, number) for height, number in tables["draws"]),
        tables,
        rules,
        read_board(LANDING, rules["lake"]),
        setup.box,
    )


def deck_for(players: int) -> list[int]:
    """The number of cards of each kind that the box has for so many players."""
    column = PLAYERS.index(players)
    return [card["counts"][column] for card in DATA["cards"].values()]


def _cards(column: int, edits: Mapping[str, Any]) -> tuple[list[int], list[int]]:
    """Counts and costs of each kind, with what the table found in its own box: {"key": 7, "spy": {"cost": 0}}."""
    counts = deck_for(PLAYERS[column])
    costs = [card.get("cost", 0) for card in DATA["cards"].values()]
    for name, edit in edits.items():
        if name not in IDS:
            raise Unreadable(f"The box has no card “{str(name)[:40]}”.")
        kind = IDS.index(name)
        values = edit if isinstance(edit, Mapping) else {"count": edit}
        for what, value in values.items():
            if what not in ("count", "cost"):
                raise Unreadable(f"{NAMES[kind]}: a box is edited by count and cost, not “{str(what)[:40]}”.")
            top, step = (40, 1) if what == "count" else (5000, 500)
            (counts if what == "count" else costs)[kind] = read_number(value, f"{NAMES[kind]}: {what}", 0, top, step)
    return counts, costs


def _check_counts(counts: list[int], tables: Mapping[str, Any], players: int) -> None:
    cash = sum(number * CASH[kind] for kind, number in enumerate(counts))
    if cash != tables["cash"]:
        raise Unreadable(f"These Briefcases add up to £{cash}k; with {players} players it must be £{tables['cash']}k.")
    safe = sum(number for kind, number in enumerate(counts) if DATA["cards"][IDS[kind]]["safe"])
    playing = sum(counts) - counts[FLANNEL]
    if safe < tables["lockbox"] or playing < tables["lockbox"] + players * tables["dealt"]:
        raise Unreadable(f"There are too few cards for the Lockbox and {players} hands.")
