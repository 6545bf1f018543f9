"""8 SHOOT A PLAYER: a Revolver, a Bullet, an injury; the second Bullet kills."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field

from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.actions.handcuffs import leaves_the_cuffed_briefcase
from rules.games.hit_the_silk.actions.threat import PullTrigger
from rules.games.hit_the_silk.cards import BULLET, REVOLVER
from rules.games.hit_the_silk.jump import kill
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import another, holds, on_others, pay, the_living
from rules.games.hit_the_silk.state import HANDS, Draft, State
from rules.games.hit_the_silk.turn import in_play, own_turn
from rules.knowledge import knows, possible, reveal
from rules.verdict import Rule, rule

HEADING = "8 SHOOT A PLAYER"


@rule(lambda s, a: s.waiting.heading, lambda s, a: s.waiting.asks(s))
def nothing_waits_but_the_trigger(s: State, a: Any) -> bool:
    return not s.pending or not s.pending[-1].blocks or (isinstance(s.waiting, PullTrigger) and s.waiting.by == a.by)


@rule("Additional Actions", lambda s, a: f"The threat was against {s.box.seats[s.waiting.whom]}.")
def shoots_whom_they_threatened(s: State, a: Any) -> bool:
    return not isinstance(s.waiting, PullTrigger) or s.waiting.whom == a.whom


@rule(HEADING, "{by} cannot hold both a Revolver and a Bullet.")
def shows_both_cards(s: State, a: Any) -> bool:
    hand = HANDS + a.by
    return s.zones[hand].unknown + knows(s.zones, hand, REVOLVER) + knows(s.zones, hand, BULLET) > 1


@rule(HEADING, "{whom} cannot have had that card.", firm=True)
def can_be_taken_from_the_shot(s: State, a: Any) -> bool:
    return a.take is None or possible(s.zones, s.unseen, HANDS + a.whom, a.take)


class Shoot(Action, frozen=True):
    whom: Seat = field(name="target")
    take: Card | None = None

    do: ClassVar[str] = "shoot"
    label: ClassVar[str] = "{by}'s shot at {whom}"
    button: ClassVar[str] = "Shoot"
    asks: ClassVar[Mapping[str, str]] = {"target": "Whom?"}
    private: ClassVar[frozenset[str]] = frozenset({"take"})
    gate: ClassVar[tuple[Rule, ...]] = (
        in_play,
        nothing_waits_but_the_trigger,
        own_turn,
        holds(REVOLVER, HEADING),
        holds(BULLET, HEADING),
        shows_both_cards,
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        another(HEADING),
        the_living(HEADING),
        shoots_whom_they_threatened,
        can_be_taken_from_the_shot,
        leaves_the_cuffed_briefcase(HEADING),
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (shoots_whom_they_threatened,)

    def lays(self, state: State) -> Laid:
        return discarded(BULLET)

    def play(self, table: Draft) -> None:
        if isinstance(table.waiting, PullTrigger):
            table.pending.pop()
        reveal(table, HANDS + self.by, REVOLVER)
        table.discard(self.by, BULLET)
        pay(table, self, table.box.costs[BULLET])

    def resolve(self, table: Draft) -> None:
        player = table.players[self.whom]
        if not player.alive:
            table.note("too-late", self.by, self.whom)
            return
        table.change(self.whom, bullets=player.bullets + 1)
        if player.bullets:  # the second Bullet
            kill(table, self.whom, "bullet")
        else:
            table.note("injured", self.whom)
            if table.zones[HANDS + self.whom].size > table.cases(self.whom):
                table.take_one(HANDS + self.whom, self.by, self.take)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Shoot, ...]":
        return on_others(cls, state, by)
