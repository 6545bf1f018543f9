"""TRADING: equal numbers of cards, passed face down; promises may be broken."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field

from rules.action import Action, Seat
from rules.games.hit_the_silk.play import another, on_others, the_living
from rules.games.hit_the_silk.state import DRAWN, HANDS, Draft, State
from rules.games.hit_the_silk.turn import actor_is_alive, in_play, nothing_waits
from rules.knowledge import move_all, move_unseen
from rules.state import Obligation
from rules.verdict import Rule, rule

HEADING = "TRADING"
NUMBERS = ((1,), (2,), (3,), (4,))  # how many cards may change hands


def _whose_trade(s: State, a: Any) -> str:
    player = s.box.seats[s.turn]
    return f"It is {player}'s turn, so {player} has to be one side of a trade."


@rule("ON YOUR TURN", _whose_trade, switch="trade-anytime")
def one_side_has_the_turn(s: State, a: Any) -> bool:
    return s.turn in (a.by, a.whom) or s.box.house["trade-anytime"]


@rule(HEADING, "A trade needs at least one card from each side.", firm=True)
def trades_something(s: State, a: Any) -> bool:
    return bool(a.cards > 0)


@rule(HEADING, "An equal number of cards must change hands, and they do not both have {cards}.", firm=True)
def both_have_so_many(s: State, a: Any) -> bool:
    return s.zones[HANDS + a.by].size >= a.cards <= s.zones[HANDS + a.whom].size


class Trade(Action, frozen=True):
    whom: Seat = field(name="with")
    cards: int = 1

    do: ClassVar[str] = "trade"
    label: ClassVar[str] = "{by}'s trade with {whom}"
    button: ClassVar[str] = "Trade"
    asks: ClassVar[Mapping[str, str]] = {"with": "With whom?", "cards": "How many cards each?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, nothing_waits, actor_is_alive)
    rules: ClassVar[tuple[Rule, ...]] = (
        another(HEADING),
        the_living(HEADING),
        one_side_has_the_turn,
        trades_something,
        both_have_so_many,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        if table.box.house["trade-is-action"] and table.turn in (self.by, self.whom):
            table.acted = True
        table.note("trade", self.by, self.whom, self.cards)
        if table.box.house["challenges"]:
            table.pending.append(Exchange(int(self.by), int(self.whom), self.cards))
        else:
            swap(table, self.by, self.whom, self.cards)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Trade, ...]":
        """A trade is listed once, as done by the side whose turn it is."""
        if by != state.turn and not state.box.house["trade-anytime"]:
            return ()
        most = min(state.limit(by), state.zones[HANDS + by].size)
        trades = on_others(cls, state, by, NUMBERS[:most])
        if all(state.zones[HANDS + seat].size >= most for seat in state.living()):
            return trades
        return tuple(trade for trade in trades if trade.cards <= state.zones[HANDS + trade.whom].size)


class Exchange(Obligation, frozen=True):
    """ADVANCED TRADING: the cards lie face down between the two; whoever does something else lets them be swapped."""

    one: int
    other: int
    cards: int

    waits: ClassVar[bool] = True
    blocks: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"challenge"})
    heading: ClassVar[str] = "ADVANCED TRADING: CHALLENGES"

    def lapse(self, table: Draft) -> None:
        swap(table, self.one, self.other, self.cards)

    def asks(self, state: State) -> str:
        return "The cards lie face down: either side may challenge."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.one, self.other)


def swap(table: Draft, one: int, other: int, cards: int) -> None:
    """So many cards each way, unseen by the rest of the table."""
    move_unseen(table, HANDS + one, DRAWN, cards)
    move_unseen(table, HANDS + other, HANDS + one, cards)
    move_all(table, DRAWN, HANDS + other)
