"""A card with a band along one side that has nearly the colour of the table: what was found ends at the band.

Who knows the shape of the box's other cards knows how far out the true side lies, on one hand or the other. Along a
whole side even a faint edge shows, once the side is averaged.
"""

import numpy as np

from vision.images import Floats
from vision.markers.squares import unit_homographies
from vision.outlines.edges import STATIONS, Edges
from vision.outlines.settle import give

REACH = 0.03
"""How far the true side may lie from where the shape tells, in short sides: print is not cut so exactly."""
CLEARER = 2.0
"""How much clearer its edge is than what lies on the other hand; both are alike where the card has another shape."""


def completed(edges: Edges, rest: Floats, wider: float) -> Floats | None:
    """The card of which `rest` (4 × 2, clockwise from a short side) is all but a band: so many times as wide or, below
    1, as long as by its inverse. None where no edge ends it there."""
    if wider < 1:
        lying = completed(edges, np.roll(rest, -1, axis=0), 1 / wider)
        return None if lying is None else np.roll(lying, 1, axis=0)
    left, right = _stretched(rest, 1 - wider, 1.0), _stretched(rest, 0.0, wider)
    (fainter, _), (clearer, whole) = sorted(
        [(_edge(edges, left, 3), left), (_edge(edges, right, 1), right)], key=lambda tried: tried[0]
    )
    return np.asarray(give(edges, whole[None])[0]) if clearer >= max(edges.edge, CLEARER * fainter) else None


def _stretched(quad: Floats, left: float, right: float) -> Floats:
    """What lies between these two of its own widths, from its left side on."""
    corners = np.array([[left, right, right, left], [0.0, 0.0, 1.0, 1.0], [1.0] * 4])
    x, y, depth = unit_homographies(quad[None].astype(float))[0] @ corners
    return np.stack([x / depth, y / depth], 1)


def _edge(edges: Edges, quad: Floats, side: int) -> float:
    """How steep it is across the line near this side that has the clearest edge, averaged along it."""
    reach = REACH * float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).min())
    pulls = edges.pulls(quad[None], STATIONS, np.arange(-reach, reach + 1))[0, side]
    return float(np.abs(pulls.mean(0)).max())
