"""Foreign QR codes: read, bounded, and never more than text."""

import contextlib
import unicodedata

import cv2
import numpy as np
import pytest
import qrcode
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import codes
from vision.observation import Code
from vision.scan import example, foreign_codes, scan, standard_readers
from vision.stickers import layout, stickers_of


def picture(text: str | bytes, side: int = 240, level: int = qrcode.ERROR_CORRECT_L) -> np.ndarray:
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


def test_a_code_is_read_whole_in_all_its_lines() -> None:
    text = "BEGIN:VCARD\r\nN:Ann\n\tTokyo\u3000Tower " + "a" * 1500
    (code,) = codes.read(picture(text, side=900))
    assert code.text == text


def test_text_is_cleaned() -> None:
    (code,) = codes.read(picture("\x1b[31mred\x07 \u202eevil\x9b"))
    assert code.text == "\ufffd[31mred\ufffd \ufffdevil\ufffd"


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
def test_text_is_bounded(reader: codes.Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "LONGEST", 12)
    (code,) = codes.read(picture("https://example.org/pair"), reader)
    assert code.text == "https://exam"


def spoilt(way: str) -> np.ndarray:
    """A code that the first look misses."""
    random = np.random.default_rng(4)
    grey = picture("https://example.org/pair?t=1", side=150).astype(np.float32)
    if way == "noisy":
        grey += random.normal(0, 110, grey.shape)
    elif way == "blurred":
        grey = cv2.GaussianBlur(grey, (0, 0), 2.6)
    else:
        grey = 100 + 0.05 * grey + random.normal(0, 4, grey.shape)
    return np.clip(grey, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("way", ["noisy", "blurred", "faint"])
def test_other_looks_read_what_the_first_one_misses(way: str) -> None:
    zxing = pytest.importorskip("zxingcpp") and codes.Zxing()
    grey = spoilt(way)
    assert zxing.read(grey) == []
    (code,) = codes.read(grey, zxing)
    assert code.text == "https://example.org/pair?t=1"
    assert np.mean(code.corners, 0) == pytest.approx((225, 175), abs=3)
    assert codes.read(grey, zxing, patient=False) == []


def test_micro_codes_are_left_out() -> None:
    """The smallest have no error correction: noise can pass for one."""
    zxing = pytest.importorskip("zxingcpp")
    micro = zxing.create_barcode("12345", zxing.BarcodeFormat.MicroQRCode)
    image = cv2.copyMakeBorder(np.array(zxing.write_barcode_to_image(micro, scale=8)), 60, 60, 60, 60, 0, value=[255])
    assert zxing.read_barcodes(image, zxing.BarcodeFormat.QRCode)
    assert codes.read(image, codes.Zxing()) == []


def test_a_text_in_shift_jis_does_not_stop_the_other_reader() -> None:
    """OpenCV's hands it over as if it were UTF-8."""
    zxing = pytest.importorskip("zxingcpp")
    kanji = zxing.create_barcode("点茗点茗", zxing.BarcodeFormat.QRCode)
    image = cv2.copyMakeBorder(np.array(zxing.write_barcode_to_image(kanji, scale=8)), 60, 60, 60, 60, 0, value=[255])
    assert all(code.text == "点茗点茗" for code in codes.read(image, codes.OpenCv()))
    assert [code.text for code in codes.read(image, codes.Zxing())] == ["点茗点茗"]


def square(text: str, left: float, side: float = 100.0) -> Code:
    return Code(text, ((left, 0.0), (left + side, 0.0), (left + side, side), (left, side)))


class Scripted:
    """A reader that says what it is told to, look by look."""

    name, looks = "scripted", 2

    def __init__(self, *answers: list[Code]) -> None:
        self.answers = list(answers)

    def read(self, grey: np.ndarray, ink: codes.Ink = "local") -> list[Code]:
        return self.answers.pop(0) if self.answers else []


@pytest.mark.parametrize(
    ("first", "second", "sure"),
    [
        ([square("a", 0)], [], ["a"]),
        ([square("a", 0)], [square("a", 2)], ["a"]),
        ([square("a", 0)], [square("a", 2), square("b", 150)], ["a", "b"]),
        ([square("a", 0), square("b", 150)], [square("c", 3)], ["b"]),
        ([square("outer", 0)], [square("inner", 30, 40)], ["outer", "inner"]),
    ],
)
def test_a_second_look_adds_codes_and_takes_back_what_it_reads_otherwise(
    first: list[Code], second: list[Code], sure: list[str]
) -> None:
    blank = np.full((300, 400), 128, np.uint8)
    assert [code.text for code in codes.read(blank, Scripted(first, second))] == sure


def test_a_reader_is_offered_no_more_looks_than_are_worth_its_time() -> None:
    blank = np.full((300, 400), 128, np.uint8)
    assert [code.text for code in codes.read(blank, Scripted([], [], [square("late", 0)]))] == ["late"]
    assert codes.read(blank, Scripted([], [], [], [square("too late", 0)])) == []


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
@settings(max_examples=40, deadline=None)
@given(high=st.integers(1, 90), wide=st.integers(1, 90), seed=st.integers(0, 2**32 - 1), cell=st.integers(1, 6))
def test_no_picture_is_too_odd(reader: codes.Reader, high: int, wide: int, seed: int, cell: int) -> None:
    """Noise of any size and grain: nothing is invented, nothing breaks."""
    noise = np.random.default_rng(seed).integers(0, 2, (-(-high // cell), -(-wide // cell)), np.uint8) * 255
    assert codes.read(np.kron(noise, np.ones((cell, cell), np.uint8))[:high, :wide], reader) == []


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
@settings(max_examples=40, deadline=None)
@given(text=st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=120))
def test_any_plain_text_is_read_as_it_is_or_not_at_all(reader: codes.Reader, text: str) -> None:
    read = [code.text for code in codes.read(picture(text, side=400), reader)]
    assert read == [text] or (read == [] and reader.name == "OpenCV")


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.name)
@settings(max_examples=40, deadline=None)
@given(data=st.binary(min_size=1, max_size=120))
def test_bytes_that_are_no_text_do_no_harm(reader: codes.Reader, data: bytes) -> None:
    for code in codes.read(picture(data, side=400), reader):
        assert len(code.text) <= codes.LONGEST
        assert all(unicodedata.category(c) not in ("Cc", "Cf", "Cs") or c in codes.LINES for c in code.text)


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


def test_a_phones_code_on_a_cloth_that_is_busy_all_over_is_read_in_one_reduced_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks: list[tuple[int, ...]] = []
    read = codes.read
    monkeypatch.setattr(codes, "read", lambda grey, patient: looks.append(grey.shape) or read(grey, patient=patient))
    noise = np.random.default_rng(3).integers(60, 200, (360, 640), np.uint8)
    table = cv2.cvtColor(cv2.resize(noise, (1920, 1080), interpolation=cv2.INTER_NEAREST), cv2.COLOR_GRAY2BGR)
    for k, sticker in enumerate(stickers_of("hit-the-silk")[:6]):
        drawn = layout("aruco", sticker.number).draw(81)  # 3.2 pixels a millimetre
        left = 100 + 300 * k
        table[150 : 150 + len(drawn), left : left + len(drawn)] = drawn[..., None]
    code = qrcode.QRCode(border=4)
    code.add_data("https://example.org/pair")
    modules = np.where(np.array(code.get_matrix()), 0, 255).astype(np.uint8)
    screen = cv2.resize(modules, (160, 160), interpolation=cv2.INTER_AREA)
    table[700:860, 900:1060] = cv2.GaussianBlur(screen, (3, 3), 0)[..., None]
    seen = scan(table, standard_readers("hit-the-silk"))
    assert len(seen.cards) == 6
    assert looks == [(540, 960)]
    (found,) = seen.codes
    assert found.text == "https://example.org/pair"
    assert np.mean(found.corners, 0) == pytest.approx((980, 780), abs=4)
