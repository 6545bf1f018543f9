"""Layouts: which puzzles lie where, and the arrows that say when each is turned face up."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, get_args

from msgspec import Struct

from rules.action import Unreadable
from rules.library import toml
from rules.plain import read_object

LAYOUTS = toml("games/escape-now/layouts.toml")
Place = Literal["A", "B", "C", "D", "E", "F", "G", "H", "last"]
PLACES: tuple[Place, ...] = get_args(Place)
LAST = PLACES.index("last")


class Layout(Struct, frozen=True):
    name: str  # empty for one of the table's own
    rows: tuple[tuple[int, ...], ...]  # places, from the top
    after: tuple[int, ...]  # for each place, the places before it, as bits
    places: tuple[int, ...]  # every place that is used; the double puzzle is the last
    opened: tuple[int, ...]  # by the places that are solved, those that lie face up; both as bits

    def before(self, place: int) -> tuple[Place, ...]:
        """The places whose arrows point to this one."""
        return tuple(PLACES[other] for other in self.places if self.after[place] >> other & 1)

    def face_up(self, solved: int) -> int:
        """The places whose cards lie face up once these are solved; both are bits."""
        return self.opened[solved]


def read_layout(wish: Any) -> Layout:
    """A layout by its name, or a table's own; raises Unreadable with a sentence."""
    if isinstance(wish, str):
        if wish not in LAYOUTS:
            raise Unreadable(f"There is no layout “{wish[:40]}”. They are: {', '.join(LAYOUTS)}.")
        return _shipped(wish)
    return _read("", read_object(wish, "A layout", ("rows", "after", "origin")))


@cache
def _shipped(name: str) -> Layout:
    return _read(name, LAYOUTS[name])


def _read(name: str, data: Mapping[str, Any]) -> Layout:
    rows = data.get("rows")
    if not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple) for row in rows):
        raise Unreadable('A layout needs "rows", a list of lists of places, such as [["A", "B"], ["last"]].')
    laid = [_place(place) for row in rows for place in row]
    if len(set(laid)) < len(laid):
        raise Unreadable("A layout has every place once.")
    if LAST not in laid or len(laid) < 2:
        raise Unreadable("A layout needs the double puzzle, last, and at least one puzzle before it.")
    after = [0] * len(PLACES)
    for place, before in read_object(data.get("after", {}), '"after"').items():
        if not isinstance(before, list | tuple):
            raise Unreadable(f'"after" of {place} is a list of places.')
        for one in (place, *before):
            if _place(one) not in laid:
                raise Unreadable(f"“{one}” has an arrow, but is not in the rows of the layout.")
        after[_place(place)] = sum({1 << _place(one) for one in before})
    places = tuple(sorted(laid))
    opened = tuple(
        sum(1 << place for place in places if after[place] & solved == after[place])
        for solved in range(1 << len(PLACES))
    )
    layout = Layout(name, tuple(tuple(_place(place) for place in row) for row in rows), tuple(after), places, opened)
    _check_arrows(layout)
    return layout


def _place(name: Any) -> int:
    if name not in PLACES:
        raise Unreadable(f"A layout has the places {', '.join(PLACES)}, not “{str(name)[:40]}”.")
    return PLACES.index(name)


def _check_arrows(layout: Layout) -> None:
    """SET UP: something starts face up, everything can be reached, and the double puzzle comes after all of it."""
    solved, singles = 0, sum(1 << place for place in layout.places if place != LAST)
    while (reached := layout.face_up(solved) & singles) != solved:
        solved = reached
    if solved != singles or any(before >> LAST & 1 for before in layout.after):
        raise Unreadable("The arrows of this layout leave a puzzle that is never turned face up.")
    leading, wave = 0, 1 << LAST
    while wave:
        before = 0
        for place in layout.places:
            if wave >> place & 1:
                before |= layout.after[place]
        wave = before & ~leading
        leading |= before
    if leading != singles:
        raise Unreadable("Every puzzle of a layout leads to the last one.")
