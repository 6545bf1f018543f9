"""A side of a card that has nearly the table's colour is found by the shape of the box's other cards."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.enrolment.album import load_album
from vision.enrolment.guide import Taken, take, usual_shape
from vision.images import Image
from vision.outlines.edges import edges_of
from vision.outlines.one_card.faint_side import completed
from vision.stickers import stickers_of

TABLE, BAND = (28, 34, 88), (32, 34, 96)
SHAPE = 63 / 88


def _photo(band: tuple[int, int, int], side: str = "left", seed: int = 1) -> Image:
    """A card of 378 × 528 pixels on a red table, leaning a little, its band on one side."""
    rng = np.random.default_rng(seed)
    card = np.full((528, 378, 3), 225, np.uint8)
    for _ in range(40):
        x, y = rng.integers((90, 20), (350, 280)).tolist()
        cv2.circle(card, (x, y), int(rng.integers(5, 40)), rng.integers(0, 255, 3).tolist(), -1, cv2.LINE_AA)
    for row in range(6):
        cv2.putText(card, "take one card", (100, 330 + 32 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (40, 40, 40), 2)
    card[:, :80] = band
    cv2.putText(card, str(seed), (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (235, 235, 235), 4, cv2.LINE_AA)
    if side == "right":
        card = card[::-1, ::-1]
    corners = np.array([[0, 0], [378, 0], [378, 528], [0, 528]], np.float32)
    seen = np.array([[300, 130], [668, 100], [700, 618], [318, 640]], np.float32)
    photo, warp = np.full((760, 1000, 3), TABLE, np.uint8), cv2.getPerspectiveTransform(corners, seen)
    cv2.warpPerspective(card, warp, (1000, 760), photo, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    photo = cv2.GaussianBlur(photo, (0, 0), 0.8)
    return np.clip(photo + rng.normal(0, 2, photo.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_other_cards_shape_tells_of_a_band_that_is_hardly_seen(side: str) -> None:
    usual = take(_photo((200, 120, 40), side, 2)).shape
    assert usual == pytest.approx(SHAPE, rel=0.03)
    photo = _photo(BAND, side)
    alone, helped = take(photo), take(photo, usual)
    assert alone.shape is not None and alone.shape < 0.9 * SHAPE
    assert helped.face is not None and helped.shape == pytest.approx(usual, rel=0.025)
    edge = helped.face[20:-20, 4:16] if side == "left" else helped.face[20:-20, -16:-4]
    assert np.abs(np.median(edge, axis=(0, 1)) - BAND).max() < 12


def test_a_folder_of_photos_tells_the_shape_of_its_cards(tmp_path: Path) -> None:
    cards = sorted({sticker.card for sticker in stickers_of("hit-the-silk")})
    for seed, card in enumerate(cards[:7]):
        cv2.imwrite(str(tmp_path / f"{card}.png"), _photo((200, 120, 40) if seed else BAND, seed=seed + 1))
    assert main(["enrol", str(tmp_path), "--game", "hit-the-silk", "--out", str(tmp_path / "learnt")]) == 0
    face = dict(load_album(tmp_path / "learnt").faces)[cards[0]]
    assert np.abs(np.median(face[20:-20, 4:16], axis=(0, 1)) - BAND).max() < 12


def test_few_cards_tell_no_shape() -> None:
    face = np.zeros((2, 2, 3), np.uint8)
    assert usual_shape([Taken(face, None, SHAPE)] * 3) is None
    assert usual_shape([Taken(face, None, SHAPE)] * 6) == SHAPE
    assert usual_shape([Taken(None, "blurred", SHAPE)] * 6) is None


def test_a_card_of_another_shape_is_left_as_it_is() -> None:
    """Nothing ends a wider card there, on either hand."""
    lab = np.full((400, 600, 3), 120, np.uint8)
    quad = np.array([[200, 80], [340, 80], [340, 320], [200, 320]], np.float64)
    cv2.rectangle(lab, (200, 80), (340, 320), (200, 128, 128), -1)
    assert completed(edges_of(lab), quad, 1.22) is None
    assert completed(edges_of(lab), quad, 0.8) is None
