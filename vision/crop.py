"""Cuts a die's own picture out of a frame, upright or turned, in the size that networks know."""

import cv2
import numpy as np

from vision.images import Floats, Image

CROP = 48
"""Pixels of a die's own picture."""
FILLED = 0.74
"""Of that picture that the die covers."""


def crop(frame: Image, x: float, y: float, size: float, mirrored: bool = False, turn: float = 0.0) -> Floats:
    """A die's own picture, for the networks that read faces: channels last, turned by `turn` radians."""
    scale = FILLED * CROP / size
    reach = int(0.75 * CROP / scale) + 3  # turned by an eighth, the crop's corners are 0.71 of its side away
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = frame[top : max(0, int(y) + reach), left : max(0, int(x) + reach)]
    if part.size == 0:
        return np.zeros((CROP, CROP, 3), np.float32)
    if scale < 0.7:  # more pixels than the crop: average them first
        part = cv2.GaussianBlur(part, (0, 0), 0.4 / scale)
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    linear = np.array([[-c if mirrored else c, -s], [-s if mirrored else s, c]])
    shift = (CROP - 1) / 2 - linear @ np.array([x - left, y - top])
    matrix = np.hstack([linear, shift[:, None]])
    view = cv2.warpAffine(part, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return levelled(view)


def levelled(view: Image) -> Floats:
    """A die's picture as those networks take it: about its own mean."""
    return (view.astype(np.float32) - np.float32(view.mean())) / np.float32(64)
