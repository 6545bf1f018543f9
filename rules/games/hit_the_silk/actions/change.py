"""CHANGING A CARD: discard one, drop, then draw by the new altitude and keep one."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from rules import bag, knowledge
from rules.action import Action, Card, Seat
from rules.bag import BITS
from rules.games.hit_the_silk.actions.poison import useless
from rules.games.hit_the_silk.cards import A_CARD, IDS, POISON
from rules.games.hit_the_silk.drawing import can_be_drawn
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import has_a_card, pay
from rules.games.hit_the_silk.state import DISCARD, DRAWN, HANDS, OUT, Draft, Situation, State
from rules.games.hit_the_silk.turn import ON_TURN
from rules.knowledge import move, move_all, move_unseen, possible, possible_kinds
from rules.verdict import Rule, rule


def drawn_now(state: Situation) -> int:
    """How many cards a Change draws: by the Altimeter, in Travel mode by the round."""
    altitude = state.altitude
    if altitude is None:
        return state.round
    return next((number for height, number in state.box.draws if altitude > height), 0)


def _after_the_drop(s: Situation) -> int:
    """The same, once the Change itself has lowered the plane."""
    if s.altitude is None:
        return s.round
    height = s.altitude - s.box.tables["change"]
    return next((number for above, number in s.box.draws if height > above), 0)


@rule("CHANGING A CARD", "{by} has already changed a card this turn.")
def once_a_turn(s: State, a: Any) -> bool:
    return not s.changed


@rule("CHANGING A CARD", lambda s, a: f"{s.box.seats[a.by]} cannot have {A_CARD[a.discard]} to discard.")
def has_it_to_discard(s: State, a: Any) -> bool:
    return possible(s.zones, s.unseen, HANDS + a.by, a.discard)


@rule("CHANGING A CARD", lambda s, a: f"This Change draws {_after_the_drop(s)}, so no more can be named.", firm=True)
def names_no_more_than_drawn(s: State, a: Any) -> bool:
    return len(a.draws) <= max(_after_the_drop(s), 0)


@rule("CHANGING A CARD", "The cards named cannot all be in the Draw pile.", firm=True)
def draws_can_be_there(s: State, a: Any) -> bool:
    return not a.draws or can_be_drawn(s, a.draws, max(_after_the_drop(s), len(a.draws)), [(a.by, a.discard)])


@rule("CHANGING A CARD", "The card kept has to be one of the cards drawn.", firm=True)
def keeps_what_was_drawn(s: State, a: Any) -> bool:
    return a.keep is None or a.keep in a.draws


class Change(Action, frozen=True):
    """`draws` may name the cards drawn (with `keep`, the one kept), or only those that went back face up."""

    discard: Card
    draws: tuple[Card, ...] = ()
    keep: Card | None = None

    do: ClassVar[str] = "change"
    label: ClassVar[str] = "{by}'s Change"
    button: ClassVar[str] = "Change"
    asks: ClassVar[Mapping[str, str]] = {"discard": "Which card goes?"}
    private: ClassVar[frozenset[str]] = frozenset({"draws", "keep"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, once_a_turn, has_a_card)
    rules: ClassVar[tuple[Rule, ...]] = (
        has_it_to_discard,
        names_no_more_than_drawn,
        draws_can_be_there,
        keeps_what_was_drawn,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def lays(self, state: State) -> Laid:
        return discarded(self.discard)

    def play(self, table: Draft) -> None:
        acted = table.acted
        table.discard(self.by, self.discard)
        table.changed = True
        pay(table, self, table.box.tables["change"])
        table.acted = acted or table.box.house["change-is-action"]

    def resolve(self, table: Draft) -> None:
        number = table.lift(drawn_now(table) if table.box.house["vote-first"] else _after_the_drop(table))
        named = self.draws[:number]
        if named:
            knowledge.reveal_these(table, DRAWN, bag.bag_of(named))
        went_back = len(named) == number - 1
        while table.zones[DRAWN].known >> BITS * POISON & 255 and useless(table):
            move(table, DRAWN, OUT, POISON)  # 5 POISON: drawn too late, it goes to the Box and another is drawn
            table.lift(1)
            went_back = False
        hand = HANDS + self.by
        if self.keep is not None and table.zones[DRAWN].known >> BITS * self.keep & 255:
            move(table, DRAWN, hand, self.keep)
        elif went_back:
            for back in named:
                move(table, DRAWN, DISCARD, back)
            move_all(table, DRAWN, hand)
        else:
            move_unseen(table, DRAWN, hand)
        table.note("changed", self.by, number)
        move_all(table, DRAWN, DISCARD)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Change]":
        held = bag.counts(possible_kinds(state.zones, state.unseen, HANDS + by))
        return [change for change, there in zip(_of_each_kind(by), held, strict=False) if there]


@cache
def _of_each_kind(by: Seat) -> tuple[Change, ...]:
    return tuple(Change(by, Card(kind)) for kind in range(len(IDS)))
