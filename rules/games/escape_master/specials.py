"""Special cards beside the Stacks: Traps and Escapes on the Action piles, discards, and a card drawn on one's own."""

from typing import Any, ClassVar

from msgspec import field

from rules.action import Action, Card, Seat
from rules.games.escape_master.cards import (
    DOOM,
    ESCAPE,
    ESCAPES,
    NAMES,
    SPECIALS,
    TRAP_DRAW,
    TRAPS,
    WISDOM,
)
from rules.games.escape_master.round import IN_THE_ROUND
from rules.games.escape_master.stacks import cards_can_be_in_hand
from rules.games.escape_master.state import DRAW, HISTORY, Draft, State
from rules.state import Obligation
from rules.verdict import MAYBE, Maybe, Rule, rule


class DrawThree(Obligation, frozen=True):
    """Types of Traps: the trapped player draws, unless an Escape comes first. Silence means that they drew."""

    seat: int

    waits: ClassVar[bool] = True
    blocks: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"escape"})
    heading: ClassVar[str] = "Types of Traps"

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.seat]} draws {state.box.tables['trap_draws']} cards, or plays an Escape."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)

    def lapse(self, table: Draft) -> None:
        number = table.draw(self.seat, table.box.tables["trap_draws"])
        table.note("trapped-drew", self.seat, number)


# ---------------------------------------------------------------- Traps


@rule("Playing Traps and Escapes", lambda s, a: f"{NAMES[a.card]} is no Trap.", firm=True)
def is_a_trap(s: State, a: Any) -> bool:
    return a.card in TRAPS


@rule("Playing Traps and Escapes", "A Trap goes on an opponent's Action pile.")
def traps_an_opponent(s: State, a: Any) -> bool:
    return s.box.side_of[a.whom] != s.box.side_of[a.by]


@rule("Playing Traps and Escapes", lambda s, a: f"{s.box.seats[a.whom]} does not play any more.", firm=True)
def traps_somebody_who_plays(s: State, a: Any) -> bool:
    return s.plays(a.whom)


@rule("Types of Traps", lambda s, a: f"{s.box.seats[a.whom]} is in an up-only or down-only Trap already.")
def one_direction_at_a_time(s: State, a: Any) -> bool:
    return a.card == TRAP_DRAW or s.players[a.whom].trap < 0


class SetTrap(Action, frozen=True):
    """Playing Traps and Escapes 2."""

    card: Card
    whom: Seat = field(name="on")

    do: ClassVar[str] = "trap"
    label: ClassVar[str] = "{by}'s {card} on {on}"
    gate: ClassVar[tuple[Rule, ...]] = IN_THE_ROUND
    rules: ClassVar[tuple[Rule, ...]] = (
        is_a_trap,
        traps_an_opponent,
        traps_somebody_who_plays,
        one_direction_at_a_time,
        cards_can_be_in_hand,
    )

    @property
    def cards(self) -> tuple[Card, ...]:
        return (self.card,)

    def play(self, table: Draft) -> None:
        table.lay(self.by, self.card, HISTORY)
        table.note("trap", self.by, self.card, self.whom)
        if self.card == TRAP_DRAW:
            table.pending.append(DrawThree(self.whom))
        else:
            table.change(self.whom, trap=int(self.card))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[SetTrap, ...]":
        return ()


# ---------------------------------------------------------------- Escapes


@rule("Types of Escapes", lambda s, a: f"{NAMES[a.card]} is no Escape.", firm=True)
def is_an_escape(s: State, a: Any) -> bool:
    return a.card in ESCAPES


@rule("Escape Alliance (Team Game)", "An Escape helps oneself, or a teammate in Escape Alliance.")
def helps_the_own_side(s: State, a: Any) -> bool:
    return s.box.side_of[a.helped] == s.box.side_of[a.by]


@rule("Types of Escapes", lambda s, a: f"{s.box.seats[a.helped]} is in no Trap that an Escape could resolve.")
def resolves_a_trap(s: State, a: Any) -> bool:
    return a.card != ESCAPE or s.players[a.helped].trap >= 0 or _is_to_draw(s, a.helped)


@rule("Types of Escapes", "Only the Escape that says so discards a card.")
def may_discard_with_it(s: State, a: Any) -> bool:
    return a.discard is None or a.card != ESCAPE


