"""Spots of squares are looked at where perspective has them."""

import cv2
import numpy as np
import pytest

from vision.images import Floats
from vision.markers.spots import Bands, Spots

PICTURE = cv2.GaussianBlur(np.random.default_rng(4).integers(0, 255, (300, 400), np.uint8), (0, 0), 4)


def exact(quad: Floats, spots: Floats) -> Floats:
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    there = cv2.perspectiveTransform(spots[None].astype(np.float32), cv2.getPerspectiveTransform(unit, quad))[0]
    return cv2.remap(PICTURE, there[:, 0], there[:, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[:, 0]


@pytest.mark.parametrize("far", [0.0, 0.04, 0.12, 0.4])
def test_a_sticker_is_sampled_in_its_plane_however_near_the_lens(far: float) -> None:
    """`far` is how much shorter its far side looks."""
    side = 60.0
    quad = np.array([[100 + far * side / 2, 80], [160 - far * side / 2, 80], [160, 140], [100, 140]], np.float32)
    spots = np.random.default_rng(5).uniform(-0.05, 1.05, (200, 2))
    seen = Spots(spots).values(PICTURE, quad[None].astype(float))[0]
    assert np.abs(seen - exact(quad, spots).astype(float)).max() < 6


def test_no_squares_have_no_values() -> None:
    nothing = np.empty((0, 4, 2))
    assert Spots.grid(np.linspace(0, 1, 5)).values(PICTURE, nothing).shape == (0, 25)
    assert Bands([-0.1, 0.1], np.linspace(0.1, 0.9, 7)).means(PICTURE, nothing).shape == (0, 2, 4)


def test_bands_lie_inside_and_outside_of_each_side() -> None:
    picture = np.full((100, 100), 200, np.uint8)
    picture[30:70, 30:70] = 40
    square = np.array([[[29.5, 29.5], [69.5, 29.5], [69.5, 69.5], [29.5, 69.5]]])
    outside, inside = Bands([-0.1, 0.1], np.linspace(0.1, 0.9, 7)).means(picture, square)[0]
    assert outside.tolist() == [200.0] * 4
    assert inside.tolist() == [40.0] * 4
