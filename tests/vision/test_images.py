"""Image files from strangers: read, or refused with a sentence."""

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from vision import images

BASE = np.zeros((40, 60, 3), np.uint8)
BASE[:20, :30] = (0, 0, 255)  # a red quarter at the top left, in BGR


def encoded(form: str, picture: np.ndarray = BASE, **options: object) -> bytes:
    out = io.BytesIO()
    Pillow.fromarray(picture[:, :, ::-1] if picture.ndim == 3 else picture).save(out, form, **options)
    return out.getvalue()


def is_red(picture: np.ndarray, x: int, y: int) -> bool:
    blue, green, red = (int(value) for value in picture[y, x])
    return red > 180 and blue < 70 and green < 70


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF", "BMP"])
def test_usual_formats_are_read(form: str) -> None:
    picture = images.decode(encoded(form))
    assert picture.shape == (40, 60, 3)
    assert is_red(picture, 10, 10)
    assert not is_red(picture, 50, 30)


def test_sixteen_bits_grey_and_cmyk_become_ordinary_colour() -> None:
    deep = cv2.imencode(".png", BASE.astype(np.uint16) * 257)[1].tobytes()
    assert is_red(images.decode(deep), 10, 10)
    assert images.decode(encoded("PNG", BASE[:, :, 2])).shape == (40, 60, 3)
    out = io.BytesIO()
    Pillow.fromarray(BASE[:, :, ::-1].copy()).convert("CMYK").save(out, "JPEG", quality=95)
    assert is_red(images.decode(out.getvalue()), 10, 10)


def test_a_photo_taken_sideways_is_turned_upright() -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6  # turn a quarter clockwise to view
    picture = images.decode(encoded("JPEG", exif=exif))
    assert picture.shape == (60, 40, 3)
    assert is_red(picture, 30, 10)


@pytest.mark.parametrize("form", ["GIF", "WEBP", "PNG"])
def test_of_an_animation_the_first_frame(form: str) -> None:
    later = Pillow.fromarray(np.full_like(BASE, 200))
    picture = images.decode(encoded(form, save_all=True, append_images=[later], duration=100))
    assert is_red(picture, 10, 10)


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"hello", "is not a JPEG"),
        (b"\x89PNG\r\n\x1a\n", "breaks off"),
        (b"\xff\xd8\xff\xe0", "breaks off"),
        (encoded("PNG")[:60], "is damaged"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(20), "HEIC"),
        (png_header(60000, 60000), "more than 120 million"),
        (encoded("PNG", np.zeros((3, 50, 3), np.uint8)), "only 50 x 3"),
    ],
)
def test_refusals_say_why(data: bytes, says: str) -> None:
    with pytest.raises(images.Refused, match=says):
        images.decode(data, "a.png")


def huge(form: str) -> bytes:
    """A small file that claims 20000 x 20000 pixels."""
    if form == "PNG":
        return png_header(20000, 20000)
    data = bytearray(encoded(form))
    if form == "JPEG":
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = struct.pack(">HH", 20000, 20000)
    elif form == "GIF":
        data[6:10] = struct.pack("<HH", 20000, 20000)
    else:
        data[18:26] = struct.pack("<ii", 20000, 20000)
    return bytes(data)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "GIF", "BMP"])
def test_claims_of_huge_pictures_are_refused_before_they_are_unpacked(form: str) -> None:
    with pytest.raises(images.Refused, match="20000 x 20000"):
        images.decode(huge(form))


@pytest.mark.parametrize("shape", [(8, 40_000), (40_000, 8)])
def test_a_mere_strip_is_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(images.Refused, match="a mere strip"):
        images.decode(encoded("PNG", np.zeros((*shape, 3), np.uint8)))


def test_whatever_is_halved_gets_smaller_down_to_a_pixel() -> None:
    """Who halves a picture until it is small enough must come to an end."""
    picture = np.zeros((3, 9000), np.uint8)
    for _ in range(14):
        picture = images.halved(picture)
    assert picture.shape == (1, 1)


def test_a_single_pixel_is_refused() -> None:
    with pytest.raises(images.Refused, match="only 1 x 1"):
        images.decode(encoded("PNG", BASE[:1, :1]))


def test_alpha_palette_and_deep_grey_are_read() -> None:
    for mode in ("RGBA", "LA", "P", "1", "I;16"):
        out = io.BytesIO()
        Pillow.fromarray(BASE[:, :, ::-1].copy()).convert(mode if mode != "I;16" else "I").convert(mode).save(
            out, "PNG"
        )
        assert images.decode(out.getvalue()).shape == (40, 60, 3), mode


def test_a_photo_that_breaks_off_is_read_as_far_as_it_goes_or_refused() -> None:
    noisy = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)
    data = encoded("JPEG", noisy)
    for share in (0.3, 0.6, 0.9):
        try:
            assert images.decode(data[: int(len(data) * share)]).shape == (200, 300, 3)
        except images.Refused as refusal:
            assert str(refusal).endswith(".")


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jpg", tmp_path):
        with pytest.raises(images.Refused, match="cannot be read"):
            images.read(path)


SEEDS = [encoded(form) for form in ("PNG", "JPEG", "WEBP", "GIF", "BMP")]


DAMAGE = given(
    seed=st.sampled_from(SEEDS),
    edits=st.lists(st.tuples(st.integers(0, 2**16), st.integers(0, 255)), max_size=12),
    cut=st.integers(0, 2**16),
)
Edits = list[tuple[int, int]]


@settings(max_examples=200, deadline=None)
@DAMAGE
def test_damaged_bytes_never_crash(seed: bytes, edits: Edits, cut: int) -> None:
    """A file of one kilobyte that claims a hundred million pixels takes seconds to unpack: here few are allowed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(images, "MOST_PIXELS", 1_000_000)
        read_or_refused(seed, edits, cut)


@pytest.mark.slow
@settings(max_examples=2000, deadline=None)
@DAMAGE
def test_damaged_bytes_never_crash_however_large_they_claim_to_be(seed: bytes, edits: Edits, cut: int) -> None:
    read_or_refused(seed, edits, cut)


def read_or_refused(seed: bytes, edits: Edits, cut: int) -> None:
    data = bytearray(seed)
    for where, value in edits:
        data[where % len(data)] = value
    try:
        picture = images.decode(bytes(data[: 1 + cut % (2 * len(data))]))
    except images.Refused as refusal:
        assert str(refusal).endswith(".")
    else:
        assert picture.dtype == np.uint8
        assert picture.ndim == 3


@given(st.binary(max_size=200))
def test_random_bytes_never_crash(data: bytes) -> None:
    with pytest.raises(images.Refused):
        images.decode(data)
