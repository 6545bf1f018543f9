"""What the table looks like, learnt from all that lies outside the likely cards."""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import outwards
from vision.outlines.inks import COLOURS, HALF

# The commonest colours that make up this share of the ground are the table's.
SHARE = 0.9
# How far outside a side the table is looked for, and how far inside the card begins, in shares of the short side.
OUTSIDE = np.array([0.05, 0.08])
# Just outside and just inside an edge, pixels: past its blur, and within the narrowest border.
JUST_OUTSIDE, JUST_INSIDE = np.array([2.5, 3.5]), np.array([-2.5, -1.5])
STATIONS = np.linspace(0.1, 0.9, 12)
_ACROSS, _DOWN = np.meshgrid(np.linspace(0.12, 0.88, 6), np.linspace(0.12, 0.88, 8))
INSIDE = np.stack([_ACROSS.ravel(), _DOWN.ravel()], 1)


def ground(inks: Image, cards: Floats) -> Image:
    """255 where a pixel has a colour of the table, in the smaller picture whose colours are numbered; it is learnt
    outside `cards` (n × 4 × 2)."""
    free = np.ones(inks.shape, np.uint8)
    for quad in cards:
        cv2.fillConvexPoly(free, np.rint(quad / HALF).astype(np.int32), 0)
    tally = np.bincount(inks[free > 0], minlength=COLOURS)
    seen = np.flatnonzero(tally)
    order = seen[np.argsort(-tally[seen], kind="stable")]
    among = np.cumsum(tally[order]) <= SHARE * int(tally.sum())
    among[:1] = True
    table = np.zeros(COLOURS, np.uint8)
    table[order[among]] = 255
    return cv2.medianBlur(table[inks], 3)


def outside(table: Image, quads: Floats) -> Floats:
    """Share of the places just outside every outline that look like table."""
    short = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2).min(1)
    return _look(table, _beside(quads, OUTSIDE * short[:, None, None, None]))


def ends(table: Image, quads: Floats) -> Floats:
    """By how much more of what lies just outside every outline looks like table than of what lies just inside: a card
    ends there, while round a frame printed on it lies more of the card."""
    return _look(table, _beside(quads, JUST_OUTSIDE)) - _look(table, _beside(quads, JUST_INSIDE))


def inside(table: Image, quads: Floats) -> Floats:
    """The same for the places inside."""
    return _look(table, _within(quads))


def detail(lab: Image, quads: Floats) -> Floats:
    """How much the colours inside every outline vary, levels."""
    rows, columns = _places(lab, _within(quads))
    return np.asarray(lab[rows, columns].astype(np.float32).std(1).max(1))


def _beside(quads: Floats, away: Floats) -> Floats:
    """Places so many pixels outwards of every side: n × places × 2."""
    along = np.roll(quads, -1, axis=1) - quads
    at = quads[:, :, None] + STATIONS[:, None] * along[:, :, None]
    there = at[:, :, :, None] + away[..., None] * outwards(quads)[:, :, None, None]
    return np.asarray(there.reshape(len(quads), 4 * len(STATIONS) * away.shape[-1], 2))


def _within(quads: Floats) -> Floats:
    a, b, d = quads[:, 0], quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]
    return np.asarray(a[:, None] + INSIDE[:, :1] * b[:, None] + INSIDE[:, 1:] * d[:, None])


def _look(table: Image, spots: Floats) -> Floats:
    rows, columns = _places(table, spots / HALF)
    return np.asarray((table[rows, columns] > 0).mean(1))


def _places(image: Image, spots: Floats) -> tuple[Floats, Floats]:
    columns = np.clip(np.rint(spots[..., 0]).astype(int), 0, image.shape[1] - 1)
    return np.clip(np.rint(spots[..., 1]).astype(int), 0, image.shape[0] - 1), columns
