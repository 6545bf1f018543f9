"""Finds dark squares with a bright rim: the one thing that card stickers of both kinds and mat tags share.

Four-sided blobs in thresholded copies of the frame, and only where it is busy; first in a copy just large enough for
the usual sticker. `squares` then fits the edges. What the squares say is for the readers to find out: most of
these candidates are nothing.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.images import Image, block, halved
from vision.markers.blobs import Quads, areas, bright, dark
from vision.markers.busy_parts import Sheet, parts_of
from vision.markers.qr_glimpse import COVERED, KNOWN

USUAL = 960
"""Pixels across the copy that is searched first. Where a table 600 mm wide fills it, an ArUco sticker of 12 mm has 19
and the frame round a QR code, 1.7 pixels thick, is still a line."""
FINEST = 2100
"""Pixels. Wider photos are halved before the search; squares are still read in the full picture."""
SMALLEST = 11
"""Pixels, at the level searched. Smaller squares have under 1.5 pixels a module: nothing can be read in them."""
LARGEST = 72
"""Pixels, at the level searched. Larger ones are found at the next, a third as fine."""
LARGER = 20
"""Pixels, at the levels above the first that is searched: what is smaller was looked at in three times that size."""
COPIES = 2
"""Each a third as wide as the one before: with 72 pixels in the last, a sticker may fill the view."""
WINDOW = 3
"""Pixels of a half copy, across the neighbourhood that a dark pixel is compared with: wider than a sticker's border is
thick, narrow enough that a white rim of two pixels still parts a sticker from a dark card."""
DARKER = 0.97
"""A dark pixel has at most this share of its neighbourhood's mean. Most of paper's grain and of sensor noise stays
above it. Smoothed before, small stickers would run into dark cards, and pale ones would have less left."""
STROKE = 5
"""Pixels of a half copy. Compared with so narrow a neighbourhood, a thin line stays whole however faint it is: the QR
frame in glare, in the dark, or smeared on two of its sides. Smoothed before, it would run into what lies beside it."""
STEP = 0.12
"""Share of brightness by which pixels side by side must differ to make an edge; wood, cloth and skin differ by less."""
CLEAR_STEP = 0.14
"""The same for the first look: it leaves out what is fainter, unless it is pale."""
CLEAR_CORE = 6.0
"""Pixels, in that look: lines of small print, and what lies between them, are busy in narrower strips."""
NOISE = 6
"""Grey levels that they must differ by besides; less is sensor noise in the dark."""
BUSY = 0.6
"""Share of edge pixels in a busy neighbourhood. A single line, such as a card's edge, fills a third of it."""
ENOUGH = 4
"""Stickers of which some were read that tell what the others look like: cards lie on one table, in one light."""
SMALL_CORE = 5
"""Pixels of a half copy, across where all is edges in a code that is small there: lines have three."""
WASHED, WASHED_CORE = (0.07, 4), 5
"""Step and noise where it is also as pale as only glare makes a code; and pixels of a half copy, across where all of it
is so: pale print is busy in narrower strips."""
PALE, WHITE = 0.5, 0.9
"""Glare only adds light. So the darkest of what it has washed out has come at least so far from ink to paper, and the
brightest has at least this share of paper's brightness."""
JUDGES = 16
"""Of what is clearly busy, every fourth pixel of a half copy each way: as many as one sticker has. Fewer are grain."""
INK, PAPER = 0.25, 0.5
"""Of what is clearly busy, mostly codes and other print: the shares that are darker than what is taken for the frame's
ink, and for its paper."""
GRAIN = 0.45
"""How much less busy a code may be in one direction than in the other: smeared ones reach 0.65, grain of wood 0.35."""
AROUND = 3
"""Pixels of a quarter copy, across the neighbourhood in which something must be so: a code's border is busy one way."""
ROOM = 1.3
"""How much larger than its black square a sticker is taken to be once it has been read."""
CORE = 0.45
"""Of a sticker's side: its busy part is at least so wide, even under glare; most of what else is busy on cards, such as
their edges in a fan, is thinner."""
SAME_PLACE, SAME_SIZE = 0.12, (0.91, 1.04)
"""Of a side, how far apart the corners of two finds of one square are at the most; and the area of the coarser find
over that of the finer. A smaller one is a QR frame within the outline of its rim, a larger one is whole where the finer
look cut something off."""


