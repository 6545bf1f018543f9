"""What people really do at a demonstration's table, and what of it lies before the camera."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from rules.game import Setup
from rules.table import Table
from vision.stickers import Sticker


class Lay(Struct, frozen=True):
    """A card is laid face up on a pile, or (`spot` from 0) somewhere off the piles."""

    card: Sticker
    zone: str = ""
    spot: int = 0


class Take(Struct, frozen=True):
    """A card is taken off the table."""

    card: Sticker


class Fan(Struct, frozen=True):
    """Cards are held to the camera until the deed is done."""

    cards: tuple[Sticker, ...]


class Throw(Struct, frozen=True):
    """Dice are thrown beside the board."""

    faces: tuple[str, ...]


class Fly(Struct, frozen=True):
    """The plane token is put on a space of the landing board, which is taken out of the box if need be."""

    row: int
    col: int


Motion: TypeAlias = Lay | Take | Fan | Throw | Fly


class Deed(Struct, frozen=True):
    """One thing that somebody does: the line that a script would have for it, and what is to be seen of it."""

    line: dict[str, Any] = {}  # empty where cards only move: those not kept, those taken
    motions: tuple[Motion, ...] = ()


class Player(Protocol):
    """A whole evening of one game with every card known: it deals, chooses and keeps the true score."""

    setup: Setup

    def lying(self) -> Sequence[Motion]:
        """What lies on the table before the first turn."""
        ...

    def deeds(self) -> Iterator[Deed]:
        """Everything that happens, in order. Each deed has been done at the table before the next one is asked for."""
        ...

    def truth(self) -> Any:
        """The final score by the true cards."""
        ...

    def reached(self, table: Table) -> Any:
        """The same as the app came to it."""
        ...
