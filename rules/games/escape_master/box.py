"""One table's box: its deck for the colours that are played, its teams and its figures. Nothing in it changes."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules import bag, house
from rules.action import Unreadable
from rules.bag import Bag
from rules.game import Setup
from rules.games.escape_master.cards import CARDS, DATA, IDS, LEADERS, NAMES, STORIES
from rules.games.escape_master.referee import SWITCHES
from rules.games.escape_master.scoring import Sides, Terms
from rules.plain import read_number, read_object
from rules.setup import read_mode, read_seats

NAME: str = DATA["name"]
PLAYERS: tuple[int, ...] = tuple(DATA["players"])
MODES: tuple[str, ...] = tuple(DATA["modes"])
LEVELS: tuple[str, ...] = tuple(DATA["levels"])
MOST_COPIES, LONGEST_TEXT = 100, 300
PAIRINGS: dict[str, Sides] = {"across": ((0, 2), (1, 3)), "left": ((0, 1), (2, 3)), "right": ((0, 3), (1, 2))}


class Box(Struct, frozen=True):
    seats: tuple[str, ...]
    mode: str
    deck: Bag
    cards: int  # in the deck
    sides: Sides  # who counts together: single players, or the two teams
    side_of: tuple[int, ...]  # by seat
    terms: Terms
    tables: Mapping[str, Any]
    house: Mapping[str, Any]
    leaders: Mapping[str, Mapping[str, str]]
    stories: tuple[str, ...]
    edited: Mapping[str, Any]

    @property
    def card_ids(self) -> tuple[str, ...]:
        return IDS

    @property
    def card_names(self) -> tuple[str, ...]:
        return NAMES

    @property
    def alliance(self) -> bool:
        return self.mode == "alliance"

    @property
    def has_characters(self) -> bool:
        """CHARACTER and STORY decks belong to the red rules."""
        return self.house["level"] == LEVELS[-1]


def make_box(setup: Setup) -> Box:
    """The box for a set-up, or Unreadable with the sentence to show."""
    mode = read_mode(NAME, MODES, setup.mode)
    seats = read_seats(NAME, PLAYERS, setup.players)
    if mode == "alliance" and len(seats) not in DATA["mode_players"]["alliance"]:
        raise Unreadable(f"Escape Alliance is played by two teams of two, so by 4 players, not {len(seats)}.")
    rules = house.settle(SWITCHES, mode, setup.options)
    tables = {name: entry["is"] for name, entry in DATA["tables"].items()}
    counts = deck_of(rules["level"])
    leaders = {name: dict(leader) for name, leader in LEADERS.items()}
    stories = list(STORIES)
    for name, edit in setup.box.items():
        if name in IDS:
            kind = IDS.index(name)
            if not counts[kind] and CARDS[name]["count"]:
                continue  # left out at this level, however many there are
            counts[kind] = read_number(edit, f"{NAMES[kind]}: the number of cards", 0, MOST_COPIES)
        elif name in tables:
            entry = DATA["tables"][name]
            tables[name] = read_number(edit, entry["name"], entry["low"], entry["high"])
        elif name == "leaders":
            _edit_leaders(leaders, edit)
        elif name == "stories":
            _edit_stories(stories, edit)
        else:
            raise Unreadable(f"The box has no “{str(name)[:40]}”: it has cards, figures, leaders and stories.")
    if sum(counts) < len(seats) * tables["dealt"]:
        raise Unreadable(f"There are too few cards to deal {tables['dealt']} to each of {len(seats)} players.")
    sides = sides_of(mode, len(seats), rules)
    return Box(
        seats,
        mode,
        bag.bag_of(kind for kind, number in enumerate(counts) for _ in range(number)),
        sum(counts),
        sides,
        tuple(next(number for number, side in enumerate(sides) if seat in side) for seat in range(len(seats))),
        terms_of(sides, tables, rules, counts[IDS.index("doom-master")]),
        tables,
        rules,
        leaders,
        tuple(stories),
        setup.box,
    )


def sides_of(mode: str, players: int, rules: Mapping[str, Any]) -> Sides:
    return PAIRINGS[rules["teammates"]] if mode == "alliance" else tuple((seat,) for seat in range(players))


def terms_of(sides: Sides, tables: Mapping[str, Any], rules: Mapping[str, Any], doom_masters: int) -> Terms:
    """What ends the game: the Breaking Point or, as Alternate Rules, a number of rounds and the last Doom Master."""
    by_rounds = rules["ends"] == "set-rounds"
    return Terms(
        sides,
        limit=None if by_rounds else tables["breaking_point"],
        rounds=tables["set_rounds"] if by_rounds else None,
        dooms=doom_masters if rules["early-ending"] and doom_masters else None,
        doom_blunders=tables["doom_blunders"],
        stories=rules["level"] == LEVELS[-1],
    )


def deck_of(level: str) -> list[int]:
    """Author's Note: cards of a colour that is not played are removed."""
    played = LEVELS[: LEVELS.index(level) + 1]
    return [card["count"] if card["level"] in played else 0 for card in CARDS.values()]


def _edit_leaders(leaders: dict[str, dict[str, str]], edits: Any) -> None:
    for name, texts in read_object(edits, "The Escape Leaders", tuple(leaders)).items():
        for what, text in read_object(texts, leaders[name]["name"], ("ability", "beast")).items():
            leaders[name][what] = _text(text, f"{leaders[name]['name']}: {what}")


def _edit_stories(stories: list[str], edits: Any) -> None:
    for number, text in read_object(edits, "The Story cards", tuple(map(str, range(1, len(stories) + 1)))).items():
        stories[int(number) - 1] = _text(text, f"Story card {number}")


def _text(text: Any, what: str) -> str:
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or not text.replace("\n", " ").isprintable():
        raise Unreadable(f"{what} is a text of at most {LONGEST_TEXT} printable characters.")
    return text