@dataclass(frozen=True, slots=True)
class Found:
    """Four-sided shapes, roughly placed."""

    dark: Quads
    """Outlines of ink."""
    bright: Quads
    """Outlines of paper that ink encloses: the inside of a frame, or a whole sticker on a dark card."""


class _Level(NamedTuple):
    """The frame at one size."""

    picture: Image
    half: Image
    """Half as large."""
    bright: Image
    dim: Image
    """The brightest and the darkest beside each pixel of that."""
    scale: float
    """Pixels of the frame to one of the picture."""


class Search:
    """One frame, ready to be searched."""

    def __init__(self, grey: Image, area: Image | None = None) -> None:
        """`area` (any size, non-zero where to look) spares the rest of the frame."""
        self._area = area
        self._known: Quads = _NONE
        self._looks: list[tuple[_Level, Image, float]] = []
        self._pale: Image = np.zeros((1, 1), np.uint8)
        self._crossed = self._pale
        self._sheet = Sheet([], _paper_by_solid_ink)
        self._scale = 1.0
        while grey.shape[1] > FINEST:
            grey, self._scale = halved(grey), self._scale * 2
        self._frame = grey

    def first(self) -> Quads:
        """Shapes darker than their neighbourhood: in a copy in which the usual stickers on the usual table are just
        large enough, and in much smaller ones, for whatever is held close to the camera."""
        picture, scale = self._copy(USUAL)
        level = _level(picture, scale)
        self._crossed = _crossed(level.half)
        code = cv2.bitwise_and(self._code(level, CLEAR_STEP), self._crossed)
        self._pale = _as_pale_as_glare(level, code)
        washed = cv2.bitwise_and(self._washed(level), self._crossed)
        self._looks = [(level, cv2.bitwise_or(code, washed), CLEAR_CORE)]
        for copy in range(COPIES):
            level = _third(level)
            # In the last one the modules of a code may be so large that its busy part falls to pieces.
            self._looks.append((level, self._code(level, STEP), 0.0 if copy else CORE * LARGER))
        self._sheet = self._solid()
        return distinct(self._sheet.shapes(dark, SMALLEST, LARGEST))

    def enclosed(self) -> Quads:
        """Bright shapes within dark ones, in what is left of that look."""
        sheet = self._solid() if len(self._known) else self._sheet
        return distinct(sheet.shapes(bright, SMALLEST, LARGEST))

    def _solid(self) -> Sheet:
        """Ink in what is left of the first look."""
        parts = []
        for level, code, core in self._looks:
            parts += parts_of(level.picture, level.scale, self._busy(level, code, core))
        return Sheet(parts, _paper_by_solid_ink)

    def finer(self) -> Found:
        """Both in the frame itself and by thinner lines: small stickers, and QR frames that glare or motion has nearly
        wiped out."""
        first = self._looks[0][0]
        code = cv2.bitwise_and(self._small_code(first), self._crossed)
        core = 0.0 if len(self._known) else 2.0 * SMALL_CORE  # grain is busy in narrower strips
        sheet = _thin(self._frame, self._scale, self._busy(first, code, core))
        return Found(sheet.shapes(dark, SMALLEST, LARGEST), sheet.shapes(bright, SMALLEST, LARGEST))

    def small(self, side: float, finer: bool = False) -> tuple[Image, float]:
        """A copy in which stickers of that side are as large as `qr_glimpse` knows them, or one twice as fine; and
        pixels of the frame to one of it."""
        first = self._looks[0][0]
        if KNOWN[0] <= side / (2 * first.scale) <= KNOWN[1]:
            return (first.picture, first.scale) if finer else (first.half, 2 * first.scale)
        return self._copy(round((1 + finer) * self._frame.shape[1] * COVERED * self._scale / side))

    def forget(self, known: Quads) -> None:
        """Looks no more where these squares are."""
        self._known = known

    def _copy(self, wide: int) -> tuple[Image, float]:
        """The frame so many pixels wide, but not enlarged; and pixels of the frame to one of it."""
        share = max(1.0, self._frame.shape[1] / wide)
        size = round(self._frame.shape[1] / share), max(1, round(self._frame.shape[0] / share))
        # For a small change a mean of neighbours will do, which is several times as quick.
        how = cv2.INTER_AREA if share >= 2 else cv2.INTER_LINEAR
        picture = cv2.resize(self._frame, size, interpolation=how) if share > 1 else self._frame
        return picture, self._scale * share

    def _code(self, level: _Level, step: float) -> Image:
        """At half the level's size, where edges lie as close together as in a code."""
        return self._asked_for(_close_together(_edges(level.bright, level.dim, step, NOISE)))

    def _small_code(self, level: _Level) -> Image:
        """The same, also in one that is small there."""
        edge = _edges(level.bright, level.dim, STEP, NOISE)
        core = cv2.morphologyEx(edge, cv2.MORPH_OPEN, block(SMALL_CORE))
        return self._asked_for(cv2.bitwise_or(_close_together(edge), core))

    def _asked_for(self, code: Image) -> Image:
        """What of it lies in the area that was asked for."""
        if self._area is not None:
            cv2.bitwise_and(code, cv2.resize(self._area, code.shape[1::-1], interpolation=cv2.INTER_NEAREST), code)
        return code

    def _washed(self, level: _Level) -> Image:
        """As above, where it is less busy but as pale as a code under glare."""
        if not cv2.hasNonZero(self._pale):
            return self._pale
        code = _close_together(cv2.bitwise_and(self._pale, _edges(level.bright, level.dim, *WASHED)))
        return self._asked_for(cv2.morphologyEx(code, cv2.MORPH_OPEN, block(WASHED_CORE)))

    def _busy(self, level: _Level, code: Image, core: float) -> Image:
        """Of such places those where a sticker may be that has not been read, as wide at its core at the least."""
        busy = cv2.dilate(self._core(level, code, core), block(7))  # with room for its rim
        self._blank(busy, 2 * level.scale, 1.0)
        return busy

    def _core(self, level: _Level, code: Image, core: float) -> Image:
        """Of such places those as wide as that, where nothing was read."""
        self._blank(code, 2 * level.scale, ROOM)
        least = int(core / 2)
        return cv2.morphologyEx(code, cv2.MORPH_OPEN, block(least)) if least > 1 else code

    def _blank(self, mask: Image, scale: float, room: float) -> None:
        """Clears a mask where known squares are."""
        if len(self._known) == 0:
            return
        around = self._known.mean(1, keepdims=True)
        for quad in np.round((around + room * (self._known - around)) / scale).astype(np.int32):
            cv2.fillConvexPoly(mask, quad, 0)


