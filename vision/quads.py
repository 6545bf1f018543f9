"""Finds dark squares with a bright rim: the one thing that card stickers of both kinds and mat tags share.

Four-sided blobs in thresholded copies of the frame, and only where it is busy; first in a copy just large enough for
the usual sticker. `vision.squares` then fits the edges. What the squares say is for the readers to find out: most of
these candidates are nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.blobs import Quads, areas, four_sided
from vision.images import Image

USUAL = 960
"""Pixels across the copy that is searched first. Where a table 600 mm wide fills it, an ArUco sticker of 12 mm has 19
and the frame round a QR code, 1.7 pixels thick, is still a line."""
FINEST = 2100
"""Pixels. Wider photos are halved before the search; squares are still read in the full picture."""
SMALLEST = 11
"""Pixels, at the level searched. Smaller squares have under 1.5 pixels a module: nothing can be read in them."""
LARGEST = 72
"""Pixels, at the level searched. Larger ones are found at the next, a third as fine."""
LARGER = 14
"""Pixels, at the levels above the first that is searched: what is smaller was looked at in three times that size."""
COPIES = 2
"""Each a third as wide as the one before: with 72 pixels in the last, a sticker may fill the view."""
WINDOW = 7
"""Pixels of neighbourhood that a dark pixel is compared with: wider than a sticker's border is thick, narrow enough
that a white rim of two pixels still parts a sticker from a dark card."""
DARKER = 0.98
"""A dark pixel has at most this share of its neighbourhood's mean. Paper grain and sensor noise stay above it."""
STROKE = 7
"""Pixels. Compared with so narrow a neighbourhood, a thin line stays whole however faint it is: the QR frame in glare,
in the dark, or smeared on two of its sides."""
STEP = 0.12
"""Share of brightness by which pixels side by side must differ to make an edge; wood, cloth and skin differ by less."""
CLEAR_STEP = 0.14
"""The same for the first look: it leaves out what is fainter."""
CLEAR_CORE = 6.0
"""Pixels, in that look: lines of small print, and what lies between them, are busy in narrower strips."""
NOISE = 6
"""Grey levels that they must differ by besides; less is sensor noise in the dark."""
FAINT, FAN = (0.05, 4), 8.0
"""Both under glare, and how many sides from a sticker that was read: cards are held together. Elsewhere paper, cloth
and sensor noise are as busy as that."""
ROUGHER = 1.3
"""By which they must differ more than in most of the frame, besides: felt and a noisy sensor are faintly busy all over,
but evenly so."""
BUSY = 0.6
"""Share of edge pixels in a busy neighbourhood. A single line, such as a card's edge, fills a third of it."""
ENOUGH = 4
"""Stickers of which some were read that tell what the others look like: cards lie on one table, in one light."""
ROOM = 1.3
"""How much larger than its black square a sticker is taken to be once it has been read."""
CORE = 0.3
"""Of a sticker's side: its busy part is at least so wide, even under glare; rules and card edges are thinner."""
FINE = 1280
"""Pixels across the copy in which thin lines are looked for: there the frame round a QR code is two pixels thick."""
SPARSE, MOST_PARTS = 0.2, 24
"""Share of a picture that is busy, and in how many parts, up to which each part is looked at by itself."""
SUITED = 24
"""Pixels of a sticker's side in that copy at the least; for smaller ones it is finer."""


@dataclass(frozen=True, slots=True)
class Found:
    """Four-sided shapes, roughly placed."""

    dark: Quads
    """Outlines of ink."""
    bright: Quads
    """Outlines of paper that ink encloses: the inside of a frame, or a whole sticker on a dark card."""

    def __bool__(self) -> bool:
        return len(self.dark) + len(self.bright) > 0

    def __add__(self, other: "Found") -> "Found":
        return Found(np.concatenate([self.dark, other.dark]), np.concatenate([self.bright, other.bright]))


class _Level(NamedTuple):
    """The frame at one size."""

    picture: Image
    half: Image
    """Half as large."""
    scale: float
    """Pixels of the frame to one of the picture."""


class _Patch(NamedTuple):
    """Ink in what is busy of one level."""

    ink: Image
    left: int
    top: int
    """Where it lies in the level."""
    scale: float
    """As of the level."""


class Sizes(NamedTuple):
    """What is looked for in one copy, in its pixels."""

    least: float
    most: float
    """Sides."""
    core: float
    """Across what is busy in the smallest."""
    step: float = STEP
    """By which brightness changes at edges."""
    faint: float = 0.0
    """So far from stickers that were read it may change by as little as under glare."""


class Usual(NamedTuple):
    """What the stickers of one frame are like."""

    side: float
    """Pixels."""
    core: float
    """Of the side: what is busy at the least."""
    faint: bool
    """Whether glare makes some of them hard to see."""


