"""Reads every marker in a frame: ArUco and framed QR stickers, and the tags of mat, players and zones."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, Image
from vision.markers import framed_qr, grid_codes, qr_glimpse, smear
from vision.markers.blobs import Quads, areas
from vision.markers.grid_codes import Reading
from vision.markers.patterns import aruco_patterns, tag_patterns
from vision.markers.search import ENOUGH, USUAL, Search
from vision.markers.spots import Bands
from vision.markers.squares import grown, outside, refined
from vision.markers.table_plane import TablePlane, described
from vision.stickers import ARUCO_MM, ARUCO_SIDE, QR_MM, RIM

SMALL, LEAST = 19.0, 15.0
"""Pixels of ArUco stickers in the copy that is searched first. What is smaller than the one may be placed too roughly
there; where some that were read are smaller than the other, blur has joined more to dark cards."""
WELL_KNOWN = 7
"""Stickers that tell well enough how the table lies."""
MOST_ROUGH = 300
"""Placings that are drawn to their stickers in one frame; on a table with a bold pattern there may be many."""
MOST_FAR = 12
"""Places where the glimpse looks once more in one frame."""
RIMMED = 0.95
"""Brightness inside over outside, on three sides at least: the fourth may touch a covering card."""

_RIM = Bands([-0.06, 0.06], np.linspace(0.1, 0.9, 7))
"""A share of the side: within rim and border of all kinds, but for a rough placing."""


@dataclass(frozen=True, slots=True)
class Markers:
    """What was read in one frame, each number of a kind once."""

    aruco: tuple[Reading, ...]
    qr: tuple[Reading, ...]
    tags: tuple[Reading, ...]
    unread: Quads = field(default_factory=lambda: np.empty((0, 4, 2)), compare=False)
    """What looks like a QR sticker, but not surely like any of them."""

    def quads(self) -> Quads:
        """All black squares."""
        return np.concatenate([self.stickers()[0], _corners(self.tags)])

    def stickers(self) -> tuple[Quads, NDArray[np.float64]]:
        """Those of cards, and their sides in millimetres as the sheet says."""
        sides = np.repeat([ARUCO_MM, QR_MM], [len(self.aruco), len(self.qr)])
        return _corners((*self.aruco, *self.qr)), sides


class _Seen(NamedTuple):
    """What may be stickers, in pixels of the frame."""

    middles: Floats
    sides: Floats
    turns: Floats
    odds: Floats
    """What speaks for each, as a logarithm."""


def prepare() -> None:
    """Makes the templates ready, which takes about a second, so that the first frame is as quick as the rest."""
    aruco_patterns()
    tag_patterns()
    framed_qr.prepare()
    smear.prepare()


def scan(grey: Image, area: Image | None = None, patient: bool = True) -> Markers:
    """Looks everywhere (or where `area` is not zero), coarse first; finer only at what is still unexplained.

    Without patience the slowest look is left out: the next frame will have another.
    """
    search = Search(grey, area)
    dark = search.first()
    read = _by_outer_edges(grey, dark)
    search.forget(read.quads())
    if few := len(read.aruco) + len(read.qr) < ENOUGH:
        read = _by_inner_edges(grey, search.enclosed(), read)
    smallest = _sides(read.aruco).min(initial=np.inf) * min(1.0, USUAL / grey.shape[1])
    blurred = smallest < LEAST or smear.GRID.likely(read.aruco)
    # Where QR codes alone were read, ArUco codes, three times as coarse, would have been seen at once.
    if patient and (blurred or (few and (read.aruco or not read.qr))):
        finer = search.finer()
        read = _by_inner_edges(grey, finer.bright, joined(read, _by_outer_edges(grey, finer.dark)))
        dark = np.concatenate([dark, finer.dark])
    if read.aruco:
        read = _aruco_as_the_others(grey, dark, read)
    return _settled(grey, _qr_as_the_others(grey, search, dark, read) if patient else read)


def _aruco_as_the_others(grey: Image, dark: Quads, read: Markers) -> Markers:
    """What was read before, and stickers that are so small where they lie that they were placed too roughly, or that
    motion has smeared: they lie on the table as the others do."""
    small, smeared = SMALL * max(1.0, grey.shape[1] / USUAL), smear.GRID.likely(read.aruco)
    if not smeared and _sides(read.aruco).min() >= small:
        return read
    rough = TablePlane(_corners(read.aruco)).like(_unread(dark, read))
    rough = (rough if smeared else rough[areas(rough) < small**2])[:MOST_ROUGH]
    placed = grid_codes.placed(grey, rough, aruco_patterns())
    read = _with_aruco(read, grid_codes.read(grey, placed, aruco_patterns()))
    if not smeared:
        return read
    again = grid_codes.placed(grey, _unread(placed, read), aruco_patterns())
    turned = np.concatenate([np.roll(again, turn, 1) for turn in range(4)])
    return _with_aruco(read, smear.read(smear.GRID, grey, turned, read.aruco))


def _qr_as_the_others(grey: Image, search: Search, dark: Quads, read: Markers) -> Markers:
    """The same for QR stickers, also for those that only a glimpse shows: their frames may be broken. Where few were
    read, what they lead to tells better how the table lies, and the rest is looked at once more. Where the table is so
    far away that the glimpse sees stickers roughly, it sees what is left closer."""
    if not read.qr:
        return read
    usual = float(np.sort(_sides(read.qr))[len(read.qr) // 2])
    small, scale = search.small(usual)
    seen, known, unsure = _in_frame(qr_glimpse.glimpse(small), scale), 0, _corners(())
    shown = [np.concatenate(both) for both in zip(seen[:3], described(dark), strict=True)]
    while known < WELL_KNOWN and len(read.qr) > known:
        known, plane = len(read.qr), TablePlane(_corners(read.qr))
        more, unsure = framed_qr.read_nearby(grey, _unread(plane.stickers(*shown), read)[:MOST_ROUGH])
        read = _with_qr(read, more)
    left = _unread(_likely(plane, seen, qr_glimpse.LIKELY, qr_glimpse.FAR * scale), read)[:MOST_FAR]
    if len(left):
        closer = _likely(plane, _seen_closer(search, usual, left), qr_glimpse.CLEAR)
        more, far = framed_qr.read_nearby(grey, _unread(closer, read))
        read, unsure = _with_qr(read, more), np.concatenate([unsure, far])
    return replace(_with_qr(read, smear.read(smear.QR, grey, unsure, read.qr)), unread=unsure)


def _in_frame(seen: Floats, scale: float) -> _Seen:
    """What was seen in a copy, with so many pixels of the frame to one of it."""
    return _Seen((seen[:, :2] + 0.5) * scale - 0.5, seen[:, 2] * scale, seen[:, 3], seen[:, 4])


def _likely(plane: TablePlane, seen: _Seen, least: float, largest: float = np.inf) -> Quads:
    """Stickers for which more than the least speaks, and that are less than so large there; the likeliest first. The
    sides that were seen are not asked: they are wrong where two are seen as one."""
    sides = plane.sides(seen.middles)
    likely = np.flatnonzero((seen.odds > least) & (sides < largest))
    likely = likely[np.argsort(-seen.odds[likely])]
    return plane.stickers(seen.middles[likely], sides[likely], seen.turns[likely])


def _seen_closer(search: Search, usual: float, left: Quads) -> _Seen:
    """What is seen round these in a copy twice as fine as where stickers are as large as usual."""
    fine, scale = search.small(usual, finer=True)
    return _in_frame(qr_glimpse.glimpse_round(fine, (left.mean(1) + 0.5) / scale - 0.5), scale)


def _unread(quads: Quads, read: Markers) -> Quads:
    return _elsewhere(quads, (*read.aruco, *read.qr, *read.tags))


def _with_aruco(read: Markers, more: Sequence[Reading]) -> Markers:
    return replace(read, aruco=once([*read.aruco, *more]))


def _with_qr(read: Markers, more: Sequence[Reading]) -> Markers:
    return replace(read, qr=once([*read.qr, *more]))


def _sides(readings: Sequence[Reading]) -> NDArray[np.float64]:
    return np.sqrt(areas(_corners(readings)))


def _corners(readings: Sequence[Reading]) -> Quads:
    return np.array([reading.corners for reading in readings]).reshape(-1, 4, 2)


def _by_outer_edges(grey: Image, rough: Quads) -> Markers:
    """The codes in dark shapes."""
    rough = rough[_rimmed(grey, rough)]
    if len(rough) == 0:
        return Markers((), (), ())
    dark = refined(grey, rough, reach=0.1)
    qr = framed_qr.read(grey, dark[framed_qr.framed(grey, dark)])
    aruco, bordered = grid_codes.read_and_rest(grey, _elsewhere(dark, qr), aruco_patterns())
    tags = grid_codes.read(grey, _elsewhere(bordered, aruco), tag_patterns())
    return Markers(once(aruco), once(qr), once(tags))


def _by_inner_edges(grey: Image, bright: Quads, read: Markers) -> Markers:
    """What was read before, and the codes in bright shapes: frames of which only the inside was found, or whole
    stickers on dark cards."""
    bright = _elsewhere(bright, (*read.aruco, *read.qr, *read.tags))
    if len(bright) == 0:
        return read
    edge = RIM / (ARUCO_SIDE + 2 * RIM)  # an ArUco sticker's black square lies one module inside
    read = joined(read, _by_outer_edges(grey, grown(bright, edge, 1 - edge)))
    bright = _elsewhere(bright, (*read.aruco, *read.qr, *read.tags))
    bright = bright[framed_qr.framed(grey, framed_qr.frames_of(bright)).reshape(2, len(bright)).any(0)]
    # As it was found and as it was fitted: where edges are faint, either may be nearer.
    placings = framed_qr.frames_of(np.concatenate([refined(grey, bright, reach=0.06, brighter=-1), bright]))
    return _with_qr(read, framed_qr.read(grey, placings[framed_qr.framed(grey, placings)]))


def _settled(grey: Image, read: Markers) -> Markers:
    """The same readings; the tags' edges, which the mat hangs on, fitted once more from near by."""
    corners = refined(grey, _corners(read.tags), reach=0.05)
    return replace(read, tags=tuple(replace(tag, corners=corners[k]) for k, tag in enumerate(read.tags)))


def _elsewhere(quads: Quads, readings: Sequence[Reading]) -> Quads:
    """The quads whose middle is in no square that was read."""
    return np.asarray(quads[outside(quads, _corners(readings))])


def _rimmed(grey: Image, quads: Quads) -> NDArray[np.bool_]:
    """Whether a band just inside each side is darker than one just outside: a cheap look that most shapes fail."""
    values = _RIM.means(grey, quads)
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
