"""Where further stickers lie if cards lie on at even steps, as in a fan: by those that were read."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Quads, areas
from vision.squares import as_complex, from_planes, unit_homographies

Floats: TypeAlias = NDArray[Any]

STEP = (0.85, 2.2)
"""Of a side: from one sticker of a fan to the next. Nearer ones would overlap, seen aslant or not."""

LEAST = 0.6
"""Of a usual side, a side that a sticker on the same table has. What leads on to smaller ones is no fan."""


def further(known: Quads, since: int, shape: tuple[int, ...]) -> Quads:
    """Placings in a frame of that shape: in a fan the next sticker is as far from its neighbour, and as much turned, as
    that from the one before; or one is missing half-way between two. Only by pairs of which one is at `since` in the
    list or behind that."""
    middles, sides = as_complex(known).mean(1), np.sqrt(areas(known))
    apart = np.abs(middles[:, None] - middles) / np.sqrt(sides[:, None] * sides)
    apart[:since, :since] = 0
    next_, farther = np.nonzero(_between(apart, *STEP)), np.nonzero(_between(apart, 2 * STEP[0], 2 * STEP[1]))
    farther = tuple(ends[farther[0] < farther[1]] for ends in farther)  # each pair once
    one, other = np.concatenate([next_, farther], 1)
    if len(one) == 0:
        return known[:0]
    planes = unit_homographies(known)
    steps = np.linalg.inv(planes)[one] @ planes[other]
    count = len(next_[0])
    rough = from_planes(
        np.concatenate([planes[other[:count]] @ steps[:count], planes[one[count:]] @ _half(steps[count:])])
    )
    high, wide = shape
    rough = rough[((rough > -1) & (rough < (wide, high))).all((1, 2))]
    size = np.sqrt(np.maximum(areas(rough), 0))
    large = size > LEAST * np.median(sides)
    apart = np.abs(as_complex(rough[large]).mean(1)[:, None] - middles) / np.sqrt(size[large, None] * sides)
    return np.asarray(rough[large][(apart > STEP[0]).all(1)])


def _between(values: Floats, least: float, most: float) -> NDArray[np.bool_]:
    return (values > least) & (values < most)


def _half(steps: Floats) -> Floats:
    """Of each step in a plane half of it, which done twice is the whole: its square root, by one step of
    Newton's method, a hundredth off at 60 degrees."""
    steps = steps / np.cbrt(np.linalg.det(steps))[:, None, None]
    root = (np.eye(3) + steps) / 2
    return np.asarray(root + np.linalg.inv(root) @ steps) / 2
