"""Reads every marker in a frame: ArUco and framed QR stickers, and the tags of mat, players and zones."""

from dataclasses import dataclass

import numpy as np

from vision import framed_qr, grid_codes
from vision.grid_codes import Reading
from vision.images import Image
from vision.patterns import aruco_patterns, tag_patterns
from vision.quads import Found, Quads, Search
from vision.squares import grown, refined
from vision.stickers import ARUCO_SIDE, RIM


@dataclass(frozen=True, slots=True)
class Markers:
    """What was read in one frame, each number of a kind once."""

    aruco: tuple[Reading, ...]
    qr: tuple[Reading, ...]
    tags: tuple[Reading, ...]

    def quads(self) -> Quads:
        """All black squares."""
        return np.array([reading.corners for reading in (*self.aruco, *self.qr, *self.tags)]).reshape(-1, 4, 2)


def scan(grey: Image, area: Image | None = None) -> Markers:
    """Looks everywhere (or where `area` is not zero): first for dark squares, then, in what is left, for thin frames."""
    search = Search(grey, area)
    first = _read(grey, search.solid())
    second = _read(grey, search.strokes(known=first.quads()))
    return Markers(*(_once(a + b) for a, b in ((first.aruco, second.aruco), (first.qr, second.qr), (first.tags, second.tags))))


def _read(grey: Image, found: Found) -> Markers:
    # A bright shape may be a whole sticker on a dark card: its black square lies one module inside.
    edge = RIM / (ARUCO_SIDE + 2 * RIM)
    dark = refined(grey, np.concatenate([found.dark, grown(found.bright, edge, 1 - edge)]), reach=0.1)
    dark = refined(grey, dark, reach=0.05)
    bright = refined(grey, refined(grey, found.bright, reach=0.06, brighter=-1), reach=0.03, brighter=-1)
    return Markers(
        tuple(grid_codes.read(grey, dark, aruco_patterns())),
        tuple(framed_qr.read(grey, dark, bright)),
        tuple(grid_codes.read(grey, dark, tag_patterns())),
    )


def _once(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Of several readings of one number the likeliest: there is one card."""
    best: dict[int, Reading] = {}
    for reading in readings:
        if reading.number not in best or reading.likeness > best[reading.number].likeness:
            best[reading.number] = reading
    return tuple(best.values())
