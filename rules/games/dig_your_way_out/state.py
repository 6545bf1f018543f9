"""The state of a table of Dig Your Way Out, and the moves that every action's effect is made of."""

from typing import Any

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from rules import bag, knowledge
from rules.bag import BITS, Bag, Kind
from rules.games.dig_your_way_out.box import Box
from rules.games.dig_your_way_out.cards import CELL_BLOCK, PICK, PILED, SHOVEL, SPOON
from rules.knowledge import Zone, move, move_all, move_unseen
from rules.state import Note
from rules.state import Situation as SharedSituation

SEARCH, DISCARD, PILES = 0, 1, 2  # zones; PILES + kind is the pile of Spoons, Picks, Shovels or Knives
LAID = PILES + PILED  # Weapons played in an Extortion
POOL = LAID + 1  # cards between pile and hand, or all hands while they are dealt anew
HANDS = POOL + 1  # HANDS + seat is that player's hand; after the hands come the Prisoner boards


class Player(Struct, frozen=True, gc=False):
    place: int = CELL_BLOCK
    cigarettes: int = 0
    beatings: int = 0
    gang: int = -1
    card: int = -1  # the Gang card, where it was named
    background: int = -1  # once it is revealed


class GangPile(Struct, frozen=True, gc=False):
    """A gang's cards on the board: those that nobody had yet, and those that were left, the next to be drawn first."""

    fresh: int
    left: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return self.fresh + len(self.left)


class Situation(SharedSituation):
    box: Box
    players: list[Player]
    left: int  # actions that the player whose turn it is may still take
    did: tuple[str, ...] = ()  # the actions taken this turn
    gangs: tuple[GangPile, ...] = ()
    drawn: int = 0  # Gang cards that somebody has had, as bits
    texts: tuple[int, ...] = ()  # of each Action card, how many were played since the discard pile was last shuffled
    winner: int = -1

    @property
    def over(self) -> bool:
        return self.winner >= 0

    def hand(self, seat: int) -> Zone:
        return self.zones[HANDS + seat]

    def dug(self, seat: int) -> Bag:
        """The Tools on the player's Prisoner board."""
        return self.zones[HANDS + len(self.players) + seat].known

    def points(self, seat: int) -> int:
        """Tunnel points."""
        dug, points = self.zones[HANDS + len(self.players) + seat].known, self.box.points
        if not dug:
            return 0
        return (
            (dug & 255) * points[SPOON]
            + (dug >> BITS * PICK & 255) * points[PICK]
            + (dug >> BITS * SHOVEL & 255) * points[SHOVEL]
        )

    def power(self, seat: int, name: str) -> int:
        """What the player's Gang card adds."""
        card = self.players[seat].card
        return self.box.powers[card].get(name, 0) if card >= 0 else 0

    def limit(self, seat: int) -> int:
        """Search: ten cards in hand at the end of one's own turn."""
        return self.box.tables["hand"] + self.power(seat, "hand")

    def pile(self, kind: Kind) -> int:
        """How many Spoons, Picks, Shovels or Knives lie on the board."""
        return self.zones[PILES + kind].seen


class State(Situation, frozen=True):  # type: ignore[misc]  # the frozen twin of what is written in a Draft
    """A table between two events."""

    def thaw(self) -> "Draft":
        draft = Draft(*astuple(self))
        draft.zones, draft.pending, draft.players = list(self.zones), list(self.pending), list(self.players)
        return draft


class Draft(Situation):
    """A table while an action is carried out, and the moves that effects are made of."""

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

    def spend(self, do: str, actions: int = 1) -> None:
        """One action of the turn, or more, is taken."""
        self.left = max(self.left - actions, 0)
        self.did = (*self.did, do)

    # ---------------------------------------------------------------- cards

    def discard(self, seat: int, kind: Kind) -> None:
        """SETUP 1 and 3: a card goes from a hand to its own pile, a Search card to the discard pile."""
        move(self, HANDS + seat, PILES + kind if kind < PILED else DISCARD, kind)

    def take(self, seat: int, kind: Kind, number: int = 1) -> int:
        """Cards of a pile on the board go to a hand, as far as there are any; returns how many."""
        number = min(number, self.zones[PILES + kind].seen)
        for _ in range(number):
            move(self, PILES + kind, HANDS + seat, kind)
        return number

    def draw(self, seat: int, number: int, named: tuple[Kind, ...] = ()) -> int:
        """Search: so many cards off the deck; the discard pile is shuffled when it is empty. Returns how many."""
        drawn = 0
        while drawn < number:
            if not self.zones[SEARCH].size:
                if not self.zones[DISCARD].size:
                    break
                move_all(self, DISCARD, SEARCH)
                self.texts = (0,) * len(self.texts)
                self.note("reshuffle")
            drawn += move_unseen(self, SEARCH, POOL, number - drawn)
        if named:
            knowledge.reveal_these(self, POOL, bag.bag_of(named[:drawn]))
        move_all(self, POOL, HANDS + seat)
        return drawn

    def take_one(self, source: int, seat: int, named: Kind | None) -> bool:
        """One card of another's hand, unseen by the others unless it is named."""
        if named is None:
            return bool(move_unseen(self, HANDS + source, HANDS + seat))
        had = self.zones[HANDS + source].size > 0
        move(self, HANDS + source, HANDS + seat, named)
        return had

    def beat(self, seat: int, number: int = 1) -> None:
        """BEATINGS: never more than two at the same moment."""
        beatings = min(self.players[seat].beatings + number, self.box.tables["beatings"])
        if beatings > self.players[seat].beatings:
            self.change(seat, beatings=beatings)
            self.note("beaten", seat, beatings)

    def go(self, seat: int, place: int) -> None:
        self.change(seat, place=place)
        self.note("moved", seat, place)
