"""A card's face as the matcher sees it: cut from the frame, flattened to one size, upright or not."""

import cv2
import numpy as np

from vision.images import Floats, Image

Corners = Floats

# Two pixels a millimetre of a poker card: what a 1280-wide frame shows of it from 60 cm.
WIDTH, HEIGHT = 126, 176
FLAT = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32) - np.float32(0.5)
"""The corners of a flattened card."""


def flatten(frame: Image, corners: Corners) -> Image:
    """The card inside `corners` (clockwise from its top left), 126 × 176 pixels, BGR."""
    corners = np.asarray(corners, np.float32)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    shrink = float(max(sides[0], sides[2]) / WIDTH)
    if shrink > 1.5:
        # A near card has more pixels than are kept: they are averaged, or the flattened face would glitter.
        frame, corners = _reduced(frame, corners, 1.1 / shrink)
    matrix = cv2.getPerspectiveTransform(corners, FLAT)
    return np.asarray(cv2.warpPerspective(frame, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def spread(corners: Corners, points: Floats) -> Floats:
    """Where points of the card inside `corners`, flattened, lie in its frame."""
    matrix = cv2.getPerspectiveTransform(FLAT, np.asarray(corners, np.float32))
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, np.float32)[None], matrix)[0])


def _reduced(frame: Image, corners: Corners, scale: float) -> tuple[Image, Corners]:
    """The part of the frame round the card, made smaller, and the corners in it."""
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 8, 0, (frame.shape[1] - 1, frame.shape[0] - 1))
    high = np.maximum(np.ceil(corners.max(axis=0)).astype(int) + 8, low + 1)
    part = frame[low[1] : high[1], low[0] : high[0]]
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    share = np.array([size[0] / part.shape[1], size[1] / part.shape[0]], np.float32)
    return small, ((corners - low + 0.5) * share - 0.5).astype(np.float32)


def clockwise_from_top_left(corners: Corners, upside_down: bool) -> Corners:
    """The same corners, beginning with the top left of the card itself."""
    return np.roll(corners, 2, axis=0) if upside_down else corners
