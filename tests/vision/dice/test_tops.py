"""A top is told from sides, coins and badges, however the camera is held."""

import cv2
import numpy as np

from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.landing_dice_scene import landing_dice
from vision.dice.discs import Disc
from vision.dice.landing import LandingDice
from vision.dice.tops import Judged, Tops
from vision.images import Image


def test_a_disc_that_is_only_rather_a_top_is_left_alone() -> None:
    """Such are figures printed in dark circles, and sides that another die hides in part."""
    tops, frame = Tops(), np.zeros((200, 200, 3), np.uint8)
    chances = np.array([[0.0, 0.05, 0.95], [0.3, 0.0, 0.7], [0.0, 0.35, 0.65]])
    tops._turned = lambda views: chances  # type: ignore[assignment]
    tops._network = lambda views: np.tile(chances, (len(views) // 3, 1))  # type: ignore[assignment]
    top, circle, side = (Disc(x, y, 41, 28, np.pi / 2, 250) for x, y in ((60, 60), (120, 60), (63, 93)))
    assert [one.disc for one in tops(frame, [top, circle, side]) if one.is_top] == [top]


def test_a_top_is_one_by_both_networks() -> None:
    disc = Disc(60, 60, 41, 28, np.pi / 2, 250)
    assert Judged(disc, 0.0, 0.92, 0.5).is_top
    assert not Judged(disc, 0.01, 0.96, 0.28).is_top  # a badge that lies flat
    assert not Judged(disc, 0.01, 0.96, 0.28).may_be_top and not Judged(disc, 0.0, 0.998, 0.1).may_be_top
    assert Judged(disc, 0.0, 0.998, 0.28).may_be_top and Judged(disc, 0.0, 0.92, 0.5).may_be_top
    assert Judged(disc, 0.0, 0.75, 0.9).is_top
    assert not Judged(disc, 0.0, 0.75, 0.7).is_top
    assert Judged(disc, 0.0, 0.55, 0.97).is_top  # washed out, of which the first network is not sure
    assert not Judged(disc, 0.0, 0.55, 0.9).is_top
    assert 0.96 < Judged(disc, 0.0, 0.91, 0.99).chance < 0.98  # a clear view makes up for an outline that is off


def test_how_the_camera_is_held_is_told_by_all_discs_together() -> None:
    """Of a die seen upside down alone either face may be the top; the other die's must then be so, too."""
    tops, frame = Tops(), np.zeros((200, 200, 3), np.uint8)
    discs = [Disc(60.0 + 40 * (k // 2), 60.0 + 30 * (k % 2), 28, 20, np.pi / 2, 250) for k in range(4)]
    usual = np.array([[0.01, 0.01, 0.98], [0.01, 0.98, 0.01]])
    tops._turned = lambda views: np.concatenate([usual[::-1], [[0.1, 0.45, 0.45]] * 2])  # type: ignore[assignment]
    ways = [np.tile(usual[::-1] if way == 4 else usual, (2, 1)) for way in range(8)]
    tops._network = lambda views: np.concatenate(ways[:1] if len(views) == 4 else ways[1:])  # type: ignore[assignment]
    assert [one.disc for one in tops(frame, discs) if one.is_top] == [discs[1], discs[3]]


def test_a_camera_held_as_usual_is_not_looked_at_in_seven_other_ways() -> None:
    tops, frame, asked = Tops(), np.zeros((200, 200, 3), np.uint8), list[int]()
    clear = np.array([[0.01, 0.01, 0.98], [0.01, 0.98, 0.01]])

    def network(views: Image) -> Image:
        asked.append(len(views))
        return np.tile(clear, (len(views) // 2, 1))

    tops._turned = lambda views: clear  # type: ignore[assignment]
    tops._network = network  # type: ignore[assignment]
    discs = [Disc(60, 60, 28, 20, 0, 250), Disc(60, 90, 28, 20, 0, 250)]
    assert [one.disc for one in tops(frame, discs) if one.is_top] == discs[:1] and asked == [2]


def test_coins_drawn_on_the_table_do_not_tell_how_the_camera_leans() -> None:
    """Plain spots look round from aslant when they stand upright; only discs with figures are dice."""
    rng, read, right = np.random.default_rng(30), LandingDice(), 0
    for _ in range(4):
        frame, truth = landing_dice(rng, TYPICAL, 35, 1280, across=450, clutter=False)
        for x in (160, 420, 860, 1120):
            cv2.circle(frame, (x, 90), 30, (225, 225, 225), -1, cv2.LINE_AA)
            cv2.circle(frame, (x, 90), 24, (40, 40, 40), -1, cv2.LINE_AA)
        seen = read(frame)
        right += sum(
            [s.face for s in seen if np.hypot(*np.subtract(s.centre, die.center)) < die.side / 3] == [die.face]
            for die in truth
        )
    assert right >= 7
