"""2 SPY: look at a hand, and draw a card for the one played."""

from collections.abc import Mapping
from typing import ClassVar

from msgspec import field

from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.cards import SPY
from rules.games.hit_the_silk.drawing import the_new_card
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import another, holds, on_others, pay, the_living
from rules.games.hit_the_silk.state import Draft, State
from rules.games.hit_the_silk.turn import ON_TURN
from rules.verdict import Rule

HEADING = "2 SPY"


class Spy(Action, frozen=True):
    whom: Seat = field(name="on")
    draws: Card | None = None

    do: ClassVar[str] = "spy"
    label: ClassVar[str] = "{by}'s Spy on {whom}"
    button: ClassVar[str] = "Spy"
    asks: ClassVar[Mapping[str, str]] = {"on": "On whom?"}
    private: ClassVar[frozenset[str]] = frozenset({"draws"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, holds(SPY, HEADING))
    rules: ClassVar[tuple[Rule, ...]] = (
        another(HEADING),
        the_living(HEADING),
        the_new_card(HEADING, lambda spy: [(spy.by, SPY)]),
    )
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def lays(self, state: State) -> Laid:
        return discarded(SPY)

    def play(self, table: Draft) -> None:
        table.discard(self.by, SPY)
        pay(table, self, table.box.costs[SPY])

    def resolve(self, table: Draft) -> None:
        table.note("spied", self.by, self.whom)
        table.draw(self.by, self.draws)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Spy, ...]":
        return on_others(cls, state, by)
