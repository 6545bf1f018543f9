"""Four-sided blobs are found in ink and in paper that ink encloses."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.images import Image
from vision.markers import blobs
from vision.markers.blobs import Quads, areas, changes_of


def _square(turn: float, side: float = 30.0, middle: tuple[float, float] = (60.0, 55.0)) -> Quads:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    angle = np.radians(turn)
    axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(corners @ axes.T + middle)


def _drawn(*shapes: Quads, size: tuple[int, int] = (110, 120)) -> Image:
    """The shapes in turn: ink, paper in it, ink in that."""
    picture = np.zeros(size, np.uint8)
    for number, shape in enumerate(shapes):
        cv2.fillPoly(picture, [np.round(16 * shape).astype(np.int32)], 0 if number % 2 else 255, shift=4)
    return picture


def dark(picture: Image, least: float, most: float) -> Quads:
    return blobs.dark(picture, changes_of(picture), least, most)


def bright(picture: Image, least: float, most: float) -> Quads:
    return blobs.bright(picture, changes_of(picture), least, most)


def _apart(found: Quads, corners: Quads) -> float:
    """How far the worst corner is off, whichever the first is."""
    return float(min(np.abs(np.roll(found, k, 0) - corners).max() for k in range(4)))


@given(turn=st.floats(0, 90), side=st.floats(16, 50))
def test_a_square_is_found_however_it_is_turned(turn: float, side: float) -> None:
    picture = _drawn(_square(turn, side))
    (found,) = dark(picture, 11, 72)
    assert len(bright(picture, 11, 72)) == 0
    assert _apart(found, _square(turn, side)) < 2
    assert areas(found[None])[0] > 0


@pytest.mark.parametrize("turn", [0, 17, 45, 80])
def test_the_inside_of_a_frame_is_bright(turn: float) -> None:
    picture = _drawn(_square(turn, 40), _square(turn, 32))
    assert _apart(dark(picture, 11, 72)[0], _square(turn, 40)) < 2
    assert _apart(bright(picture, 11, 72)[0], _square(turn, 32)) < 2.5


def test_discs_bars_and_what_is_too_small_or_large_are_left_out() -> None:
    disc = cv2.circle(np.zeros((110, 120), np.uint8), (60, 55), 20, 255, -1)
    bar = np.zeros((110, 120), np.uint8)
    bar[50:56, 10:100] = 255
    for picture in (disc, bar, _drawn(_square(10, 6)), _drawn(_square(0, 106))):
        assert len(dark(picture, 11, 72)) == 0


def test_several_squares_are_told_apart_row_by_row() -> None:
    """Strokes of one row belong to different blobs, and one blob has several strokes in a row."""
    squares = [_square(0, 30, (30, 50)), _square(20, 30, (80, 55)), _square(45, 20, (125, 60))]
    picture = np.maximum.reduce([_drawn(square, size=(110, 150)) for square in squares])
    picture[52:56, 20:40:4] = 0
    found = dark(picture, 11, 72)
    assert len(found) == 3
    assert all(min(_apart(shape, square) for shape in found) < 2 for square in squares)


@settings(max_examples=40)
@given(
    high=st.integers(1, 60),
    wide=st.integers(1, 60),
    share=st.floats(0, 1),
    seed=st.integers(0, 2**31),
)
def test_any_picture_will_do(high: int, wide: int, share: float, seed: int) -> None:
    random = np.random.default_rng(seed)
    ink = np.where(random.random((high, wide)) < share, 255, 0).astype(np.uint8)
    picture = cv2.copyMakeBorder(ink, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    for found in (dark(picture, 11, 72), bright(picture, 11, 72)):
        assert np.isfinite(found).all()


@given(high=st.integers(1, 40), wide=st.integers(1, 40), share=st.floats(0, 1), seed=st.integers(0, 99))
def test_strokes_begin_and_end_where_ink_does(high: int, wide: int, share: float, seed: int) -> None:
    ink = np.where(np.random.default_rng(seed).random((high, wide)) < share, 255, 0).astype(np.uint8)
    row = ink.ravel().tolist()
    assert changes_of(ink).tolist() == [k for k in range(len(row) - 1) if row[k] != row[k + 1]]
