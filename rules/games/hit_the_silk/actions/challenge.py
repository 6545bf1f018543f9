"""ADVANCED TRADING: a trade is challenged, the cards are turned over, and the honest side settles it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.actions.trade import Exchange, swap
from rules.games.hit_the_silk.state import DRAWN, HANDS, Draft, State
from rules.games.hit_the_silk.turn import in_play
from rules.knowledge import move_all, move_unseen, possible
from rules.state import Obligation
from rules.verdict import Rule, rule

HEADING = "ADVANCED TRADING: CHALLENGES"
COUNTER = "ADVANCED TRADING: COUNTER CHALLENGE"


class Challenged(Obligation, frozen=True):
    """The suspect turns their cards over, or challenges in return; then both turn them over."""

    trade: Exchange
    accuser: int
    suspect: int
    countered: bool = False

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"turn-over", "counter-challenge"})
    heading: ClassVar[str] = HEADING

    def asks(self, state: State) -> str:
        if self.countered:
            return "Both sides turn their cards over: say who was honest."
        return f"{state.box.seats[self.suspect]} has to turn the cards over, or challenge in return."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.accuser, self.suspect) if self.countered else (self.suspect,)


class SettleTrade(Obligation, frozen=True):
    """Who was honest takes the agreed card (or another, after a bluff), or calls the trade off."""

    trade: Exchange
    winner: int
    loser: int
    extra: bool  # COUNTER CHALLENGE: one more card may be swapped

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"settle-trade"})
    heading: ClassVar[str] = HEADING
    do_next: ClassVar[str] = "{player} settles the trade"

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.winner]} settles the trade: take what was agreed, or call it off."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.winner,)


@rule(HEADING, "There is no trade on the table that {by} could challenge.", firm=True)
def is_side_of_an_open_trade(s: State, a: Any) -> bool:
    return isinstance(s.waiting, Exchange) and a.by in (s.waiting.one, s.waiting.other)


class Challenge(Action, frozen=True):
    do: ClassVar[str] = "challenge"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s challenge"
    button: ClassVar[str] = "Challenge"
    asks: ClassVar[Mapping[str, str]] = {"by": "Who challenges?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_side_of_an_open_trade)

    def play(self, table: Draft) -> None:
        trade = table.pending.pop()
        assert isinstance(trade, Exchange)
        suspect = trade.other if self.by == trade.one else trade.one
        table.note("challenge", self.by, suspect)
        table.pending.append(Challenged(trade, int(self.by), suspect))


@rule(HEADING, "{by} has not been challenged.", firm=True)
def is_the_suspect(s: State, a: Any) -> bool:
    return isinstance(s.waiting, Challenged) and s.waiting.suspect == a.by


@rule(COUNTER, "{by} has already challenged in return.", firm=True)
def counters_once(s: State, a: Any) -> bool:
    return not (isinstance(s.waiting, Challenged) and s.waiting.countered)


class CounterChallenge(Action, frozen=True):
    do: ClassVar[str] = "counter-challenge"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s counter challenge"
    button: ClassVar[str] = "Challenge in return"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_the_suspect, counters_once)

    def play(self, table: Draft) -> None:
        challenged = table.pending.pop()
        assert isinstance(challenged, Challenged)
        table.note("challenge", self.by, challenged.accuser)
        table.pending.append(Challenged(challenged.trade, challenged.accuser, challenged.suspect, True))


@rule(HEADING, "Only who turned cards over can have been honest or not.", firm=True)
def judges_the_traders(s: State, a: Any) -> bool:
    if not isinstance(s.waiting, Challenged):
        return True
    judged = {s.waiting.suspect, s.waiting.accuser} if s.waiting.countered else {s.waiting.suspect}
    return set(a.honest) <= judged


class TurnOver(Action, frozen=True):
    """`honest` names who offered what had been agreed; who is not named lied."""

    honest: tuple[Seat, ...]

    do: ClassVar[str] = "turn-over"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s cards turned over"
    button: ClassVar[str] = "Turn over"
    asks: ClassVar[Mapping[str, str]] = {"honest": "Who was honest?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_the_suspect)
    rules: ClassVar[tuple[Rule, ...]] = (judges_the_traders,)

    def play(self, table: Draft) -> None:
        challenged = table.pending.pop()
        assert isinstance(challenged, Challenged)
        accuser, suspect = challenged.accuser, challenged.suspect
        suspect_honest = suspect in self.honest
        if challenged.countered and suspect_honest == (accuser in self.honest):
            table.note("void", accuser, suspect)
            return
        winner, loser = (suspect, accuser) if suspect_honest else (accuser, suspect)
        table.note("honest", winner, loser)
        table.pending.append(SettleTrade(challenged.trade, winner, loser, challenged.countered))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[TurnOver]":
        challenged = state.waiting
        if not isinstance(challenged, Challenged):
            return []
        one, other = Seat(challenged.suspect), Seat(challenged.accuser)
        both = [cls(by, (other,)), cls(by, (one, other))] if challenged.countered else []
        return [cls(by, ()), cls(by, (one,)), *both]


@rule(HEADING, "It is not for {by} to settle this trade.", firm=True)
def settles_as_the_honest_side(s: State, a: Any) -> bool:
    return isinstance(s.waiting, SettleTrade) and s.waiting.winner == a.by


@rule(HEADING, "The other side cannot have that card.", firm=True)
def can_be_claimed(s: State, a: Any) -> bool:
    if a.take is None or not isinstance(s.waiting, SettleTrade):
        return True
    return possible(s.zones, s.unseen, HANDS + s.waiting.loser, a.take)


@rule(COUNTER, "One more card may be swapped only after a counter challenge.")
def extra_needs_a_counter(s: State, a: Any) -> bool:
    return not a.extra or (isinstance(s.waiting, SettleTrade) and s.waiting.extra)


class Settle(Action, frozen=True):
    """`take`: the card claimed, if it is named; `abort`: no exchange; `extra`: one more card each way."""

    take: Card | None = None
    abort: bool = False
    extra: bool = False

    do: ClassVar[str] = "settle-trade"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s settlement of the trade"
    button: ClassVar[str] = "Settle"
    asks: ClassVar[Mapping[str, str]] = {"abort": "The trade is off", "extra": "One more card each"}
    private: ClassVar[frozenset[str]] = frozenset({"take"})
    gate: ClassVar[tuple[Rule, ...]] = (in_play, settles_as_the_honest_side)
    rules: ClassVar[tuple[Rule, ...]] = (can_be_claimed, extra_needs_a_counter)

    def play(self, table: Draft) -> None:
        waiting = table.pending.pop()
        assert isinstance(waiting, SettleTrade)
        winner, loser, cards = waiting.winner, waiting.loser, waiting.trade.cards
        table.note("aborted" if self.abort else "settled", winner, loser)
        if not self.abort:
            self._exchange(table, winner, loser, cards)
        if self.extra and table.zones[HANDS + winner].size and table.zones[HANDS + loser].size:
            swap(table, winner, loser, 1)

    def _exchange(self, table: Draft, winner: int, loser: int, cards: int) -> None:
        """The honest side's cards against the claimed one (and as many more as were agreed)."""
        if self.take is None:
            swap(table, winner, loser, cards)
            return
        move_unseen(table, HANDS + winner, DRAWN, cards)
        table.take_one(HANDS + loser, winner, self.take)
        move_unseen(table, HANDS + loser, HANDS + winner, cards - 1)
        move_all(table, DRAWN, HANDS + loser)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Settle]":
        return [cls(by), cls(by, None, True), cls(by, None, False, True)]
