"""A card's shadow, where a large photo shows it: what was found then ends with the shadow, not with the card.

A shadow falls to one side or two that meet, and ends softly; the table goes on under it, only darker. The card's own
edge lies a little inside it, and is sharp.
"""

import cv2
import numpy as np

from vision.images import Floats
from vision.outlines.edges import Edges, outwards
from vision.outlines.one_card.sides import ALONG, lines, moved, usual

DEEPEST, STEP = 0.035, 0.5
"""How wide a shadow may be, in short sides of the card, and how finely its edge is looked for, pixels."""
NEAREST, APART, LEAST = 2.0, 3.0, 0.25
"""Pixels within which the card's edge and what was found are the same, from which on they are apart, and the share of
a side along which they must be."""
SLANT = 0.03
"""By how much more, in short sides, a shadow may be wider at one end of a side than at the other."""
SHARPER = 1.5
"""How much steeper than the shadow's end the card's own edge is; what has two edges alike has a border."""
WHOLE = 0.75
"""Share of the side, as far as they are apart, along which the edge is steeper; pictures have edges, too, but not all
along."""
BRIGHTER, COLOUR = 2.0, 9.0
"""Levels by which a shadow may be brighter than the table beside it, and by which its colour may differ."""
ACROSS, OUTSIDE = (0.3, 0.6), 3.0
"""Shares of a shadow's width at which it is seen, and pixels outside it at which the table is."""


def unshadowed(edges: Edges, quad: Floats) -> Floats:
    """The corners without a shadow beside them; clockwise, as they were given."""
    short = float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).min())
    reach = np.arange(-DEEPEST * short, NEAREST, STEP)
    pulls = np.abs(edges.pulls(quad[None], ALONG, reach)[0])
    moves = np.array([_inwards(side, reach, SLANT * short) for side in pulls])
    for side in range(4):
        if moves[side].any() and not _is_shadow(edges, quad, side, moves[side]):
            moves[side] = 0
    # A border is as wide on opposite sides; no shadow falls on both.
    for one in (0, 1):
        if moves[one].any() and moves[one + 2].any():
            moves[[one, one + 2]] = 0
    return moved(quad, moves) if moves.any() else quad


def _inwards(pulls: Floats, reach: Floats, slant: float) -> tuple[float, float]:
    """By how much the two ends of a side move outwards to lie on a steeper edge inside; not at all where none is."""
    ends, at = lines(reach, slant)
    seen = pulls[np.arange(len(ALONG)), at]
    best = int(usual(seen).argmax())
    inside = reach[at[best]] <= -APART
    if inside.mean() < LEAST:
        return 0.0, 0.0
    outer = pulls[:, np.abs(reach) <= NEAREST].max(1)
    steeper = (seen[best] > SHARPER * outer)[inside]
    return tuple(reach[ends[best]]) if steeper.mean() >= WHOLE else (0.0, 0.0)


def _is_shadow(edges: Edges, quad: Floats, side: int, move: Floats) -> bool:
    """Whether the strip inside a side is the table beside it, only darker."""
    start, way = quad[side], quad[(side + 1) % 4] - quad[side]
    wide = move[0] + (move[1] - move[0]) * ALONG
    there = np.flatnonzero(wide <= -APART)
    away = np.stack([*(share * wide[there] for share in ACROSS), np.full(len(there), OUTSIDE)])
    spots = start + ALONG[there, None] * way + away[..., None] * outwards(quad[None])[0, side]
    x, y = np.moveaxis(spots.astype(np.float32), 2, 0)
    lab = cv2.remap(edges.lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    *strip, table = np.median(lab, axis=1) - (0, 128, 128)
    # Colours grow fainter with the light.
    off = [float(np.linalg.norm(one[1:] - table[1:] * one[0] / max(table[0], 1.0))) for one in strip]
    return all(one[0] <= table[0] + BRIGHTER for one in strip) and max(off) <= COLOUR
