"""Markers: every sticker in sight is read once, and nothing else ever is."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import qrcode

from tests.vision.photographs import FOLDERS, photographs
from tests.vision.scenes import tables
from vision import images, markers
from vision.markers import framed_qr, grid_codes
from vision.markers.patterns import aruco_patterns
from vision.stickers import layout, qr_modules, stickers_of
from vision.table.scene import Picture


def read(picture: Picture) -> markers.Markers:
    return markers.scan(images.grey(picture.image))


def numbers(readings: tuple[markers.Reading, ...]) -> list[int]:
    return sorted(reading.number for reading in readings)


def in_sight(picture: Picture, kind: str) -> set[int]:
    return {s.thing.sticker.number for s in picture.cards(0.999) if s.thing.made.kind == kind}


def on_table(picture: Picture) -> set[int]:
    return {s.thing.sticker.number for s in picture.cards(0.0)}


def test_three_fans_of_both_kinds() -> None:
    picture = tables.three_fans()
    found = read(picture)
    assert in_sight(picture, "qr") <= set(numbers(found.qr))
    assert in_sight(picture, "aruco") <= set(numbers(found.aruco))
    both = numbers(found.qr) + numbers(found.aruco)
    assert len(both) == len(set(both))
    assert set(both) <= on_table(picture)


def test_corners_are_where_they_are() -> None:
    picture = tables.three_fans()
    truth = {s.thing.sticker.number: s.corners for s in picture.cards()}
    found = read(picture)
    errors = [np.abs(truth[r.number] - r.corners).max() for r in (*found.aruco, *found.qr) if r.number in truth]
    assert len(errors) >= 25
    assert max(errors) < 1.5


def test_bad_light() -> None:
    picture = tables.hard_fans()
    found = set(numbers(read(picture).aruco))
    assert len(in_sight(picture, "aruco") - found) <= 1
    assert found <= on_table(picture)


def test_stickers_whose_paper_is_so_bright_that_its_light_spills_over_their_edges() -> None:
    table, shown = np.full((360, 640), 110, np.uint8), [sticker.number for sticker in stickers_of("hit-the-silk")[:12]]
    for k, number in enumerate(shown):
        drawn = layout("aruco", number).draw(600).astype(np.float32)
        light = cv2.GaussianBlur(2.5 * drawn, (0, 0), len(drawn) / 24)  # the lens blurs first, the sensor cuts off then
        top, left = 30 + 100 * (k // 4), 40 + 150 * (k % 4)
        table[top : top + 26, left : left + 26] = cv2.resize(
            np.clip(light, 20, 255), (26, 26), interpolation=cv2.INTER_AREA
        )
    found = set(numbers(markers.scan(cv2.GaussianBlur(table, (3, 3), 0)).aruco))
    assert found <= set(shown)
    assert len(found) >= 9


@pytest.mark.parametrize(("lost", "read"), [(4, True), (6, True), (9, False)])
def test_a_border_of_which_a_quarter_is_lost_will_do_where_the_code_is_sure(lost: int, read: bool) -> None:
    """Of 24 border cells."""
    sticker, cell = layout("aruco", stickers_of("hit-the-silk")[7].number).draw(600), 20
    table = cv2.resize(sticker, (9 * cell, 9 * cell), interpolation=cv2.INTER_AREA)
    ring = [(1, k) for k in range(1, 8)] + [(k, 7) for k in range(2, 8)]
    for row, column in ring[:lost]:
        table[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = 190
    square = cell * np.array([[[1, 1], [8, 1], [8, 8], [1, 8]]], float) - 0.5
    found = grid_codes.read(cv2.GaussianBlur(table, (0, 0), 6), square, aruco_patterns())
    assert [reading.number for reading in found] == ([stickers_of("hit-the-silk")[7].number] if read else [])


@pytest.mark.parametrize("kind", ["aruco", "qr"])
def test_a_hand_of_ten_held_up(kind: str) -> None:
    picture = tables.held_hand(kind)
    found = read(picture)
    assert len(in_sight(picture, kind)) >= 9
    assert in_sight(picture, kind) <= set(numbers(found.aruco if kind == "aruco" else found.qr))


@pytest.mark.parametrize("side", [100, 130, 250])
def test_qr_stickers_near_by_on_a_pale_table(side: int) -> None:
    """As large as in a hand that is held up to the camera. The outline of a rim, on a table that is a little darker, is
    a dark square, too, about as large as the frame in it."""
    shown = [sticker.number for sticker in stickers_of("hit-the-silk")[:12]]
    table, random = np.full((900, 1440), 190, np.uint8), np.random.default_rng(side)
    for k, number in enumerate(shown):
        drawn = cv2.resize(layout("qr", number).draw(600), (side, side), interpolation=cv2.INTER_AREA)
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(random.uniform(0, 360)), 1.0)
        turn[:, 2] += 180 + 360 * (k % 4) - side / 2, 150 + 300 * (k // 4) - side / 2
        turn[1] *= 0.8  # from aslant
        printed = (30 + 0.8 * drawn).astype(np.uint8)
        cv2.warpAffine(printed, turn, table.shape[::-1], table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    assert numbers(markers.scan(cv2.GaussianBlur(table, (0, 0), 0.7)).qr) == shown


def from_afar(picture: Picture, wide: int) -> np.ndarray:
    """The same table where it fills so many pixels of a wide frame's 1920."""
    far = np.full((1080, 1920), 90, np.uint8)
    size = wide, wide * 9 // 16
    far[200 : 200 + size[1], 500 : 500 + wide] = cv2.resize(
        images.grey(picture.image), size, interpolation=cv2.INTER_AREA
    )
    return far


