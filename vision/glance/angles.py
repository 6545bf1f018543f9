"""How far the edges in a spot run at right angles to each other: those of codes and of small print do, while a disc's
rim runs in all directions."""

import cv2
import numpy as np

from vision.crop import CROP, FILLED, crop
from vision.images import Floats, Image

AROUND = 1.7
"""Discs' widths across what is looked at: all of a die's top."""

_AT = np.arange(CROP) - (CROP - 1) / 2
_ROUND = np.hypot(_AT[:, None], _AT) < CROP / 2 - 1


def right_angles(grey: Image, spots: Floats) -> Floats:
    """For each spot, middle and disc's width in rows: 0 where edges run in all directions, 1 where in two that cross at
    right angles. Turned four times as far, such edges point the same way."""
    shares = np.empty(len(spots))
    for k, (x, y, wide) in enumerate(spots[:, :3].tolist()):
        seen = crop(grey, x, y, AROUND * FILLED * wide)
        slope = (cv2.Sobel(seen, cv2.CV_32F, 1, 0) + 1j * cv2.Sobel(seen, cv2.CV_32F, 0, 1))[_ROUND]
        steep = np.abs(slope) + 1e-6
        shares[k] = np.abs((slope**4 / steep**3).sum()) / steep.sum()
    return shares
