"""Stickers: every card has its own, for ever, and no sticker can pass for another."""

from collections import Counter

import cv2
import numpy as np
import pytest

from vision import stickers


def test_every_box_is_complete() -> None:
    boxes = Counter(sticker.game for sticker in stickers.all_stickers())
    assert boxes == {
        "hit-the-silk": 70,
        "escape-now": 70,
        "escape-master": 100,
        "escape-plan": 74,
        "dig-your-way-out": 117,
    }


def test_no_two_cards_share_a_number() -> None:
    numbers = [sticker.number for sticker in stickers.all_stickers()]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("number", "game", "card", "copy"),
    [
        (0, "hit-the-silk", "briefcase-10", 1),
        (18, "hit-the-silk", "parachute", 3),
        (69, "hit-the-silk", "flannel", 18),
        (155, "escape-now", "lucky-shot", 1),
        (169, "escape-now", "tenacious-talkative", 1),
        (200, "escape-master", "1-average-joe", 1),
        (299, "escape-master", "doom-master", 3),
        (373, "escape-plan", "exit-cost", 2),
        (400, "dig-your-way-out", "spoon", 1),
    ],
)
def test_printed_numbers_never_change(number: int, game: str, card: str, copy: int) -> None:
    assert stickers.Sticker(game, card, copy, number) in stickers.all_stickers()


def test_aruco_codes_stay_apart_turned_and_mirrored() -> None:
    codes = np.array([stickers.aruco_modules(s.number)[1:-1, 1:-1] for s in stickers.all_stickers()], int)
    signs = 2 * codes.reshape(len(codes), 25) - 1

    def least_distance(others: np.ndarray) -> np.ndarray:
        turned = [2 * np.rot90(others, k, (1, 2)).reshape(len(others), 25) - 1 for k in range(4)]
        return np.min([(25 - signs @ turn.T) // 2 for turn in turned], axis=0)

    plain = least_distance(codes) + 99 * np.eye(len(codes), dtype=int)
    assert plain.min() >= 6
    assert least_distance(codes[:, :, ::-1]).min() >= 4


def test_qr_codes_stay_apart() -> None:
    codes = np.array([stickers.qr_modules(s.number).ravel() for s in stickers.all_stickers()], int)
    distance = (codes[:, None] != codes[None]).sum(-1) + 999 * np.eye(len(codes), dtype=int)
    assert distance.min() >= 50


def test_a_general_reader_reads_the_framed_qr() -> None:
    image = stickers.layout("qr", 42).draw(dpi=300)
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.copyMakeBorder(image, 40, 40, 40, 40, 0, value=[255]))
    assert text == "WINGMAN042"


@pytest.mark.parametrize("number", sorted(stickers.other_masks()))
def test_a_general_reader_reads_the_codes_that_have_another_mask(number: int) -> None:
    """15 of the 24 it would overlook in one of these views with the mask of their turn."""
    image = cv2.copyMakeBorder(stickers.layout("qr", number).draw(dpi=300), 80, 80, 80, 80, 0, value=[200])
    middle = len(image) / 2
    for turn in (0, 5, -9, 14, 22):
        seen = cv2.warpAffine(image, cv2.getRotationMatrix2D((middle, middle), turn, 0.85), image.shape[::-1])
        text, _, _ = cv2.QRCodeDetector().detectAndDecode(cv2.GaussianBlur(seen, (0, 0), 1))
        assert text == stickers.qr_text(number)


def test_opencv_reads_the_printed_aruco() -> None:
    image = cv2.copyMakeBorder(stickers.layout("aruco", 60).draw(dpi=300), 20, 20, 20, 20, 0, value=[255])
    dictionary = cv2.aruco.getPredefinedDictionary(stickers.ARUCO)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    assert (ids == [[62]]).all()  # number 60 is the dictionary's code 62
    side = float(np.ptp(np.asarray(corners[0])[0, :, 0])) / 300 * 25.4
    assert side == pytest.approx(15, abs=0.2)
