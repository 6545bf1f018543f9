"""Finds discs of which no outline is whole: glare, blur and print break outlines up, but most of a rim still points to
its middle, and a small network that looks there says which ellipse the disc is.

It was trained on drawn dice (see `assets/vision/README.md`)."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.crop import crop
from vision.dice.discs import FLATTEST, SMALLEST, Disc, Ellipse
from vision.images import Box, Floats, Image, halved
from vision.network import Network

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
AROUND = 2.2
"""What the network is shown as if it were a die's size, in a disc's long diameters."""
LOOKS = 3
"""Each from where the last one says that the disc is."""
THERE = 0.5
"""Chance of a disc, by the last of them."""
SAME = 0.3
"""Long diameters from a disc's middle within which the network still sees that disc."""
RING = 1.16
"""Radii from a disc's middle to the white round it."""


class Rims:
    """Finds such discs. One instance a thread."""

    def __init__(self, weights: Path | None = None) -> None:
        """With the network of `assets/vision`, or of another folder while one is on trial."""
        self._network = Network("landing_rims.onnx", weights)

    def __call__(
        self, frame: Image, grey: Image, box: Box, sizes: tuple[float, float], known: Sequence[Disc]
    ) -> list[Disc]:
        """Those in a part of the picture that are not known; `sizes` are pixels across."""
        left, top, right, bottom = box[0], box[1], min(box[2], grey.shape[1]), min(box[3], grey.shape[0])
        smooth = cv2.GaussianBlur(grey[top:bottom, left:right], (3, 3), 0)
        by = 1
        while sizes[0] >= 2 * ENOUGH * by:
            smooth, by = halved(smooth), 2 * by
        spots = _middles(smooth, (sizes[0] / by, sizes[1] / by)) * by
        spots[:, :2] += (left + (by - 1) / 2, top + (by - 1) / 2)
        least, most = sizes[0] / ROUNDER, sizes[1] * ROUNDER
        found = list(known)
        for disc in self._drawn(frame, grey, spots):
            inside = left <= disc.x < right and top <= disc.y < bottom and least <= disc.major <= most
            if inside and not any(disc.like(one) for one in found):
                found.append(disc)
        return found[len(known) :]

    def again(self, frame: Image, grey: Image, disc: Disc) -> Disc | None:
        """The same disc as the network sees it, if it does: an outline may run along a figure, or beyond the rim."""
        spot = np.array([[disc.x, disc.y, disc.major, disc.major]])
        found = self._drawn(frame, grey, spot)
        return found[0] if found and np.hypot(found[0].x - disc.x, found[0].y - disc.y) <= SAME * disc.major else None

    def _drawn(self, frame: Image, grey: Image, spots: Floats) -> list[Disc]:
        """The disc at each of these spots, middle and width in rows, that has one; the surest first."""
        colour = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        at, size = spots[:, :2].astype(float), spots[:, 2].astype(float)
        said = np.zeros((len(at), 6), np.float32)
        for _ in range(LOOKS if len(at) else 0):
            views = [crop(colour, x, y, AROUND * wide) for (x, y), wide in zip(at, size, strict=True)]
            said = self._network.raw(np.stack(views).transpose(0, 3, 1, 2))
            at = at + np.clip(said[:, 1:3], -0.5, 0.5) * size[:, None]
            size = size * np.exp(np.clip(said[:, 3], -0.5, 0.5))
        flat, twice = np.hypot(said[:, 4], said[:, 5]), np.arctan2(said[:, 5], said[:, 4])
        discs = []
        for k in np.argsort(-said[:, 0], kind="stable"):
            if said[k, 0] > np.log(THERE / (1 - THERE)) and 1 - flat[k] >= FLATTEST and size[k] >= SMALLEST:
                short = float(size[k] * (1 - flat[k]))
                x, y = at[k].tolist()
                disc = Disc(x, y, float(size[k]), short, float(twice[k] / 2 % np.pi))
                discs.append(replace(disc, ring=float(np.median(disc.ringed(grey, RING)))))
        return discs


def told(at: Floats, size: float, disc: Ellipse) -> Floats:
    """What the network should say of this disc in a look at that place, as if a disc so large were there: how far it is
    off, across and down, how much larger, as a logarithm, and how flat, by twice the angle of its short axis."""
    (x, y), (a, b), turn = disc
    long, flat = max(a, b), 1 - min(a, b) / max(a, b)
    twice = 2 * np.radians(turn if a < b else turn + 90)
    off = np.subtract((x, y), at) / size
    return np.array([*off, np.log(long / size), flat * np.cos(twice), flat * np.sin(twice)])


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