def test_qr_stickers_far_away() -> None:
    """Frames round codes are one pixel thick where they are first looked for."""
    picture = tables.held_hand("qr")
    assert in_sight(picture, "qr") == set(numbers(markers.scan(from_afar(picture, 800)).qr))


def test_aruco_stickers_far_away_in_bad_light() -> None:
    """Black squares of ten pixels, where they are first looked for, are joined to dark cards."""
    picture = tables.hard_fans()
    found = set(numbers(markers.scan(from_afar(picture, 880)).aruco))
    assert len(in_sight(picture, "aruco") - found) <= 1
    assert found <= on_table(picture)


def test_another_games_cards_keep_their_own_numbers() -> None:
    picture = tables.loose(list(stickers_of("escape-master")), tables.ARUCO)
    found = set(numbers(read(picture).aruco))
    assert len(found) >= 8
    assert in_sight(picture, "aruco") <= found <= on_table(picture)


@pytest.mark.parametrize("made", [tables.ARUCO, tables.QR])
def test_a_mirrored_sticker_is_nothing(made: tables.Print) -> None:
    picture = tables.loose(tables.SILK, made)
    found = markers.scan(images.grey(picture.image)[:, ::-1].copy())
    assert found == markers.Markers((), (), ())


@pytest.mark.parametrize("made", [tables.ARUCO, tables.QR])
def test_half_covered_stickers_are_never_another_card(made: tables.Print) -> None:
    picture = tables.loose(tables.SILK, made)
    grey = images.grey(picture.image).copy()
    for seen in picture.cards(0.0):
        middle = seen.corners.mean(0)
        cv2.circle(grey, (round(middle[0]) + 9, round(middle[1]) + 5), 13, 140, -1)
    found = markers.scan(grey)
    assert {r.number for r in (*found.aruco, *found.qr)} <= on_table(picture)


def test_foreign_codes_are_no_cards() -> None:
    grey = np.full((720, 1280), 230, np.uint8)
    for k, text in enumerate(("https://example.org/", "WINGMAN", "WINGMAN999", "1234567890")):
        code = qrcode.QRCode(border=0, box_size=4)
        code.add_data(text)
        picture = np.where(np.array(code.get_matrix()), 0, 255).astype(np.uint8)
        picture = cv2.resize(picture, (100, 100), interpolation=cv2.INTER_NEAREST)
        framed = cv2.copyMakeBorder(cv2.copyMakeBorder(picture, 7, 7, 7, 7, 0, value=[255]), 9, 9, 9, 9, 0, value=[0])
        grey[100:232, 100 + 200 * k : 232 + 200 * k] = framed
    found = markers.scan(grey)
    assert found == markers.Markers((), (), ())


def test_a_wrong_frame_makes_no_card() -> None:
    """Our own code without its frame is just a QR code."""
    code = cv2.resize(np.where(qr_modules(3), 0, 255).astype(np.uint8), (84, 84), interpolation=cv2.INTER_NEAREST)
    grey = np.full((720, 1280), 230, np.uint8)
    grey[300:384, 500:584] = code
    assert markers.scan(grey).qr == ()


def test_close_up() -> None:
    for kind in ("aruco", "qr"):
        sheet = cv2.resize(layout(kind, 5).draw(300), (600, 600), interpolation=cv2.INTER_AREA)
        grey = cv2.copyMakeBorder(sheet, 60, 60, 200, 480, 0, value=[235])
        found = markers.scan(cv2.GaussianBlur(grey, (0, 0), 2))
        assert numbers(found.aruco if kind == "aruco" else found.qr) == [5]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("kind", ["dice", "playing_cards"])
def test_real_photos_without_stickers_hold_none(folder: Path, kind: str) -> None:
    for path in photographs(folder, kind, step=3):
        assert markers.scan(images.grey(images.read(path))) == markers.Markers((), (), ()), path.name


