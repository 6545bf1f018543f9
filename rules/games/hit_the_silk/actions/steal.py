"""1 STEAL: two cards at random from another hand, one of them is kept. A Knife stops the thief."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field

from rules import knowledge
from rules.action import Action, Card, Seat
from rules.bag import BITS
from rules.games.hit_the_silk.actions.handcuffs import leaves_the_cuffed_briefcase
from rules.games.hit_the_silk.cards import KNIFE, STEAL
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import another, holds, on_others, pay, the_living
from rules.games.hit_the_silk.state import HANDS, Draft, State
from rules.games.hit_the_silk.turn import ON_TURN
from rules.knowledge import possible
from rules.verdict import Rule, rule

HEADING = "1 STEAL"


@rule(HEADING, "{whom} has no card that could be stolen.", firm=True)
def has_cards_to_steal(s: State, a: Any) -> bool:
    return s.zones[HANDS + a.whom].size > s.cases(a.whom)


@rule(HEADING, "{whom} cannot have a Knife to show.")
def can_show_a_knife(s: State, a: Any) -> bool:
    return not a.knife or possible(s.zones, s.unseen, HANDS + a.whom, KNIFE)


@rule(HEADING, "{whom} cannot have had that card.", firm=True)
def can_have_been_taken(s: State, a: Any) -> bool:
    return a.take is None or possible(s.zones, s.unseen, HANDS + a.whom, a.take)


class Steal(Action, frozen=True):
    whom: Seat = field(name="from")
    knife: bool = False
    take: Card | None = None

    do: ClassVar[str] = "steal"
    label: ClassVar[str] = "{by}'s Steal from {whom}"
    button: ClassVar[str] = "Steal"
    asks: ClassVar[Mapping[str, str]] = {"from": "From whom?", "knife": "A Knife is shown"}
    private: ClassVar[frozenset[str]] = frozenset({"take"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, holds(STEAL, HEADING))
    rules: ClassVar[tuple[Rule, ...]] = (
        another(HEADING),
        the_living(HEADING),
        has_cards_to_steal,
        can_show_a_knife,
        can_have_been_taken,
        leaves_the_cuffed_briefcase(HEADING),
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (has_cards_to_steal,)

    def lays(self, state: State) -> Laid:
        return discarded(STEAL)

    def play(self, table: Draft) -> None:
        table.discard(self.by, STEAL)
        pay(table, self, table.box.costs[STEAL])

    def resolve(self, table: Draft) -> None:
        victim = HANDS + self.whom
        if not table.players[self.whom].alive:  # poisoned and dead before the thief's hand got there
            table.note("too-late", self.by, self.whom)
        elif self.knife:
            if not table.zones[victim].known >> BITS * KNIFE & 255:
                knowledge.reveal(table, victim, KNIFE)
            table.note("knife", self.whom, self.by)
            table.take_flannel(self.by)
        else:
            table.take_one(victim, self.by, self.take)
            table.note("stolen", self.by, self.whom)
            table.take_flannel(self.whom)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Steal, ...]":
        return on_others(cls, state, by)
