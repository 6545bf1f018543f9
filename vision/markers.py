"""Reads every marker in a frame: ArUco and framed QR stickers, and the tags of mat, players and zones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import framed_qr, grid_codes, qr_glimpse
from vision.blobs import Quads, areas
from vision.grid_codes import Reading
from vision.images import Image
from vision.patterns import aruco_patterns, tag_patterns
from vision.quads import ENOUGH, USUAL, Search
from vision.spots import Bands, Spots
from vision.squares import grown, outside, refined
from vision.stickers import ARUCO_MM, ARUCO_SIDE, QR_MM, RIM
from vision.table_plane import TablePlane

LEAST_SIDE = 15.0
"""Pixels in the copy that is searched first. Smaller ArUco stickers are joined to dark cards by blur there."""
THIN_RIM = 19.0
"""Pixels in that copy. Some smaller ones are found there only as what is bright within a dark card."""
THIN_FRAME = 22.0
"""Pixels in that copy. Frames of smaller QR stickers are thinner than two pixels of it, and break."""
PLAIN = 0.61
"""Contrast of ink and paper that half of the QR codes have where hardly one was missed. Where motion or blur leave
less, frames break or run into dark cards: they are found as thin lines only."""
ALIKE = 1.6
"""By which the sides of stickers on one table differ at the most: held nearer, or lying far off."""
MOST_ROUGH = 300
"""Placings that are drawn to their stickers in one frame; on a table with a bold pattern there may be many."""
RIMMED = 0.95
"""Brightness inside over outside, on three sides at least: the fourth may touch a covering card."""

_RIM = Bands([-0.06, 0.06], np.linspace(0.1, 0.9, 7))
"""A share of the side: within rim and border of all kinds, but for a rough placing."""
_CODE = Spots.grid(np.linspace(0.05, 0.95, 15))


@dataclass(frozen=True, slots=True)
class Markers:
    """What was read in one frame, each number of a kind once."""

    aruco: tuple[Reading, ...]
    qr: tuple[Reading, ...]
    tags: tuple[Reading, ...]

    def quads(self) -> Quads:
        """All black squares."""
        return np.concatenate([self.stickers()[0], _corners(self.tags)])

    def stickers(self) -> tuple[Quads, NDArray[np.float64]]:
        """Those of cards, and their sides in millimetres as the sheet says."""
        sides = np.repeat([ARUCO_MM, QR_MM], [len(self.aruco), len(self.qr)])
        return _corners((*self.aruco, *self.qr)), sides


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
    dark = search.first()
    read = _by_outer_edges(grey, dark)
    search.forget(read.quads())
    reduced = min(1.0, USUAL / grey.shape[1])
    if not _clear(grey, read, reduced):
        read = _patiently(grey, search, read, reduced) if patient else _by_inner_edges(grey, search.enclosed(), read)
    elif read.qr:
        bright = search.enclosed(_usual(read))
        read = _with_qr(read, framed_qr.read_nearby(grey, _nearly(dark, bright, read)))
    elif _side(read.aruco) < THIN_RIM / reduced:
        read = _by_inner_edges(grey, search.enclosed(_usual(read)), read)
    return _settled(grey, read)


def _patiently(grey: Image, search: Search, read: Markers, reduced: float) -> Markers:
    """What was read before, what a finer look finds in the rest where stickers are small or hardly one was read, and
    what a glimpse shows."""
    usual = _usual(read)
    if usual is None:
        read = _by_inner_edges(grey, search.enclosed(), read)
    # Where QR codes can be read, ArUco codes, three times as coarse, were seen at once.
    if not read.qr or reduced * _side(read.aruco) < LEAST_SIDE or (usual is None and read.aruco):
        finer = search.finer(usual)
        read = _by_inner_edges(grey, finer.bright, joined(read, _by_outer_edges(grey, finer.dark)))
    return _glimpsed(grey, search, read)


def _glimpsed(grey: Image, search: Search, read: Markers) -> Markers:
    """What was read before, and QR stickers where a glimpse shows some: they lie on the table as those do that were
    read. Where these were few, as many more tell better how, and the rest is looked at once more."""
    if not read.qr:
        return read
    small, scale = search.small(float(np.median(_sides(read.qr))))
    seen = qr_glimpse.glimpse(small)
    middles, turns = (seen[:, :2] + 0.5) * scale - 0.5, seen[:, 3]
    known = 0
    while len(read.qr) >= 2 * known:
        known = len(read.qr)
        rough = _elsewhere(TablePlane(_corners(read.qr)).stickers(middles, turns), (*read.qr, *read.aruco, *read.tags))
        read = _with_qr(read, framed_qr.read_nearby(grey, rough[:MOST_ROUGH], strewn=True))
    return read


def _with_qr(read: Markers, more: Sequence[Reading]) -> Markers:
    return replace(read, qr=once([*read.qr, *more]))


def _clear(grey: Image, read: Markers, reduced: float) -> bool:
    """Whether there are stickers, nearly all of them so large in the first copy, so many times reduced, or of so much
    contrast that the first look missed hardly one."""
    large = reduced * _side(read.aruco) >= LEAST_SIDE and reduced * _side(read.qr) >= THIN_FRAME
    return bool(read.aruco or read.qr) and large and (not read.qr or _plain(grey, read.qr))


def _side(readings: Sequence[Reading]) -> float:
    """A side that three in four of them have at the least."""
    return float(np.sort(_sides(readings))[len(readings) // 4]) if readings else np.inf


def _plain(grey: Image, readings: Sequence[Reading]) -> bool:
    """Whether ink and paper of these QR codes differ as they do without motion and blur."""
    values = np.sort(_CODE.values(grey, _corners(readings)), axis=1)
    ink, paper = (values[:, round(share * (values.shape[1] - 1))] for share in (0.15, 0.85))
    return bool(np.median(1 - ink / np.maximum(paper, 1.0)) >= PLAIN)


def _nearly(dark: Quads, bright: Quads, read: Markers) -> Quads:
    """Shapes as large as the QR stickers that were read, and where none was: their frames may be placed too roughly."""
    rough = _elsewhere(np.concatenate([dark, framed_qr.frames_of(bright)]), read.qr + read.aruco + read.tags)
    sides, usual = np.sqrt(np.abs(areas(rough))), np.median(_sides(read.qr))
    return np.asarray(rough[(sides > usual / ALIKE) & (sides < usual * ALIKE)][:MOST_ROUGH])


def _usual(read: Markers) -> float | None:
    """The side of stickers in this frame; None before enough were read."""
    stickers = (*read.aruco, *read.qr)
    return float(np.median(_sides(stickers))) if len(stickers) >= ENOUGH else None


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
    aruco, bordered = grid_codes.read_and_rest(grey, dark, aruco_patterns())
    rest = _elsewhere(dark, aruco)
    qr = framed_qr.read(grey, rest[framed_qr.framed(grey, rest)])
    tags = grid_codes.read(grey, _elsewhere(bordered, (*aruco, *qr)), tag_patterns())
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
