"""One photo a card: taken whole, border included, or sent back with a sentence."""

import cv2
import numpy as np

from tests.vision.enrolment.few_cards import CARDS, photo_of
from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.deck import loose_cards
from vision.enrolment.guide import take


def test_a_card_with_a_title_as_bright_as_the_table_is_taken_whole() -> None:
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (720, 960)), (0, 0), sigmaX=40, sigmaY=2.5)
    photo = np.clip((50, 84, 122) * (1 + 0.2 * (grain / grain.std())[..., None]), 0, 255).astype(np.uint8)
    face = np.full((352, 252, 3), (228, 232, 235), np.uint8)
    face[:50] = (34, 54, 132)
    cv2.putText(face, "TUQUO 2", (14, 36), cv2.FONT_HERSHEY_DUPLEX, 0.9, (235, 235, 235), 2, cv2.LINE_AA)
    cv2.rectangle(face, (50, 80), (200, 190), (60, 150, 70), -1)
    for y in range(220, 310, 18):
        cv2.line(face, (20, y), (215, y), (70, 70, 70), 2)
    whole = np.array([[400, 150], [640, 190], [583, 530], [343, 490]], np.float32)
    corners = np.array([[0, 0], [252, 0], [252, 352], [0, 352]], np.float32)
    cv2.warpPerspective(
        face, cv2.getPerspectiveTransform(corners, whole), (960, 720), photo, borderMode=cv2.BORDER_TRANSPARENT
    )
    photo = np.clip(cv2.GaussianBlur(photo, (0, 0), 0.6) + rng.normal(0, 2, photo.shape), 0, 255).astype(np.uint8)
    taken = take(photo)
    assert taken.face is not None
    assert float(np.abs(taken.face[4:20, 60:120].mean((0, 1)) - (34, 54, 132)).max()) < 30


def test_a_blurred_photo_is_sent_back() -> None:
    assert take(photo_of("plain-1")).fault is None
    fault = take(cv2.GaussianBlur(photo_of("plain-1"), (0, 0), 5)).fault
    assert fault is not None


def test_two_cards_in_one_photo_are_sent_back() -> None:
    frame, _ = loose_cards(CARDS, ["plain-1", "plain-2"], np.random.default_rng(6), TYPICAL, 10.0, 1280)
    fault = take(frame).fault
    assert fault is not None and "one card at a time" in fault
