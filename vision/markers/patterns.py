"""What every printed code looks like after a lens: the templates of the closed set, blurred as a camera blurs them."""

from dataclasses import dataclass
from functools import cache
from math import erf, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.markers.spots import Spots
from vision.stickers import (
    ARUCO_SIDE,
    FRAME,
    FRAMED_SIDE,
    QR_SIDE,
    QUIET,
    TAG_SIDE,
    all_stickers,
    aruco_modules,
    qr_modules,
    tag_modules,
)

Floats: TypeAlias = NDArray[Any]

MOST_TAGS = 40
"""Mat, player and zone tags in use: tags 0 to 39 of their dictionary."""
GRID_BLURS = (0.1, 0.35, 0.6)
"""Standard deviations in modules: from a near sticker to a 12 mm one that a slow shutter smeared."""
QR_BLURS = (0.3, 0.7, 1.1)
"""The same for the finer modules of the QR code."""


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """Templates of one kind of code."""

    numbers: Floats
    """The number of each code."""
    places: Floats
    """Where to sample, along each side of the black square, as shares of it."""
    grid: Spots
    """The same in both directions."""
    looks: tuple[Floats, ...]
    """For each blur, from sharp to soft: codes x places x places, ink 0 and paper 1."""


@cache
def aruco_patterns() -> Patterns:
    """Sampled in the middles of cells, the rim's included."""
    numbers = [sticker.number for sticker in all_stickers()]
    return _grid(numbers, np.array([aruco_modules(number) for number in numbers]), ARUCO_SIDE)


@cache
def tag_patterns() -> Patterns:
    """The same for tags."""
    return _grid(list(range(MOST_TAGS)), np.array([tag_modules(number) for number in range(MOST_TAGS)]), TAG_SIDE)


@cache
def qr_patterns() -> Patterns:
    """Sampled in the middles of the code's modules and, at the same pitch outwards, in quiet zone, frame and rim."""
    numbers = [sticker.number for sticker in all_stickers()]
    codes = np.array([qr_modules(number) for number in numbers], np.float64)
    places = np.arange(-1.0, FRAMED_SIDE + 1.5)
    first = FRAME + QUIET
    looks = []
    for blur in QR_BLURS:
        module = np.array([_covered(places, first + k, first + k + 1, blur) for k in range(QR_SIDE)]).T
        outer, inner = _covered(places, 0, FRAMED_SIDE, blur), _covered(places, FRAME, FRAMED_SIDE - FRAME, blur)
        frame = np.outer(outer, outer) - np.outer(inner, inner)
        looks.append((1 - frame - module @ codes @ module.T).astype(np.float32))
    return _patterns(numbers, places / FRAMED_SIDE, looks)


def _grid(numbers: list[int], codes: Floats, side: int) -> Patterns:
    places = np.arange(-0.5, side + 1)
    looks = []
    for blur in GRID_BLURS:
        module = np.array([_covered(places, k, k + 1, blur) for k in range(side)]).T
        looks.append((1 - module @ codes @ module.T).astype(np.float32))
    return _patterns(numbers, places / side, looks)


def _patterns(numbers: list[int], places: Floats, looks: list[Floats]) -> Patterns:
    return Patterns(np.array(numbers), places, Spots.grid(places), tuple(looks))


def _covered(places: Floats, start: float, end: float, blur: float) -> Floats:
    """How much of a stroke from start to end a blurred sample at each place sees: blur is separable, so that
    rows and columns of a code multiply."""
    spread = blur * sqrt(2)
    return np.array([(erf((end - x) / spread) - erf((start - x) / spread)) / 2 for x in places])