class Search:
    """One frame, ready to be searched."""

    def __init__(self, grey: Image, area: Image | None = None) -> None:
        """`area` (any size, non-zero where to look) spares the rest of the frame."""
        self._area = area
        self._known: Quads = _NONE
        self._scale = 1.0
        while grey.shape[1] > FINEST:
            grey, self._scale = _halved(grey), self._scale * 2
        self._frame = grey

    def first(self) -> Found:
        """Shapes darker than their neighbourhood: in a copy in which the usual stickers on the usual table are just
        large enough, and in much smaller ones, for whatever is held close to the camera."""
        level = self._copy(USUAL)
        patches = self._patches(level, _solid_ink, Sizes(SMALLEST, LARGEST, CLEAR_CORE, CLEAR_STEP))
        for copy in range(COPIES):
            level = _third(level)
            # In the last one the modules of a code may be so large that its busy part falls to pieces.
            patches += self._patches(level, _solid_ink, Sizes(LARGER, LARGEST, 0.0 if copy else CORE * LARGER))
        found = _found(patches, SMALLEST, LARGEST)
        return Found(distinct(found.dark), distinct(found.bright))

    def finer(self, usual: "Usual | None" = None) -> Found:
        """The same in a finer copy and by thinner lines: small stickers, and QR frames that glare or motion has nearly
        wiped out. Where the stickers' usual side is known, only at the size that suits it."""
        wide = self._frame.shape[1]
        if usual is None:
            sizes = Sizes(SMALLEST, LARGEST, 0.0)
            return _found(self._patches(self._copy(wide), _thin_ink, sizes), sizes.least, sizes.most)
        level = self._copy(round(max(FINE, wide * SUITED * self._scale / usual.side)))
        side = usual.side / level.scale  # stickers of both kinds, near and far, are within half and twice of it
        near = FAN * side if usual.faint else 0.0
        sizes = Sizes(max(SMALLEST, side / 2**0.5), min(LARGEST, side * 2**0.5), usual.core * side, STEP, near)
        return _found(self._patches(level, _thin_ink, sizes), sizes.least, sizes.most)

    def forget(self, known: Quads) -> None:
        """Looks no more where these squares are."""
        self._known = known

    def _copy(self, wide: int) -> _Level:
        """The frame so many pixels wide, but not enlarged."""
        share = max(1.0, self._frame.shape[1] / wide)
        size = round(self._frame.shape[1] / share), max(1, round(self._frame.shape[0] / share))
        # For a small change a mean of neighbours will do, which is several times as quick.
        how = cv2.INTER_AREA if share >= 2 else cv2.INTER_LINEAR
        picture = cv2.resize(self._frame, size, interpolation=how) if share > 1 else self._frame
        return _Level(picture, _halved(picture), self._scale * share)

    def _patches(self, level: _Level, ink_of: Callable[[Image], Image], sizes: Sizes) -> list[_Patch]:
        busy = self._busy(level, sizes)
        patches = []
        for left, top, wide, tall in _boxes(busy):
            part = level.picture[2 * top : 2 * (top + tall), 2 * left : 2 * (left + wide)]
            mask = busy[top : top + tall, left : left + wide]
            mask = cv2.resize(mask, part.shape[::-1], interpolation=cv2.INTER_NEAREST)
            ink = _without_specks(cv2.bitwise_and(ink_of(part), mask))
            patches.append(_Patch(ink, 2 * left, 2 * top, level.scale))
        return patches

    def _busy(self, level: _Level, sizes: Sizes) -> Image:
        """At half the level's size, where a sticker may be that has not been read."""
        bright, dim = _extremes(level.half)
        code = _close_together(_edges(bright, dim, sizes.step, NOISE))
        if sizes.faint:
            near = np.zeros_like(code)
            for middle in np.round(self._known.mean(1) / (2 * level.scale)).astype(int).tolist():
                cv2.circle(near, middle, round(sizes.faint / 2), 255, -1)
            contrast = cv2.subtract(bright, dim)
            rough = cv2.compare(contrast, ROUGHER * float(np.median(contrast[::4, ::4])), cv2.CMP_GT)  # type: ignore[call-overload]
            faint = _close_together(cv2.bitwise_and(rough, _edges(bright, dim, *FAINT)))
            cv2.bitwise_or(code, cv2.bitwise_and(near, faint), code)
        self._blank(code, 2 * level.scale, ROOM)
        if self._area is not None:
            cv2.bitwise_and(code, cv2.resize(self._area, code.shape[1::-1], interpolation=cv2.INTER_NEAREST), code)
        if (least := int(sizes.core / 2)) > 1:
            code = cv2.morphologyEx(code, cv2.MORPH_OPEN, _block(least))
        busy = cv2.dilate(code, _block(7))  # with room for its rim
        self._blank(busy, 2 * level.scale, 1.0)
        return busy

    def _blank(self, mask: Image, scale: float, room: float) -> None:
        """Clears a mask where known squares are."""
        around = self._known.mean(1, keepdims=True)
        for quad in np.round((around + room * (self._known - around)) / scale).astype(np.int32):
            cv2.fillConvexPoly(mask, quad, 0)


