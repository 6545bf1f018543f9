"""Sees at a glance where landing dice may lie: a very small network looks over the whole of a small copy.

It only has to leave nothing out; a second one looks closer at what it stops at (`dice/likely.py`). It was trained on
drawn dice and tables (see `assets/vision/README.md`).
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.images import Box, Floats, Image
from vision.network import Overview

STRIDE = 8
"""Pixels from one look to the next."""
COVERED = 8.0
"""Pixels across a disc that the network calls size 0; each doubling is one more."""
LEAST = -3.0
"""What must speak for a die at least, as a logarithm of odds."""


class Glimpse:
    """Callable: BGR picture and the parts of it to look over, to the spots there that are like a die's disc: middle,
    width and what speaks for it, in rows. One instance a thread."""

    def __init__(self, weights: Path | None = None) -> None:
        """With the network of `assets/vision`, or of another folder while one is on trial."""
        self._network = Overview("landing_glimpse.onnx", STRIDE, LEAST, weights)

    def __call__(self, colour: Image, parts: Sequence[Box]) -> Floats:
        columns, rows, (odds, size, across, down) = self._network.peaks(colour, parts)
        x, y = STRIDE * (columns + across), STRIDE * (rows + down)
        return np.column_stack([x, y, COVERED * np.exp2(np.clip(size, -1, 3)), odds]).astype(float)
