"""The state of a table of Hit the Silk!, and the moves that every card's effect is made of."""

from functools import cache
from typing import Any

from msgspec import Struct, field
from msgspec.structs import astuple, replace

from rules import bag, knowledge
from rules.bag import Kind
from rules.games.hit_the_silk.box import Box
from rules.games.hit_the_silk.cards import FLANNEL, HANDCUFFS
from rules.games.hit_the_silk.landing import Space
from rules.knowledge import Zone, move, move_all, move_unseen
from rules.state import Note
from rules.state import Situation as SharedSituation

DRAW, DISCARD, LAUNDRY, LOCKBOX, OUT, WORN, DRAWN, HANDS = range(8)  # zones; HANDS + seat is that player's hand
"""OUT = back in the box or out of the plane; WORN = Handcuffs on players; DRAWN = cards between pile and hand."""


class Player(Struct, frozen=True, gc=False):
    alive: bool = True
    bullets: int = 0
    poison: int = 0  # Poison Tokens
    looted: int = 0  # the dead that this player has taken a card from, as bits
    killed_by: str = ""  # bullet or poison


class Cuff(Struct, frozen=True, gc=False):
    """One set of Handcuffs; `b` is nobody where a player is cuffed to a Briefcase."""

    token: int
    a: int
    b: int = -1
    case: int = -1  # which Briefcase, where it was named

    def holds(self, seat: int) -> bool:
        return seat in (self.a, self.b)


class Landing(Struct, frozen=True, gc=False):
    """The attempt to land: who is aboard, where the plane is, what was rolled."""

    crew: tuple[int, ...]
    space: Space
    licence: bool
    searched: tuple[int, ...] = ()
    flying: bool = False  # the first roll ends the search for the Licence
    dice: tuple[str, ...] = ()
    braking: bool = False
    landed: bool | None = None


class Situation(SharedSituation):
    box: Box
    players: list[Player]
    stage: str  # turn, reveal, landing, over; a vote is an obligation on top of a turn
    altitude: int | None
    round: int = 1
    starter: int = 0
    acted: bool = False
    changed: bool = False
    keyed: bool = False
    cuffs: tuple[Cuff, ...] = ()
    revealed: int = 0  # players who have laid their hand open, as bits
    carried: tuple[tuple[int, int], ...] = ()  # Tandem holder and passenger, or giver and taker of a spare Parachute
    landing: Landing | None = None
    dead: int = 0  # players, as bits

    @property
    def over(self) -> bool:
        return self.stage == "over"

    def hand(self, seat: int) -> Zone:
        return self.zones[HANDS + seat]

    def limit(self, seat: int) -> int:
        """GAME PREPARATION and 8 SHOOT A PLAYER: four cards, three once injured."""
        tables = self.box.tables
        return tables["injured_hand"] if self.players[seat].bullets else tables["hand"]

    def wrists(self, seat: int) -> int:
        """How many of the player's two wrists are cuffed."""
        return sum(cuff.holds(seat) for cuff in self.cuffs) if self.cuffs else 0

    def cases(self, seat: int) -> int:
        """How many Briefcases the player is cuffed to."""
        return sum(cuff.a == seat and cuff.b < 0 for cuff in self.cuffs) if self.cuffs else 0

    def cuffed_to(self, seat: int) -> list[int]:
        return [cuff.b if cuff.a == seat else cuff.a for cuff in self.cuffs if cuff.holds(seat) and cuff.b >= 0]

    def living(self) -> tuple[int, ...]:
        return _living(len(self.players), self.dead)

    @property
    def revealed_all(self) -> bool:
        return self.revealed | self.dead == (1 << len(self.players)) - 1

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """The living, beginning with this seat or the next living one."""
        living = self.living()
        seat %= len(self.players)
        return tuple(other for other in living if other >= seat) + tuple(other for other in living if other < seat)


@cache
def _living(number: int, dead: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(number) if not dead >> seat & 1)


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

    # ---------------------------------------------------------------- cards

    def discard(self, seat: int, kind: Kind) -> None:
        """A card goes face up from a hand to the Discard pile, a Flannel to the Laundry."""
        move(self, HANDS + seat, LAUNDRY if kind == FLANNEL else DISCARD, kind)
        if self.cuffs:
            self.let_go(seat, kind)

    def let_go(self, seat: int, kind: Kind) -> None:
        """Who parts with a Briefcase of the value they are cuffed to is free, unless they are known to hold another."""
        cuffed = [cuff for cuff in self.cuffs if cuff.a == seat and cuff.case == kind]
        if len(cuffed) > bag.count(self.zones[HANDS + seat].known, kind):
            self.open_empty(cuffed[0])

    def remove(self, seat: int, kind: Kind) -> None:
        """A card goes from a hand out of play."""
        move(self, HANDS + seat, OUT, kind)
        if self.cuffs:
            self.let_go(seat, kind)

    def take_flannel(self, seat: int) -> None:
        if self.zones[LAUNDRY].seen:
            move(self, LAUNDRY, HANDS + seat, FLANNEL)
        elif self.box.house["empty-laundry"] == "draw":
            self.draw(seat)
        else:
            self.note("no-flannel", seat)

    def draw(self, seat: int, named: Kind | None = None) -> None:
        """One card from the Draw pile, which is replenished from the Discard pile when it is exhausted."""
        if self.lift(1):
            if named is not None:
                knowledge.reveal(self, DRAWN, named)
            move_all(self, DRAWN, HANDS + seat)

    def lift(self, number: int) -> int:
        """Take cards off the Draw pile, as far as there are any; returns how many."""
        lifted = 0
        while lifted < number:
            if not self.zones[DRAW].size:
                if not self.zones[DISCARD].size:
                    break
                move_all(self, DISCARD, DRAW)
                self.note("reshuffle")
            lifted += move_unseen(self, DRAW, DRAWN, number - lifted)
        return lifted

    def take_one(self, source: int, seat: int, named: Kind | None) -> None:
        """A player takes one card from a zone, unseen by the others unless it is named."""
        if named is None:
            move_unseen(self, source, HANDS + seat)
        else:
            move(self, source, HANDS + seat, named)

    def unlock(self, cuff: Cuff) -> None:
        """4 KEY: the Handcuffs card returns face up to the Discard pile, its Token to the playing area."""
        self.cuffs = tuple(other for other in self.cuffs if other is not cuff)
        move(self, WORN, DISCARD, HANDCUFFS)

    def open_empty(self, cuff: Cuff) -> None:
        """The Briefcase is gone, so nothing holds the Handcuffs: card and Token go where opened ones go."""
        self.unlock(cuff)
        self.note("case-gone", cuff.a)

    def refill(self) -> None:
        """GAME PREPARATION, NB: at the end of a turn short hands are filled up with Flannels."""
        laundry = self.zones[LAUNDRY].seen
        full = self.box.tables["hand"]
        for seat in self.living():
            if self.zones[HANDS + seat].size < full:
                for _ in range(self.limit(seat) - self.zones[HANDS + seat].size):
                    if not laundry and self.box.house["empty-laundry"] == "short":
                        return
                    self.take_flannel(seat)
