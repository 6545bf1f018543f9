"""A 1 with a triangle, set upright and shown to a small network that says whether the triangle points across the 1.

The die lies at any angle, but a 1 has a long stroke: the disc is turned until the stroke stands upright, so that the
network, trained on drawn faces (see `assets/vision/README.md`), sees only where the triangle points.
"""

import cv2
import numpy as np

from vision.discs import Disc
from vision.images import Floats, Image

SIDE = 32
"""Pixels of the disc's own picture."""
RADIUS = 14.5
"""Of the disc in it."""
TURNS = 24
"""Angles at which the stroke is looked for, over half a turn: upside down it looks the same."""
STROKE = 0.9
"""Its length, of the radius: more than a triangle's, and what most strokes have."""
SHIFTS = (-0.35, -0.18, 0.0, 0.18, 0.35)
"""Of the radius, from the disc's middle to the stroke's: a triangle below or above the 1 drives it out."""
BESIDE = 1
"""Turns to either side of the best at which the network looks, too."""


def upright_views(grey: Image, disc: Disc) -> Floats:
    """The disc with its stroke upright, at the best turn and those beside it, each also upside down."""
    turned = _turned(grey, disc)
    best = int(np.argmax([_stroke(view) for view in turned]))
    chosen = turned[[(best + step) % TURNS for step in range(-BESIDE, BESIDE + 1)]]
    chosen = np.concatenate([chosen, chosen[:, ::-1, ::-1]])
    middle, spread = chosen.mean(axis=(1, 2), keepdims=True), chosen.std(axis=(1, 2), keepdims=True)
    return np.asarray((chosen - middle) / (spread + 4.0), np.float32)


_AT = (np.arange(SIDE) - (SIDE - 1) / 2) / RADIUS
_ANGLES = np.arange(TURNS)[:, None, None] * np.pi / TURNS
_X = np.cos(_ANGLES) * _AT[None, None, :] - np.sin(_ANGLES) * _AT[None, :, None]
_Y = np.sin(_ANGLES) * _AT[None, None, :] + np.cos(_ANGLES) * _AT[None, :, None]


def _turned(grey: Image, disc: Disc) -> Floats:
    """The disc as a circle, at every turn."""
    short = np.array([np.cos(disc.angle), np.sin(disc.angle)]) / 2
    axes = np.stack([short * disc.minor, np.array([-short[1], short[0]]) * disc.major], 1)
    low = np.maximum(np.array([disc.x, disc.y]) - disc.major, 0).astype(int)
    high = (np.array([disc.x, disc.y]) + disc.major).astype(int) + 1
    part = grey[low[1] : high[1], low[0] : high[0]]
    shrink = disc.major / 2 / RADIUS
    if shrink > 1.4:  # a large disc has more pixels than its picture: average them first
        part = cv2.GaussianBlur(part, (0, 0), 0.35 * shrink)
    x = (disc.x - low[0] + axes[0, 0] * _X + axes[0, 1] * _Y).astype(np.float32).reshape(-1, SIDE)
    y = (disc.y - low[1] + axes[1, 0] * _X + axes[1, 1] * _Y).astype(np.float32).reshape(-1, SIDE)
    seen = cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(TURNS, SIDE, SIDE), np.float32)


_INSIDE = (np.hypot(_AT[None], _AT[:, None]) < 0.9).astype(np.float32)


def _stroke(view: Floats) -> float:
    """How bright the brightest upright bar in the disc is."""
    ink = float(view[_INSIDE > 0].min())
    sums = np.cumsum((view - ink) * _INSIDE, axis=0)
    half = STROKE * RADIUS / 2
    bars = []
    for shift in SHIFTS:
        top, low = (int((SIDE - 1) / 2 + shift * RADIUS + sign * half) for sign in (-1, 1))
        bars.append(sums[low] - sums[top])
    bar = np.array(bars)
    return float((bar[:, :-1] + bar[:, 1:]).max())
