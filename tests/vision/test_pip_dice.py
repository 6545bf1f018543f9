"""Pip dice: rendered ones, real ones in photographs, and what is no die."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dice_scene import photographed
from tests.vision.die_render import SIDE, pip_die
from vision.dice.pip_patterns import pattern_fits
from vision.dice.pips import PipDice
from vision.scan import skill_readers, skills_of
from vision.stickers import games

PHOTOS = Path(__file__).parents[3] / "shared" / "photos" / "dice"


def test_what_a_game_needs_is_known_by_name() -> None:
    assert skills_of("hit-the-silk") == ["landing-dice", "landing-board"]
    assert skills_of("dig-your-way-out") == ["pip-dice"]
    for game in games():
        assert len(skill_readers(game)) == len(skills_of(game))


def test_rendered_dice_are_found_and_mostly_read() -> None:
    rng, read = np.random.default_rng(12), PipDice()
    right = wrong = total = 0
    while total < 12:
        sprite = pip_die(rng, tilt=15)
        if sprite.face:
            table = np.full((320, 320, 3), rng.uniform(90, 220), np.float32)
            cover = sprite.cover[..., None] / 255
            part = table[100 : 100 + len(cover), 100 : 100 + len(cover)]
            part[:] = part * (1 - cover) + sprite.colour
            seen = [die.face for die in read(photographed(table, rng, SIDE))]
            total += 1
            right += seen == [str(sprite.face)]
            wrong += seen not in ([], [str(sprite.face)])
    assert right >= 8
    assert wrong <= 2


@pytest.mark.parametrize(
    ("pips", "spots"),
    [(1, [(0, 0)]), (2, [(-1, -1), (1, 1)]), (4, [(-1, -1), (1, -1), (-1, 1), (1, 1)])],
)
def test_patterns_fit_without_any_training(pips: int, spots: list[tuple[int, int]]) -> None:
    die = np.full((120, 120, 3), 200, np.uint8)
    cv2.rectangle(die, (35, 35), (85, 85), (60, 40, 160), -1)
    for x, y in spots:
        cv2.circle(die, (60 + 13 * x, 60 + 13 * y), 5, (245, 245, 245), -1, cv2.LINE_AA)
    assert int(pattern_fits(die, 60, 60, 58).argmax()) + 1 == pips


def test_an_empty_table_and_odd_pictures_show_no_dice() -> None:
    read = PipDice()
    for shape in ((360, 640, 3), (8, 8, 3), (8, 900, 3), (300, 300)):
        assert read(np.full(shape, 200, np.uint8)) == []


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs are not beside this checkout")
def test_pip_dice_on_real_photographs() -> None:
    truth = json.loads((PHOTOS / "ground_truth.json").read_text())
    read, right, total = PipDice(), 0, 0
    for name in sorted(truth)[1::8]:
        seen = read(cv2.imread(str(PHOTOS / name)))
        for die in truth[name]:
            x0, y0, x1, y1 = die["box"]
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            near = [s.face for s in seen if np.hypot(*np.subtract(s.centre, middle)) < (x1 - x0) / 2]
            total += 1
            right += near == [str(die["pips"])]
    assert right / total > 0.75
