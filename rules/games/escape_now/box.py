"""One table's box: its deck, its layout and its house rules. Nothing in it changes."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules import bag, house
from rules.action import Unreadable
from rules.bag import Bag
from rules.game import Setup
from rules.games.escape_now.cards import ACTION_IDS, DATA, IDS, LUCKY_SHOT, NAMES
from rules.games.escape_now.layout import Layout, read_layout
from rules.plain import read_number, read_object
from rules.setup import read_mode, read_seats

SWITCHES = house.switches(DATA["switches"])
PLAYERS: tuple[int, ...] = tuple(DATA["players"])
MODES: tuple[str, ...] = tuple(DATA["modes"])
NAME: str = DATA["name"]
FROM_THE_START = ("lucky-shots", "third-hand", "solo-hands")
"""House rules that decide how a table is set: nobody flips them in mid-game."""


class Box(Struct, frozen=True):
    seats: tuple[str, ...]
    mode: str
    deck: Bag
    minutes: int  # cards of the deck
    layout: Layout
    tables: Mapping[str, Any]
    house: Mapping[str, Any]
    edited: Mapping[str, Any] = {}

    @property
    def card_ids(self) -> tuple[str, ...]:
        return IDS

    @property
    def card_names(self) -> tuple[str, ...]:
        return NAMES

    @property
    def hands(self) -> int:
        """Pawns, each with a hand: one a player, with two players a third, alone as many as one likes."""
        players = len(self.seats)
        return int(self.house["solo-hands"]) if players == 1 else max(players, 3)


def make_box(setup: Setup) -> Box:
    """The box for a set-up, or Unreadable with the sentence to show."""
    seats = read_seats(NAME, PLAYERS, setup.players)
    mode = read_mode(NAME, MODES, setup.mode)
    rules = house.settle(SWITCHES, mode, setup.options)
    tables = {name: entry["is"] for name, entry in DATA["tables"].items()}
    edits = {name: edit for name, edit in setup.box.items() if name != "layout"}
    counts = _counts(lucky_shots(len(seats), rules["lucky-shots"]), edits)
    layout = read_layout(setup.box.get("layout", mode))
    deck = bag.bag_of(kind for kind, number in enumerate(counts) for _ in range(number))
    box = Box(seats, mode, deck, sum(counts), layout, tables, rules, setup.box)
    if not box.hands * tables["dealt"] <= box.minutes <= tables["minutes"]:
        raise Unreadable(
            f"These are {box.minutes} action cards; a deck has at most {tables['minutes']}, and all hands."
        )
    return box


def lucky_shots(players: int, wish: str) -> int:
    """TOO EASY FOR YOU? TRY THIS!: how many Lucky Shots stay in the deck."""
    table = "fewer_lucky_shots" if wish == "fewer" else "lucky_shots"
    return int(DATA["tables"][table]["is"][PLAYERS.index(players)])


def _counts(shots: int, edits: Mapping[str, Any]) -> list[int]:
    """Cards of each kind, with what the table found in its own box: {"logical": 11} or {"logical": {"count": 11}}."""
    counts = [int(card["count"]) for card in DATA["cards"].values()]
    counts[LUCKY_SHOT] = shots
    for name, edit in edits.items():
        if name not in ACTION_IDS:
            raise Unreadable(f"The box has no card “{str(name)[:40]}”.")
        kind = ACTION_IDS.index(name)
        if isinstance(edit, Mapping):
            edit = read_object(edit, NAMES[kind], ("count",)).get("count", counts[kind])
        counts[kind] = read_number(edit, f"{NAMES[kind]}: count", 0, 20)
    return counts
