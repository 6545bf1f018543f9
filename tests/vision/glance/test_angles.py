"""Edges at right angles tell stickers of which a card covers a part from dice."""

import cv2
import numpy as np
import pytest

from tests.vision.scenes.camera import HARD
from tests.vision.scenes.landing_dice_scene import landing_dice
from vision.glance.angles import right_angles
from vision.glance.dice import CROSSED
from vision.images import Image, grey
from vision.stickers import layout


@pytest.mark.parametrize("turn", range(0, 90, 15))
def test_a_sticker_that_a_card_covers_in_part_has_edges_at_right_angles(turn: float) -> None:
    shares = [right_angles(_covered(number, turn), np.array([[60.0, 60.0, 20.0]]))[0] for number in range(12)]
    assert min(shares) >= CROSSED


def test_dice_have_edges_in_all_directions() -> None:
    rng, shares = np.random.default_rng(5), list[float]()
    for _ in range(25):
        frame, thrown = landing_dice(rng, HARD, 35, 1280)
        spots = np.array([[*die.centre, 0.75 * die.side] for die in thrown])
        shares += right_angles(grey(frame), spots).tolist()
    assert max(shares) < CROSSED


def _covered(number: int, turn: float) -> Image:
    """A sticker 30 pixels wide, so turned, its right part under a card."""
    table = np.full((120, 120), 150, np.uint8)
    table[45:75, 45:75] = cv2.resize(layout("aruco", number).draw(120), (30, 30), interpolation=cv2.INTER_AREA)
    table[30:90, 68:110] = 200
    about = cv2.getRotationMatrix2D((59.5, 59.5), turn, 1)
    return cv2.GaussianBlur(cv2.warpAffine(table, about, (120, 120), borderValue=150.0), (3, 3), 0)
