"""Whatever somebody has to answer before play goes on, with its question and the actions that answer it."""

from typing import Any, ClassVar

from rules.action import Seat
from rules.games.escape_plan.pieces import NAMES, Police
from rules.games.escape_plan.state import State
from rules.state import Obligation

Officer = tuple[int, Police | str]  # which of the tiles left, counted from 1, and whom to avoid there


class Open(Obligation, frozen=True):
    """Somebody's answer is waited for, and until then nothing else goes on."""

    waits: ClassVar[bool] = True

    def comes_first(self, state: State) -> str:
        """What is open, for who wants to do something else; an offer must not sound like leave to do that."""
        return self.asks(state)


class Asked(Open, frozen=True):
    """One player has to answer."""

    seat: int

    own: ClassVar[bool] = True  # part of that player's own turn: executive actions go on
    says: ClassVar[str] = ""

    def asks(self, state: State) -> str:
        return self.says.format(player=state.box.seats[self.seat])

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)


class Everybody(Open, frozen=True):
    """Somebody has to tell what was turned over."""

    own: ClassVar[bool] = False

    def awaits(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(state.box.seats)) if state.players[seat].in_city)


class RevealPatrol(Everybody, frozen=True):
    number: int

    answers: ClassVar[frozenset[str]] = frozenset({"reveal-patrol"})
    heading: ClassVar[str] = "2) PATROL"

    def asks(self, state: State) -> str:
        return f"Patrol: reveal {self.number} card{'s' * (self.number > 1)} and say which Exit each one shows."


class SandraTurn(Everybody, frozen=True):
    answers: ClassVar[frozenset[str]] = frozenset({"sandra"})
    heading: ClassVar[str] = "SANDRA'S TURN"

    def asks(self, state: State) -> str:
        return "Sandra's turn: reveal her cards until a Location on the board comes up."


class InTurn(Open, frozen=True):
    """Some players in order; the first one is asked."""

    own: ClassVar[bool] = False

    @property
    def seat(self) -> int:
        raise NotImplementedError

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.seat,)


class BuyAsset(InTurn, frozen=True):
    order: tuple[int, ...]

    answers: ClassVar[frozenset[str]] = frozenset({"buy-asset", "keep-money"})
    heading: ClassVar[str] = "1) INCOME (skip in Round 1)"
    do_next: ClassVar[str] = "{player} may unlock an Asset"

    @property
    def seat(self) -> int:
        return self.order[0]

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.seat]} may pay $3 to unlock an Asset tile."

    def comes_first(self, state: State) -> str:
        return f"First {state.box.seats[self.seat]} says whether to pay $3 for an Asset tile or to keep the money."


class PlaceTiles(InTurn, frozen=True):
    """3) CITY: in player order, until all are placed; round and round where players are few."""

    left: int
    order: tuple[int, ...]

    answers: ClassVar[frozenset[str]] = frozenset({"place-tile"})
    heading: ClassVar[str] = "3) CITY"
    do_next: ClassVar[str] = "{player} places a City tile"

    @property
    def seat(self) -> int:
        return self.order[0]

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.seat]} places a City tile; {self.left} still to be placed."


class Join(InTurn, frozen=True):
    """5) PLAYER ACTION: a disc for an optional turn."""

    order: tuple[int, ...]
    joined: tuple[int, ...]

    answers: ClassVar[frozenset[str]] = frozenset({"use-disc", "stay-out"})
    heading: ClassVar[str] = "5) PLAYER ACTION"
    do_next: ClassVar[str] = "{player}: one more turn?"

    @property
    def seat(self) -> int:
        return self.order[0]

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.seat]} may discard an Extra Action disc for this optional turn."

    def comes_first(self, state: State) -> str:
        return f"First {state.box.seats[self.seat]} says whether to discard a disc for this optional turn."


class StayOut(Asked, frozen=True):
    own: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"pay-stay"})
    heading: ClassVar[str] = "5) PLAYER ACTION"
    do_next: ClassVar[str] = "{player} pays $1"
    says: ClassVar[str] = "{player} pays $1 because somebody has escaped, or is arrested."