@pytest.mark.parametrize(
    "grey",
    [
        np.zeros((8, 8), np.uint8),
        np.full((1, 2000), 255, np.uint8),
        np.tile(np.kron([[0, 255], [255, 0]], np.ones((12, 12))), (20, 30)).astype(np.uint8),
        np.random.default_rng(0).integers(0, 256, (400, 600), np.uint8),
    ],
    ids=["tiny", "a line", "a chessboard", "noise"],
)
def test_odd_pictures_hold_nothing(grey: np.ndarray) -> None:
    assert markers.scan(grey) == markers.Markers((), (), ())


def row_of(kind: str, side: int, glare: float) -> np.ndarray:
    """Ten stickers side by side on a table. Over the last four glare lies: it adds light to ink and paper, and leaves
    such a share of their contrast."""
    grey = np.full((720, 1280), 110.0)
    for number in range(10):
        drawn = cv2.resize(layout(kind, number).draw(300), (side, side), interpolation=cv2.INTER_AREA).astype(float)
        left = 60 + 120 * number
        grey[300 : 300 + side, left : left + side] = 30 + 0.6 * drawn
    washed = grey[260:400, 770:]
    washed[:] = 230 - 180 * glare + glare * washed
    grey = cv2.GaussianBlur(grey, (0, 0), 1) + np.random.default_rng(5).normal(0, 2, grey.shape)
    return np.clip(grey, 0, 255).astype(np.uint8)


def test_stickers_half_a_pixel_from_dark_cards() -> None:
    """Ten on pale cards, each nearly touched by another card as the rim ends, drawn four times as large and blurred."""
    table = np.full((2160, 3840), 150, np.uint8)
    for number in range(10):
        drawn = cv2.resize(layout("aruco", number).draw(600), (118, 118), interpolation=cv2.INTER_AREA)  # square 92
        left, top = 200 + 340 * number, 800
        table[top - 60 : top + 178, left - 60 : left + 178] = 230
        table[top : top + 118, left : left + 118] = drawn
        table[top - 60 : top + 178, left + 107 : left + 345] = 50
    grey = cv2.resize(cv2.GaussianBlur(table, (0, 0), 5), (960, 540), interpolation=cv2.INTER_AREA)
    assert numbers(markers.scan(grey).aruco) == list(range(10))


def test_aruco_stickers_under_glare() -> None:
    """Ink of 190 grey levels on paper of 230."""
    assert numbers(markers.scan(row_of("aruco", 36, glare=0.26)).aruco) == list(range(10))


def test_qr_stickers_under_glare() -> None:
    """So faint that only a glimpse shows them, and only because others were read."""
    assert numbers(markers.scan(row_of("qr", 48, glare=0.28)).qr) == list(range(10))


WAYS = [(0.09, 0.0), (-0.08, 0.06), (0.06, -0.09), (-0.09, -0.07)]


@pytest.mark.parametrize("way", WAYS)
def test_a_qr_sticker_is_read_by_a_placing_that_is_a_tenth_of_its_side_off(way: tuple[float, float]) -> None:
    picture = tables.held_hand("qr")
    grey, known = images.grey(picture.image), picture.cards(0.999)
    quads = np.array([card.corners for card in known])
    off = quads + np.array(way) * np.linalg.norm(quads[:, 1:2] - quads[:, :1], axis=2, keepdims=True)
    assert framed_qr.read(grey, off) == []
    assert {r.number for r in framed_qr.read_nearby(grey, off)[0]} == {card.thing.sticker.number for card in known}


@pytest.mark.parametrize("way", WAYS)
def test_an_aruco_sticker_is_read_by_such_a_placing(way: tuple[float, float]) -> None:
    picture = tables.hard_fans()
    grey, known = images.grey(picture.image), picture.cards(0.999)
    quads = np.array([card.corners for card in known])
    off = quads + np.array(way) * np.linalg.norm(quads[:, 1:2] - quads[:, :1], axis=2, keepdims=True)
    truth = {card.thing.sticker.number for card in known}
    placed = grid_codes.placed(grey, off, aruco_patterns())
    found = {r.number for r in grid_codes.read(grey, placed, aruco_patterns())}
    assert found <= truth
    assert len(found) >= 0.9 * len(truth) > len(grid_codes.read(grey, off, aruco_patterns()))


def test_no_placings_are_no_stickers() -> None:
    blank = np.full((90, 160), 128, np.uint8)
    nothing = np.empty((0, 4, 2))
    assert framed_qr.read_nearby(blank, nothing)[0] == []
    assert len(grid_codes.placed(blank, nothing, aruco_patterns())) == 0
    assert grid_codes.read(blank, nothing, aruco_patterns()) == []
