"""One table's box: the figures for its number of players, what it has entered of its own box, and its house rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules import house
from rules.action import Unreadable
from rules.game import Setup
from rules.games.escape_plan.pieces import BUSINESSES, CONTACTS, DATA, ENTRIES, IDS, NAMES
from rules.plain import read_number
from rules.setup import read_mode, read_seats

SWITCHES = house.switches(DATA["switches"])
PLAYERS: tuple[int, ...] = tuple(DATA["players"])
MODES: tuple[str, ...] = tuple(DATA["modes"])
PRINTED: dict[str, Any] = DATA["printed"]
NAME: str = DATA["name"]
MOST_COPIES = 12  # of one Contact card, where the table has not said
NOT_ENTERED = -1


class Box(Struct, frozen=True):
    seats: tuple[str, ...]
    mode: str
    tables: Mapping[str, Any]
    printed: Mapping[str, tuple[int, ...]]  # lists of the box's own boards and cards, NOT_ENTERED where nobody has said
    copies: tuple[int, ...]  # of each Contact card
    groups: tuple[int, ...]  # of each Business
    house: Mapping[str, Any]
    sandra: int  # her place among the players, or -1
    edited: Mapping[str, Any] = {}

    @property
    def card_ids(self) -> tuple[str, ...]:
        return IDS

    @property
    def card_names(self) -> tuple[str, ...]:
        return NAMES

    def figure(self, table: str, index: int) -> int | None:
        """An entry of a printed list, or nothing where it has not been entered or the list ends."""
        entries = self.printed[table]
        found = entries[index] if 0 <= index < len(entries) else NOT_ENTERED
        return None if found == NOT_ENTERED else found


def make_box(setup: Setup) -> Box:
    """The box for a set-up, or Unreadable with the sentence to show."""
    seats = read_seats(NAME, PLAYERS, setup.players)
    mode = read_mode(NAME, MODES, setup.mode)
    tables = {name: entry["is"] for name, entry in DATA["tables"].items()}
    tables["closes"] = tables["closes"][PLAYERS.index(len(seats))]
    printed = {name: list(entry["is"]) for name, entry in PRINTED.items()}
    copies = dict.fromkeys(CONTACTS, MOST_COPIES)
    groups = {IDS[place]: ENTRIES[place]["group"] for place in BUSINESSES}
    for name, edit in setup.box.items():
        if name in PRINTED:
            _enter(printed[name], edit, PRINTED[name])
        elif name in CONTACTS:
            copies[name] = read_number(edit, f"{CONTACTS[name]['name']}: the number of cards", 0, MOST_COPIES)
        elif name in groups:
            groups[name] = read_number(edit, f"{name}: the group", 1, 2)
        elif name == "fixers":
            tables[name] = read_number(edit, "The number of Fixer tiles", 0, 20)
        else:
            known = ", ".join((*PRINTED, "fixers"))
            raise Unreadable(f"The box has no figure “{str(name)[:40]}”. It has: {known}, cards and Businesses.")
    if sorted(groups.values()) != [1, 1, 1, 2, 2, 2]:
        raise Unreadable("The six Businesses form two groups of three.")
    return Box(
        seats,
        mode,
        tables,
        {name: tuple(entries) for name, entries in printed.items()},
        tuple(copies.values()),
        tuple(groups.values()),
        house.settle(SWITCHES, mode, setup.options),
        len(seats) if len(seats) == 2 else -1,  # 2 PLAYER SETUP
        setup.box,
    )


def _enter(entries: list[int], edit: Any, printed: Mapping[str, Any]) -> None:
    """A whole list, or single entries by their place: {"income": [3, 5, …]} or {"income": {"0": 3}}."""
    if isinstance(edit, list | tuple):
        if len(edit) > 40:
            raise Unreadable(f"{printed['name']}: that list is too long.")
        entries[:] = [_figure(value, printed) for value in edit]
        return
    if not isinstance(edit, Mapping):
        raise Unreadable(f"{printed['name']}: a list of numbers, or numbers by their place.")
    for place, value in edit.items():
        if not str(place).isdecimal() or int(place) >= len(entries):
            raise Unreadable(f"{printed['name']}: the places are 0 to {len(entries) - 1}, not “{str(place)[:40]}”.")
        entries[int(place)] = _figure(value, printed)


def _figure(value: Any, printed: Mapping[str, Any]) -> int:
    return NOT_ENTERED if value is None else read_number(value, printed["name"], NOT_ENTERED, printed["high"])
