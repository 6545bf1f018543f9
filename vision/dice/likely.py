"""Tells what is like a landing die at a glance from what is none: specks of stone, weave, ornament, letters, pips.

A very small network sees each spot with what lies round it, in the small copy that the glance was at, and says how
likely a landing die is there. It only has to spare the readers' time, so that it rejects no more than what is surely
none. It was trained on drawn dice and tables (see `assets/vision/README.md`).
"""

from pathlib import Path

import cv2
import numpy as np

from vision.images import Floats, Image, halved
from vision.network import Network

SIDE = 24
"""Pixels of a spot's own picture."""
AROUND = 3.2
"""Discs' widths across that picture: a die with its sides, and a little of the table."""
LEVELS = 3
"""Copies of the picture to see spots in, each half as large as the last: large discs have more pixels than needed."""

_AT = (np.arange(SIDE) - (SIDE - 1) / 2) * AROUND / SIDE


class Likely:
    """Callable: BGR picture and spots in it, middle and disc's width in rows, to the chance of a die at each. One
    instance a thread."""

    def __init__(self, weights: Path | None = None) -> None:
        """With the network of `assets/vision`, or of another folder while one is on trial."""
        self._network = Network("landing_likely.onnx", weights)

    def __call__(self, colour: Image, spots: Floats) -> Floats:
        if not len(spots):
            return np.empty(0)
        return np.asarray(self._network(levelled(spot_views(colour, spots)).transpose(0, 3, 1, 2))[:, 1])


def spot_views(colour: Image, spots: Floats) -> Image:
    """Each spot's own picture."""
    views = np.empty((len(spots), SIDE, SIDE, 3), np.uint8)
    levels = np.clip(np.log2(spots[:, 2] * AROUND / SIDE), 0, LEVELS - 1).astype(int)
    for level in range(int(levels.max()) + 1):
        at = spots[levels == level, :3] / 2**level
        if len(at):
            shift = 0.5 - 0.5 / 2**level  # middles of pixels: half a pixel is less in a smaller copy
            x = at[:, 0, None] - shift + at[:, 2, None] * _AT
            y = at[:, 1, None] - shift + at[:, 2, None] * _AT
            columns = np.repeat(x[:, None], SIDE, 1).reshape(-1, SIDE).astype(np.float32)
            rows = np.repeat(y[:, :, None], SIDE, 2).reshape(-1, SIDE).astype(np.float32)
            seen = cv2.remap(colour, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            views[levels == level] = seen.reshape(-1, SIDE, SIDE, 3)
        colour = halved(colour)
    return views


def levelled(views: Image) -> Floats:
    """As the network takes them, light evened out."""
    seen = views.astype(np.float32)
    middle, spread = seen.mean(axis=(1, 2, 3), keepdims=True), seen.std(axis=(1, 2, 3), keepdims=True)
    return np.asarray((seen - middle) / (spread + np.float32(6)))
