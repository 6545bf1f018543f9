"""The landing board is found without markers and the token's space read off."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.scenes.camera import HARD, TYPICAL, Light
from tests.vision.scenes.landing_board_scene import landing_board
from vision.glance import Small
from vision.glance.board import board_place
from vision.landing_board import LandingBoard
from vision.landing_board.reader import find_board
from vision.landing_board.spaces import find_spaces
from vision.picture import Picture


@pytest.mark.parametrize(
    ("at", "tilt", "turn", "light"),
    [((1, 1), 20, 0, TYPICAL), ((3, 5), 40, 12, TYPICAL), ((7, 12), 30, -20, HARD), ((5, 1), 10, 180, TYPICAL)],
)
def test_the_tokens_space_is_read(at: tuple[int, int], tilt: float, turn: float, light: Light) -> None:
    frame = landing_board(np.random.default_rng(7), light, tilt, at, 1280, turn=turn)
    plane = LandingBoard()(frame)
    assert plane is not None
    assert (plane.row, plane.col) == at


def test_rows_set_like_bricks_are_read_too() -> None:
    frame = landing_board(np.random.default_rng(8), TYPICAL, 25, (4, 6), 1280, staggered=True)
    plane = LandingBoard()(frame)
    assert plane is not None
    assert (plane.row, plane.col) == (4, 6)


def test_a_board_without_a_token_gives_no_space() -> None:
    assert LandingBoard()(landing_board(np.random.default_rng(9), TYPICAL, 20, None, 1280)) is None


def test_an_empty_table_gives_no_space() -> None:
    assert LandingBoard()(np.full((480, 640, 3), 90, np.uint8)) is None


def test_scan_tells_the_plane(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280))
    assert main(["scan", str(path), "--game", "hit-the-silk", "--json"]) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    assert (seen["plane"], seen["cards"], seen["dice"]) == ({"row": 3, "col": 5}, [], [])
    assert main(["scan", str(path), "--game", "escape-now", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["plane"] is None


def test_a_fingertip_is_not_taken_for_the_token() -> None:
    frame = landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280, turn=0)
    fit = find_board(frame)
    assert fit is not None
    space = fit.layout.spaces.tolist().index([5, 10])
    x, y = np.rint(fit.pixels[space]).astype(int).tolist()
    radius = round(1.45 * np.sqrt(fit.space_area(space) / np.pi))  # a finger covers more than the token does
    cv2.circle(frame, (x, y), radius, (105, 125, 220), -1, cv2.LINE_AA)
    plane = LandingBoard()(frame)
    assert plane is not None
    assert (plane.row, plane.col) == (3, 5)


def test_two_things_as_red_as_the_token_are_neither() -> None:
    frame = landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280, turn=0)
    plane = LandingBoard()(frame)
    assert plane is not None
    x, y = (round(value) for value in plane.centre)
    frame[y + 80 : y + 120, x + 180 : x + 220] = frame[y - 20 : y + 20, x - 20 : x + 20]
    assert LandingBoard()(frame) is None


def test_a_glance_tells_where_the_board_lies_and_loses_none_of_it() -> None:
    picture = Picture(landing_board(np.random.default_rng(7), HARD, 30, (7, 12), 1920, across=600, turn=-20))
    place = board_place(picture.small)
    assert place is not None
    left, top, right, bottom = (round(edge / picture.reduction) for edge in place)
    near, whole = LandingBoard()(picture.colour, (left, top, right, bottom)), LandingBoard()(picture.colour)
    assert near is not None
    assert whole is not None
    assert (near.row, near.col) == (whole.row, whole.col) == (7, 12)
    assert np.hypot(near.centre[0] - whole.centre[0], near.centre[1] - whole.centre[1]) < 2


@pytest.mark.parametrize("specks", [0, 5, 13, 60])
def test_strewn_pale_specks_are_no_board(specks: int) -> None:
    table, rng = np.full((720, 1280, 3), (60, 80, 110), np.uint8), np.random.default_rng(specks)
    cv2.circle(table, (300, 300), 20, (40, 40, 200), -1)
    for x, y in rng.uniform((20, 20), (1260, 700), (specks, 2)).astype(int).tolist():
        cv2.circle(table, (x, y), 14, (150, 160, 170), -1)
    picture = Picture(table)
    assert board_place(picture.small) is None


def test_a_board_on_a_dotted_cloth_is_read() -> None:
    """The cloth's dots are a lattice as well, and a larger one."""
    frame = landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280, turn=0)
    frame = cv2.copyMakeBorder(frame, 0, 300, 0, 700, cv2.BORDER_REPLICATE)
    fit = find_board(frame)
    assert fit is not None
    middle = fit.pixels.mean(0)
    board = cv2.convexHull((middle + 1.4 * (fit.pixels - middle)).astype(np.float32))
    for x in range(20, 1980, 60):
        for y in range(20, 1020, 60):
            if cv2.pointPolygonTest(board, (x, y), False) < 0:
                cv2.circle(frame, (x, y), 19, (235, 235, 235), -1, cv2.LINE_AA)
    plane = LandingBoard()(frame)
    assert plane is not None
    assert (plane.row, plane.col) == (3, 5)


@pytest.mark.parametrize(("inks", "awake"), [(1, True), (5, False)])
def test_a_glance_asks_for_spaces_of_one_colour(inks: int, awake: bool) -> None:
    """Sweets in a box lie in rows as well."""
    view = np.full((360, 640, 3), (110, 95, 80), np.uint8)
    palette = [(190, 180, 180), (150, 200, 170), (200, 160, 200), (190, 200, 150), (200, 170, 160)]
    for i in range(12):
        for j in range(7):
            ink = palette[(i + 2 * j) % inks]
            cv2.circle(view, (180 + 24 * i, 100 + 21 * j), 9, ink, -1, cv2.LINE_AA)
    cv2.circle(view, (180, 100), 11, (40, 30, 190), -1, cv2.LINE_AA)
    assert (board_place(Small(view)) is not None) == awake


