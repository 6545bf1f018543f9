"""What the table looks like, learnt from all that lies outside the likely cards."""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import outwards

# Colours (CIE Lab, in steps of this many levels) that make up this share of the ground are the table's.
STEPS, SHARE = (12, 6, 6), 0.9
# The table is looked at in a picture this many times smaller.
HALF = 2
# How far outside a side the table is looked for, and how far inside the card begins, in shares of the short side.
OUTSIDE = np.array([0.05, 0.08])
STATIONS = np.linspace(0.1, 0.9, 12)
_ACROSS, _DOWN = np.meshgrid(np.linspace(0.12, 0.88, 6), np.linspace(0.12, 0.88, 8))
INSIDE = np.stack([_ACROSS.ravel(), _DOWN.ravel()], 1)


def ground(lab: Image, cards: Floats) -> Image:
    """255 where a pixel has a colour of the table, in a smaller picture; it is learnt outside `cards` (n × 4 × 2)."""
    lab = np.ascontiguousarray(lab[::HALF, ::HALF])
    bins = (lab // np.array(STEPS, np.uint8)).astype(np.int32)
    count = [256 // step + 1 for step in STEPS]
    code = (bins[..., 0] * count[1] + bins[..., 1]) * count[2] + bins[..., 2]
    free = np.ones(lab.shape[:2], np.uint8)
    for quad in cards:
        cv2.fillConvexPoly(free, np.rint(quad / HALF).astype(np.int32), 0)
    tally = np.bincount(code[free > 0], minlength=count[0] * count[1] * count[2])
    order = np.argsort(-tally)
    among = np.cumsum(tally[order]) <= SHARE * max(int(tally.sum()), 1)
    among[0] = True
    table = np.zeros(len(tally), np.uint8)
    table[order[among]] = 255
    return cv2.medianBlur(table[code], 3)


def outside(table: Image, quads: Floats) -> Floats:
    """Share of the places just outside every outline that look like table."""
    along = np.roll(quads, -1, axis=1) - quads
    short = np.linalg.norm(along, axis=2).min(1)
    at = quads[:, :, None] + STATIONS[:, None] * along[:, :, None]
    away = OUTSIDE[:, None] * short[:, None, None, None, None] * outwards(quads)[:, :, None, None]
    return _look(table, (at[:, :, :, None] + away).reshape(len(quads), at.shape[1] * at.shape[2] * len(OUTSIDE), 2))


def inside(table: Image, quads: Floats) -> Floats:
    """The same for the places inside."""
    return _look(table, _within(quads))


def detail(lab: Image, quads: Floats) -> Floats:
    """How much the colours inside every outline vary, levels."""
    rows, columns = _places(lab, _within(quads))
    return np.asarray(lab[rows, columns].astype(np.float32).std(1).max(1))


def _within(quads: Floats) -> Floats:
    a, b, d = quads[:, 0], quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    return np.asarray(a[:, None] + INSIDE[:, :1] * b[:, None] + INSIDE[:, 1:] * d[:, None])


def _look(table: Image, spots: Floats) -> Floats:
    rows, columns = _places(table, spots / HALF)
    return np.asarray((table[rows, columns] > 0).mean(1))


def _places(image: Image, spots: Floats) -> tuple[Floats, Floats]:
    columns = np.clip(np.rint(spots[..., 0]).astype(int), 0, image.shape[1] - 1)
    return np.clip(np.rint(spots[..., 1]).astype(int), 0, image.shape[0] - 1), columns
