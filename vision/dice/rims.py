"""Finds discs of which no outline is whole, by what is left of their rims: glare, blur and print break outlines up."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice.discs import Disc, fit_rims
from vision.glance import halved
from vision.images import Floats, Image

STEEP = 5.0
"""Image levels by which a rim rises from one pixel to the next, at the least: more than noise does."""
ROUNDER = 1.25
"""By how much each width that is looked for is larger than the last: an ellipse has widths of that range."""
WIDTHS = (0.86, 1.0, 1.14)
"""Shares of such a width at which a middle is looked for behind each place."""
SPREAD = 0.12
"""How far, in widths, the middle may be from where places on a rim point to: an ellipse's do not point to one."""
WHOLE = 0.4
"""Share of a rim that must point to a middle to make it worth a look."""
ENOUGH = 10.0
"""Pixels across a disc that are enough to tell its middle: larger ones are looked for in a smaller copy."""
MOST = 8
"""Middles looked at, those with the most of their rim."""


def find_rims(grey: Image, sizes: tuple[float, float], known: Sequence[Disc]) -> list[Disc]:
    """Every disc whose rim is there for the most part and that is not known; `sizes` are pixels across."""
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    if sizes[0] < 2 * ENOUGH:
        return fit_rims(smooth, _middles(smooth, sizes), known)
    small = _middles(halved(smooth), (sizes[0] / 2, sizes[1] / 2))
    return fit_rims(smooth, 2 * small + (0.5, 0.5, 0, 0), known)


def _middles(smooth: Image, sizes: tuple[float, float]) -> Floats:
    """Middle, width and height of what rims may enclose, that with the most of its rim first: every place where dark
    turns white says that a disc's middle is behind it, half a width away."""
    slope = np.stack([cv2.Sobel(smooth, cv2.CV_32F, x, y, scale=1 / 8) for x, y in ((1, 0), (0, 1))], axis=-1)
    steep = np.linalg.norm(slope, axis=-1)
    rows, columns = np.nonzero(steep >= STEEP)
    rim, outwards = np.stack([columns, rows], axis=-1), slope[rows, columns] / steep[rows, columns, None]
    found = list[tuple[float, int, int, float]]()
    width = sizes[0]
    while width <= sizes[1] * ROUNDER:
        behind = np.concatenate([rim - share * width / 2 * outwards for share in WIDTHS])
        votes = _counted(behind, smooth.shape)
        side = 2 * max(1, round(SPREAD * width)) + 1
        votes = cv2.boxFilter(votes, -1, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
        whole = votes / np.float32(np.pi * width)
        peaks = (votes == cv2.dilate(votes, np.ones((side, side), np.uint8))) & (whole >= WHOLE)
        found += [(float(whole[y, x]), int(x), int(y), width) for y, x in np.argwhere(peaks)]
        width *= ROUNDER
    return np.array([(x, y, wide, wide) for _, x, y, wide in sorted(found, reverse=True)[:MOST]]).reshape(-1, 4)


def _counted(points: Floats, shape: tuple[int, ...]) -> Floats:
    """How many of the points are in each pixel."""
    x, y = np.rint(points).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < shape[1]) & (y < shape[0])
    counted = np.bincount(y[inside] * shape[1] + x[inside], minlength=shape[0] * shape[1])
    return np.asarray(counted.reshape(shape), np.float32)
