"""Playing a card: it leaves the hand, the plane drops, votes come in between, then the card takes effect."""

from functools import cache
from typing import Any, TypeVar

from rules.action import Action, Seat
from rules.bag import Kind
from rules.games.hit_the_silk.altitude import Drop
from rules.games.hit_the_silk.cards import A_CARD, IDS
from rules.games.hit_the_silk.state import HANDS, Draft, State
from rules.knowledge import possible
from rules.state import Obligation
from rules.verdict import Rule, rule

Target = TypeVar("Target", bound=Action)


class Effect(Obligation, frozen=True):
    """What a played card does, once its altitude has been paid. The dead's cards do nothing any more."""

    action: Any

    def run(self, table: Draft) -> None:
        if table.stage == "turn" and table.players[self.action.by].alive:
            self.action.resolve(table)


def pay(table: Draft, action: Action, feet: int) -> None:
    """CARD ACTIONS: the Altimeter is adjusted first, then the action is played."""
    table.acted = True
    effect, drop = Effect(action), Drop(feet)
    table.pending += (effect, drop) if table.box.house["vote-first"] else (drop, effect)


def on_others(kind: type[Target], state: State, by: Seat, ways: tuple[Any, ...] = ((),)) -> tuple[Target, ...]:
    """The action on every other living player, in each of the ways that its further fields allow."""
    return _on(kind, by, state.living(), ways)


@cache
def _on(kind: type[Any], by: Seat, living: tuple[int, ...], ways: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(kind(by, Seat(seat), *way) for seat in living if seat != by for way in ways)


@cache
def holds(kind: Kind, heading: str) -> Rule:
    """The card is shown as it is played, so it is enough that the player can have it."""

    @rule(
        heading,
        f"{{by}} cannot have {A_CARD[kind]}: every one of them is somewhere else.",
        of=f"{IDS[kind]}.{heading}",
    )
    def holds(s: State, a: Any) -> bool:
        return possible(s.zones, s.unseen, HANDS + a.by, kind)

    return holds


@cache
def another(heading: str) -> Rule:
    @rule(heading, "{by} has to choose another player.", of=heading, firm=True)
    def another(s: State, a: Any) -> bool:
        return bool(a.whom != a.by)

    return another


@cache
def the_living(heading: str) -> Rule:
    @rule(heading, "{whom} is dead.", of=heading, firm=True)
    def the_living(s: State, a: Any) -> bool:
        return not s.dead >> a.whom & 1

    return the_living


@rule("GAME PREPARATION", "{by} has no card in hand.", firm=True)
def has_a_card(s: State, a: Any) -> bool:
    return s.zones[HANDS + a.by].size > 0
