"""GAINING CONTACT CARDS: one from the display, placed, in place of another, or discarded."""

from functools import lru_cache
from typing import Any, ClassVar, Literal

from rules import bag
from rules.action import Action, Card, Seat
from rules.games.escape_plan.asked import TakeContact
from rules.games.escape_plan.pieces import CONTACT, CONTACT_CARD, NAMES
from rules.games.escape_plan.state import DISCARD, DISPLAY, OWNED, Draft, State
from rules.games.escape_plan.turn import answers, in_play
from rules.verdict import Rule, rule

HEADING = "GAINING CONTACT CARDS"
ALL_CONTACTS = sum(255 << bag.BITS * kind for kind in CONTACT)


@rule(HEADING, "That is no Contact card.", firm=True)
def is_a_contact(s: State, a: Any) -> bool:
    return a.card is None or a.card in CONTACT


@rule(HEADING, "That card cannot lie in the display.")
def may_lie_in_the_display(s: State, a: Any) -> bool:
    if a.card is None:
        return a.put == "discard" or s.zones[DISPLAY].size > 0
    return a.card not in CONTACT or bag.count(in_display(s), a.card) > 0


@rule(HEADING, "{by} has no empty Contact card space.")
def has_room(s: State, a: Any) -> bool:
    return a.put != "place" or s.room(a.by) != 0


@rule(HEADING, "Say which of your Contact cards is replaced, counted from the left.", firm=True)
def names_the_card_replaced(s: State, a: Any) -> bool:
    return a.put != "replace" or 1 <= a.replaces <= len(s.players[a.by].contacts)


class TakeAContact(Action, frozen=True):
    """From the display onto the Player Board, in place of a card there (for one Notoriety), or away."""

    card: Card | None = None
    put: Literal["place", "replace", "discard"] = "place"
    replaces: int = 0

    do: ClassVar[str] = "take-contact"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s Contact card"
    button: ClassVar[str] = "Take a Contact"
    asks: ClassVar[dict[str, str]] = {
        "card": "Which card?",
        "put": "Place it, replace one, or discard it?",
        "replaces": "Which card from the left?",
    }
    gate: ClassVar[tuple[Rule, ...]] = (
        in_play,
        answers(TakeContact, HEADING, "{by} takes no Contact card now."),
    )
    rules: ClassVar[tuple[Rule, ...]] = (is_a_contact, may_lie_in_the_display, has_room, names_the_card_replaced)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        kind = -1 if self.card is None else int(self.card)
        table.take_from_display(kind, DISCARD if self.put == "discard" else OWNED)
        contacts = table.players[self.by].contacts
        if self.put == "place":
            table.change(self.by, contacts=(*contacts, (kind, False)))
        elif self.put == "replace":
            at = self.replaces - 1
            table.lay_off(contacts[at][0])
            table.change(self.by, contacts=(*contacts[:at], (kind, False), *contacts[at + 1 :]))
            table.gain(self.by)
        name = "Contact card" if self.card is None else NAMES[self.card]
        table.note("contact", self.by, name) if self.put != "discard" else table.note("no-contact", self.by, name)

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return ((Card(CONTACT_CARD), "discard"),) if self.put == "discard" else ()

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[TakeAContact, ...]":
        return _takes(by, in_display(state), len(state.players[by].contacts))


def in_display(state: State) -> bag.Bag:
    """What may lie in the display: any Contact card that nobody has seen, where a card of it is not known."""
    zone = state.zones[DISPLAY]
    return zone.known | (state.unseen & ALL_CONTACTS if zone.unknown else 0)


@lru_cache(maxsize=512)
def _takes(by: Seat, there: bag.Bag, owned: int) -> tuple[TakeAContact, ...]:
    """Every card that may lie in the display, or one that nobody names: placed, in place of each card, or discarded."""
    kinds = [None, *(Card(kind) for kind, _ in bag.kinds(there))]
    placed = [TakeAContact(by, kind) for kind in kinds]
    replaced = [TakeAContact(by, kind, "replace", at) for kind in kinds for at in range(1, owned + 1)]
    return (*placed, *replaced, *(TakeAContact(by, kind, "discard") for kind in kinds))
