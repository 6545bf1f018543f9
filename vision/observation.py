"""What the eyes say about one frame: small frozen records, and their JSON form for `companion scan`.

Corners are image pixels, the centre of the top left pixel being (0, 0), clockwise from the thing's own top left.
"""

from dataclasses import dataclass
from math import hypot
from typing import Any, Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]
Reader: TypeAlias = Literal["aruco", "qr", "enrolled"]
Key: TypeAlias = tuple[str, int]
"""A physical card: its id and copy."""


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card."""

    id: str
    """The card's id in its game's deck, such as `parachute`."""
    copy: int
    """Which of the box's equal cards this is, from 1; unmarked ones look alike, and are numbered as they are seen."""
    by: Reader
    """What was read: an ArUco sticker, a framed QR sticker, or the enrolled face itself."""
    confidence: float
    """0 to 1. Readers leave out what they doubt, so this orders answers; it is no reason to take or refuse one."""
    corners: Corners
    """The black square of the sticker, or the outline of an unmarked card."""
    zone: str | None = None
    """The mat zone that the centre lies in; None off every zone."""

    @property
    def key(self) -> Key:
        """Which physical card it is."""
        return self.id, self.copy

    @property
    def centre(self) -> Point:
        """Where the card is, as one point."""
        return middle(self.corners)

    def json(self) -> dict[str, Any]:
        """As `companion scan --json` prints it."""
        return {
            "id": self.id,
            "copy": self.copy,
            "by": self.by,
            "confidence": round(self.confidence, 3),
            "corners": _rounded(self.corners),
            "zone": self.zone,
        }


@dataclass(frozen=True, slots=True)
class Die:
    """The upper face of one die at rest."""

    face: str
    """`1` to `6`, or `1-across` and `1-down` of the landing dice."""
    centre: Point
    """The middle of the upper face."""
    confidence: float
    """0 to 1, as for Card."""

    def json(self) -> dict[str, Any]:
        """As `companion scan --json` prints it."""
        return {
            "face": self.face,
            "center": [round(value, 2) for value in self.centre],
            "confidence": round(self.confidence, 3),
        }


@dataclass(frozen=True, slots=True)
class Plane:
    """The plane token on the landing board."""

    row: int
    """From 1 at the top."""
    col: int
    """From 1 at the left."""
    centre: Point | None = None
    """The token's middle in the frame."""

    def json(self) -> dict[str, Any]:
        """As `companion scan --json` prints it."""
        return {"row": self.row, "col": self.col}


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code, ours or not. Its text is untrusted: it is shown or compared, never opened or run."""

    text: str
    """What it says, at most `vision.codes.LONGEST` characters, control characters other than line ends replaced."""
    corners: Corners
    """The code itself, without quiet zone and frame."""

    def json(self) -> dict[str, Any]:
        """As `companion scan --json` prints it."""
        return {"text": self.text, "corners": _rounded(self.corners)}


Observation: TypeAlias = Card | Die | Plane | Code


def apart(a: Point, b: Point) -> float:
    """Pixels from one point to another."""
    return hypot(a[0] - b[0], a[1] - b[1])


def middle(corners: Corners) -> Point:
    """The mean of four corners."""
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in corners]
