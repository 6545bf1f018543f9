"""Landing dice and pip dice are read, and what is no die stays unread."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.camera import TYPICAL
from tests.vision.landing_dice_scene import landing_dice
from vision.dice.landing import LandingDice
from vision.dice.pips import PipDice

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"


def test_landing_dice_are_read_at_any_turn_also_touching() -> None:
    rng, read = np.random.default_rng(3), LandingDice()
    right = wrong = total = 0
    for scene in range(8):
        frame, truth = landing_dice(rng, TYPICAL, 20, 1280, across=450, touching=scene % 2 == 0, clutter=False)
        seen = read(frame)
        for die in truth:
            near = [s.face for s in seen if np.hypot(*np.subtract(s.center, die.center)) < die.side / 3]
            total += 1
            right += near == [die.face]
            wrong += near not in ([], [die.face])
        wrong += max(0, len(seen) - len(truth))
    assert wrong == 0
    assert right >= total - 1


def test_a_plain_table_has_no_dice() -> None:
    empty = np.full((360, 640, 3), 200, np.uint8)
    assert LandingDice()(empty) == []
    assert PipDice()(empty) == []


def test_a_dark_spot_is_no_landing_die() -> None:
    table = np.full((360, 640, 3), 230, np.uint8)
    cv2.circle(table, (300, 180), 25, (40, 40, 40), -1, cv2.LINE_AA)
    assert LandingDice()(table) == []


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not beside this checkout")
def test_pip_dice_on_real_photographs() -> None:
    truth = json.loads((PHOTOS / "ground_truth.json").read_text())
    read, right, total = PipDice(), 0, 0
    for name in sorted(truth)[::6]:
        seen = read(cv2.imread(str(PHOTOS / name)))
        for die in truth[name]:
            x0, y0, x1, y1 = die["box"]
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            near = [s for s in seen if np.hypot(*np.subtract(s.center, middle)) < (x1 - x0) / 2]
            total += 1
            right += bool(near) and near[0].face == str(die["pips"])
    assert right / total > 0.75