class Avoid(Asked, frozen=True):
    """MOVE 2: whom the player has yet to avoid."""

    officers: tuple[Officer, ...]

    answers: ClassVar[frozenset[str]] = frozenset({"take-wounds"})
    heading: ClassVar[str] = "MOVE"
    do_next: ClassVar[str] = "{player} avoids Police"

    def asks(self, state: State) -> str:
        whom = ", ".join(f"{colour} on tile {tile}" for tile, colour in self.officers)
        return f"{state.box.seats[self.seat]} has to avoid {whom}, or take a Wound for each."


class Hexagon(Asked, frozen=True):
    """BUSINESSES and SAFE HOUSES: the cube goes where the Escape Plan card says."""

    location: int

    answers: ClassVar[frozenset[str]] = frozenset({"place-cube"})
    do_next: ClassVar[str] = "{player} places an Income cube"

    @property
    def heading(self) -> str:  # type: ignore[override]
        return "SAFE HOUSES" if NAMES[self.location].startswith("Safe") else "BUSINESSES"

    def asks(self, state: State) -> str:
        player = state.box.seats[self.seat]
        return f"{player} places an Income cube at the {NAMES[self.location]}: with an Income symbol or without?"


class TakeContact(Asked, frozen=True):
    answers: ClassVar[frozenset[str]] = frozenset({"take-contact"})
    heading: ClassVar[str] = "GAINING CONTACT CARDS"
    do_next: ClassVar[str] = "{player} takes a Contact card"
    says: ClassVar[str] = "{player} takes a Contact card from the display: place it, replace one, or discard it."


class Unlock(Asked, frozen=True):
    number: int

    answers: ClassVar[frozenset[str]] = frozenset({"unlock-asset"})
    heading: ClassVar[str] = "UNLOCKING AN ASSET TILE"
    do_next: ClassVar[str] = "{player} unlocks an Asset"
    says: ClassVar[str] = "{player} unlocks an Asset tile: which one?"


class ThresholdUnlock(Unlock, frozen=True):
    """NOTORIETY: the same on the ★ space, when it is nobody's turn."""

    own: ClassVar[bool] = False


class Bonus(Asked, frozen=True):
    """All three of a group are visited."""

    location: int

    answers: ClassVar[frozenset[str]] = frozenset({"choose-bonus"})
    do_next: ClassVar[str] = "{player} has all three"

    @property
    def heading(self) -> str:  # type: ignore[override]
        return "SAFE HOUSES" if NAMES[self.location].startswith("Safe") else "BUSINESSES"

    def asks(self, state: State) -> str:
        more = "gain Income" if self.heading == "SAFE HOUSES" else "lose 1 Notoriety"
        return f"{state.box.seats[self.seat]} has all three: an Extra Action disc, or an Asset tile and {more}?"


class TakeKey(Asked, frozen=True):
    answers: ClassVar[frozenset[str]] = frozenset({"take-key"})
    heading: ClassVar[str] = "SAFE HOUSES"
    do_next: ClassVar[str] = "{player} takes a Key"
    says: ClassVar[str] = "{player} takes one of the Keys above the Safe House: which colour?"


class UseExit(Asked, frozen=True):
    closed: bool

    answers: ClassVar[frozenset[str]] = frozenset({"use-exit"})
    heading: ClassVar[str] = "EXITS"
    do_next: ClassVar[str] = "{player} is at an Exit"

    def asks(self, state: State) -> str:
        or_tile = " or take an Exit tile" if self.closed else ""
        return f"{state.box.seats[self.seat]} may receive Income{or_tile}."

    def comes_first(self, state: State) -> str:
        or_tile = ", an Exit tile" if self.closed else ""
        return f"First {state.box.seats[self.seat]} says what it is at the Exit: Income{or_tile} or nothing."


class MovePolice(Asked, frozen=True):
    """NOTORIETY: who is less notorious moves one Police Officer towards who crossed a threshold."""

    towards: int

    own: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"move-police"})
    heading: ClassVar[str] = "NOTORIETY"
    do_next: ClassVar[str] = "{player} moves Police"

    def asks(self, state: State) -> str:
        seats = state.box.seats
        return f"{seats[self.seat]} moves one Police Officer nearer to {seats[self.towards]}."


def waiting_for(state: State, kind: type[Any], by: Seat) -> Any:
    """The obligation of this kind that waits for this player, if it does."""
    top = state.pending[-1] if state.pending else None
    return top if isinstance(top, kind) and top.seat == by else None
