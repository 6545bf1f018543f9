"""Finds dark squares with a bright rim: the one thing that card stickers of both kinds and mat tags share.

Coarse and cheap first (components of a thresholded pyramid), then exact (lines fitted to the edges, to a fraction of
a pixel). What the squares say is for the readers to find out: most of these candidates are nothing.
"""

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image

Quads: TypeAlias = NDArray[Any]
"""N x 4 x 2 pixels, each clockwise, from any corner."""

COARSE_WIDTH = 1280
"""Frames are searched at about this width; a 12 mm sticker on a 600 mm view is still 20 pixels high there."""
LEAST_REDUCTION = 0.5
"""Large photos are not reduced further than this: they may show a larger table."""
SMALLEST = 11
"""Pixels, at the level searched. Smaller squares have under 1.5 pixels a module: nothing can be read in them."""
LARGEST = 72
"""Pixels, at the level searched. Larger ones are found at the next, half as fine."""
LEVELS = 4
"""Each halves the frame: with 72 pixels at the last, a sticker may fill most of the view."""
WINDOW = 17
"""Pixels of neighbourhood that a dark pixel is compared with: wider than a sticker's border is thick, narrow enough
that a white rim of two pixels still parts a sticker from a dark card."""
DARKER = 0.93
"""A dark pixel has at most this share of its neighbourhood's mean. Paper grain and sensor noise stay above it."""
CONTRAST = 0.25
"""Share of brightness by which ink and paper must differ nearby; wood, cloth and skin differ by less."""
NOISE = 6
"""Grey levels that they must differ by besides; less is sensor noise in the dark."""
FULLNESS = 0.72
"""A square's hull fills this share of the four-sided shape round it; discs and letters fill less."""


def find(grey: Image, area: Image | None = None) -> tuple[Quads, Quads]:
    """Dark four-sided shapes, and bright ones enclosed by dark (the inside of a frame), roughly placed.

    `area` (non-zero where to look) spares the rest of the frame.
    """
    level, scale = _coarse(grey)
    dark: list[Quads] = []
    bright: list[Quads] = []
    for _ in range(LEVELS):
        for shapes, found in zip((dark, bright), _search(level, area), strict=True):
            shapes.append((found + 0.5) * scale - 0.5)  # the middle of a reduced pixel
        if min(level.shape) < 8 * SMALLEST:
            break
        level = cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        scale *= 2
    return _distinct(np.concatenate(dark)), _distinct(np.concatenate(bright))


def _coarse(grey: Image) -> tuple[Image, float]:
    reduce = max(LEAST_REDUCTION, COARSE_WIDTH / grey.shape[1])
    if reduce >= 1:
        return grey, 1.0
    return cv2.resize(grey, None, fx=reduce, fy=reduce, interpolation=cv2.INTER_LINEAR), 1 / reduce


def _search(level: Image, area: Image | None) -> tuple[Quads, Quads]:
    smooth = cv2.GaussianBlur(level, (3, 3), 0)
    limit = cv2.convertScaleAbs(cv2.blur(level, (WINDOW, WINDOW)), alpha=DARKER)
    ink = cv2.compare(smooth, limit, cv2.CMP_LT)
    sharp = _contrasty(level)
    if area is not None:
        sharp = cv2.bitwise_and(sharp, cv2.resize(area, sharp.shape[1::-1], interpolation=cv2.INTER_NEAREST))
    cv2.bitwise_and(ink, cv2.resize(sharp, level.shape[1::-1], interpolation=cv2.INTER_NEAREST), ink)
    contours, tree = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return np.empty((0, 4, 2)), np.empty((0, 4, 2))
    # The way round a square of side s has between 2.8 s steps (on its corner) and 4 s; ragged edges take more.
    wanted = [k for k, contour in enumerate(contours) if 2.8 * SMALLEST <= len(contour) <= 5 * LARGEST]
    quads, filled, holes = [], [], []
    for k in wanted:
        hull = cv2.convexHull(contours[k])
        if len(hull) < 4:
            continue
        quad = cv2.approxPolyN(hull, 4)[0]
        if len(quad) == 4:
            quads.append(quad)
            filled.append(cv2.contourArea(hull))
            holes.append(tree[0, k, 3] >= 0)
    shapes = np.array(quads, np.float64).reshape(-1, 4, 2)
    areas = _areas(shapes)
    sides = np.linalg.norm(shapes - np.roll(shapes, 1, 1), axis=2).reshape(-1, 4)
    square = (areas >= SMALLEST**2 / 2) & (np.array(filled) >= FULLNESS * areas)
    square &= sides.max(1, initial=0) <= 3 * sides.min(1, initial=np.inf)
    inside = np.array(holes, bool)
    return shapes[square & ~inside], shapes[square & inside]


def _contrasty(level: Image) -> Image:
    """Where ink and paper meet: looked for in a quarter-size picture, where grain and noise have averaged out."""
    small = cv2.resize(level, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    around = np.ones((5, 5), np.uint8)
    bright, dim = cv2.dilate(small, around), cv2.erode(small, around)
    return cv2.compare(dim, cv2.convertScaleAbs(bright, alpha=1 - CONTRAST, beta=-NOISE), cv2.CMP_LT)


def _distinct(quads: Quads) -> Quads:
    """The pyramid finds many squares twice; the finer find is kept."""
    if len(quads) == 0:
        return quads
    centres, sizes = quads.mean(1), np.sqrt(_areas(quads))
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    alike = (apart < 0.1 * sizes) & (np.abs(sizes[:, None] - sizes) < 0.15 * sizes)
    return quads[~np.tril(alike, -1).any(1)]


def _areas(quads: Quads) -> NDArray[Any]:
    x, y = quads[..., 0], quads[..., 1]
    return np.asarray(np.abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1)) / 2)
