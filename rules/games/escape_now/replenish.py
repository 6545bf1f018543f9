"""3 Replenish cards: draw up to a hand of five, then discard one."""

from functools import cache
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.escape_now.cards import FIRST_PUZZLE
from rules.games.escape_now.move import discard_face_down
from rules.games.escape_now.state import DRAW, HANDS, Draft, Situation, State
from rules.games.escape_now.turn import ON_TURN, next_turn
from rules.knowledge import move_unseen, possible
from rules.verdict import Rule, rule

HEADING = "3 Replenish cards"


def room(state: Situation, by: int) -> int:
    """How many cards the hand can take from the draw pile."""
    space = int(state.box.tables["full_hand"]) - state.hand(state.acting(by)).size
    return max(min(space, state.zones[DRAW].size), 0)


@rule(HEADING, "The draw pile is empty.", firm=True, whoever=True)
def there_is_a_card_to_draw(s: State, a: Any) -> bool:
    return s.zones[DRAW].size > 0


@rule(HEADING, lambda s, a: f"{s.box.seats[a.by]} can draw {_up_to(room(s, a.by))}, not {a.cards}.", firm=True)
def draws_what_there_is_room_for(s: State, a: Any) -> bool:
    return a.cards is None or 1 <= a.cards <= room(s, a.by)


@rule(HEADING, "{by}'s hand is full.", firm=True)
def has_room(s: State, a: Any) -> bool:
    return s.hand(s.acting(a.by)).size < s.box.tables["full_hand"]


@rule(HEADING, lambda s, a: f"The hand is filled up: {room(s, a.by)} cards.", switch="draw-fewer")
def fills_up(s: State, a: Any) -> bool:
    return s.box.house["draw-fewer"] or a.cards is None or a.cards >= room(s, a.by)


@rule(HEADING, "The card discarded is an action card of the hand, drawn just now or not.", firm=True)
def discards_what_it_can_have(s: State, a: Any) -> bool:
    if a.discard is None:
        return True
    held_or_drawn = any(possible(s.zones, s.unseen, zone, a.discard) for zone in (HANDS + s.acting(a.by), DRAW))
    return a.discard < FIRST_PUZZLE and held_or_drawn


def _up_to(number: int) -> str:
    return "1 card" if number == 1 else f"1 to {number} cards"


class Replenish(Action, frozen=True):
    """Without a number the hand is filled up, as far as the pile goes."""

    cards: int | None = None
    discard: Card | None = None

    do: ClassVar[str] = "replenish"
    label: ClassVar[str] = "{by}'s Replenish"
    button: ClassVar[str] = "Replenish"
    spread: ClassVar[str] = "cards"
    asks: ClassVar[dict[str, str]] = {"cards": "How many cards?"}
    private: ClassVar[frozenset[str]] = frozenset({"discard"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, there_is_a_card_to_draw, has_room)
    rules: ClassVar[tuple[Rule, ...]] = (draws_what_there_is_room_for, fills_up, discards_what_it_can_have)
    asked: ClassVar[tuple[Rule, ...] | None] = (fills_up,)

    def play(self, table: Draft) -> None:
        number = room(table, self.by) if self.cards is None else self.cards
        table.pawn = table.acting(self.by)
        move_unseen(table, DRAW, HANDS + table.pawn, number)
        discard_face_down(table, self.discard)
        table.note("replenished", self.by, number)
        next_turn(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Replenish, ...]":
        """While the pile can fill every hand, nobody has a reason to draw fewer: then only the full hand is listed."""
        most = room(state, by)
        full = int(state.box.tables["full_hand"])
        lacking = sum(full - state.hand(pawn).size for pawn in range(len(state.pawns)))
        return _fills(by, most, most if state.zones[DRAW].size >= lacking else 1)


@cache
def _fills(by: Seat, most: int, fewest: int) -> tuple[Replenish, ...]:
    return tuple(Replenish(by, number) for number in range(most, fewest - 1, -1) if number)
