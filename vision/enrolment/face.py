"""A card's face as the matcher sees it: cut from the frame, flattened to one size, upright or not."""

import cv2
import numpy as np

from vision.images import Floats, Image

Corners = Floats

# Two pixels a millimetre of a poker card: what a 1280-wide frame shows of it from 60 cm.
WIDTH, HEIGHT = 126, 176


def flatten(frame: Image, corners: Corners) -> Image:
    """The card inside `corners` (clockwise from its top left), 126 × 176 pixels, BGR."""
    target = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    sides = np.linalg.norm(np.diff(np.vstack([corners, corners[:1]]), axis=0), axis=1)
    shrink = float(max(sides[0], sides[2]) / WIDTH)
    if shrink > 1.5:
        # A near card has more pixels than are kept: average them, or the flattened face would glitter.
        frame = _softened(frame, corners, 0.4 * shrink)
    return np.asarray(cv2.warpPerspective(frame, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _softened(frame: Image, corners: Corners, sigma: float) -> Image:
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 8, 0)
    high = np.ceil(corners.max(axis=0)).astype(int) + 8
    out = frame.copy()
    part = out[low[1] : high[1], low[0] : high[0]]
    if part.size:
        part[:] = cv2.GaussianBlur(part, (0, 0), sigma)
    return out


def clockwise_from_top_left(corners: Corners, upside_down: bool) -> Corners:
    """The same corners, beginning with the top left of the card itself."""
    return np.roll(corners, 2, axis=0) if upside_down else corners
