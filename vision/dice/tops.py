"""Tells a die's top from its sides, and both from coins, letters and badges, by what lies round the disc.

A small network sees the disc with the table about it: from a slant a side has its top above it and a top its sides
below. It was trained on rendered tables (see `assets/vision/README.md`).
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice.discs import Disc
from vision.dice.places import crop
from vision.images import Image
from vision.network import Network

NONE, SIDE, TOP = range(3)
"""The network's classes."""
AROUND = 2.6
"""What the network is shown as if it were a die's size, in the disc's long diameters."""
SURE = 0.9
"""Chance of a top below which a disc is left alone, however clear its figure: tops in bad light have more; figures
printed in dark circles, and sides that another die hides in part, have seldom so much."""
BESIDE = 1.3
"""Long diameters within which a top is beside another one."""


class Tops:
    """Callable: BGR or grey frame and discs in it to those on top of a die, each with that chance. One instance
    a thread."""

    def __init__(self) -> None:
        self._network = Network("landing_tops.onnx")

    def __call__(self, frame: Image, discs: Sequence[Disc]) -> list[tuple[Disc, float]]:
        if not discs:
            return []
        colour = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        views = [crop(colour, disc.x, disc.y, AROUND * disc.major).transpose(2, 0, 1) for disc in discs]
        chances = self._network(np.stack(views))[:, TOP]
        return [(disc, float(chance)) for disc, chance in zip(discs, chances, strict=True) if chance >= SURE]


def beside(disc: Disc, other: Disc) -> bool:
    """Whether the two are on one die, or on two that touch."""
    return bool(np.hypot(disc.x - other.x, disc.y - other.y) < BESIDE * max(disc.major, other.major))