@pytest.mark.parametrize("pitch", [(21, 19), (20, 19), (24, 21)])
def test_a_glance_sees_spaces_that_touch(pitch: tuple[int, int]) -> None:
    view = np.full((360, 640, 3), (110, 95, 80), np.uint8)
    for i in range(12):
        for j in range(7):
            cv2.circle(view, (180 + pitch[0] * i, 100 + pitch[1] * j), 10, (190, 180, 180), -1, cv2.LINE_AA)
    cv2.circle(view, (180, 100), 11, (40, 30, 190), -1, cv2.LINE_AA)
    place = board_place(Small(view))
    assert place is not None
    assert place[0] < 200
    assert place[2] > 160 + 11 * pitch[0]


@pytest.mark.parametrize("gap", [1.8, 2.0, 2.2])
def test_a_glance_sees_spaces_that_touch_corner_to_corner(gap: float) -> None:
    """As those of a board seen from its corner do."""
    view, step = np.full((360, 640, 3), (110, 95, 80), np.uint8), (20 + gap) / 2**0.5
    for i in range(12):
        for j in range(7):
            middle = round(240 + step * (i - j)), round(40 + step * (i + j))
            cv2.circle(view, middle, 10, (190, 180, 180), -1, cv2.LINE_AA)
    cv2.circle(view, (240, 40), 11, (40, 30, 190), -1, cv2.LINE_AA)
    assert board_place(Small(view)) is not None


@pytest.mark.parametrize(
    ("ground", "awake"), [((110, 95, 80), True), ((170, 90, 100), True), ((60, 60, 170), False), ((60, 85, 120), False)]
)
def test_a_glance_asks_for_slate_between_the_spaces(ground: tuple[int, int, int], awake: bool) -> None:
    """Pale squares on a red cloth and on a chessboard lie in rows as well, and what is red lies among them."""
    view = np.full((360, 640, 3), ground, np.uint8)
    for i in range(12):
        for j in range(7):
            cv2.circle(view, (180 + 24 * i, 100 + 21 * j), 9, (190, 190, 190), -1, cv2.LINE_AA)
    cv2.circle(view, (180, 100), 11, (40, 30, 190), -1, cv2.LINE_AA)
    assert (board_place(Small(view)) is not None) == awake


@pytest.mark.parametrize(("pitch", "width"), [(24, 17), (20, 18), (14, 13)])
def test_spaces_are_told_apart_though_they_nearly_touch(pitch: int, width: int) -> None:
    view, places = (
        np.full((200, 320), 120, np.uint8),
        [(30 + pitch * i, 30 + pitch * j) for i in range(9) for j in range(6)],
    )
    for place in places:
        cv2.ellipse(view, place, (width // 2, width // 2), 0, 0, 360, 140, -1, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 3, view.shape)
    view = np.clip(cv2.GaussianBlur(view, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)
    found = np.array([(space.x, space.y) for space in find_spaces(view)])
    apart = np.linalg.norm(np.array(places)[:, None] - found, axis=2).min(1)
    assert (apart < 0.15 * pitch).mean() > 0.9


@pytest.mark.parametrize("strength", [0.68, 0.82])
def test_a_lamp_shining_on_the_token_leaves_it_red_enough(strength: float) -> None:
    frame = landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280, turn=0)
    plane = LandingBoard()(frame)
    assert plane is not None
    shine = np.zeros(frame.shape[:2], np.float32)
    cv2.circle(shine, (round(plane.centre[0]), round(plane.centre[1])), 60, 1.0, -1)
    shine = strength * cv2.GaussianBlur(shine, (0, 0), 20)[..., None]
    pink = LandingBoard()((frame * (1 - shine) + 255 * shine).astype(np.uint8))
    assert pink is not None
    assert (pink.row, pink.col) == (3, 5)


def test_on_blue_spaces_the_token_is_red_by_its_own_hue() -> None:
    frame = landing_board(np.random.default_rng(7), TYPICAL, 20, (3, 5), 1280, turn=0)
    lab = cv2.cvtColor(frame, cv2.COLOR_BGR2LAB).astype(np.float32)
    token = lab[..., 1:2] > 145
    lab[..., 1:] += np.where(token, (-22, -15), (14, -27))
    blue = cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR)
    plane = LandingBoard()(blue)
    assert plane is not None
    assert (plane.row, plane.col) == (3, 5)


@pytest.mark.parametrize("at", [(1, 4), (4, 6), (6, 12), (7, 5)])
@pytest.mark.parametrize("skin", [(110, 140, 200), (130, 140, 215), (60, 80, 130)])
def test_a_finger_on_a_board_without_a_token_is_none(at: tuple[int, int], skin: tuple[int, int, int]) -> None:
    frame = landing_board(np.random.default_rng(3), TYPICAL, 20, None, 1280, turn=0)
    fit = find_board(frame)
    assert fit is not None
    x, y = np.rint(fit.pixels[fit.layout.spaces.tolist().index(list(at))]).astype(int).tolist()
    way = np.array([x, y]) - fit.pixels.mean(0)
    hand = np.array([x, y]) + 900 * way / np.linalg.norm(way)
    cv2.line(frame, (x, y), (int(hand[0]), int(hand[1])), skin, 46, cv2.LINE_AA)
    assert LandingBoard()(frame) is None
