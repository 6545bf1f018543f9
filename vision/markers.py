"""Reads every marker in a frame: ArUco and framed QR stickers, and the tags of mat, players and zones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import framed_qr, grid_codes
from vision.blobs import Quads, areas
from vision.grid_codes import Reading
from vision.images import Image
from vision.patterns import aruco_patterns, tag_patterns
from vision.quads import CORE, ENOUGH, Found, Search, Usual, distinct
from vision.spots import Bands, Spots
from vision.squares import grown, outside, refined, unit_homographies
from vision.stickers import ARUCO_MM, ARUCO_SIDE, QR_MM, RIM

LEAST_SIDE = 18.0
"""Pixels. Smaller ArUco stickers are joined to dark cards by blur in the copy that is searched first."""
PLAIN = 0.61
"""Contrast of ink and paper that half of the QR codes have where hardly one was missed. Where motion or blur leave
less, frames break or run into dark cards: they are found as thin lines only."""
ALIKE = 1.6
"""By which the sides of stickers on one table differ at the most: held nearer, or lying far off."""
STEP_APART = (0.5, 2.2)
"""Of a side: from one sticker of a fan to the next."""
UNIT = np.array([[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]])
"""Corners of the unit square."""
MOST_ROUGH = 120
"""Placings that are drawn to their stickers in one frame."""
ARUCO_CORE = 0.7
"""As `CORE` of `vision.quads`, where no sticker but ArUco has been seen: their modules are so large that glare leaves
them busy all over."""
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
    found = search.first()
    read = _read(grey, found, Markers((), (), ()))
    if patient and not _clear(grey, read):
        read = _patiently(grey, search, found, read)
    return _settled(grey, read)


def _patiently(grey: Image, search: Search, found: Found, read: Markers) -> Markers:
    """What was read before; what lies where a sticker was nearly found, or would be if cards lay on at even steps; and
    what a finer look finds in the rest."""
    read = _with_qr(read, framed_qr.read_nearby(grey, np.concatenate([_nearly(found, read), _fanned(grey, read)])))
    search.forget(read.quads())
    finer = search.finer(_usual(read))
    if read.aruco or not read.qr:  # where QR codes can be read, ArUco codes, three times as coarse, were seen at once
        read = _read(grey, finer, read)
    return _with_qr(read, framed_qr.read_nearby(grey, _nearly(finer, read)))


def _read(grey: Image, found: Found, before: Markers) -> Markers:
    """What was read before and what is read in these shapes."""
    read = joined(before, _by_outer_edges(grey, found))
    return _with_qr(read, _by_inner_edges(grey, found.bright, read))


def _with_qr(read: Markers, more: Sequence[Reading]) -> Markers:
    return replace(read, qr=once([*read.qr, *more]))


def _clear(grey: Image, read: Markers) -> bool:
    """Whether there are stickers, nearly all of them so large or of so much contrast that the first look missed hardly
    one."""
    sides = sorted(_sides(read.aruco))
    large = not sides or sides[len(sides) // 4] >= LEAST_SIDE
    return bool(sides or read.qr) and large and (not read.qr or _plain(grey, read.qr))


def _plain(grey: Image, readings: Sequence[Reading]) -> bool:
    """Whether ink and paper of these QR codes differ as they do without motion and blur."""
    values = np.sort(_CODE.values(grey, _corners(readings)), axis=1)
    ink, paper = (values[:, round(share * (values.shape[1] - 1))] for share in (0.15, 0.85))
    return bool(np.median(1 - ink / np.maximum(paper, 1.0)) >= PLAIN)


def _nearly(found: Found, read: Markers) -> Quads:
    """Shapes as large as the QR stickers that were read, and where none was: their frames may be placed too roughly."""
    if not read.qr:
        return found.dark[:0]
    rough = _elsewhere(
        np.concatenate([found.dark, framed_qr.frames_of(found.bright)]), read.qr + read.aruco + read.tags
    )
    sides, usual = np.sqrt(np.abs(areas(rough))), np.median(_sides(read.qr))
    return np.asarray(rough[(sides > usual / ALIKE) & (sides < usual * ALIKE)][:MOST_ROUGH])


def _fanned(grey: Image, read: Markers) -> Quads:
    """Where further QR stickers would lie if cards lay on at even steps: in a fan the next one is as far from its
    neighbour, and as much turned, as that from the one before; or one is missing half-way between two."""
    known = _corners(read.qr)
    middles, sides = known.mean(1), np.sqrt(areas(known))
    apart = np.linalg.norm(middles[:, None] - middles, axis=2) / np.sqrt(sides[:, None] * sides)
    one, other = np.nonzero((apart > STEP_APART[0]) & (apart < STEP_APART[1]))
    planes = unit_homographies(known)
    corners = planes[other] @ np.linalg.inv(planes[one]) @ planes[other] @ UNIT
    beyond = np.moveaxis(corners[:, :2] / corners[:, 2:], 1, 2)
    one, other = np.nonzero(np.triu((apart > 2 * STEP_APART[0]) & (apart < 2 * STEP_APART[1])))
    rough = np.concatenate([beyond, (known[one] + known[other]) / 2])
    high, wide = grey.shape
    inside = ((rough > -1) & (rough < (wide, high))).all((1, 2))
    large = np.sqrt(np.maximum(areas(rough), 0)) > np.median(sides) / ALIKE if len(known) else inside
    return distinct(_elsewhere(rough[inside & large], (*read.aruco, *read.qr, *read.tags)))[:MOST_ROUGH]


def _usual(read: Markers) -> Usual | None:
    """The stickers in this frame; None before enough were read."""
    stickers = (*read.aruco, *read.qr)
    if len(stickers) < ENOUGH:
        return None
    return Usual(float(np.median(_sides(stickers))), CORE if read.qr else ARUCO_CORE, bool(read.qr))


def _sides(readings: Sequence[Reading]) -> NDArray[np.float64]:
    return np.sqrt(areas(_corners(readings)))


def _corners(readings: Sequence[Reading]) -> Quads:
    return np.array([reading.corners for reading in readings]).reshape(-1, 4, 2)


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
    bright = bright[framed_qr.framed(grey, framed_qr.frames_of(bright)).reshape(2, len(bright)).any(0)]
    # As it was found and as it was fitted: where edges are faint, either may be nearer.
    placings = framed_qr.frames_of(np.concatenate([refined(grey, bright, reach=0.06, brighter=-1), bright]))
    return framed_qr.read(grey, placings[framed_qr.framed(grey, placings)])


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
