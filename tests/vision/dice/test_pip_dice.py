"""Pip dice: rendered ones, real ones in photographs, and what is no die."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.photographs import FOLDERS, photographs
from tests.vision.scenes.dice_scene import photographed, tabletop
from tests.vision.scenes.die_render import SIDE, pip_die
from vision.dice.pips import PipDice
from vision.scan import skill_readers, skills_of
from vision.stickers import games

every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)


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


def test_an_empty_table_and_odd_pictures_show_no_dice() -> None:
    read = PipDice()
    for shape in ((360, 640, 3), (8, 8, 3), (8, 900, 3), (300, 300)):
        assert read(np.full(shape, 200, np.uint8)) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_table_of_cards_coins_codes_and_print_shows_no_dice(seed: int) -> None:
    rng, read = np.random.default_rng(seed), PipDice()
    seen = [die for _ in range(6) for die in read(photographed(tabletop(rng, 400), rng, 40))]
    assert len(seen) <= 1


@every_folder
def test_pip_dice_on_real_photographs(folder: Path) -> None:
    truth = json.loads((folder / "dice" / "ground_truth.json").read_text())
    read, right, total = PipDice(), 0, 0
    for path in photographs(folder, "dice", step=6):
        seen = read(cv2.imread(str(path)))
        for die in truth[path.name]:
            x0, y0, x1, y1 = die["box"]
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            near = [s.face for s in seen if np.hypot(*np.subtract(s.centre, middle)) < (x1 - x0) / 2]
            total += 1
            right += near == [str(die["pips"])]
    assert right / total > 0.93


@every_folder
def test_the_pips_of_playing_cards_are_not_taken_for_dice(folder: Path) -> None:
    read, cards = PipDice(), photographs(folder, "playing_cards", step=3)
    assert sum(len(read(cv2.imread(str(file)))) for file in cards) == 0
