"""Moves cards of known size onto the edges near them: shifted and turned as a whole, then every side a little.

Opposite sides move together: a printed frame has clear edges too, but never a card's size apart.
"""

import numpy as np

from vision.images import Floats
from vision.outlines.edges import Edges, outwards
from vision.outlines.search import Rectangles

STATIONS = np.linspace(0.1, 0.9, 24)
# How far a card may be shifted, pixels, in half pixels: widely at first, then closely.
SHIFTS = (8, 5)
# A frame printed this far inside all round, half pixels, tells where the card is when its own edge cannot be seen; the
# card's own edge is better evidence.
INSETS, WORSE = 10, 0.03
# Stations look this far beside the edge of their side.
BESIDE = 1.5
# At the end a side may give way by itself: lenses bend, cards curl, and sizes are known to a few percent.
GIVE = np.arange(-3, 3.01, 0.5)
STRETCH = 1.5
# Stations with an edge that a side needs to be moved by itself.
ENOUGH = 10


def settle(edges: Edges, cards: Rectangles) -> Rectangles:
    """Every rectangle on the edges near it, its size unchanged."""
    if not len(cards.poses):
        return cards
    for most in SHIFTS:
        reach = np.arange(-most - INSETS, most + 1) / 2
        quads = cards.corners()
        signed = edges.pulls(quads, STATIONS, reach)
        target, inset = _targets(edges.along(signed), most)
        near = np.abs(reach - target[..., None]) <= BESIDE
        pull = np.where(near[:, :, None], np.abs(signed), 0)
        wanted = reach[pull.argmax(3)] + inset[..., None]
        weight = np.clip(pull.max(3) - 0.4 * edges.edge, 0, edges.edge)
        cards = cards.moved(_motion(cards, wanted, weight))
    return cards


def _targets(whole: Floats, most: int) -> tuple[Floats, Floats]:
    """Where the edge of every side is, in pixels outwards, and how far that edge lies inside the card.

    `whole` (n × 4 × steps) says how much of each side has an edge, from `most` + INSETS half pixels inside on. Opposite
    sides shift together, outwards on one and inwards on the other, with the same inset.
    """
    shifts, insets = (grid.ravel() for grid in np.meshgrid(np.arange(-most, most + 1), np.arange(INSETS + 1)))
    zero = most + INSETS
    one, other = zero + shifts - insets, zero - shifts - insets
    both = whole[:, :2][..., one] + whole[:, 2:][..., other] - WORSE * insets
    best = both.argmax(2)
    shift, inset = shifts[best] / 2, insets[best] / 2
    return np.concatenate([shift - inset, -shift - inset], 1), np.concatenate([inset, inset], 1)


def _motion(cards: Rectangles, wanted: Floats, weight: Floats) -> Floats:
    """Shift and turn of every rectangle that bring its stations nearest to where their edges are."""
    quads = cards.corners()
    normal = outwards(quads)

    def stations(corners: Floats) -> Floats:
        along = np.roll(corners, -1, axis=1) - corners
        at = corners[:, :, None] + STATIONS[:, None] * along[:, :, None]
        return np.einsum("nstk,nsk->nst", at, normal).reshape(len(corners), -1)

    here = stations(quads)
    steps = np.array([0.5, 0.5, 0.01])
    slope = np.stack([(stations(cards.moved(step).corners()) - here) for step in np.diag(steps)], -1) / steps
    wanted, weight = wanted.reshape(len(quads), -1), weight.reshape(len(quads), -1)
    left = np.einsum("nik,ni,nij->nkj", slope, weight, slope) + 1e-3 * np.eye(3)
    move = np.linalg.solve(left, np.einsum("nik,ni,ni->nk", slope, weight, wanted)[..., None])[..., 0]
    move[~np.isfinite(move).all(1)] = 0
    return np.clip(move, (-5, -5, -0.08), (5, 5, 0.08))


def give(edges: Edges, quads: Floats) -> Floats:
    """Every side moved by itself onto its edge where that is clear, opposite ones to nearly their old distance."""
    if not len(quads):
        return quads
    signed = edges.pulls(quads, STATIONS, GIVE)
    whole, pull = edges.along(signed), np.abs(signed)
    grown = GIVE[:, None] + GIVE[None]
    both = whole[:, :2, :, None] + whole[:, 2:, None, :] - 0.1 * np.abs(grown)
    both = np.where(np.abs(grown) <= STRETCH, both, -1.0).reshape(len(quads), 2, -1)
    one, other = np.divmod(both.argmax(2), len(GIVE))
    near = np.abs(GIVE - GIVE[np.concatenate([one, other], 1)][..., None]) <= 0.75
    pull = np.where(near[:, :, None], pull, 0)
    best, clear = GIVE[pull.argmax(3)], pull.max(3) > edges.edge
    normal, along = outwards(quads), np.roll(quads, -1, axis=1) - quads
    out = []
    for quad, n, u, offsets, sure in zip(quads, normal, along, best, clear, strict=True):
        starts, ways = quad.copy(), u.copy()
        for i in np.flatnonzero(sure.sum(1) >= ENOUGH):
            slant, base = np.polyfit(STATIONS[sure[i]], offsets[i][sure[i]], 1)
            starts[i], ways[i] = quad[i] + base * n[i], u[i] + slant * n[i]
        out.append([_meet(starts[i - 1], ways[i - 1], starts[i], ways[i]) for i in range(4)])
    moved: Floats = np.array(out)
    keep = np.abs(moved - quads).max((1, 2)) < 5
    return np.where(keep[:, None, None], moved, quads)


def _meet(p: Floats, u: Floats, q: Floats, v: Floats) -> Floats:
    cross = u[0] * v[1] - u[1] * v[0]
    t = ((q - p)[0] * v[1] - (q - p)[1] * v[0]) / (cross if abs(cross) > 1e-6 else 1e-6)
    return np.asarray(p + t * u)