def _boxes(busy: Image) -> list[Sequence[int]]:
    """Left, top, width and height of what holds all that is busy: of every part by itself where they lie far apart."""
    whole = cv2.boundingRect(busy)
    if not whole[2]:
        return []
    if cv2.countNonZero(busy) > SPARSE * whole[2] * whole[3]:
        return [whole]
    parts = cv2.findContours(busy, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return [whole] if len(parts) > MOST_PARTS else [cv2.boundingRect(part) for part in parts]


def _found(patches: Sequence[_Patch], least: float, most: float) -> Found:
    """The shapes in these patches, in pixels of the frame."""
    found = Found(_NONE, _NONE)
    for patch, blobs in zip(patches, four_sided([patch.ink for patch in patches], least, most), strict=True):
        corner = np.array([patch.left, patch.top]) + 0.5  # the middle of a reduced pixel
        found += Found(*((shapes + corner) * patch.scale - 0.5 for shapes in blobs))
    return found


def _third(level: _Level) -> _Level:
    high, wide = level.half.shape
    picture = cv2.resize(level.half, (max(1, wide * 2 // 3), max(1, high * 2 // 3)))
    return _Level(picture, _halved(picture), level.scale * level.picture.shape[1] / picture.shape[1])


def _halved(level: Image) -> Image:
    if min(level.shape) < 2:
        return level
    return cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def _below(share: float, besides: int) -> Image:
    """As a table for cv2.LUT: the level under which a pixel counts as darker than one of each brightness."""
    return np.asarray(np.clip(np.arange(256) * share - besides, 0, 255), np.uint8)


_NONE: Quads = np.empty((0, 4, 2))
_NOT_INK = _below(DARKER, 0)
_SPECK = np.full(256, 255 * 6.5 / 9, np.uint8)  # ink where seven of nine pixels are; what is ink stays with two others
_SPECK[255] = 255 * 2.5 / 9


def dense(small: Image) -> Image:
    """Where edges lie close together, as in a code; best looked at in half the size in which the code is read."""
    return _close_together(_edges(*_extremes(small), STEP, NOISE))


def _extremes(small: Image) -> tuple[Image, Image]:
    """The brightest and the darkest beside each pixel."""
    return cv2.dilate(small, _block(3)), cv2.erode(small, _block(3))


def _edges(bright: Image, dim: Image, step: float, noise: int) -> Image:
    return cv2.compare(dim, cv2.LUT(bright, _below(1 - step, noise)), cv2.CMP_LT)


def _close_together(edge: Image) -> Image:
    return cv2.threshold(cv2.blur(edge, (9, 9)), 255 * BUSY, 255, cv2.THRESH_BINARY)[1]


def _solid_ink(level: Image) -> Image:
    around = cv2.LUT(cv2.blur(level, (WINDOW, WINDOW)), _NOT_INK)
    return cv2.compare(cv2.GaussianBlur(level, (3, 3), 0), around, cv2.CMP_LT)


def _thin_ink(level: Image) -> Image:
    return cv2.compare(cv2.GaussianBlur(level, (3, 3), 0), cv2.blur(level, (STROKE, STROKE)), cv2.CMP_LT)


def _without_specks(ink: Image) -> Image:
    """Clears specks of one or two pixels, and fills such holes: a third of all blobs, and never a square. Thin
    lines stay."""
    return cv2.compare(cv2.blur(ink, (3, 3)), cv2.LUT(ink, _SPECK), cv2.CMP_GT)


def distinct(quads: Quads) -> Quads:
    """Neighbouring copies show some squares twice; the finer find is kept."""
    if len(quads) < 2:
        return quads
    sizes = np.sqrt(areas(quads))
    # Corner by corner from the upper left: a shape that the finer look saw only in part has others.
    first = quads.sum(2).argmin(1)
    corners = quads[np.arange(len(quads))[:, None], (first[:, None] + np.arange(4)) % 4].reshape(len(quads), 8)
    apart = np.abs(corners[:, None] - corners[None]).max(2)
    alike = apart < 0.12 * sizes
    return np.asarray(quads[~np.tril(alike, -1).any(1)])


def _block(side: int) -> Image:
    return np.ones((side, side), np.uint8)
