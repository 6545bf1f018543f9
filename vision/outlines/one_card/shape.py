"""The shape of a card, told through the tilt of the camera."""

import cv2
import numpy as np

from vision.images import Floats

FOCAL = 0.8
"""Long sides of the photo that a camera's focal length spans, about: it undoes the tilt of the card."""
LIKE, COST, MOST = 0.01, 12.0, 0.6
"""By how much a card may seem to differ in shape from the others of its box, what more of that counts against an
outline, and how much it counts at the most."""


def shape_of(corners: Floats, size: tuple[int, int]) -> float:
    """Short side over long side of the rectangle that a camera sees as `corners`."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    seen = (corners - np.array(size) / 2) / (FOCAL * max(size))
    along, down, _ = cv2.getPerspectiveTransform(square, seen.astype(np.float32)).T
    a, b = float(np.linalg.norm(along)), float(np.linalg.norm(down))
    return min(a, b) / max(a, b, 1e-9)


def odd(corners: Floats, size: tuple[int, int], usual: float) -> float:
    """What speaks against an outline where the box's other cards have the `usual` shape."""
    off = abs(float(np.log(max(shape_of(corners, size), 1e-9) / usual)))
    return min(COST * max(off - LIKE, 0.0), MOST)
