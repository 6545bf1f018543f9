"""The landing board is found without markers and the token's space read off."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.camera import HARD, TYPICAL, Light
from tests.vision.landing_board_scene import landing_board
from vision.landing_board import LandingBoard


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
