"""A face unrolled round its middle: one row a radius, one column a direction.

A die lies at any angle; unrolled, another angle is only a sideways shift, which a small network can ignore.
"""

import cv2
import numpy as np

from vision.images import Floats, Image

RADII, DIRECTIONS = 24, 64
# Columns repeated at both ends, so that a figure across the seam is seen whole.
WRAP = 16

_turn = np.arange(-WRAP, DIRECTIONS + WRAP) * 2 * np.pi / DIRECTIONS
_radius = (np.arange(RADII) + 0.5)[:, None] / RADII
_X, _Y = (_radius * np.cos(_turn)), (_radius * np.sin(_turn))


def unroll(picture: Image, middle: tuple[float, float], axes: Floats) -> Floats:
    """The ellipse round `middle` whose half-axes are the columns of `axes`, as rows of growing radius."""
    x = (middle[0] + axes[0, 0] * _X + axes[0, 1] * _Y).astype(np.float32)
    y = (middle[1] + axes[1, 0] * _X + axes[1, 1] * _Y).astype(np.float32)
    return cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
