"""RECREATION AREA: Sell any number of cards, or Buy: one transaction at the printed price."""

from functools import cache
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.dig_your_way_out.actions.place_actions import only_in
from rules.games.dig_your_way_out.cards import DATA, IDS, NAMES, RECREATION_AREA, Wares
from rules.games.dig_your_way_out.state import Draft, State
from rules.games.dig_your_way_out.turn import AN_ACTION, ON_TURN, Spent, held, laid, missing, not_twice
from rules.state import Obligation
from rules.verdict import Rule, rule

SELL = "RECREATION AREA: Sell"
BUY = "RECREATION AREA: Buy"
WARES: tuple[Wares, ...] = ("knife", "two-knives", "pick", "shovel")
PRICES: dict[str, int] = {ware: DATA["tables"][f"{ware.replace('-', '_')}_price"]["is"] for ware in WARES}


class Selling(Obligation, frozen=True):
    """A sale stands open: more cards may be laid down as part of it, until something else is done."""

    by: int

    waits: ClassVar[bool] = True
    blocks: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"sell"})
    heading: ClassVar[str] = SELL

    def takes(self, action: Action) -> bool:
        return isinstance(action, Sell) and action.by == self.by and action.more

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.by,)

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.by]} may add more cards to the sale."


def _is_added(s: State, a: Any) -> bool:
    return bool(a.more) and isinstance(s.waiting, Selling) and s.waiting.by == a.by


@rule("HOW TO PLAY", "{by} has taken both actions of this turn.")
def has_an_action_left_or_adds(s: State, a: Any) -> bool:
    return s.left > 0 or _is_added(s, a) or a.by != s.turn


@rule("HOW TO PLAY", "{by} has sold already this turn.", switch="same-action-twice")
def sells_not_twice(s: State, a: Any) -> bool:
    return _is_added(s, a) or bool(not_twice.test(s, a))


@rule(SELL, "No sale of {by}'s stands open, so nothing can be added to it.", firm=True)
def sale_is_open(s: State, a: Any) -> bool:
    return not a.more or _is_added(s, a)


@rule(SELL, "At least one card has to be sold.", firm=True)
def sells_something(s: State, a: Any) -> bool:
    return len(a.cards) > 0


@rule(SELL, lambda s, a: f"{s.box.seats[a.by]} cannot have {missing(s, a.by, a.cards)} to sell.")
def has_them_to_sell(s: State, a: Any) -> bool:
    return not missing(s, a.by, a.cards)


class Sell(Action, frozen=True):
    """Any number of cards in one action; with `more`, cards are added to the sale that has just been made."""

    cards: tuple[Card, ...]
    more: bool = False

    do: ClassVar[str] = "sell"
    label: ClassVar[str] = "{by}'s sale"
    button: ClassVar[str] = "Sell"
    asks: ClassVar[dict[str, str]] = {"cards": "Which cards?"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, only_in(RECREATION_AREA, SELL))
    rules: ClassVar[tuple[Rule, ...]] = (
        has_an_action_left_or_adds,
        sells_not_twice,
        sale_is_open,
        sells_something,
        has_them_to_sell,
    )

    def play(self, table: Draft) -> None:
        gain = sum(table.box.sale[kind] for kind in self.cards)
        if table.pending and isinstance(table.pending[-1], Selling):
            table.pending.pop()
        if not self.more:
            table.spend(self.do)
            gain += table.power(self.by, "sell")
        for kind in self.cards:
            table.discard(self.by, kind)
        table.change(self.by, cigarettes=table.players[self.by].cigarettes + gain)
        table.note("sold", self.by, len(self.cards), gain)
        if not table.left and not table.pending:
            table.pending.append(Spent(int(table.turn)))
        table.pending.append(Selling(int(self.by)))

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return laid(self.cards)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Sell]":
        """One card at a time: further ones are added while the sale stands open, nobody begins another at once."""
        more = isinstance(state.waiting, Selling) and state.waiting.by == by
        if not more and state.did[-1:] == ("sell",):
            return []
        return [cls(by, (Card(kind),), more) for kind in held(state, by)]


# ---------------------------------------------------------------- Buy


def price(s: Any, a: Any) -> int:
    """In Cigarettes; a Gang card may take something off."""
    return max(PRICES[a.item] - s.power(a.by, "discount"), 0)


def bought(item: str) -> tuple[int, int]:
    """The kind of card and how many."""
    return (IDS.index("knife"), 2) if item == "two-knives" else (IDS.index(item), 1)


@rule(BUY, lambda s, a: f"That costs {price(s, a)} Cigarettes; {s.box.seats[a.by]} has {s.players[a.by].cigarettes}.")
def can_pay(s: State, a: Any) -> bool:
    return s.players[a.by].cigarettes >= price(s, a)


@rule(BUY, lambda s, a: f"No {NAMES[bought(a.item)[0]]} is left on the board.", firm=True)
def ware_is_left(s: State, a: Any) -> bool:
    return s.pile(bought(a.item)[0]) > 0


@rule(BUY, "Only one Knife is left on the board, and two are due.", switch="last-knife")
def both_are_left(s: State, a: Any) -> bool:
    kind, number = bought(a.item)
    return number == 1 or s.pile(kind) >= number or s.box.house["last-knife"] == "one"


class Buy(Action, frozen=True):
    item: Wares

    do: ClassVar[str] = "buy"
    label: ClassVar[str] = "{by}'s purchase"
    button: ClassVar[str] = "Buy"
    asks: ClassVar[dict[str, str]] = {"item": "What?"}
    gate: ClassVar[tuple[Rule, ...]] = (*AN_ACTION, only_in(RECREATION_AREA, BUY))
    rules: ClassVar[tuple[Rule, ...]] = (not_twice, can_pay, ware_is_left, both_are_left)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        kind, number = bought(self.item)
        paid = min(price(table, self), table.players[self.by].cigarettes)
        table.change(self.by, cigarettes=table.players[self.by].cigarettes - paid)
        table.note("bought", self.by, table.take(self.by, kind, number), kind, paid)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Buy, ...]":
        return _purchases(by)


@cache
def _purchases(by: Seat) -> tuple[Buy, ...]:
    return tuple(Buy(by, ware) for ware in WARES)
