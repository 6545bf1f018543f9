"""Reads every marker in a frame: ArUco and framed QR stickers, and the tags of mat, players and zones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import framed_qr, grid_codes
from vision.grid_codes import Reading
from vision.images import Image
from vision.patterns import aruco_patterns, tag_patterns
from vision.quads import CORE, ENOUGH, Found, Quads, Search, Usual, areas
from vision.squares import grown, refined, sampled_at
from vision.stickers import ARUCO_SIDE, RIM

LEAST_SIDE = 18.0
"""Pixels. Smaller ArUco stickers are joined to dark cards by blur in the copy that is searched first."""
LEAST_LIKENESS = 0.905
"""Fainter QR frames break: they are found as thin lines only, at full size."""
ARUCO_CORE = 0.7
"""As `CORE` of `vision.quads`, where no sticker but ArUco has been seen: their modules are so large that glare leaves
them busy all over."""
RIMMED = 0.95
"""Brightness inside over outside, on three sides at least: the fourth may touch a covering card."""


@dataclass(frozen=True, slots=True)
class Markers:
    """What was read in one frame, each number of a kind once."""

    aruco: tuple[Reading, ...]
    qr: tuple[Reading, ...]
    tags: tuple[Reading, ...]

    def quads(self) -> Quads:
        """All black squares."""
        return np.array([reading.corners for reading in (*self.aruco, *self.qr, *self.tags)]).reshape(-1, 4, 2)


def prepare() -> None:
    """Makes the templates ready, which takes about a second, so that the first frame is as quick as the rest."""
    aruco_patterns()
    tag_patterns()
    framed_qr.prepare()


def scan(grey: Image, area: Image | None = None, patient: bool = True) -> Markers:
    """Looks everywhere (or where `area` is not zero), coarse first; finer only at what is still unexplained.

    Without patience the slowest look is left out: the next frame will have another.
    """
    search = Search(grey, area)
    found = search.first()
    read = _by_outer_edges(grey, found)
    bright = found.bright
    if patient and not _clear(read):
        search.forget(read.quads())
        found = search.finer(_usual(read))
        read, bright = joined(read, _by_outer_edges(grey, found)), np.concatenate([bright, found.bright])
    return _settled(grey, replace(read, qr=once([*read.qr, *_by_inner_edges(grey, bright, read)])))


def _clear(read: Markers) -> bool:
    """Whether there are stickers, and three quarters of them so large or so clear that the first look missed hardly
    one."""
    sides, likeness = sorted(_sides(read.aruco)), sorted(reading.likeness for reading in read.qr)
    large = not sides or sides[len(sides) // 4] >= LEAST_SIDE
    sharp = not likeness or likeness[len(likeness) // 4] >= LEAST_LIKENESS
    return bool(sides or likeness) and large and sharp


def _usual(read: Markers) -> Usual | None:
    """The stickers in this frame; None before enough were read."""
    stickers = (*read.aruco, *read.qr)
    if len(stickers) < ENOUGH:
        return None
    return Usual(float(np.median(_sides(stickers))), CORE if read.qr else ARUCO_CORE)


def _sides(readings: Sequence[Reading]) -> NDArray[np.float64]:
    return np.sqrt(areas(np.array([reading.corners for reading in readings]).reshape(-1, 4, 2)))


def _by_outer_edges(grey: Image, found: Found) -> Markers:
    """The codes in what was found, if dark shapes are theirs."""
    # A bright shape may be a whole sticker on a dark card: its black square lies one module inside.
    edge = RIM / (ARUCO_SIDE + 2 * RIM)
    rough = np.concatenate([found.dark, grown(found.bright, edge, 1 - edge)])
    rough = rough[_rimmed(grey, rough)]
    if len(rough) == 0:
        return Markers((), (), ())
    dark = refined(grey, rough, reach=0.1)
    qr = framed_qr.read(grey, dark[framed_qr.framed(grey, dark)])
    aruco, others = grid_codes.read_and_rest(grey, _elsewhere(dark, qr), aruco_patterns())
    tags = grid_codes.read(grey, _elsewhere(others, aruco), tag_patterns())
    return Markers(once(aruco), once(qr), once(tags))


def _by_inner_edges(grey: Image, bright: Quads, read: Markers) -> list[Reading]:
    """The QR codes in frames of which only the inside was found, or the whole sticker on a dark card."""
    bright = _elsewhere(bright, (*read.aruco, *read.qr, *read.tags))
    # As it was found and as it was fitted: where edges are faint, either may be nearer.
    bright = np.concatenate([refined(grey, bright, reach=0.06, brighter=-1), bright])
    return framed_qr.read(grey, framed_qr.frames_of(bright))


def _settled(grey: Image, read: Markers) -> Markers:
    """The same readings; the tags' edges, which the mat hangs on, fitted once more from near by."""
    corners = refined(grey, np.array([reading.corners for reading in read.tags]).reshape(-1, 4, 2), reach=0.05)
    return replace(read, tags=tuple(replace(tag, corners=corners[k]) for k, tag in enumerate(read.tags)))


def _elsewhere(quads: Quads, readings: Sequence[Reading]) -> Quads:
    """The quads whose middle is in no square that was read."""
    if not readings or len(quads) == 0:
        return quads
    read = np.array([reading.corners for reading in readings])
    sides = np.roll(read, -1, 1) - read
    off = quads.mean(1)[:, None, None] - read
    inside = (sides[..., 0] * off[..., 1] - sides[..., 1] * off[..., 0] > 0).all(2)
    return np.asarray(quads[~inside.any(1)])


def _rimmed(grey: Image, quads: Quads) -> NDArray[np.bool_]:
    """Whether a band just inside each side is darker than one just outside: a cheap look that most shapes fail."""
    along = np.linspace(0.1, 0.9, 7)
    bands = []
    for depth in (-0.06, 0.06):  # a share of the side: within rim and border of all kinds, but for a rough placing
        near = np.full_like(along, depth)
        sides = ((along, near), (along, 1 - near), (near, along), (1 - near, along))
        bands.append(np.stack([np.stack(side, -1) for side in sides]))
    values = sampled_at(grey, quads, np.reshape(bands, (-1, 2))).reshape(len(quads), 2, 4, len(along)).mean(-1)
    return np.asarray((values[:, 1] < RIMMED * values[:, 0]).sum(1) >= 3)


def joined(first: Markers, second: Markers) -> Markers:
    """The readings of both, each number once."""
    return Markers(once(first.aruco + second.aruco), once(first.qr + second.qr), once(first.tags + second.tags))


def once(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Of several readings of one number the likeliest: there is one card."""
    best: dict[int, Reading] = {}
    for reading in readings:
        if reading.number not in best or reading.likeness > best[reading.number].likeness:
            best[reading.number] = reading
    return tuple(best.values())
