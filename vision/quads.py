"""Finds dark squares with a bright rim: the one thing that card stickers of both kinds and mat tags share.

Coarse and cheap first: outlines in a thresholded pyramid, and only where the picture is busy. `vision.squares` then
fits the edges. What the squares say is for the readers to find out: most of these candidates are nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image

Quads: TypeAlias = NDArray[Any]
"""N x 4 x 2 pixels, clockwise from any corner."""

FINEST = 2100
"""Pixels. Wider photos are halved before the search; squares are still read in the full picture."""
SMALLEST = 11
"""Pixels, at the level searched. Smaller squares have under 1.5 pixels a module: nothing can be read in them."""
LARGEST = 72
"""Pixels, at the level searched. Larger ones are found at the next, half as fine."""
LEVELS = 4
"""Each halves the frame: with 72 pixels at the last, a sticker may fill most of the view."""
WINDOW = 9
"""Pixels of neighbourhood that a dark pixel is compared with: wider than a sticker's border is thick, narrow enough
that a white rim of two pixels still parts a sticker from a dark card."""
DARKER = 0.98
"""A dark pixel has at most this share of its neighbourhood's mean. Paper grain and sensor noise stay above it."""
STROKE = 7
"""Pixels. Compared with so narrow a neighbourhood, a thin line stays whole however faint it is: the QR frame in glare,
in the dark, or smeared on two of its sides."""
STEP = 0.12
"""Share of brightness by which pixels side by side must differ to make an edge; wood, cloth and skin differ by less."""
NOISE = 6
"""Grey levels that they must differ by besides; less is sensor noise in the dark."""
BUSY = 0.6
"""Share of edge pixels in a busy neighbourhood. A single line, such as a card's edge, fills a third of it."""
FULLNESS = 0.72
"""A square's hull fills this share of the four-sided shape round it; discs and letters fill less."""
ROOM = 1.3
"""How much larger than its black square a sticker is taken to be once it has been read."""
CORE = 0.4
"""Of a sticker's side: its busy part is at least so wide, even under glare; rules and card edges are thinner."""
SUITED = 24
"""Pixels of a sticker's side at the coarsest level at which its frame is still a line: nearly one pixel thick."""
MOST_SHAPES = 3000
"""Outlines looked at in one level. A picture made of squares alone cannot stop the clock."""


@dataclass(frozen=True, slots=True)
class Found:
    """Four-sided shapes, roughly placed."""

    dark: Quads
    """Outlines of ink."""
    bright: Quads
    """Outlines of paper that ink encloses: the inside of a frame, or a whole sticker on a dark card."""

    def about(self, side: float | None) -> "Found":
        """Those near a size, if one is known: stickers of both kinds, near and far, are within half and twice of it."""
        if side is None:
            return self
        kept = [quads[np.abs(np.log2(np.maximum(areas(quads), 1) / side**2)) < 2] for quads in (self.dark, self.bright)]
        return Found(kept[0], kept[1])


class Search:
    """One frame, ready to be searched at several sizes and in two ways. Each level of its pyramid is made when asked
    for: on most tables half size is all it takes."""

    def __init__(self, grey: Image, area: Image | None = None) -> None:
        """`area` (any size, non-zero where to look) spares the rest of the frame."""
        self._area = area
        self._known: Quads = np.empty((0, 4, 2))
        level, scale = grey, 1.0
        while level.shape[1] > FINEST:
            level, scale = _halved(level), scale * 2
        self._levels = [(level, scale)] if min(grey.shape) >= 4 * SMALLEST else []

    def coarse(self) -> Found:
        """Shapes darker than their neighbourhood, at half size: the usual stickers on the usual table."""
        return self._shapes(_solid_ink, self._pyramid(2)[1:])

    def larger(self) -> Found:
        """The same at the sizes above: whatever is held close to the camera."""
        return self._shapes(_solid_ink, self._pyramid(LEVELS)[2:])

    def fine(self, side: float | None = None) -> Found:
        """The same at full size. Where the stickers' usual side is known, only where something of their size is."""
        return self._shapes(_solid_ink, self._pyramid(1), side).about(side)

    def strokes(self, side: float | None = None) -> Found:
        """Shapes drawn in thin lines: QR frames that glare or motion has nearly wiped out. Where the stickers' usual
        side is known, only at the size that suits it."""
        levels = self._pyramid(LEVELS)
        suited = [level for level in levels if side is not None and SUITED <= side / level[1] < 2 * SUITED]
        return self._shapes(_thin_ink, suited or levels, side).about(side)

    def forget(self, known: Quads) -> None:
        """Looks no more where these squares are."""
        self._known = known

    def _pyramid(self, levels: int) -> list[tuple[Image, float]]:
        while 0 < len(self._levels) < levels and min(self._levels[-1][0].shape) >= 8 * SMALLEST:
            level, scale = self._levels[-1]
            self._levels.append((_halved(level), scale * 2))
        return self._levels[:levels]

    def _shapes(
        self, ink_of: Callable[[Image], Image], levels: list[tuple[Image, float]], side: float | None = None
    ) -> Found:
        dark, bright = [], []
        for level, scale in levels:
            busy = self._busy(level, scale, side)
            left, top, wide, high = cv2.boundingRect(busy)
            if not wide:
                continue
            busy = cv2.resize(
                busy[top : top + high, left : left + wide], None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST
            )
            part = level[2 * top : 2 * (top + high), 2 * left : 2 * (left + wide)]
            ink = cv2.bitwise_and(ink_of(part), busy[: len(part), : part.shape[1]])
            shapes, holes = _outlines(ink)
            # + 0.5: the middle of a reduced pixel
            shapes = (shapes + np.array([2 * left + 0.5, 2 * top + 0.5])) * scale - 0.5
            dark.append(shapes[~holes])
            bright.append(shapes[holes])
        return Found(_distinct(dark), _distinct(bright))

    def _busy(self, level: Image, scale: float, side: float | None) -> Image:
        """At half the level's size, where a sticker may be that has not been read."""
        code = dense(level)
        around = self._known.mean(1, keepdims=True)
        for quad in around + ROOM * (self._known - around):
            cv2.fillConvexPoly(code, np.round(quad / (2 * scale)).astype(np.int32), 0)
        if self._area is not None:
            cv2.bitwise_and(code, cv2.resize(self._area, code.shape[1::-1], interpolation=cv2.INTER_NEAREST), code)
        if side is not None and (least := int(CORE * side / (2 * scale))) > 1:
            code = cv2.morphologyEx(code, cv2.MORPH_OPEN, _block(least))
        return cv2.dilate(code, _block(7))  # with room for its rim


