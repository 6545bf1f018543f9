"""A card's plain border that has nearly the colour of the table: what was found is then only the frame printed inside.

Along a whole side even a step of one grey level shows, once the side is averaged. A border's edge is such a step, at
the same distance on all four sides and the same way; the edges of shadows, lamps and planks are not.
"""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.markers.squares import unit_homographies

NEAREST, FARTHEST, STEP = 0.036, 0.14, 0.003
"""How narrow and how wide a border may be, and how finely it is looked for, in short sides of the frame. Nearer lies
the blur of the frame's own edge, or the card's."""
ACROSS = 3
"""Steps from the middle of an edge to where it has ended, each way."""
ALONG = np.linspace(0.06, 0.94, 80)
"""Where a side is looked at: not at its rounded corners."""
LEAST = 1.0
"""Levels of CIE Lab by which border and table differ on every side."""
SURE, EVEN = 1.6, 0.4
"""Where what was found may be the card itself, border and table must differ by so much on every side, and by this share
of what they differ by on the clearest: a shadow falls to one side."""
STANDS_OUT = 3.0
"""How many times as large as other steps on the same side, which are the table's grain."""
RIM = (0.016, 0.026)
"""Where a card's own rim is looked for, in short sides inside what was found."""
PLAIN, APART = 8.0, 16.0
"""Levels by which a plain rim varies at the most, and by which it differs from the table at the least; a frame printed
near the edge has paper on both sides of it, a picture is not plain."""
BLURRED = 0.018
"""Short sides of the frame that the blur of its own edge reaches out."""
SHARP = 0.55
"""How much of that is gone a few steps farther in and out: light that changes slowly stays."""


def bordered(lab: Image, frame: Floats) -> Floats:
    """The outline of the card whose printed frame this is, or the same corners where there is no border to be seen."""
    wide = np.linalg.norm(frame[1] - frame[0]) + np.linalg.norm(frame[2] - frame[3])
    high = np.linalg.norm(frame[3] - frame[0]) + np.linalg.norm(frame[2] - frame[1])
    offsets = np.arange(0.0, FARTHEST, STEP)
    reach = np.stack([offsets, offsets * wide / high], 1)
    plane = unit_homographies(frame[None].astype(float))[0]
    levels = _levels(lab, plane, reach)
    steps = levels[2 * ACROSS :] - levels[: -2 * ACROSS]
    way = steps.mean(1, keepdims=True)
    way /= np.maximum(np.linalg.norm(way, axis=2, keepdims=True), 1e-6)
    clear = (steps * way).sum(2).min(1)
    nearest = round(NEAREST / STEP) - ACROSS
    best = int(clear[nearest:].argmax()) + nearest
    beside = [clear[k] for k in (best - 2 * ACROSS, best + 2 * ACROSS) if 0 <= k < len(clear)]
    if clear[best] < LEAST or max(beside, default=0.0) > (1 - SHARP) * clear[best]:
        return frame
    # The grain of wood and the checks of a cloth have such steps everywhere.
    elsewhere = np.abs(np.arange(len(steps)) - best) > 2 * ACROSS
    elsewhere[:nearest] = False
    if elsewhere.any():
        grain = np.median(np.linalg.norm(steps[elsewhere], axis=2), axis=0)
        if clear[best] < STANDS_OUT * float(grain.max()):
            return frame
    # The half-light all round a card that lies loosely is steepest at the card.
    if best == nearest and clear[best - 1] >= clear[best]:
        return frame
    # A border is plain up to its edge; the half-light at the edge of a shadow grows brighter all the way.
    if float(np.ptp(levels[round(BLURRED / STEP) : best + 1], axis=0).max()) > PLAIN:
        return frame
    even = clear[best] >= max(SURE, EVEN * (steps[best] * way[best]).sum(1).max())
    if not even and _has_rim(lab, plane, float(wide / high), levels[nearest]):
        return frame
    across, down = reach[best + ACROSS]
    corners = np.array([[-across, 1 + across, 1 + across, -across], [-down, -down, 1 + down, 1 + down], [1.0] * 4])
    grown = plane @ corners
    return np.asarray((grown[:2] / grown[2]).T)


def _has_rim(lab: Image, plane: Floats, shape: float, outside: Floats) -> bool:
    """Whether these may be the card's own edges: one plain colour lies all round inside them, and another outside. What
    then looks like a border further out is mostly the card's shadow."""
    rims = _levels(lab, plane, np.array([[-depth, -depth * shape] for depth in RIM]))
    # A lamp brightens one side more than the other; it changes neither colour nor what lies along one side.
    plain = float(np.ptp(rims, axis=0).max()) < PLAIN and float(np.ptp(rims[..., 1:], axis=1).max()) < PLAIN
    return plain and float(np.linalg.norm(rims.mean(0) - outside, axis=1).min()) > APART


def _levels(lab: Image, plane: Floats, reach: Floats) -> Floats:
    """The usual colour of each line round the frame: one for each distance and side."""
    ones = np.ones_like(ALONG)
    lines = []
    for across, down in reach:
        lines += [
            (ALONG, -down * ones),
            ((1 + across) * ones, ALONG),
            (ALONG, (1 + down) * ones),
            (-across * ones, ALONG),
        ]
    spots = np.array(lines)
    x, y, depth = np.moveaxis(plane @ np.stack([spots[:, 0], spots[:, 1], np.ones_like(spots[:, 0])], 1), 1, 0)
    columns, rows = (x / depth).astype(np.float32), (y / depth).astype(np.float32)
    seen = cv2.remap(lab, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    ordered = np.sort(seen, axis=1)
    # The mean of the middle half: finer than a median of whole levels, and blind to a stroke of print or glare.
    quarter = len(ALONG) // 4
    return np.asarray(ordered[:, quarter:-quarter].mean(1)).reshape(len(reach), 4, 3)
