"""HOW TO PLAY: whose turn it is, the two actions of a turn, what ends it, and the limit of ten cards."""

from typing import Any, ClassVar

from rules import bag
from rules.action import Action, Card, Seat
from rules.games.dig_your_way_out.cards import A_CARD, NAMES, SOLITARY
from rules.games.dig_your_way_out.state import HANDS, Draft, State
from rules.knowledge import possible_kinds
from rules.state import Obligation
from rules.verdict import Rule, rule

HEADING = "HOW TO PLAY"


@rule("GOAL", lambda s, a: f"The game is over: {s.box.seats[s.winner]} has escaped.", firm=True, whoever=True)
def in_play(s: State, a: Any) -> bool:
    return s.winner < 0


@rule(lambda s, a: s.waiting.heading, lambda s, a: s.waiting.asks(s), whoever=True)
def nothing_waits(s: State, a: Any) -> bool:
    return not s.pending or not s.pending[-1].blocks


@rule(HEADING, lambda s, a: f"It is {s.box.seats[s.turn]}'s turn.")
def own_turn(s: State, a: Any) -> bool:
    return bool(a.by == s.turn)


@rule(HEADING, "{by} has taken both actions of this turn.")
def has_an_action_left(s: State, a: Any) -> bool:
    return s.left > 0 or a.by != s.turn


@rule("ELEMENTS", "{by} is in Solitary confinement and can only roll to get out.", switch="solitary")
def not_in_solitary(s: State, a: Any) -> bool:
    return s.players[a.by].place != SOLITARY or s.box.house["solitary"] == "free"


@rule(HEADING, "{by} has done that already this turn.", switch="same-action-twice")
def not_twice(s: State, a: Any) -> bool:
    return not s.did or a.do not in s.did or s.box.house["same-action-twice"] or a.by != s.turn


ON_TURN: tuple[Rule, ...] = (in_play, nothing_waits, own_turn)
AN_ACTION: tuple[Rule, ...] = (*ON_TURN, has_an_action_left)
A_FREE_ACTION: tuple[Rule, ...] = (*AN_ACTION, not_in_solitary)


class Spent(Obligation, frozen=True):
    """Both actions are taken. The turn ends when its player says so, or silently as soon as play goes on."""

    by: int

    waits: ClassVar[bool] = True
    blocks: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"end-turn", "reveal-background"})
    heading: ClassVar[str] = HEADING

    def takes(self, action: Action) -> bool:
        """Whatever else the same player tries is still judged as their turn."""
        return action.by == self.by and action.do != "discard"

    def lapse(self, table: Draft) -> None:
        end_turn(table)

    def asks(self, state: State) -> str:
        name, following = state.box.seats[self.by], state.box.seats[(self.by + 1) % len(state.players)]
        excess = state.hand(self.by).size - state.limit(self.by)
        discards = f"discard {excess}, then " if excess > 0 else ""
        return f"{name}'s actions are taken: {discards}{following} goes on."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.by if state.hand(self.by).size > state.limit(self.by) else (self.by + 1) % len(state.players),)


class TooMany(Obligation, frozen=True):
    """Search: at the end of the turn the hand drops to ten cards."""

    by: int

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"discard"})
    heading: ClassVar[str] = "Search"
    do_next: ClassVar[str] = "{player} discards"

    def asks(self, state: State) -> str:
        excess = state.hand(self.by).size - state.limit(self.by)
        return f"{state.box.seats[self.by]} has to discard {excess} card{'s' * (excess > 1)}."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.by,)


def end_turn(table: Draft) -> None:
    """The hand drops to the limit, then the next player goes on."""
    seat = table.turn
    if table.zones[HANDS + seat].size > table.limit(seat):
        table.pending.append(TooMany(int(seat)))
        table.note("too-many", seat, table.zones[HANDS + seat].size - table.limit(seat))
    else:
        begin_turn(table, (seat + 1) % len(table.players))


def begin_turn(table: Draft, seat: int) -> None:
    table.turn = Seat(seat)
    table.left = table.box.tables["actions"]
    table.did = ()
    table.note("turn", seat)


class EndTurn(Action, frozen=True):
    """Up to two actions: a turn may end sooner."""

    do: ClassVar[str] = "end-turn"
    label: ClassVar[str] = "end of {by}'s turn"
    button: ClassVar[str] = "End turn"
    gate: ClassVar[tuple[Rule, ...]] = ON_TURN

    def play(self, table: Draft) -> None:
        table.pending.clear()
        end_turn(table)


@rule("Search", "{by} does not have to discard anything.", firm=True)
def has_too_many(s: State, a: Any) -> bool:
    return isinstance(s.waiting, TooMany) and s.waiting.by == a.by


@rule("Search", lambda s, a: s.waiting.asks(s), firm=True)
def discards_no_more_than_needed(s: State, a: Any) -> bool:
    return not has_too_many.test(s, a) or 0 < len(a.cards) <= s.hand(a.by).size - s.limit(a.by)


@rule("Search", lambda s, a: f"{s.box.seats[a.by]} cannot have {missing(s, a.by, a.cards)} to discard.")
def has_them_to_discard(s: State, a: Any) -> bool:
    return not missing(s, a.by, a.cards)


def missing(s: State, by: int, cards: tuple[Card, ...]) -> str:
    """The first card that the player cannot have, in words; empty when all could be there."""
    hand = s.zones[HANDS + by]
    wanted = bag.bag_of(cards)
    hidden = 0
    for kind, number in bag.kinds(wanted):
        known = bag.count(hand.known, kind)
        if number > known:
            hidden += number - known
            unseen = 0 if hand.never >> kind & 1 else bag.count(s.unseen, kind)
            if number - known > unseen or hidden > hand.unknown:
                return A_CARD[kind] if number == 1 else f"{number} × {NAMES[kind]}"
    return ""


class Discard(Action, frozen=True):
    """The cards may be laid down one by one."""

    cards: tuple[Card, ...]

    do: ClassVar[str] = "discard"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s discard"
    button: ClassVar[str] = "Discard"
    asks: ClassVar[dict[str, str]] = {"cards": "Which cards?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, has_too_many)
    rules: ClassVar[tuple[Rule, ...]] = (discards_no_more_than_needed, has_them_to_discard)

    def play(self, table: Draft) -> None:
        for kind in self.cards:
            table.discard(self.by, kind)
        table.note("discarded", self.by, len(self.cards))
        table.pending.pop()
        end_turn(table)

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return laid(self.cards)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Discard]":
        return [cls(by, (Card(kind),)) for kind in held(state, by)]


def held(state: State, by: int) -> list[int]:
    """Every kind of card that could be in the player's hand."""
    return [kind for kind, _ in bag.kinds(possible_kinds(state.zones, state.unseen, HANDS + by))]


def laid(cards: tuple[Card, ...]) -> tuple[tuple[Card, str], ...]:
    """SETUP 1 and 3: Tools and Knives go to their own piles, Search cards to the discard pile."""
    return tuple((card, PILE_ZONES[card] if card < len(PILE_ZONES) else "discard") for card in cards)


PILE_ZONES = ("spoon", "pick", "shovel", "knife")
