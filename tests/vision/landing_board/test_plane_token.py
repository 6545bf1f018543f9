"""Counters, cloths and haze about the landing board: the plane is told where it is, and none where there is none."""

import cv2
import numpy as np
import pytest

from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.landing_board_scene import landing_board
from vision.glance import Small
from vision.glance.board import board_place
from vision.images import Image
from vision.landing_board import LandingBoard
from vision.landing_board.lattice import lattices
from vision.landing_board.layout import layouts
from vision.landing_board.reader import find_board


def _with_counter(frame: Image, at: tuple[int, int], colour: tuple[int, int, int], letter: str = "") -> Image:
    """A counter a little larger than a space, on one."""
    fit = find_board(frame)
    assert fit is not None
    space = fit.layout.spaces.tolist().index(list(at))
    x, y = np.rint(fit.pixels[space]).astype(int).tolist()
    radius = round(1.1 * np.sqrt(fit.space_area(space) / np.pi))
    cv2.circle(frame, (x, y), radius, colour, -1, cv2.LINE_AA)
    cv2.putText(frame, letter, (x - 10, y + 10), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (30, 30, 30), 3, cv2.LINE_AA)
    return cv2.GaussianBlur(frame, (3, 3), 0)


@pytest.mark.parametrize("letter", ["", "H", "8"])
def test_a_dull_red_counter_is_no_token(letter: str) -> None:
    frame = landing_board(np.random.default_rng(9), TYPICAL, 20, None, 1280, turn=0)
    assert LandingBoard()(_with_counter(frame, (4, 8), (120, 124, 156), letter)) is None


def test_a_red_die_between_spaces_does_not_hide_the_token() -> None:
    frame = landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280, turn=0)
    fit = find_board(frame)
    assert fit is not None
    three = [fit.layout.spaces.tolist().index(list(space)) for space in ((5, 8), (5, 9), (6, 9))]
    x, y = np.rint(fit.pixels[three].mean(0)).astype(int).tolist()
    half = round(0.9 * np.sqrt(fit.space_area(three[0]) / np.pi))
    cv2.rectangle(frame, (x - half, y - half), (x + half, y + half), (45, 40, 190), -1, cv2.LINE_AA)
    for across, down in ((-1, -1), (1, 1), (0, 0)):
        cv2.circle(frame, (x + across * half // 2, y + down * half // 2), half // 5, (235, 235, 240), -1, cv2.LINE_AA)
    plane = LandingBoard()(cv2.GaussianBlur(frame, (3, 3), 0))
    assert plane is not None
    assert (plane.row, plane.col) == (3, 5)


@pytest.mark.parametrize("letter", ["", "H"])
def test_of_two_as_red_the_one_with_a_plane_is_the_token(letter: str) -> None:
    frame = landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280, turn=0)
    plane = LandingBoard()(_with_counter(frame, (6, 9), (45, 40, 190), letter))
    assert plane is not None
    assert (plane.row, plane.col) == (3, 5)


def test_a_cloths_dots_that_go_on_are_no_board() -> None:
    """Though some are as faint as if a board ended there, and one is dark."""
    view, (layout, *_) = np.full((360, 640, 3), 70, np.uint8), layouts()
    start, rim = (8, 5), {(int(column) + 8, int(row) + 5) for column, row in layout.rim}
    for i in range(30):
        for j in range(17):
            level = 30 if (i, j) == start else 85 if (i, j) in rim else 165
            cv2.circle(view, (20 + 21 * i, 12 + 21 * j), 8, (level, level, level), -1, cv2.LINE_AA)
    assert find_board(view) is None


def test_a_board_on_a_red_cloth_is_read() -> None:
    """What is as red as the token hides a space under it; a cloth hides none."""
    frame = landing_board(np.random.default_rng(7), TYPICAL, 35, (2, 8), 1280, turn=0)
    fit = find_board(frame)
    assert fit is not None
    middle = fit.pixels.mean(0)
    board = np.zeros(frame.shape[:2], np.uint8)
    hull = cv2.convexHull((middle + 1.13 * (fit.pixels - middle)).astype(np.float32))
    cv2.fillConvexPoly(board, hull.astype(np.int32), 1)
    frame[board == 0] = (150, 70, 150)
    plane = LandingBoard()(frame)
    assert plane is not None
    assert (plane.row, plane.col) == (2, 8)


def test_a_point_without_any_of_its_size_is_in_no_lattice() -> None:
    points = np.array([(40, 40)] + [(20 * i, 20 * j) for i in range(6) for j in range(6) if (i, j) != (2, 2)], float)
    (lattice,) = lattices(points, np.array([40.0] + 35 * [12.0]))  # it is in the middle, where growing starts
    assert sorted(lattice.chosen.tolist()) == list(range(1, 36))


@pytest.mark.parametrize("seed", range(4))
def test_a_glance_sees_spaces_that_haze_leaves_faint(seed: int) -> None:
    view = np.full((360, 640, 3), (116, 108, 100), np.uint8)
    for i in range(12):
        for j in range(7):
            cv2.circle(view, (180 + 24 * i, 100 + 22 * j), 9, (121, 113, 105) if i > 1 else (128, 120, 112), -1)
    cv2.circle(view, (180, 100), 11, (60, 50, 170), -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 4, (360, 640, 1))
    view = np.clip(view + noise, 0, 255).astype(np.uint8)
    assert board_place(Small(view)) is not None
