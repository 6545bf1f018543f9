"""The state of a table of Escape Master. During a round it knows only what somebody, or the camera, told it."""

from typing import Any

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from rules import bag
from rules.bag import Kind
from rules.games.escape_master.box import Box
from rules.games.escape_master.cards import DOOM, TRAP_UP
from rules.games.escape_master.scoring import Hand, Round, Standing, total_of
from rules.games.escape_master.stack import DOWN, FREELY, UP, Stack
from rules.knowledge import NOTHING, Zone, move, move_unseen
from rules.state import Note, Scene

DRAW, STACKS, HISTORY, DOOM_PILE, HANDS = range(5)  # zones; HANDS + seat is that player's hand
"""HISTORY = everybody's Action and History piles. Hands and draw pile are as dealt, less what was told since."""

NO_STORY, UNREAD = -1, 0  # a Story card that was read has its number


class Player(Struct, frozen=True, gc=False):
    leader: str = ""
    story: int = NO_STORY
    experience: int = 0
    # of the round:
    beast: bool = False  # Beast Mode is unlocked
    felled: bool = False  # the Lumberjack's extra Blunder is given
    extra: int = 0
    penalty: int = 0
    out: bool = False
    trap: int = -1  # the direction Trap in the Action pile
    hand: Hand | None = None  # what was left, once it is counted


class Situation(Scene):
    box: Box
    players: list[Player]
    stage: str  # deal, round, count, over
    dealer: int
    standing: Standing
    rounds: tuple[Round, ...] = ()
    stacks: tuple[Stack | None, ...] = ()  # by the number of their zone, from 1

    @property
    def over(self) -> bool:
        return self.stage == "over"

    def total(self, seat: int) -> int:
        """A player's Blunders so far, with what they were given this round; hands are added at its end."""
        player = self.players[seat]
        return self.standing.totals[seat] + player.extra + player.penalty

    def side_total(self, side: tuple[int, ...]) -> int:
        return total_of([self.total(seat) for seat in range(len(self.players))], side)

    def plays(self, seat: int) -> bool:
        """Takes part in this round and is not out yet."""
        return seat in self.standing.playing and not self.players[seat].out

    def to_count(self) -> list[int]:
        """Whose hands are still to be counted."""
        return [seat for seat in self.standing.playing if self.players[seat].hand is None]

    def way(self, seat: int) -> int:
        """Types of Traps: the way in which a player may go on."""
        trap = self.players[seat].trap
        return FREELY if trap < 0 else UP if trap == TRAP_UP else DOWN

    def stack(self, number: int | None) -> Stack | None:
        return self.stacks[number - 1] if number is not None and 0 < number <= len(self.stacks) else None

    def story_deck(self) -> int:
        """Story cards that nobody holds, as card or as Experience."""
        held = sum((player.story != NO_STORY) + player.experience for player in self.players)
        return max(self.box.tables["story_deck"] - held, 0)

    def clockwise_from(self, seat: int) -> list[int]:
        """Those who play this round, beginning with this seat or the next one."""
        playing = self.standing.playing
        return [other for other in playing if other >= seat] + [other for other in playing if other < seat]


class State(Situation, frozen=True):  # type: ignore[misc]  # the frozen twin of what is written in a Draft
    """A table between two events."""

    def thaw(self) -> "Draft":
        draft = Draft(*astuple(self))
        draft.zones, draft.pending, draft.players = list(self.zones), list(self.pending), list(self.players)
        return draft


class Draft(Situation):
    """A table while an action is carried out."""

    notes: list[Note] = field(default_factory=list)

    def freeze(self) -> State:
        """The state as written; the draft is done with."""
        frozen: Any = self
        frozen.zones, frozen.pending, frozen.players = tuple(self.zones), tuple(self.pending), tuple(self.players)
        return State(*astuple(frozen)[:-1])

    def note(self, *note: Any) -> None:
        self.notes.append(note)

    def change(self, seat: int, **what: Any) -> None:
        self.players[seat] = replace(self.players[seat], **what)

    # ---------------------------------------------------------------- cards

    def deal(self) -> None:
        """Setup: the whole deck is shuffled, and everybody who plays is dealt a hand."""
        deck, dealt, doomed = self.box.deck, self.box.tables["dealt"], self.standing.dooms
        hands = [Zone(unknown=dealt) if seat in self.standing.playing else NOTHING for seat in range(len(self.players))]
        pile = self.box.cards - doomed - dealt * len(self.standing.playing)
        self.zones = [Zone(unknown=pile), NOTHING, NOTHING, Zone(doomed * bag.one(DOOM), doomed), *hands]
        self.unseen = deck - doomed * bag.one(DOOM)
        self.stacks = ()

    def lay(self, seat: int, card: Kind, zone: int) -> None:
        """A card goes from a hand to where everybody sees it; whoever has none left must have drawn it unseen."""
        hand = self.zones[HANDS + seat]
        if not hand.unknown and not hand.seen:
            self.draw(seat)
        move(self, HANDS + seat, zone, card)

    def draw(self, seat: int, number: int = 1) -> int:
        return move_unseen(self, DRAW, HANDS + seat, number)

    def put(self, number: int, stack: Stack) -> None:
        """A Stack lies in this zone now."""
        stacks = list(self.stacks)
        while len(stacks) < number:
            stacks.append(None)
        stacks[number - 1] = stack
        self.stacks = tuple(stacks)
