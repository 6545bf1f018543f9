"""One photo a card, as people take them: scanned, far, turned, leaning; and what is no card is sent back."""

import cv2
import numpy as np
import pytest

from tests.vision.studio.lens import Lens, Shot
from tests.vision.studio.prints import HIGH, WIDE, card
from tests.vision.studio.scene import Print, Room, render
from vision.enrolment.guide import glare, shape_of, take
from vision.enrolment.matching import Matcher
from vision.images import Image

FACE = card(5, 0, "Kamiro", "7", 1, 2, 3)
OTHERS = [card(60 + i, i, "Tensal", "3", 2, 3, 40 + i) for i in range(4)]
MATCHER = Matcher(
    [("it", cv2.resize(FACE, (126, 176), interpolation=cv2.INTER_AREA))]
    + [(str(i), cv2.resize(one, (126, 176), interpolation=cv2.INTER_AREA)) for i, one in enumerate(OTHERS)]
)


def is_it(face: Image | None) -> bool:
    match = None if face is None else MATCHER(face)
    return match is not None and match.id == "it"


def photo(things: list[Print], tilt: float, across: float, shape: float = 4 / 3) -> Image:
    rng, shot = np.random.default_rng(3), Shot(tilt=tilt, across=across, width=480, focus=0.5, noise=1.5, jpeg=92)
    return render(things, Room("light wood"), shot, rng, Lens(shot, rng, shape))


def test_a_scan_cropped_to_the_edge_is_the_card_itself() -> None:
    assert is_it(take(FACE).face)
    assert is_it(take(np.ascontiguousarray(np.rot90(FACE))).face)


@pytest.mark.parametrize(("turn", "tilt", "across"), [(0.05, 5, 90), (1.6, 12, 150), (0.6, 22, 130), (3.2, 15, 190)])
def test_a_card_on_a_table_is_taken_turned_and_leaning(turn: float, tilt: float, across: float) -> None:
    taken = take(photo([Print("it", FACE, (WIDE, HIGH), (2, 3), turn)], tilt, across))
    assert taken.fault is None
    assert is_it(taken.face)


def test_a_tray_is_no_card() -> None:
    tray = np.full((60, 70, 3), (60, 30, 20), np.uint8)
    assert take(photo([Print("tray", tray, (120, 106), (0, 0), 0.2)], 10, 200)).face is None


def test_shape_is_told_through_the_tilt() -> None:
    shot = Shot(tilt=30, across=200, width=900)
    lens = Lens(shot, np.random.default_rng(1))
    corners = lens.pixels(Print("it", FACE, (WIDE, HIGH), (0, 0), 0.4).on_table())
    assert shape_of(corners, lens.size) == pytest.approx(WIDE / HIGH, abs=0.05)


def test_printed_white_is_no_glare_but_a_mirrored_lamp_is() -> None:
    face = np.full((176, 126, 3), 90, np.uint8)
    cv2.rectangle(face, (20, 90), (105, 150), (255, 255, 255), -1)
    assert glare(face) == 0
    x, y = np.meshgrid(np.arange(126), np.arange(176))
    lamp = 400 * np.exp(-((x - 60) ** 2 + (y - 60) ** 2) / 900.0)
    assert glare(np.clip(np.full((176, 126, 3), 150) + lamp[..., None], 0, 255).astype(np.uint8)) > 0.03