@rule("Wisdom Cards and Traps", "A Wisdom card may not be discarded.", switch="escape-discards-wisdom")
def leaves_wisdom_in_hand(s: State, a: Any) -> bool:
    return a.discard != WISDOM or s.box.house["escape-discards-wisdom"]


class PlayEscape(Action, frozen=True):
    """Playing Traps and Escapes 3. `for` is a teammate; `discard` the extra card, where it was shown."""

    card: Card
    teammate: Seat | None = field(default=None, name="for")
    discard: Card | None = None

    do: ClassVar[str] = "escape"
    label: ClassVar[str] = "{by}'s {card}"
    gate: ClassVar[tuple[Rule, ...]] = IN_THE_ROUND
    rules: ClassVar[tuple[Rule, ...]] = (
        is_an_escape,
        helps_the_own_side,
        resolves_a_trap,
        may_discard_with_it,
        leaves_wisdom_in_hand,
        cards_can_be_in_hand,
    )

    @property
    def helped(self) -> int:
        return self.by if self.teammate is None else self.teammate

    @property
    def cards(self) -> tuple[Card, ...]:
        return (self.card,) if self.discard is None else (self.card, self.discard)

    def play(self, table: Draft) -> None:
        for card in self.cards:
            table.lay(self.by, card, HISTORY)
        if _is_to_draw(table, self.helped):
            table.pending.pop()
            table.note("escaped", self.by, self.helped)
        elif table.players[self.helped].trap >= 0:
            table.change(self.helped, trap=-1)
            table.note("escaped", self.by, self.helped)
        if self.discard is not None:
            table.note("discarded", self.by, self.discard)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[PlayEscape, ...]":
        return ()


def _is_to_draw(state: Any, seat: int) -> bool:
    waiting = state.waiting
    return isinstance(waiting, DrawThree) and waiting.seat == seat


# ---------------------------------------------------------------- discards and draws


@rule("Important Special Card Regulations", "Only Special cards may be discarded; Numbered cards are played.")
def numbered_cards_are_played(s: State, a: Any) -> bool:
    return all(card in SPECIALS or card in (WISDOM, DOOM) for card in a.cards)


@rule("Wisdom Cards and Traps", "A Wisdom card may not be discarded.")
def wisdom_is_never_discarded(s: State, a: Any) -> bool:
    return WISDOM not in a.cards


@rule("Doom Master Cards", "A Doom Master is discarded only with the Escape that discards a card.")
def doom_master_needs_an_escape(s: State, a: Any) -> bool:
    return DOOM not in a.cards


@rule("Important Special Card Regulations", "Name the cards that are discarded.", firm=True)
def discards_something(s: State, a: Any) -> bool:
    return bool(a.cards)


class Discard(Action, frozen=True):
    """Important Special Card Regulations 2: any number of Special cards, into one's own History pile."""

    cards: tuple[Card, ...]

    do: ClassVar[str] = "discard"
    label: ClassVar[str] = "{by} discards {cards}"
    gate: ClassVar[tuple[Rule, ...]] = IN_THE_ROUND
    rules: ClassVar[tuple[Rule, ...]] = (
        discards_something,
        numbered_cards_are_played,
        wisdom_is_never_discarded,
        doom_master_needs_an_escape,
        cards_can_be_in_hand,
    )

    def play(self, table: Draft) -> None:
        for card in self.cards:
            table.lay(self.by, card, HISTORY)
        table.note("discarded", self.by, *self.cards)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Discard, ...]":
        return ()


@rule("Special Cases", "The draw pile is empty.", whoever=True)
def there_is_a_card_to_draw(s: State, a: Any) -> bool:
    return s.zones[DRAW].size > 0


@rule("Drawing Cards", "Drawing is allowed only with no playable Numbered card or Wisdom card in hand.")
def draws_for_want_of_a_play(s: State, a: Any) -> Maybe:
    return MAYBE  # only the player can see that


class TakeCard(Action, frozen=True):
    """Drawing Cards 1: a card from the draw pile, by somebody who cannot play."""

    do: ClassVar[str] = "take-card"
    label: ClassVar[str] = "{by} draws a card"
    gate: ClassVar[tuple[Rule, ...]] = (*IN_THE_ROUND, there_is_a_card_to_draw)
    rules: ClassVar[tuple[Rule, ...]] = (draws_for_want_of_a_play,)

    def play(self, table: Draft) -> None:
        table.draw(self.by)
        table.note("took", self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[TakeCard, ...]":
        return ()
