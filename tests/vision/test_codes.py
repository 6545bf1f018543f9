"""Foreign QR codes: read, bounded, and never more than text."""

import contextlib

import cv2
import numpy as np
import pytest
import qrcode

from vision import codes
from vision.scan import example, foreign_codes, scan, standard_readers


def picture(text: str, side: int = 240, level: int = qrcode.ERROR_CORRECT_L) -> np.ndarray:
    code = qrcode.QRCode(border=4, error_correction=level)
    code.add_data(text)
    modules = np.where(np.array(code.get_matrix()), 0, 255).astype(np.uint8)
    sheet = cv2.resize(modules, (side, side), interpolation=cv2.INTER_NEAREST)
    return cv2.copyMakeBorder(sheet, 100, 100, 150, 250, 0, value=[200])


def readers() -> list[codes.Reader]:
    found: list[codes.Reader] = [codes.OpenCv()]
    with contextlib.suppress(ImportError):
        found.append(codes.Zxing())
    return found


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_a_code_is_read_where_it_is(reader: codes.Reader) -> None:
    (code,) = codes.read(picture("https://example.org/pair?t=1"), reader)
    assert code.text == "https://example.org/pair?t=1"
    assert np.mean(code.corners, 0) == pytest.approx((270, 220), abs=3)


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_a_picture_without_a_code_gives_none(reader: codes.Reader) -> None:
    assert codes.read(np.full((300, 400), 128, np.uint8), reader) == []


def test_a_small_code_is_read_enlarged() -> None:
    (code,) = codes.read(picture("hello", side=34))
    assert code.text == "hello"


def test_text_is_bounded_and_cleaned() -> None:
    (code,) = codes.read(picture("\x1b[31mred\x07" + "a" * 1500, side=900))
    assert len(code.text) == codes.LONGEST
    assert code.text.startswith("\ufffd[31mred\ufffd")


def distorted(number: int) -> tuple[np.ndarray, str]:
    """A stranger's code, tilted, blurred, noisy, in uneven light, at any size; and what it says."""
    random = np.random.default_rng(number)
    text = f"https://example.org/{number}/" + "x" * int(random.integers(0, 60))
    code = picture(text, side=int(random.integers(60, 400)), level=int(random.integers(4)))
    high, wide = code.shape
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    moved = corners + random.uniform(-0.14, 0.14, (4, 2)).astype(np.float32) * (wide, high) + 40
    lens = cv2.getPerspectiveTransform(corners, moved.astype(np.float32))
    seen = cv2.warpPerspective(code, lens, (wide + 80, high + 80), flags=cv2.INTER_AREA, borderValue=[150])
    seen = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.4, 1.6)).astype(np.float32)
    seen *= np.linspace(random.uniform(0.4, 1), random.uniform(0.4, 1), seen.shape[1])
    return np.clip(seen + random.normal(0, random.uniform(1, 8), seen.shape), 0, 255).astype(np.uint8), text


def test_a_scan_reads_what_the_general_reader_alone_reads() -> None:
    reader = codes.best_reader()
    read = 0
    for number in range(12):
        grey, text = distorted(number)
        seen = {code.text for code in scan(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), [foreign_codes]).codes}
        assert {code.text for code in reader.read(grey)} <= seen
        read += text in seen
    assert read >= 8


def test_a_code_beside_cards_with_stickers_is_read_too() -> None:
    table = example("hit-the-silk")
    stickers = scan(table, standard_readers("hit-the-silk"))
    for left, top, side in ((60, 380, 70), (700, 390, 110)):
        code = qrcode.QRCode(border=4)
        code.add_data(f"https://example.org/{side}")
        modules = np.where(np.array(code.get_matrix()), 0, 255).astype(np.uint8)
        drawn = cv2.GaussianBlur(cv2.resize(modules, (side, side), interpolation=cv2.INTER_AREA), (3, 3), 0)
        table[top : top + side, left : left + side] = drawn[..., None]
    seen = scan(table, standard_readers("hit-the-silk"))
    assert {card.id for card in seen.cards} == {card.id for card in stickers.cards}
    read = {code.text: np.mean(code.corners, 0) for code in seen.codes if code.text.startswith("https")}
    assert read["https://example.org/70"] == pytest.approx((95, 415), abs=3)
    assert read["https://example.org/110"] == pytest.approx((755, 445), abs=3)


def test_the_example_shows_what_is_looked_for() -> None:
    """So that scanning it makes ready what the first picture would else wait for."""
    seen = scan(example("hit-the-silk"), standard_readers("hit-the-silk"))
    assert {card.by for card in seen.cards} == {"aruco", "qr"}
    assert [die.face for die in seen.dice] == ["1"]
