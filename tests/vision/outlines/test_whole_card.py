"""Photos of one card, large in view: it is taken from its own edge, whatever is printed on it."""

import cv2
import numpy as np
import pytest

from vision.enrolment.guide import take
from vision.images import Floats, Image
from vision.outlines.one_card import OneCard
from vision.outlines.one_card.faint_border import bordered

WIDE, HIGH = 378, 528
SIZE = (480, 640)
SEEN = np.array([[52.0, 44.0], [421.0, 56.0], [436.0, 590.0], [39.0, 576.0]])
OAK, DARK_WOOD, NAVY = (85, 128, 172), (30, 44, 66), (78, 46, 38)


def _table(colour: tuple[int, int, int], rng: np.random.Generator) -> Image:
    """Planks with their grain."""
    grain = cv2.GaussianBlur(rng.normal(0, 1, SIZE[::-1]), (0, 0), sigmaX=45, sigmaY=1.6)
    plank = np.repeat(rng.uniform(-0.12, 0.12, 3), SIZE[1] // 3 + 1)[: SIZE[1], None]
    light = 1 + 0.09 * grain / grain.std() + plank
    light[SIZE[1] // 3 :: SIZE[1] // 3] *= 0.5
    return np.clip(np.array(colour) * light[..., None], 0, 255).astype(np.uint8)


def _busy(rng: np.random.Generator) -> Image:
    """Art of many bold shapes."""
    face = np.full((HIGH, WIDE, 3), rng.integers(30, 220, 3), np.uint8)
    for _ in range(70):
        x, y = rng.integers(0, (WIDE, HIGH)).tolist()
        points = (rng.uniform(-1, 1, (4, 2)) * rng.uniform(15, 90) + (x, y)).astype(np.int32)
        cv2.fillPoly(face, [points], rng.integers(0, 255, 3).tolist(), cv2.LINE_AA)
    return face


def _full_art(rng: np.random.Generator) -> Image:
    """No border, and a pane of text that is the clearest figure on the card."""
    face = _busy(rng)
    cv2.rectangle(face, (24, 366), (354, 498), (24, 20, 20), -1)
    for y in range(390, 490, 24):
        cv2.putText(face, "draw one card, then play", (36, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (235, 235, 235), 1)
    cv2.circle(face, (330, 58), 36, (60, 220, 250), -1, cv2.LINE_AA)
    return face


def _white_border(rng: np.random.Generator) -> Image:
    face = _busy(rng)
    cv2.rectangle(face, (0, 0), (WIDE - 1, HIGH - 1), (243, 247, 248), 44)
    cv2.rectangle(face, (23, 23), (WIDE - 24, HIGH - 24), (30, 30, 30), 2)
    return face


def _black_border(rng: np.random.Generator) -> Image:
    """A gilt frame, far clearer than the card's own edge on a dark table."""
    face = np.full((HIGH, WIDE, 3), (20, 17, 18), np.uint8)
    cv2.rectangle(face, (18, 18), (WIDE - 19, HIGH - 19), (74, 58, 40), -1)
    cv2.rectangle(face, (22, 22), (WIDE - 23, HIGH - 23), (90, 170, 205), 3)
    face[120:330, 60:318] = _busy(rng)[120:330, 60:318]
    return face


def _laid(photo: Image, face: Image, corners: Floats) -> None:
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    cv2.warpPerspective(face, warp, SIZE, photo, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)


def _taken(photo: Image, rng: np.random.Generator) -> Image:
    noise = rng.normal(0, 2, photo.shape)
    return np.clip(cv2.GaussianBlur(photo, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("table", [OAK, NAVY, DARK_WOOD])
@pytest.mark.parametrize("drawn", [_full_art, _white_border, _black_border])
def test_a_card_is_taken_from_its_own_edge(drawn: object, table: tuple[int, int, int], seed: int) -> None:
    assert callable(drawn)
    rng = np.random.default_rng(seed)
    photo = _table(table, rng)
    _laid(photo, drawn(rng), SEEN)
    photo = _taken(photo, rng)
    assert take(photo).fault is None
    found = OneCard(photo).outline()
    assert found is not None
    assert float(np.linalg.norm(found.corners - SEEN, axis=1).mean()) < 0.012 * HIGH


@pytest.mark.parametrize("gap", [14, 24])
def test_two_cards_side_by_side_are_no_card(gap: int) -> None:
    """Together they have a card's shape."""
    rng = np.random.default_rng(5)
    photo = _table(OAK, rng)
    one = np.array([[0.0, 0.0], [190.0, 0.0], [190.0, 265.0], [0.0, 265.0]])
    for place, face in ((45, _white_border(rng)), (235 + gap, _full_art(rng))):
        _laid(photo, face, one + np.array([place, 180]))
    fault = take(_taken(photo, rng)).fault
    assert fault is not None and "one card at a time" in fault


@pytest.mark.parametrize("speck", [0.0, 2.5])
def test_a_bare_table_holds_no_card(speck: float) -> None:
    rng = np.random.default_rng(6)
    photo = _table(OAK, rng)
    if speck:
        grains = cv2.GaussianBlur(rng.normal(0, 1, photo.shape[:2]), (0, 0), speck)
        photo = np.clip(120 + 45 * (grains / grains.std())[..., None].repeat(3, 2), 0, 255).astype(np.uint8)
    assert OneCard(_taken(photo, rng)).outline() is None


def test_the_grain_of_a_table_is_no_border() -> None:
    """Steps of its rings, the same way on all four sides, are no larger than others beside them."""
    rng = np.random.default_rng(7)
    photo = _table(OAK, rng)
    ring = (SEEN - SEEN.mean(0)) * 1.12 + SEEN.mean(0)
    light = np.ones(photo.shape[:2], np.float32)
    cv2.fillConvexPoly(light, np.int32(ring), 0.975)
    photo = (photo * light[..., None]).astype(np.uint8)
    _laid(photo, _black_border(rng), SEEN)
    lab = cv2.cvtColor(_taken(photo, rng), cv2.COLOR_BGR2LAB)
    assert np.abs(bordered(lab, SEEN) - SEEN).max() < 1


def test_a_shadow_is_not_taken_for_a_border() -> None:
    rng = np.random.default_rng(4)
    photo = np.full((720, 960, 3), (40, 40, 60), np.uint8)
    whole = np.array([[400, 150], [640, 190], [583, 530], [343, 490]])
    dark = photo.copy()
    cv2.fillConvexPoly(dark, np.int32((whole - whole.mean(0)) * 1.07 + whole.mean(0) + (4, 5)), (37, 37, 56))
    photo = cv2.GaussianBlur(dark, (0, 0), 1.5)
    cv2.fillConvexPoly(photo, whole, (210, 225, 230), cv2.LINE_AA)
    inner = np.int32((whole - whole.mean(0)) * 0.8 + whole.mean(0))
    cv2.fillConvexPoly(photo, inner, (60, 120, 30), cv2.LINE_AA)
    photo = np.clip(photo + rng.normal(0, 2, photo.shape), 0, 255).astype(np.uint8)
    found = OneCard(photo).outline()
    assert found is not None
    assert max(np.linalg.norm(found.corners - corner, axis=1).min() for corner in whole) < 4


def test_a_border_of_nearly_the_tables_colour_is_taken_too() -> None:
    rng = np.random.default_rng(3)
    photo = np.full((720, 960, 3), 30, np.uint8)
    whole = np.array([[400, 150], [640, 190], [583, 530], [343, 490]])
    cv2.fillConvexPoly(photo, whole, (36, 36, 36), cv2.LINE_AA)
    across, down = (side / np.linalg.norm(side) for side in (whole[1] - whole[0], whole[3] - whole[0]))
    inwards = 17 * np.array([across + down, down - across, -across - down, across - down])
    cv2.fillConvexPoly(photo, np.int32(whole + inwards), (180, 200, 210), cv2.LINE_AA)
    photo = np.clip(photo + rng.normal(0, 3, photo.shape), 0, 255).astype(np.uint8)
    found = OneCard(photo).outline()
    assert found is not None
    assert max(np.linalg.norm(found.corners - corner, axis=1).min() for corner in whole) < 12
