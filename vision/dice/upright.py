"""A 1 with a triangle, set upright for a small network that says whether the triangle points across the 1.

The die lies at any angle, but a 1 has a long stroke: the disc is turned until the stroke stands upright, so that the
network, trained on rendered dice (see `assets/vision/README.md`), sees only where the triangle points.
"""

import cv2
import numpy as np

from vision.dice.discs import Disc
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


def stroke_turn(grey: Image, disc: Disc) -> int:
    """Which of the turns sets the 1's stroke upright."""
    return int(np.argmax(_strokes(_turned(grey, disc, np.arange(TURNS)))))


def upright_views(grey: Image, disc: Disc, turns: list[int]) -> Floats:
    """The disc at these turns, each also upside down, light evened out: what the network is shown."""
    seen = _turned(grey, disc, np.array(turns))
    seen = np.concatenate([seen, seen[:, ::-1, ::-1]])
    middle, spread = seen.mean(axis=(1, 2), keepdims=True), seen.std(axis=(1, 2), keepdims=True)
    return np.asarray((seen - middle) / (spread + 4.0), np.float32)


_AT = (np.arange(SIDE) - (SIDE - 1) / 2) / RADIUS
_ANGLES = np.arange(TURNS)[:, None, None] * np.pi / TURNS
_X = np.cos(_ANGLES) * _AT[None, None, :] - np.sin(_ANGLES) * _AT[None, :, None]
_Y = np.sin(_ANGLES) * _AT[None, None, :] + np.cos(_ANGLES) * _AT[None, :, None]


def _turned(grey: Image, disc: Disc, turns: Floats) -> Floats:
    """The disc as a circle, at each of these turns."""
    axes = disc.axes
    low = np.maximum(np.array([disc.x, disc.y]) - disc.major, 0).astype(int)
    high = (np.array([disc.x, disc.y]) + disc.major).astype(int) + 1
    part = grey[low[1] : high[1], low[0] : high[0]]
    shrink = disc.major / 2 / RADIUS
    if shrink > 1.4:  # a large disc has more pixels than its picture: average them first
        part = cv2.GaussianBlur(part, (0, 0), 0.35 * shrink)
    right, down = _X[turns % TURNS], _Y[turns % TURNS]
    x = (disc.x - low[0] + axes[0, 0] * right + axes[0, 1] * down).astype(np.float32).reshape(-1, SIDE)
    y = (disc.y - low[1] + axes[1, 0] * right + axes[1, 1] * down).astype(np.float32).reshape(-1, SIDE)
    seen = cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(-1, SIDE, SIDE), np.float32)


_INSIDE = (np.hypot(_AT[None], _AT[:, None]) < 0.9).astype(np.float32)


def _strokes(views: Floats) -> Floats:
    """Of each view, how bright the brightest upright bar in the disc is."""
    ink = views[:, _INSIDE > 0].min(axis=1)
    sums = np.cumsum((views - ink[:, None, None]) * _INSIDE, axis=1)
    half = STROKE * RADIUS / 2
    bars = []
    for shift in SHIFTS:
        top, low = (int((SIDE - 1) / 2 + shift * RADIUS + sign * half) for sign in (-1, 1))
        bar = sums[:, low] - sums[:, top]
        bars.append((bar[:, :-1] + bar[:, 1:]).max(axis=1))
    return np.asarray(np.max(bars, axis=0))