def areas(quads: Quads) -> NDArray[Any]:
    """In square pixels; above 0 for a clockwise quad."""
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1) / 2)


def _halved(level: Image) -> Image:
    return cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def _below(share: float, besides: int) -> Image:
    """As a table for cv2.LUT: the level under which a pixel counts as darker than one of each brightness."""
    return np.asarray(np.clip(np.arange(256) * share - besides, 0, 255), np.uint8)


_NOT_AN_EDGE = _below(1 - STEP, NOISE)
_NOT_INK = _below(DARKER, 0)


def dense(level: Image) -> Image:
    """At half size, where edges lie close together, as in a code."""
    small = _halved(level)
    bright, dim = cv2.dilate(small, _block(3)), cv2.erode(small, _block(3))
    edge = cv2.compare(dim, cv2.LUT(bright, _NOT_AN_EDGE), cv2.CMP_LT)
    return cv2.threshold(cv2.blur(edge, (9, 9)), 255 * BUSY, 255, cv2.THRESH_BINARY)[1]


def _solid_ink(level: Image) -> Image:
    around = cv2.LUT(cv2.blur(level, (WINDOW, WINDOW)), _NOT_INK)
    return cv2.compare(cv2.GaussianBlur(level, (3, 3), 0), around, cv2.CMP_LT)


def _thin_ink(level: Image) -> Image:
    return cv2.compare(cv2.GaussianBlur(level, (3, 3), 0), cv2.blur(level, (STROKE, STROKE)), cv2.CMP_LT)


def _outlines(ink: Image) -> tuple[Quads, NDArray[np.bool_]]:
    """Four-sided outlines of ink and of the holes in it, and which are holes."""
    contours, tree = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    quads, filled, holes = [], [], []
    for k, contour in enumerate(contours[:MOST_SHAPES]):
        # A square of side s has 2.8 s steps round it (standing on its corner) to 4 s; a broken ring twice that.
        if not 2.8 * SMALLEST <= len(contour) <= 8 * LARGEST:
            continue
        hull = cv2.convexHull(contour)
        if len(hull) < 4:
            continue
        quad = cv2.approxPolyN(hull, 4)[0]
        if len(quad) == 4:
            quads.append(quad)
            filled.append(cv2.contourArea(hull))
            holes.append(tree[0, k, 3] >= 0)
    shapes = np.array(quads, np.float64).reshape(-1, 4, 2)
    turns = areas(shapes)
    shapes[turns < 0] = shapes[turns < 0, ::-1]
    size = np.abs(turns)
    sides = np.linalg.norm(shapes - np.roll(shapes, 1, 1), axis=2).reshape(-1, 4)
    square = (size >= SMALLEST**2 / 2) & (size <= 2 * LARGEST**2) & (np.array(filled) >= FULLNESS * size)
    square &= sides.max(1, initial=0) <= 3 * sides.min(1, initial=np.inf)
    return shapes[square], np.array(holes, bool)[square]


def _distinct(found: list[Quads]) -> Quads:
    """The pyramid finds many squares twice; the finer find is kept."""
    quads = np.concatenate([np.empty((0, 4, 2)), *found])
    sizes = np.sqrt(areas(quads))
    # Corner by corner from the upper left: a shape that the finer look saw only in part has others.
    first = quads.sum(2).argmin(1) if len(quads) else np.empty(0, int)
    corners = quads[np.arange(len(quads))[:, None], (first[:, None] + np.arange(4)) % 4].reshape(len(quads), 8)
    apart = np.abs(corners[:, None] - corners[None]).max(2)
    alike = apart < 0.12 * sizes
    return np.asarray(quads[~np.tril(alike, -1).any(1)])


def _block(side: int) -> Image:
    return np.ones((side, side), np.uint8)
