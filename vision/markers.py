"""Reads every marker in a frame: ArUco and framed QR stickers, and the tags of mat, players and zones."""

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

EASY = {"aruco": (26.0, 0.99), "qr": (np.inf, 1.0)}
"""Side in pixels and likeness: where three quarters of a frame's stickers reach both, the first look, which is at half
size, misses hardly one. QR frames are thin lines there: what is left of them is always looked at again."""
CLEAR = {"aruco": (24.0, 0.98), "qr": (0.0, 0.925)}
"""The same for the second look. Smaller ArUco stickers are joined to dark cards by blur, and faint QR frames break:
they are found as thin lines only."""
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
    read = _read(grey, search.coarse())
    search.forget(read.quads())
    read = joined(read, _read(grey, search.larger()))
    if not _all_reach(read, EASY):
        search.forget(read.quads())
        read = joined(read, _read(grey, search.fine(_usual(read))))
    if patient and not _all_reach(read, CLEAR):
        search.forget(read.quads())
        found = search.strokes(_usual(read))
        read = joined(read, _read(grey, found, bool(read.qr or not read.aruco)))
    return _settled(grey, read)


def _all_reach(read: Markers, least: dict[str, tuple[float, float]]) -> bool:
    """Whether there are stickers, and those of each kind are mostly as large and as clear as that."""
    kinds = {"aruco": read.aruco, "qr": read.qr}
    return bool(read.aruco or read.qr) and all(
        np.percentile(_sides(kinds[kind]), 25) >= side
        and np.percentile([reading.likeness for reading in kinds[kind]], 25) >= likeness
        for kind, (side, likeness) in least.items()
        if kinds[kind]
    )


def _usual(read: Markers) -> Usual | None:
    """The stickers in this frame; None before enough were read."""
    stickers = (*read.aruco, *read.qr)
    if len(stickers) < ENOUGH:
        return None
    return Usual(float(np.median(_sides(stickers))), CORE if read.qr else ARUCO_CORE)


def _sides(readings: tuple[Reading, ...]) -> NDArray[np.float64]:
    return np.sqrt(areas(np.array([reading.corners for reading in readings])))


def _read(grey: Image, found: Found, patient: bool = False) -> Markers:
    if not found:
        return Markers((), (), ())
    # A bright shape may be a whole sticker on a dark card: its black square lies one module inside.
    edge = RIM / (ARUCO_SIDE + 2 * RIM)
    rough = np.concatenate([found.dark, grown(found.bright, edge, 1 - edge)])
    dark = refined(grey, rough[_rimmed(grey, rough)], reach=0.1)
    lined = framed_qr.framed(grey, dark)
    qr = framed_qr.read(grey, dark[lined])
    dark = _elsewhere(dark, qr)
    aruco = grid_codes.read(grey, dark, aruco_patterns())
    tags = grid_codes.read(grey, _elsewhere(dark, aruco), tag_patterns())
    bright = _elsewhere(found.bright, qr + aruco + tags)
    if patient:  # every shape as it was found and as it was fitted: where edges are faint, either may be nearer
        bright = np.concatenate([refined(grey, bright, reach=0.06, brighter=-1), bright])
        frames = np.concatenate([dark, found.dark, framed_qr.frames_of(bright)])
    else:
        bright = refined(grey, framed_qr.promising(grey, bright), reach=0.06, brighter=-1)
        frames = framed_qr.frames_of(bright)
    qr += framed_qr.read(grey, frames[framed_qr.framed(grey, frames)], patient)
    return Markers(_once(tuple(aruco)), _once(tuple(qr)), _once(tuple(tags)))


def _settled(grey: Image, read: Markers) -> Markers:
    """The same readings; the edges of whole squares fitted once more from near by."""
    whole = (*read.aruco, *read.tags)
    corners = refined(grey, np.array([reading.corners for reading in whole]).reshape(-1, 4, 2), reach=0.05)
    moved = tuple(replace(reading, corners=corners[k]) for k, reading in enumerate(whole))
    return Markers(moved[: len(read.aruco)], read.qr, moved[len(read.aruco) :])


def _elsewhere(quads: Quads, readings: list[Reading]) -> Quads:
    """The quads that are not on a square that was read."""
    if not readings:
        return quads
    read = np.array([reading.corners.mean(0) for reading in readings]).reshape(-1, 2)
    apart = np.linalg.norm(quads.mean(1)[:, None] - read, axis=2)
    return np.asarray(quads[(apart > 0.3 * np.sqrt(np.abs(areas(quads)))[:, None]).all(1)])


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
    return Markers(_once(first.aruco + second.aruco), _once(first.qr + second.qr), _once(first.tags + second.tags))


def _once(readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Of several readings of one number the likeliest: there is one card."""
    best: dict[int, Reading] = {}
    for reading in readings:
        if reading.number not in best or reading.likeness > best[reading.number].likeness:
            best[reading.number] = reading
    return tuple(best.values())
