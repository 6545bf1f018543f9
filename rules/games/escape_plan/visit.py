"""Visiting a location: what it does at once, and the questions that it leaves open."""

from rules.games.escape_plan.asked import Bonus, Hexagon, TakeContact, TakeKey, UseExit
from rules.games.escape_plan.pieces import BUSINESSES, EXITS, KIND, SAFE_HOUSES
from rules.games.escape_plan.state import Draft, Situation, place_bit
from rules.state import Obligation


class Arrive(Obligation, frozen=True):
    """MOVE 3: the Police are behind, the location is visited. What comes first lies on top."""

    seat: int
    location: int

    def run(self, table: Draft) -> None:
        seat, location = self.seat, self.location
        kind = KIND[location]
        table.go(visit=location)
        if kind not in ("hospital", "gang"):
            table.gain(seat, table.company(seat, location))
        VISITS[kind](table, seat, location)


def business(table: Draft, seat: int, location: int) -> None:
    table.pending += [Visited(seat, location), TakeContact(seat), Hexagon(seat, location)]


def safe_house(table: Draft, seat: int, location: int) -> None:
    table.pending.append(Visited(seat, location))
    if any(table.stock.keys):
        table.pending.append(TakeKey(seat))
    table.pending.append(Hexagon(seat, location))


def exit_(table: Draft, seat: int, location: int) -> None:
    table.pending += [TakeContact(seat), UseExit(seat, table.blocked(EXITS.index(location)))]


def church_or_clinic(table: Draft, seat: int, location: int) -> None:
    table.pending.append(TakeContact(seat))


def hospital(table: Draft, seat: int, location: int) -> None:
    table.gain(seat)


def gang(table: Draft, seat: int, location: int) -> None:
    cost = table.box.tables["gang"]
    if not table.affords(seat, cost):
        table.note("unpaid", seat, cost)
        return
    table.pay(seat, cost)
    table.change(seat, gangs=(*table.players[seat].gangs, (location, 2)))
    table.note("gang", seat)


def store(table: Draft, seat: int, location: int) -> None:
    """Everything at a Convenience Store is the visitor's choice."""


VISITS = {
    "business": business,
    "safe-house": safe_house,
    "exit": exit_,
    "church": church_or_clinic,
    "clinic": church_or_clinic,
    "hospital": hospital,
    "gang": gang,
    "store": store,
}


class Visited(Obligation, frozen=True):
    """The visit counts: a Business may close, and a third of its group brings a choice."""

    seat: int
    location: int

    def run(self, table: Draft) -> None:
        seat, location = self.seat, self.location
        table.change(seat, visited=table.players[seat].visited | place_bit(location))
        if location in BUSINESSES:
            count_visit(table, location)
        if has_all(table, seat, location):
            table.pending.append(Bonus(seat, location))


def count_visit(table: Draft, location: int) -> None:
    """BUSINESSES: after so many visits the tile is flipped."""
    number = BUSINESSES.index(location)
    visits = table.closing[number] + 1
    table.closing = (*table.closing[:number], visits, *table.closing[number + 1 :])
    if visits == table.box.tables["closes"]:
        table.note("closed", location)


def has_all(state: Situation, seat: int, location: int) -> bool:
    """All three of the group, or all three Safe Houses, are visited now."""
    visited = state.players[seat].visited
    return all(visited & place_bit(other) for other in group_of(state, location))


def group_of(state: Situation, location: int) -> tuple[int, ...]:
    if location in SAFE_HOUSES:
        return SAFE_HOUSES
    group = state.box.groups[BUSINESSES.index(location)]
    return tuple(place for place, number in zip(BUSINESSES, state.box.groups, strict=True) if number == group)
