"""Reads plain pip dice of any colour, touching or with side faces in view.

One small network looks at every place of the frame and says where the middle of a die is; a second looks at each die,
unrolled round its middle, and counts. Both were trained on photographs (see `assets/vision/README.md`), because pips
vary more than a rule can say: white on red, red on black, gold on marbled green, and glare that looks like a pip.
"""

import cv2
import numpy as np

from vision.dice.die import Die
from vision.dice.polar import unroll
from vision.network import Network
from vision.picture import Floats, Picture

# The network saw dice of 26 to 57 pixels. A wider frame is also read at smaller scales, so that near dice fit too.
STRIDE = 4
READ_AT = 900
# Chance of a die below which there is none: rejects screws, buttons and print.
DIE = 0.7
# How far from its middle a die is looked at, pixels: to the corners of the largest.
REACH = 26.0
# Below this a die may be there, but its number is a guess.
SURE = 0.5
# Two dice cannot be nearer than this, in pixels as the network sees them: the smallest dice, touching.
APART = 17.0


class PipDice:
    """Callable: BGR frame to the dice in it. One instance a thread."""

    def __init__(self, sure: float = SURE) -> None:
        self._sure = sure
        self._places = Network("pip_places.onnx")
        self._count = Network("pip_count.onnx")

    def __call__(self, frame: Picture) -> list[Die]:
        """The dice whose number is sure, surest first."""
        if frame.ndim == 2:
            frame = cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        found: list[Die] = []
        for scale in _scales(max(frame.shape[:2])):
            size = [max(32, round(n * scale / STRIDE) * STRIDE) for n in (frame.shape[1], frame.shape[0])]
            view = frame if scale == 1 else cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
            found += self._read(view, frame.shape[1] / view.shape[1])
        found.sort(key=lambda die: -die.confidence)
        kept: list[Die] = []
        for die in found:
            if all(np.hypot(*np.subtract(die.center, k.center)) > 0.35 * max(die.size, k.size) for k in kept):
                kept.append(die)
        return kept

    def _read(self, view: Picture, zoom: float) -> list[Die]:
        chances = self._places((view.transpose(2, 0, 1)[None] / np.float32(64) - np.float32(2)).astype(np.float32))[0]
        spots = _peaks(1 - chances[0])
        if not spots:
            return []
        # Looked at from four places a pixel apart, then averaged: the middle is only known to a pixel or two.
        shifts = ((-1, 0), (1, 0), (0, -1), (0, 1))
        views = [_unrolled(view, x + dx, y + dy) for x, y, _ in spots for dx, dy in shifts]
        votes = self._count(np.stack(views)).reshape(len(spots), len(shifts), -1).mean(axis=1)
        dice = []
        for (x, y, side), vote in zip(spots, votes, strict=True):
            best = int(vote.argmax())
            if vote[best] >= self._sure:
                dice.append(Die(str(best + 1), (x * zoom, y * zoom), side * zoom, float(vote[best])))
        return dice


def _unrolled(view: Picture, x: float, y: float) -> Floats:
    rows = unroll(view, (x, y), np.eye(2) * REACH)
    return np.asarray((rows - rows.mean(axis=(0, 1))).transpose(2, 0, 1) / 48, np.float32)


def _scales(width: int) -> list[float]:
    scales = [min(1.0, READ_AT * 1.4 / width)]
    if width > READ_AT:
        scales.append(scales[0] / 2)
    return scales


def _peaks(some: Floats) -> list[tuple[float, float, float]]:
    """Middles of dice, and their sides, from the chance of a die's middle at every place."""
    smooth = cv2.GaussianBlur(some, (0, 0), 1.0)
    peaks = (smooth >= cv2.dilate(smooth, np.ones((5, 5), np.uint8))) & (smooth > DIE)
    found = []
    for row, column in np.argwhere(peaks):
        low = np.maximum((row - 3, column - 3), 0)
        around = np.maximum(some[low[0] : row + 4, low[1] : column + 4] - 0.2, 0)
        weight = float(around.sum())
        ys, xs = np.mgrid[: around.shape[0], : around.shape[1]]
        x, y = float((around * xs).sum()) / weight + low[1], float((around * ys).sum()) / weight + low[0]
        # The network marks the middle two fifths of a die.
        side = 2 * np.sqrt(float((around > 0.3).sum()) / np.pi) * STRIDE / 0.45
        found.append((x * STRIDE + 1.5, y * STRIDE + 1.5, max(side, APART)))
    return found
