"""The state of a table of Escape Now!: pawns, puzzles, the cards beside them, and the hands that nobody shows."""

from typing import Any

from msgspec import field
from msgspec.structs import astuple

from rules.bag import Bag
from rules.games.escape_now.box import Box
from rules.games.escape_now.cards import traits_of
from rules.games.escape_now.layout import LAST, PLACES
from rules.knowledge import Zone
from rules.state import Note
from rules.state import Situation as SharedSituation

DRAW, DISCARD, BESIDE = 0, 1, 2  # zones; BESIDE + place is what lies beside a puzzle, HANDS + pawn is a hand
NOWHERE = len(PLACES)  # a place where no puzzle ever lies: where pawns are before they are placed
HANDS = BESIDE + NOWHERE + 1


class Situation(SharedSituation):
    box: Box
    stage: str  # start while pawns are placed, turn, over
    pawn: int  # whose hand and pawn it is about: a player's own, or one that a player plays besides
    pawns: tuple[int, ...]  # the place of each, or nowhere yet
    holder: int  # the player who is next to play a hand that nobody owns
    shown: tuple[int, ...]  # for each place, the puzzle cards that lie face up there, as bits
    present: tuple[int, ...]  # for each place, the traits that lie there, as bits; a Lucky Shot may stand for one
    solved: int = 0  # places, as bits
    seen: Bag = 0  # every action card that was laid face up
    starter: int = -1  # the pawn that was placed first
    escaped: bool = False

    @property
    def over(self) -> bool:
        return self.stage == "over"

    def needs(self, place: int) -> int:
        """HOW TO SOLVE A PUZZLE?: five cards, the double puzzle eight."""
        return int(self.box.tables["double_puzzle" if place == LAST else "puzzle"])

    def lies(self, place: int) -> int:
        """How many cards lie beside the puzzle."""
        return self.zones[BESIDE + place].size

    def missing(self, place: int) -> int:
        """The traits that the puzzle shows and that do not lie there yet, as bits."""
        return traits_of(self.shown[place]) & ~self.present[place]

    def visible(self, place: int) -> bool:
        """SET UP: the puzzle card lies face up."""
        return self.box.layout.face_up(self.solved) >> place & 1 > 0

    def is_solved(self, place: int) -> bool:
        return self.solved >> place & 1 > 0

    def acting(self, by: int) -> int:
        """The pawn that a player plays now: the one whose turn it is, or else their own."""
        return self.pawn if by == self.turn else by

    def here(self, by: int) -> int:
        """The puzzle on which that pawn stands."""
        return self.pawns[self.pawn if by == self.turn else by]

    def hand(self, pawn: int) -> Zone:
        return self.zones[HANDS + pawn]

    @property
    def minutes(self) -> int:
        """TO ESCAPE OR NOT TO ESCAPE?: the cards in all hands and in the draw pile."""
        return self.zones[DRAW].size + sum(zone.size for zone in self.zones[HANDS : HANDS + self.counted])

    @property
    def counted(self) -> int:
        """The hands whose cards are minutes."""
        players = len(self.box.seats)
        return players if players == 2 and not self.box.house["third-hand-counts"] else len(self.pawns)

    def following(self, pawn: int) -> int:
        """The pawn after this one, clockwise. Between two players the third pawn comes after both."""
        backwards = len(self.box.seats) == 2 and self.starter == 1
        return (pawn + (-1 if backwards else 1)) % len(self.pawns)

    def player(self, pawn: int) -> int:
        """Who plays this pawn now."""
        return pawn if pawn < len(self.box.seats) else self.holder


class State(Situation, frozen=True):  # type: ignore[misc]  # the frozen twin of what is written in a Draft
    """A table between two events."""

    def thaw(self) -> "Draft":
        draft = Draft(*astuple(self))
        draft.zones, draft.pending = list(self.zones), list(self.pending)
        return draft


class Draft(Situation):
    """A table while an action is carried out."""

    notes: list[Note] = field(default_factory=list)

    def freeze(self) -> State:
        """The state as written; the draft is done with."""
        frozen: Any = self
        frozen.zones, frozen.pending = tuple(self.zones), tuple(self.pending)
        return State(*astuple(frozen)[:-1])

    def note(self, *note: Any) -> None:
        self.notes.append(note)

    def put(self, what: str, place: int, value: int) -> None:
        """Change one place's entry of `shown` or `present`."""
        values = getattr(self, what)
        setattr(self, what, (*values[:place], value, *values[place + 1 :]))

    def stand(self, pawn: int, place: int) -> None:
        self.pawns = (*self.pawns[:pawn], place, *self.pawns[pawn + 1 :])
