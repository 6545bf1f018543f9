"""Photos of one card with a shadow beside it, or of which no whole outline stands out."""

import cv2
import numpy as np
import pytest

from vision.enrolment.guide import take
from vision.images import Floats, Image
from vision.outlines.edges import edges_of
from vision.outlines.one_card import OneCard
from vision.outlines.one_card.faint_border import bordered
from vision.outlines.one_card.shadow import unshadowed
from vision.outlines.one_card.sides import straightened

WHOLE = np.array([[400.0, 150.0], [640.0, 190.0], [583.0, 530.0], [343.0, 490.0]])


def _photo(border: tuple[int, int, int], shadow: float) -> Image:
    """One card on a table, its shadow to the right and below, so many pixels wide."""
    photo = np.full((720, 960, 3), (110, 150, 180), np.uint8)
    light = np.ones(photo.shape[:2], np.float32)
    if shadow:
        cv2.fillConvexPoly(light, np.int32(WHOLE + np.array([0.8, 1.0]) * shadow), 0.7)
        light = cv2.GaussianBlur(light, (0, 0), 2.0)
    photo = np.clip(photo * light[..., None], 0, 255).astype(np.uint8)
    cv2.fillConvexPoly(photo, np.int32(WHOLE), border, cv2.LINE_AA)
    cv2.fillConvexPoly(photo, np.int32((WHOLE - WHOLE.mean(0)) * 0.9 + WHOLE.mean(0)), (60, 120, 30), cv2.LINE_AA)
    noise = np.random.default_rng(4).normal(0, 2, photo.shape)
    return np.clip(cv2.GaussianBlur(photo, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def _off(found: Floats) -> float:
    return max(float(np.linalg.norm(found - corner, axis=1).min()) for corner in WHOLE)


@pytest.mark.parametrize("border", [(225, 230, 235), (25, 25, 25)])
def test_a_card_is_cut_without_its_shadow(border: tuple[int, int, int]) -> None:
    found = OneCard(_photo(border, 7.0)).outline()
    assert found is not None and _off(found.corners) < 3
    edges = edges_of(cv2.cvtColor(_photo(border, 7.0), cv2.COLOR_BGR2LAB))
    shadow = WHOLE + np.array([[0, 0], [5.6, 0], [5.6, 7.0], [0, 7.0]])
    assert _off(shadow) > 7
    assert _off(unshadowed(edges, shadow)) < 3


def test_a_dark_border_is_not_cut_off_as_a_shadow() -> None:
    edges = edges_of(cv2.cvtColor(_photo((25, 25, 25), 0.0), cv2.COLOR_BGR2LAB))
    assert _off(unshadowed(edges, WHOLE)) < 1


def test_the_half_light_all_round_a_card_is_not_taken_for_its_border() -> None:
    """Its picture runs to the edge, so no plain rim speaks against a border farther out."""
    light = np.ones((720, 960), np.float32)
    cv2.fillConvexPoly(light, np.int32((WHOLE - WHOLE.mean(0)) * 1.02 + WHOLE.mean(0)), 0.9)
    photo = np.full((720, 960, 3), (110, 80, 60), np.uint8) * cv2.GaussianBlur(light, (0, 0), 6.0)[..., None]
    face = np.random.default_rng(2).integers(60, 255, (12, 9, 3)).astype(np.uint8)
    face = cv2.resize(face, (240, 345), interpolation=cv2.INTER_CUBIC)
    corners = np.array([[0, 0], [240, 0], [240, 345], [0, 345]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, WHOLE.astype(np.float32))
    photo = photo.astype(np.uint8)
    cv2.warpPerspective(face, matrix, (960, 720), photo, borderMode=cv2.BORDER_TRANSPARENT)
    lab = cv2.cvtColor(cv2.GaussianBlur(photo, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    assert _off(bordered(lab, WHOLE)) < 1


def test_an_outline_that_is_not_whole_is_drawn_to_the_edges_near_it() -> None:
    edges = edges_of(cv2.cvtColor(_photo((225, 230, 235), 0.0), cv2.COLOR_BGR2LAB))
    near = WHOLE + np.array([[-9.0, 4.0], [3.0, -8.0], [10.0, 6.0], [-4.0, 9.0]])
    assert _off(straightened(edges, near)) < 3


def test_a_card_too_small_to_be_read_is_sent_back() -> None:
    small = cv2.resize(_photo((225, 230, 235), 0.0), None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    fault = take(cv2.copyMakeBorder(small, 250, 250, 300, 300, cv2.BORDER_CONSTANT, value=(110, 150, 180))).fault
    assert fault is not None and "move nearer" in fault
