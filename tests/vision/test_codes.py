"""Foreign QR codes: read, bounded, and never more than text."""

import contextlib

import cv2
import numpy as np
import pytest
import qrcode

from vision import codes


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
