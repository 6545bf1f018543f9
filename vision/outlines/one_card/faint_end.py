"""A card of which one end has nearly the colour of the table: what was found is the rest of it, squarer than any card.

The long sides go on where the rest ends, and so far beyond that a card's shape comes out, another edge lies across.
"""

import numpy as np

from vision.images import Floats
from vision.outlines.edges import Edges
from vision.outlines.settle import give

SHAPE = (0.56, 0.76)
"""A card's short side over its long one, from tarot to poker, with room for a leaning camera."""
STEP = 0.004
"""How finely the end is looked for, in long sides of what was found: about a pixel."""
LEAST = 0.8
"""Support that the whole card needs: the grain of a table has edges, too, but not all round."""


def lengthened(edges: Edges, quad: Floats) -> Floats | None:
    """The whole card, beginning at the same corner as `quad` (4 × 2, clockwise from a short side), or None."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    shape = float((sides[0] + sides[2]) / (sides[1] + sides[3]))
    by = np.arange(max(shape / SHAPE[1] - 1, STEP), shape / SHAPE[0] - 1, STEP)[:, None]
    if not len(by):
        return None
    one, other = quad[0] - quad[3], quad[1] - quad[2]
    above, below = (np.tile(quad, (len(by), 1, 1)) for _ in range(2))
    above[:, 0], above[:, 1] = quad[0] + by * one, quad[1] + by * other
    below[:, 3], below[:, 2] = quad[3] - by * one, quad[2] - by * other
    longer = np.concatenate([above, below])
    support = edges.supports(longer)
    best = int(support.argmax())
    return np.asarray(give(edges, longer[[best]])[0]) if support[best] >= LEAST else None
