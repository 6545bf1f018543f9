"""Move: a roll leads to one of two Places; a Cautious move takes both actions and no die."""

from functools import cache
from typing import Any, ClassVar, Literal

from rules.action import Action, Seat
from rules.games.dig_your_way_out.cards import PLACE_NAMES, PLACES, SOLITARY, Place
from rules.games.dig_your_way_out.state import Draft, State
from rules.games.dig_your_way_out.turn import AN_ACTION, in_play, not_in_solitary, not_twice, nothing_waits, own_turn
from rules.state import Obligation
from rules.verdict import Rule, rule

HEADING = "Move"

Face = Literal[1, 2, 3, 4, 5, 6]


class WhereTo(Obligation, frozen=True):
    """The die was rolled: one of two Places."""

    by: int
    places: tuple[int, int]

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"move"})
    heading: ClassVar[str] = HEADING
    do_next: ClassVar[str] = "{player} moves"

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.by,)

    def asks(self, state: State) -> str:
        one, other = (PLACE_NAMES[place] for place in self.places)
        return f"{state.box.seats[self.by]} goes to the {one} or to the {other}."


class Roll(Action, frozen=True):
    """`die` is the face that came up; who stands on one of its two Places has to go to the other."""

    die: Face

    do: ClassVar[str] = "roll"
    label: ClassVar[str] = "{by}'s roll of {die}"
    button: ClassVar[str] = "Move"
    asks: ClassVar[dict[str, str]] = {"die": "What does the die show?"}
    senses: ClassVar[dict[str, str]] = {"die": "dice"}
    confirmed: ClassVar[bool] = True
    gate: ClassVar[tuple[Rule, ...]] = AN_ACTION
    rules: ClassVar[tuple[Rule, ...]] = (not_twice,)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        table.note("rolled", self.by, self.die)
        one, other = table.box.die[self.die - 1]
        here = table.players[self.by].place
        if here in (one, other):
            table.go(self.by, other if here == one else one)
        else:
            table.pending.append(WhereTo(int(self.by), (one, other)))

    def shows(self, state: State) -> dict[str, Any]:
        return {"dice": (str(self.die),)}

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Roll, ...]":
        return _rolls(by)


@cache
def _rolls(by: Seat) -> tuple[Roll, ...]:
    return tuple(Roll(by, face) for face in (1, 2, 3, 4, 5, 6))


@rule(HEADING, "{by} has not rolled the die.", firm=True)
def has_rolled(s: State, a: Any) -> bool:
    return isinstance(s.waiting, WhereTo) and s.waiting.by == a.by


@rule(HEADING, lambda s, a: s.waiting.asks(s))
def die_leads_there(s: State, a: Any) -> bool:
    return not isinstance(s.waiting, WhereTo) or PLACES.index(a.to) in s.waiting.places


class Move(Action, frozen=True):
    to: Place

    do: ClassVar[str] = "move"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s move to the {to}"
    button: ClassVar[str] = "Go"
    asks: ClassVar[dict[str, str]] = {"to": "Where to?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, has_rolled)
    rules: ClassVar[tuple[Rule, ...]] = (die_leads_there,)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        table.go(self.by, PLACES.index(self.to))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Move, ...]":
        return _moves(cls, by)


@cache
def _moves(kind: Any, by: Seat) -> tuple[Any, ...]:
    return tuple(kind(by, place) for place in PLACES)


def cost(s: Any, seat: int) -> int:
    """Both actions; a Gang card may save one."""
    return max(s.box.tables["actions"] - s.power(seat, "cautious"), 1)


@rule(HEADING, "A Cautious move takes both actions of the turn.")
def has_both_actions(s: State, a: Any) -> bool:
    return s.left >= cost(s, a.by) or a.by != s.turn


@rule(HEADING, "{by} is there already.")
def goes_elsewhere(s: State, a: Any) -> bool:
    return PLACES.index(a.to) != s.players[a.by].place


@rule("ELEMENTS", "Nobody walks into Solitary confinement.", switch="solitary")
def not_into_solitary(s: State, a: Any) -> bool:
    return PLACES.index(a.to) != SOLITARY or s.box.house["solitary"] == "free"


class CautiousMove(Action, frozen=True):
    to: Place

    do: ClassVar[str] = "cautious-move"
    label: ClassVar[str] = "{by}'s Cautious move to the {to}"
    button: ClassVar[str] = "Cautious move"
    asks: ClassVar[dict[str, str]] = {"to": "Where to?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, nothing_waits, own_turn, not_in_solitary, has_both_actions)
    rules: ClassVar[tuple[Rule, ...]] = (not_twice, goes_elsewhere, not_into_solitary)

    def play(self, table: Draft) -> None:
        table.spend(self.do, cost(table, self.by))
        table.go(self.by, PLACES.index(self.to))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[CautiousMove, ...]":
        return _moves(cls, by)
