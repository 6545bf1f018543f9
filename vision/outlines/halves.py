"""Whole cards where only a half of each was found: the picture that many cards have above or below their text.

On a striped or spotted table a card's own edge comes and goes, while the picture inside has a clear frame. Its long
side is about the card's short one; so cards of that size are looked for, too, of which it is one part.
"""

from dataclasses import replace

import numpy as np

from vision.images import Floats
from vision.outlines.plane import Plane

RIM = 1.04
"""A card's short side over its picture's long one."""
SHAPE = 63 / 88
"""A card's short side over its long one, millimetres of a poker card."""
PLACES = (-0.46, -0.25, 0.0, 0.25, 0.46)
"""Where in its card the picture may be, along the card, of the length that is left beside it."""


def whole(plane: Plane) -> Plane:
    """The same table with cards as large as if those so far were their pictures."""
    short = RIM * plane.long
    return replace(plane, short=short, long=short / SHAPE)


def wholes(plane: Plane, pictures: Floats) -> Floats:
    """For each picture (n × 4 × 2) the cards that it may be a part of: n × places × 4 × 2."""
    card = whole(plane)
    points = plane.points(pictures)
    middle = points.mean(1)
    one, other = points[:, 1] + points[:, 2] - 2 * middle, points[:, 2] + points[:, 3] - 2 * middle
    swapped = np.linalg.norm(one, axis=1) > np.linalg.norm(other, axis=1)
    along = _unit(np.where(swapped[:, None], other, one))  # along the card, across its picture
    across = _unit(np.where(swapped[:, None], one, other))
    left = (card.long - plane.short) * np.array(PLACES)
    centres = middle[:, None] + left[:, None] * along[:, None]
    sides = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    corners = sides[:, :1] * card.short * across[:, None] + sides[:, 1:] * card.long * along[:, None]
    there = centres[:, :, None] + corners[:, None]
    return np.asarray(there[..., :2] / there[..., 2:] * plane.focal + plane.middle)


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))