def _thin(picture: Image, scale: float, busy: Image) -> Sheet:
    """Thin lines of a copy where it is busy, as told by a smaller one."""
    half = -(-picture.shape[1] // 2), -(-picture.shape[0] // 2)
    return Sheet(parts_of(picture, scale, cv2.resize(busy, half, interpolation=cv2.INTER_NEAREST)), _paper_by_thin_ink)


def _as_pale_as_glare(level: _Level, clear: Image) -> Image:
    """Where it is as pale as glare makes a code, judged by what is clearly busy; nowhere if hardly anything is."""
    few = clear[::4, ::4] > 0
    dims, brights = np.sort(level.dim[::4, ::4][few]), np.sort(level.bright[::4, ::4][few])
    if len(dims) < JUDGES:
        return np.zeros_like(clear)
    ink, paper = float(dims[int(INK * len(dims))]), float(brights[int(PAPER * len(brights))])
    return cv2.bitwise_and(_above(level.dim, ink + PALE * (paper - ink)), _above(level.bright, WHITE * paper))


def _third(level: _Level) -> _Level:
    high, wide = level.half.shape
    picture = cv2.resize(level.half, (max(1, wide * 2 // 3), max(1, high * 2 // 3)))
    return _level(picture, level.scale * level.picture.shape[1] / picture.shape[1])


def _level(picture: Image, scale: float) -> _Level:
    half = halved(picture)
    return _Level(picture, half, *_extremes(half), scale)


@cache
def _below(share: float, besides: int) -> Image:
    """As a table for cv2.LUT: the level under which a pixel counts as darker than one of each brightness."""
    return np.asarray(np.clip(np.arange(256) * share - besides, 0, 255), np.uint8)


_NONE: Quads = np.empty((0, 4, 2))


def dense(small: Image) -> Image:
    """Where edges lie close together, as in a code; best looked at in half the size in which the code is read."""
    return _close_together(_edges(*_extremes(small), STEP, NOISE))


def _extremes(small: Image) -> tuple[Image, Image]:
    """The brightest and the darkest beside each pixel."""
    return cv2.dilate(small, block(3)), cv2.erode(small, block(3))


def _edges(bright: Image, dim: Image, step: float, noise: int) -> Image:
    return cv2.compare(dim, cv2.LUT(bright, _below(1 - step, noise)), cv2.CMP_LT)


def _crossed(small: Image) -> Image:
    """Where it is about as busy down as across, as codes are; grain and stripes are not."""
    edge = cv2.copyMakeBorder(small, 1, 1, 1, 1, cv2.BORDER_REFLECT)
    across = cv2.blur(halved(cv2.absdiff(edge[1:-1, 2:], edge[1:-1, :-2])), (5, 5))
    down = cv2.blur(halved(cv2.absdiff(edge[2:, 1:-1], edge[:-2, 1:-1])), (5, 5))
    crossed = cv2.compare(cv2.min(across, down), cv2.convertScaleAbs(cv2.max(across, down), alpha=GRAIN), cv2.CMP_GE)
    crossed = cv2.dilate(crossed, block(AROUND))
    return cv2.resize(crossed, small.shape[::-1], interpolation=cv2.INTER_NEAREST)


def _close_together(edge: Image) -> Image:
    return _above(cv2.blur(edge, (9, 9)), 255 * BUSY)


def _above(picture: Image, level: float) -> Image:
    return cv2.threshold(picture, level, 255, cv2.THRESH_BINARY)[1]


def _paper_by_solid_ink(half: Image) -> Image:
    return cv2.convertScaleAbs(cv2.blur(half, (WINDOW, WINDOW)), alpha=DARKER, beta=-0.5)


def _paper_by_thin_ink(half: Image) -> Image:
    return cv2.blur(half, (STROKE, STROKE))


def distinct(quads: Quads) -> Quads:
    """Neighbouring copies show some squares twice; the finer find is kept."""
    if len(quads) < 2:
        return quads
    # Corner by corner from the upper left: a shape that the finer look saw only in part has others.
    first = quads.sum(2).argmin(1)
    corners = quads[np.arange(len(quads))[:, None], (first[:, None] + np.arange(4)) % 4].reshape(len(quads), 8)
    size = areas(quads)
    near = SAME_PLACE * np.sqrt(size)
    alike = np.tril(np.abs(corners[:, None, 0] - corners[:, 0]) < near, -1)  # few are, by one side of the first corner
    one, other = np.nonzero(alike)
    again = np.abs(corners[one] - corners[other]).max(1) < near[other]
    again &= (size[one] > SAME_SIZE[0] * size[other]) & (size[one] < SAME_SIZE[1] * size[other])
    return np.delete(quads, one[again], 0)
