"""Finds pip dice in a frame: where the middle of each is, and how large it looks.

A small network looks over the frame, reduced so that dice have a size that it knows. It was trained on rendered dice
and on photographs (see `assets/vision/README.md`).
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.network import Network

STRIDE = 4
"""Pixels from one look of the network to the next."""
SMALLEST, LARGEST = 15.0, 58.0
"""Pixels that a die covers, as the network was trained. Larger dice are found in a smaller picture."""
COVERED = 24.0
"""Pixels that the network calls size 0; each doubling is one more."""
READ_AT = 960
"""Pixels of the longest side. At 600 mm across the frame a 16 mm die covers 30 pixels then."""
SMALLER = 2.4
"""By how much the second, smaller picture is reduced again; the sizes known overlap."""
DIE = 0.5
"""Chance of a die below which there is none."""
SAME = 0.5
"""Of the mean size: two dice cannot be nearer."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a die is, pixels."""

    chance: float
    x: float
    y: float
    size: float
    """That the die covers, its sides too: mean of width and height."""


class Places:
    """Callable: BGR frame to the spots where dice lie. One instance a thread."""

    def __init__(self, weights: Path | None = None, least: float = DIE) -> None:
        self._network, self._least = Network("dice_places.onnx", weights), least

    def __call__(self, frame: Image) -> list[Spot]:
        found = []
        for zoom in _zooms(max(frame.shape[:2])):
            size = (max(32, round(frame.shape[1] / zoom)), max(32, round(frame.shape[0] / zoom)))
            view = frame if zoom == 1 else cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
            found += [Spot(s.chance, s.x * zoom, s.y * zoom, s.size * zoom) for s in self._spots(view)]
        return _distinct(found)

    def _spots(self, view: Image) -> list[Spot]:
        """Every place where the chance is highest; a die may be several."""
        said = self._network.raw(prepared(view).transpose(2, 0, 1)[None])[0]
        chance = 1 / (1 + np.exp(-said[0]))
        peaks = (chance >= cv2.dilate(chance, np.ones((3, 3), np.uint8))) & (chance >= self._least)
        return [
            Spot(
                float(chance[row, column]),
                float(column + said[2, row, column]) * STRIDE + (STRIDE - 1) / 2,
                float(row + said[3, row, column]) * STRIDE + (STRIDE - 1) / 2,
                COVERED * 2 ** float(np.clip(said[1, row, column], -1, 2)),
            )
            for row, column in np.argwhere(peaks)
        ]


def prepared(view: Image) -> Floats:
    """A picture as the network takes it, channels last."""
    return np.asarray(view, np.float32) / np.float32(64) - np.float32(2)


def _zooms(longest: int) -> list[float]:
    """By how much the frame is reduced for each look; near dice are only found in the smaller pictures."""
    first = max(1.0, longest / READ_AT)
    return [first, first * SMALLER] if longest / first / SMALLER > 120 else [first]


def _distinct(found: list[Spot]) -> list[Spot]:
    kept: list[Spot] = []
    for spot in sorted(found, key=lambda spot: -spot.chance):
        if all(np.hypot(spot.x - k.x, spot.y - k.y) > SAME * (spot.size + k.size) / 2 for k in kept):
            kept.append(spot)
    return kept
