"""The straight lines near the sides of one outline, and the outline that others of them make."""

import numpy as np

from vision.images import Floats
from vision.outlines.edges import FIRM, Edges, outwards
from vision.outlines.settle import meet

ALONG = np.linspace(0.1, 0.9, 33)
"""Where a side is looked at: not at its rounded corners."""
QUARTER = len(ALONG) // 4
REACH, STEP = 0.05, 1.0
"""How far from where it was found a side may lie, in short sides of the outline, and how finely it is tried, pixels."""
NEAR, FINE = 0.008, 0.5
"""How far from there its steepest edge may lie at the end, and how finely that is tried: nearer than any frame."""
FAR, TOPS, STEP_OUT = 0.09, 5, 0.008
"""How far a frame may lie from the card's side, in short sides, how many edges of a side are tried within that, and how
finely all four together."""
ALIKE = 0.95
"""Lines with this share of the edges of the clearest are as clear."""


def lines(reach: Floats, slant: float) -> tuple[Floats, Floats]:
    """Lines near a side: by how many steps of `reach` its two ends move, n × 2, no more than `slant` apart; and its
    stations, n × ALONG."""
    ends = np.stack(np.meshgrid(np.arange(len(reach)), np.arange(len(reach))), -1).reshape(-1, 2)
    ends = ends[np.abs(reach[ends[:, 0]] - reach[ends[:, 1]]) <= slant]
    return ends, np.rint(ends[:, :1] + (ends[:, 1:] - ends[:, :1]) * ALONG).astype(int)


def usual(seen: Floats) -> Floats:
    """The mean along each line without its steepest and its faintest quarter."""
    return np.asarray(np.sort(seen, axis=1)[:, QUARTER:-QUARTER].mean(1))


def straightened(edges: Edges, quad: Floats) -> Floats:
    """The outline with every side on the line near it that has most edges under it."""
    short = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).min())
    reach = np.arange(-REACH * short, REACH * short, STEP)
    pulls = np.minimum(np.abs(edges.pulls(quad[None], ALONG, reach)[0]), FIRM * edges.edge)
    ends, at = lines(reach, 2 * REACH * short)
    best = []
    for side in pulls:
        seen = side[np.arange(len(ALONG)), at].mean(1)
        # A frame printed inside is often as clear as the card's edge: of lines alike the outermost.
        best.append(int(np.where(seen >= ALIKE * seen.max(), ends.sum(1), -1).argmax()))
    return moved(quad, reach[ends[best]])


def farther(edges: Edges, quad: Floats) -> Floats:
    """Other outlines near this one, n × 4 × 2: one side on another line that has an edge, or all of them as far out."""
    short = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).min())
    reach = np.arange(-FAR * short, FAR * short, STEP)
    sides = np.abs(edges.pulls(quad[None], ALONG, reach)[0]).mean(1)
    moves: list[Floats] = []
    for side, pulls in enumerate(sides):
        tops = np.flatnonzero((pulls[1:-1] >= pulls[:-2]) & (pulls[1:-1] > pulls[2:])) + 1
        for top in tops[np.argsort(-pulls[tops], kind="stable")][:TOPS]:
            moves.append(np.where(np.arange(4) == side, reach[top], 0.0))
    moves += [np.full(4, by) for by in np.arange(STEP_OUT, FAR, STEP_OUT) * short]
    return np.array([on_steepest(edges, moved(quad, np.stack([by, by], 1))) for by in moves])


def on_steepest(edges: Edges, quad: Floats) -> Floats:
    """The outline with every side on the steepest edge right beside it, where a blurred one is found by its flank."""
    short = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).min())
    most = max(NEAR * short, 4 * FINE)
    reach = np.arange(-most, most + FINE / 2, FINE)
    pulls = np.abs(edges.pulls(quad[None], ALONG, reach)[0])
    ends, at = lines(reach, 2 * most)
    best = [int(usual(side[np.arange(len(ALONG)), at]).argmax()) for side in pulls]
    return moved(quad, reach[ends[best]])


def moved(quad: Floats, moves: Floats) -> Floats:
    """The corners where the sides meet, once the two ends of each have moved outwards by so many pixels."""
    normal = outwards(quad[None])[0]
    starts = quad + moves[:, :1] * normal
    ways = np.roll(quad, -1, axis=0) + moves[:, 1:] * normal - starts
    return meet(np.roll(starts, 1, axis=0), np.roll(ways, 1, axis=0), starts, ways)
