"""2 Move to another puzzle: it costs a card, and a puzzle that is left alone and unsolved loses all of its cards."""

from functools import cache
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.escape_now.cards import FIRST_PUZZLE
from rules.games.escape_now.layout import PLACES, Place
from rules.games.escape_now.start import named
from rules.games.escape_now.state import BESIDE, DISCARD, HANDS, Draft, State
from rules.games.escape_now.turn import ON_TURN, next_turn
from rules.knowledge import move, move_all, move_unseen, possible
from rules.sentences import capital
from rules.verdict import Rule, rule

HEADING = "2 Move to another puzzle"


@rule(HEADING, "{by} has no card to discard, and a move costs one.", firm=True)
def has_a_card_to_discard(s: State, a: Any) -> bool:
    return s.hand(s.acting(a.by)).size > 0


@rule("SET UP", lambda s, a: f"{capital(named(PLACES.index(a.to)))} does not lie face up.", firm=True)
def to_a_visible_puzzle(s: State, a: Any) -> bool:
    return s.visible(PLACES.index(a.to))


@rule(HEADING, lambda s, a: f"{s.box.seats[a.by]}'s pawn stands on {named(s.here(a.by))} already.", firm=True)
def to_another_puzzle(s: State, a: Any) -> bool:
    return PLACES.index(a.to) != s.here(a.by)


@rule("COMPONENTS", "The card discarded is an action card that can be in this hand.", firm=True)
def can_discard_it(s: State, a: Any) -> bool:
    if a.discard is None:
        return True
    return a.discard < FIRST_PUZZLE and possible(s.zones, s.unseen, HANDS + s.acting(a.by), a.discard)


class Move(Action, frozen=True):
    """Nobody needs to say which card is discarded: it goes face down."""

    to: Place
    discard: Card | None = None

    do: ClassVar[str] = "move"
    label: ClassVar[str] = "{by}'s move to {to}"
    button: ClassVar[str] = "Move"
    spread: ClassVar[str] = "to"
    asks: ClassVar[dict[str, str]] = {"to": "To which puzzle?"}
    private: ClassVar[frozenset[str]] = frozenset({"discard"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, has_a_card_to_discard)
    rules: ClassVar[tuple[Rule, ...]] = (to_a_visible_puzzle, to_another_puzzle, can_discard_it)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        place, to = table.here(self.by), PLACES.index(self.to)
        table.pawn = table.acting(self.by)
        discard_face_down(table, self.discard)
        table.stand(table.pawn, to)
        table.note("moved", self.by, PLACES[place], self.to)
        if not table.is_solved(place) and place not in table.pawns and table.lies(place):
            table.note("abandoned", PLACES[place], table.lies(place))
            move_all(table, BESIDE + place, DISCARD)
            table.put("present", place, 0)
        next_turn(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Move, ...]":
        """To puzzles that are still to be solved; to a solved one only where there is nothing else."""
        visible = state.box.layout.face_up(state.solved) & ~(1 << state.here(by))
        return _moves(by, visible & ~state.solved or visible)


@cache
def _moves(by: Seat, places: int) -> tuple[Move, ...]:
    return tuple(Move(by, place) for index, place in enumerate(PLACES) if places >> index & 1)


def discard_face_down(table: Draft, named: Card | None) -> None:
    """One card of the hand goes to the discard pile, unseen unless its owner said which."""
    if named is None:
        move_unseen(table, HANDS + table.pawn, DISCARD)
    else:
        move(table, HANDS + table.pawn, DISCARD, named)
