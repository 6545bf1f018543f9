"""A face as pictures of it are compared: shade and two planes of colour, without the light that fell on it."""

import cv2
import numpy as np

from vision.images import Floats, Image

# A cell flatter than this (grey levels) correlates with anything.
FLAT = 5.0
# Levels of colour that count like a clear difference in shade.
COLOUR = 16.0
# Where lightness, in 255 steps, would reach 0 as the cube root that it is; and that of a middling grey from there.
BLACK, MIDDLING = 41.0, 168.0


def even(picture: Image) -> Floats:
    """Shade and two planes of colour, slow light taken out; the shade's contrast evened: glare flattens it."""
    # Cameras disagree on what is white: the card's own mean is taken for grey.
    mean = np.maximum(cv2.mean(picture)[:3], 8.0)
    levels = np.clip(np.arange(256)[:, None] * (mean.mean() / mean), 0, 255).astype(np.uint8)
    balanced = cv2.LUT(picture, levels[:, None])
    lab = cv2.cvtColor(balanced, cv2.COLOR_BGR2LAB).astype(np.float32)
    # Colour is read coarsely: cameras and JPEG blur it, and a blurred stroke must not pass for a missing one.
    shade, soft = cv2.GaussianBlur(lab[..., 0], (0, 0), 0.8), cv2.GaussianBlur(lab, (0, 0), 2.0)
    # In a shadow colours are as much weaker as the light: what is left is the print's own colour.
    colour = (soft[..., 1:] - 128) * (MIDDLING / np.maximum(soft[..., :1] + BLACK, MIDDLING / 2))
    lab = np.dstack([shade, colour])
    # What changes slowly is as slow in a picture of a quarter the size, where it costs a sixteenth.
    size = (picture.shape[1], picture.shape[0])
    lab -= cv2.resize(cv2.GaussianBlur(quarter(lab), (0, 0), 3), size, interpolation=cv2.INTER_LINEAR)
    grey = np.ascontiguousarray(lab[..., 0])
    spread = cv2.resize(cv2.GaussianBlur(quarter(grey * grey), (0, 0), 4), size, interpolation=cv2.INTER_LINEAR)
    lab[..., 0] = grey / (np.sqrt(np.maximum(spread, 0)) + FLAT)
    lab[..., 1:] /= COLOUR
    return lab


def quarter(plane: Floats) -> Floats:
    """What changes slowly loses nothing at a quarter of its size."""
    return cv2.resize(plane, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
