"""Sees at a glance where landing dice may lie: a very small network looks over the whole of a small copy.

It only has to leave nothing out; a second one looks closer at what it stops at (`dice/likely.py`). It was trained on
drawn dice and tables (see `assets/vision/README.md`).
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.glance import Box, block
from vision.images import Floats, Image
from vision.network import Network

STRIDE = 8
"""Pixels from one look to the next."""
COVERED = 8.0
"""Pixels across a disc that the network calls size 0; each doubling is one more."""
MIDDLE, SPREAD = 128.0, 64.0
"""Grey levels that are 0 and 1 to the network, from there."""
LEAST = -3.0
"""What must speak for a die at least, as a logarithm of odds."""


class Glimpse:
    """Callable: BGR picture and the parts of it to look over, to the spots there that are like a die's disc: middle,
    width and what speaks for it, in rows. One instance a thread."""

    def __init__(self, weights: Path | None = None) -> None:
        """With the network of `assets/vision`, or of another folder while one is on trial."""
        self._network = Network("landing_glimpse.onnx", weights)

    def __call__(self, colour: Image, parts: Sequence[Box]) -> Floats:
        said = np.full((4, *(-(-side // STRIDE) for side in colour.shape[:2])), LEAST - 1, np.float32)
        for left, top, right, bottom in parts:
            row, column = top // STRIDE, left // STRIDE
            part = colour[STRIDE * row : bottom, STRIDE * column : right]
            seen = self._network.raw(cv2.dnn.blobFromImage(part, 1 / SPREAD, mean=(MIDDLE,) * 3))[0]
            whole = said[:, row : row + seen.shape[1], column : column + seen.shape[2]]
            np.copyto(whole, seen, where=seen[0] > whole[0])
        odds = said[0]
        rows, columns = np.nonzero((odds >= LEAST) & (odds >= cv2.dilate(odds, block(3))))
        _, size, across, down = said[:, rows, columns]
        x, y = STRIDE * (columns + across), STRIDE * (rows + down)
        return np.column_stack([x, y, COVERED * np.exp2(np.clip(size, -1, 3)), odds[rows, columns]]).astype(float)
