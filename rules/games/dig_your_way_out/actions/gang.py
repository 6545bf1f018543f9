"""Join a Gang: two different Accessories of the gang for the card on top of its pile; one gang at a time."""

from functools import cache
from itertools import combinations
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.bag import BITS
from rules.games.dig_your_way_out.cards import CARDS_OF, DATA, GANG_CARDS, GANG_NAMES, GANGS, IDS, NAMES, Gang, GangCard
from rules.games.dig_your_way_out.state import HANDS, Draft, GangPile, Situation, State
from rules.games.dig_your_way_out.turn import A_FREE_ACTION, laid, not_twice
from rules.knowledge import possible, possible_kinds
from rules.verdict import Rule, rule

HEADING = "Join a Gang"
ACCESSORIES: tuple[tuple[Card, ...], ...] = tuple(
    tuple(Card(IDS.index(name)) for name in gang["accessories"]) for gang in DATA["gangs"].values()
)


def pile_without(s: Situation, gang: int, by: int) -> GangPile:
    """The gang's pile once this player has left the gang they are in."""
    pile, player, where = s.gangs[gang], s.players[by], s.box.house["left-gang-card"]
    if player.gang != gang or where == "out":
        return pile
    return GangPile(pile.fresh, (player.card, *pile.left) if where == "top" else (*pile.left, player.card))


def left_is_on_top(s: Situation, pile: GangPile) -> bool:
    return bool(pile.left) and (not pile.fresh or s.box.house["left-gang-card"] == "top")


def top_cards(s: Situation, gang: int, by: int) -> tuple[int, ...]:
    """The Gang cards that can lie on top of the pile when this player joins."""
    pile = pile_without(s, gang, by)
    if left_is_on_top(s, pile) and pile.left[0] >= 0:
        return pile.left[:1]
    return tuple(card for card in CARDS_OF[gang] if not s.drawn >> card & 1) if pile.size else ()


@rule(HEADING, lambda s, a: f"No card of the {GANG_NAMES[GANGS.index(a.gang)]} is left on the board.", firm=True)
def gang_is_available(s: State, a: Any) -> bool:
    return pile_without(s, GANGS.index(a.gang), a.by).size > 0


def _needs(s: State, a: Any) -> str:
    gang = GANGS.index(a.gang)
    names = [NAMES[card] for card in ACCESSORIES[gang]]
    return f"The {GANG_NAMES[gang]} ask for two different ones of {names[0]}, {names[1]} and {names[2]}."


@rule(HEADING, _needs)
def brings_two_different_accessories(s: State, a: Any) -> bool:
    wanted = ACCESSORIES[GANGS.index(a.gang)]
    number = s.box.tables["accessories"]
    return len(a.cards) == number == len(set(a.cards)) and all(card in wanted for card in a.cards)


@rule(HEADING, "{by} cannot have these Accessories.")
def has_the_accessories(s: State, a: Any) -> bool:
    hand = s.zones[HANDS + a.by]
    if hand.size < len(a.cards):
        return False
    hidden = sum(not hand.known >> BITS * card & 255 for card in a.cards)
    return hidden <= hand.unknown and all(possible(s.zones, s.unseen, HANDS + a.by, card) for card in a.cards)


@rule(HEADING, lambda s, a: f"{s.box.printed['gang_cards'][a.card]['name']} does not lie on top of that pile.")
def card_lies_on_top(s: State, a: Any) -> bool:
    return a.card is None or GANG_CARDS.index(a.card) in top_cards(s, GANGS.index(a.gang), a.by)


class Join(Action, frozen=True):
    """`card` is the Gang card drawn; without it its ability stays the table's own business."""

    gang: Gang
    cards: tuple[Card, ...]
    card: GangCard | None = None

    do: ClassVar[str] = "join"
    label: ClassVar[str] = "{by}'s joining the {gang}"
    button: ClassVar[str] = "Join a gang"
    asks: ClassVar[dict[str, str]] = {
        "gang": "Which gang?",
        "cards": "Which two Accessories?",
        "card": "Which card lies on top?",
    }
    gate: ClassVar[tuple[Rule, ...]] = A_FREE_ACTION
    rules: ClassVar[tuple[Rule, ...]] = (
        not_twice,
        gang_is_available,
        brings_two_different_accessories,
        has_the_accessories,
        card_lies_on_top,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (not_twice, has_the_accessories)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        for accessory in self.cards:
            table.discard(self.by, accessory)
        leave(table, self.by)
        gang = GANGS.index(self.gang)
        card = self.drawn(top_cards(table, gang, self.by), CARDS_OF[gang])
        draw_card(table, gang, card)
        table.change(self.by, gang=gang, card=card)
        table.note("joined", self.by, gang)

    def drawn(self, on_top: tuple[int, ...], of_gang: tuple[int, ...]) -> int:
        """The Gang card that was named, or that can only be the one; -1 where the table alone knows."""
        if self.card is not None and GANG_CARDS.index(self.card) in of_gang:
            return GANG_CARDS.index(self.card)
        return on_top[0] if len(on_top) == 1 else -1

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return laid(self.cards)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Join]":
        could = possible_kinds(state.zones, state.unseen, HANDS + by)
        found: list[Join] = []
        for gang, wanted in enumerate(ACCESSORIES):
            there = tuple(accessory for accessory in wanted if could >> BITS * accessory & 255)
            if len(there) >= state.box.tables["accessories"]:
                for card in top_cards(state, gang, by):
                    found += _joins(by, gang, card, there)
        return found


@cache
def _joins(by: Seat, gang: int, card: int, accessories: tuple[Card, ...]) -> tuple[Join, ...]:
    return tuple(
        Join(by, GANGS[gang], pair, GANG_CARDS[card])  # type: ignore[arg-type]
        for pair in combinations(accessories, DATA["tables"]["accessories"]["is"])
    )


def leave(table: Draft, seat: int) -> None:
    """You can only have one Gang card: the old one is discarded first."""
    gang = table.players[seat].gang
    if gang >= 0:
        _set(table, gang, pile_without(table, gang, seat))
        table.change(seat, gang=-1, card=-1)
        table.note("left", seat, gang)


def draw_card(table: Draft, gang: int, card: int) -> None:
    """The card on top leaves the pile."""
    pile = table.gangs[gang]
    if card >= 0 and card in pile.left:
        place = pile.left.index(card)
        _set(table, gang, GangPile(pile.fresh, pile.left[:place] + pile.left[place + 1 :]))
    elif left_is_on_top(table, pile):
        _set(table, gang, GangPile(pile.fresh, pile.left[1:]))
    else:
        _set(table, gang, GangPile(max(pile.fresh - 1, 0), pile.left))
    if card >= 0:
        table.drawn |= 1 << card


def _set(table: Draft, gang: int, pile: GangPile) -> None:
    table.gangs = (*table.gangs[:gang], pile, *table.gangs[gang + 1 :])
