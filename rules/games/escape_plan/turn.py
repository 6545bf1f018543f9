"""5) PLAYER ACTION: whose turn it is, when executive actions may be taken, resting, and the end of a turn."""

from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar

from rules.action import Action
from rules.games.escape_plan.asked import Everybody, Unlock
from rules.games.escape_plan.flow import next_turn
from rules.games.escape_plan.state import Draft, State
from rules.verdict import MAYBE, Maybe, Rule, rule

HEADING = "5) PLAYER ACTION"
STAGES = {
    "reveal": ("END OF GAME", "The game is over: everything is laid open now."),
    "over": ("END OF GAME", "The game is over."),
}


def _not_now(s: State, a: Any) -> str:
    player, name = s.players[a.by], s.box.seats[a.by]
    if player.escaped:
        return f"{name} has escaped and takes no further part."
    if player.arrested:
        return f"{name} is arrested and takes no further part."
    return f"It is {s.box.seats[s.turn]}'s turn."


def _whose(s: State, a: Any) -> str:
    return "ESCAPING" if s.players[a.by].escaped else HEADING


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def in_play(s: State, a: Any) -> bool:
    return s.stage == "play"


@rule(lambda s, a: s.waiting.heading, lambda s, a: s.waiting.comes_first(s), whoever=True)
def nothing_waits(s: State, a: Any) -> bool:
    return not s.pending


@rule(_whose, _not_now)
def own_turn(s: State, a: Any) -> bool:
    return bool(a.by == s.turn) and not s.out >> a.by & 1


@rule(lambda s, a: s.waiting.heading, lambda s, a: s.waiting.comes_first(s))
def own_moment(s: State, a: Any) -> bool:
    """EXECUTIVE ACTIONS: at any time on one's own turn, in the middle of its steps, too."""
    if not s.pending:
        return True
    top: Any = s.pending[-1]
    return bool(top.own and top.seat == s.turn)


ON_TURN: tuple[Rule, ...] = (in_play, nothing_waits, own_turn)
EXECUTIVE: tuple[Rule, ...] = (in_play, own_moment, own_turn)


@cache
def answers(kind: type[Any], heading: str, says: str) -> Rule:
    """The obligation of this kind waits for who does it."""
    anybody = issubclass(kind, Everybody)

    @rule(heading, says, of=kind.__name__, firm=True)
    def is_asked(s: State, a: Any) -> bool:
        top: Any = s.pending[-1] if s.pending else None
        return isinstance(top, kind) and (anybody or top.seat == a.by)

    return is_asked


def can_pay(s: State, seat: int, amount: int | None) -> bool | Maybe:
    """Money behind a screen is known as long as everything that moved was counted."""
    money = s.players[seat].money
    if amount == 0:
        return True
    return MAYBE if money is None or amount is None else money >= amount


def short_of(s: State, seat: int, amount: int | None) -> str:
    money = s.players[seat].money
    name = s.box.seats[seat]
    if amount is None:
        return "What this costs is printed on your box and has not been entered."
    if money is None:
        return f"{name} needs ${amount}; the money behind the screen is not counted."
    return f"{name} cannot pay ${amount}."


def has_wounds(heading: str, number: Callable[[Any], int] = lambda a: 1) -> Rule:
    """Nobody pays for, or uses up, the healing of a Wound that is not there."""

    def says(s: State, a: Any) -> str:
        wounds, name = s.players[a.by].wounds, s.box.seats[a.by]
        return f"{name} has only {wounds} Wound{'s' * (wounds > 1)}." if wounds else f"{name} has no Wound to heal."

    @rule(heading, says, of=heading)
    def has_wounds(s: State, a: Any) -> bool:
        return s.players[a.by].wounds >= number(a)

    return has_wounds


# ---------------------------------------------------------------- resting and ending


@rule(HEADING, "{by} has already taken this turn: only executive actions are left, and its end.")
def has_not_acted(s: State, a: Any) -> bool:
    return not s.going.acted


@rule("REST", "{by} has rested this Round already.")
def rests_once_a_round(s: State, a: Any) -> bool:
    return not s.players[a.by].rested


class Rest(Action, frozen=True):
    do: ClassVar[str] = "rest"
    label: ClassVar[str] = "{by}'s rest"
    button: ClassVar[str] = "Rest"
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, has_not_acted, rests_once_a_round)

    def play(self, table: Draft) -> None:
        table.go(acted="rest")
        table.change(self.by, rested=True, first_aid=True)
        table.refresh(self.by)
        table.note("rested", self.by)
        if table.players[self.by].locked:
            table.pending.append(Unlock(self.by, 1))


@rule(HEADING, "{by} still has to rest or to move.")
def has_acted(s: State, a: Any) -> bool:
    return bool(s.going.acted)


class EndTurn(Action, frozen=True):
    do: ClassVar[str] = "end-turn"
    label: ClassVar[str] = "end of {by}'s turn"
    button: ClassVar[str] = "End turn"
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, has_acted)

    def play(self, table: Draft) -> None:
        next_turn(table)
