"""ESCAPING: on Day 3, through the Exit that is not blocked, past its Police, for a price that grows."""

from typing import Any, ClassVar, get_args

from rules.action import Action, Seat
from rules.games.escape_plan.actions.move import OnTile, on_tiles, told
from rules.games.escape_plan.asked import Avoid
from rules.games.escape_plan.flow import next_turn
from rules.games.escape_plan.pieces import EXITS
from rules.games.escape_plan.state import Draft, Situation, State
from rules.games.escape_plan.turn import ON_TURN, can_pay, has_acted, short_of
from rules.state import Obligation
from rules.verdict import Maybe, Rule, rule

HEADING = "ESCAPING"


def cost(s: Situation) -> int | None:
    return s.box.figure("escape", s.escapes)


@rule(HEADING, "Nobody escapes before Day 3.", whoever=True)
def it_is_day_3(s: State, a: Any) -> bool:
    return s.round >= s.box.tables["rounds"]


@rule(HEADING, "{by} is not at an Exit.", firm=True)
def is_at_an_exit(s: State, a: Any) -> bool:
    return s.players[a.by].at in EXITS


@rule(HEADING, "That Exit is blocked.")
def exit_is_open(s: State, a: Any) -> bool:
    at = s.players[a.by].at
    return at not in EXITS or not s.blocked(EXITS.index(at))


@rule(HEADING, lambda s, a: short_of(s, a.by, cost(s)))
def pays_the_escape(s: State, a: Any) -> bool | Maybe:
    return can_pay(s, a.by, cost(s))


@rule(HEADING, "The map knows which Police are on the Exit's tile.", firm=True)
def exit_police_are_told_where_no_map_is(s: State, a: Any) -> bool:
    return not a.police or s.city.tile_of(s.players[a.by].at) is None


@rule(HEADING, "The Exit lies on one tile: tell its Police once.", firm=True)
def exit_is_one_tile(s: State, a: Any) -> bool:
    return len(a.police) < 2


class Escape(Action, frozen=True):
    """`police` tells who stands on the Exit's tile, where no map is."""

    police: tuple[OnTile, ...] = ()

    do: ClassVar[str] = "escape"
    label: ClassVar[str] = "{by}'s escape"
    button: ClassVar[str] = "Escape"
    asks: ClassVar[dict[str, str]] = {"police": "Which Police are on the Exit's tile?"}
    gate: ClassVar[tuple[Rule, ...]] = (
        *ON_TURN,
        it_is_day_3,
        is_at_an_exit,
        has_acted,
        exit_is_open,
        pays_the_escape,
    )
    rules: ClassVar[tuple[Rule, ...]] = (exit_police_are_told_where_no_map_is, exit_is_one_tile)

    def play(self, table: Draft) -> None:
        tile = table.city.tile_of(table.players[self.by].at)
        officers = told(self.police) if tile is None else on_tiles(table, (tile,))
        table.pending.append(Out(self.by))
        if officers:
            table.pending.append(Avoid(self.by, officers))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Escape, ...]":
        """With a map nothing has to be told."""
        if state.city.tile_of(state.players[by].at) is not None:
            return (cls(by),)
        return (cls(by), *(cls(by, (police,)) for police in get_args(OnTile)))


class Out(Obligation, frozen=True):
    """The price is paid, the player is out, and the turn is over."""

    seat: int

    def run(self, table: Draft) -> None:
        if not table.affords(self.seat, cost(table)):
            table.note("unpaid", self.seat, cost(table))
            return
        table.pay(self.seat, cost(table))
        table.escapes += 1
        table.change(self.seat, escaped=table.escapes)
        table.out |= 1 << self.seat
        table.note("escaped", self.seat, table.escapes)
        next_turn(table)
