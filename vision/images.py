"""Reads image files from strangers: a picture in 8-bit BGR, or a Refused with one sentence that says why."""

import struct
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]
"""Height × width (grey) or height × width × 3 (BGR), unsigned bytes."""
Floats: TypeAlias = NDArray[Any]
"""Any array of 32- or 64-bit floating-point numbers."""
Box: TypeAlias = tuple[int, int, int, int]
"""A part of a picture: left, top, right, bottom."""

LARGEST_FILE = 64 * 2**20
"""Bytes. A 100-megapixel phone photo has about 40 MB; more is not a photo of a table."""
MOST_PIXELS = 120_000_000
"""A small file can unpack into gigabytes; this many pixels are 360 MB while they are decoded."""
SMALLEST_SIDE = 8
"""Pixels. Nothing can be seen in less, and some filters below want a neighbourhood."""
LONGEST_SHAPE = 40
"""How many times as long as wide a picture may be; a panorama has six."""


class Refused(Exception):
    """Why a file was not read, as a sentence for the person who named it."""


def read(path: Path) -> Image:
    """The file's picture, upright (EXIF), BGR, 8 bits; of an animation its first frame. Raises Refused."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise Refused(f"{path.name} is larger than {LARGEST_FILE // 2**20} MB; that is no photo.")
        data = path.read_bytes()
    except OSError as trouble:
        raise Refused(f"{path} cannot be read: {trouble.strerror or trouble}.") from trouble
    return decode(data, path.name)


def decode(data: bytes, name: str = "The image") -> Image:
    """The same for bytes that are already at hand."""
    if not data:
        raise Refused(f"{name} is empty.")
    width, height = _size(data, name)
    if width * height > MOST_PIXELS:
        raise Refused(f"{name} has {width} x {height} pixels, more than {MOST_PIXELS // 1_000_000} million.")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise Refused(f"{name} is damaged, or its kind of compression is not supported; save it as JPEG or PNG.")
    if min(picture.shape[:2]) < SMALLEST_SIDE:
        raise Refused(f"{name} is only {picture.shape[1]} x {picture.shape[0]} pixels; nothing can be seen in it.")
    if max(picture.shape[:2]) > LONGEST_SHAPE * min(picture.shape[:2]):
        raise Refused(f"{name} is {picture.shape[1]} x {picture.shape[0]} pixels, a mere strip; no photo is so narrow.")
    return picture


def grey(image: Image) -> Image:
    """The image in one 8-bit channel; a grey one is returned as it is."""
    return image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)


def halved(picture: Image) -> Image:
    """Half as wide and high, but at least a pixel."""
    high, wide = picture.shape[:2]
    if min(high, wide) < 2:
        return cv2.resize(picture, (max(1, wide // 2), max(1, high // 2)), interpolation=cv2.INTER_AREA)
    return cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


@cache
def block(side: int) -> Image:
    """A square, for cv2's morphology."""
    return np.ones((side, side), np.uint8)


def _size(data: bytes, name: str) -> tuple[int, int]:
    """Width and height from the header, before anything is unpacked. Only formats listed here reach a decoder."""
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n"):
            return struct.unpack(">II", data[16:24])
        if data.startswith(b"\xff\xd8"):
            return _jpeg_size(data)
        if data.startswith((b"GIF87a", b"GIF89a")):
            return struct.unpack("<HH", data[6:10])
        if data.startswith(b"BM"):
            width, height = struct.unpack("<ii", data[18:26])
            return abs(width), abs(height)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp_size(data)
    except (struct.error, IndexError):
        raise Refused(f"{name} breaks off in its header.") from None
    if data[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif"):
        raise Refused(f"{name} is an HEIC or AVIF photo, which cannot be read here; save it as JPEG.")
    raise Refused(f"{name} is not a JPEG, PNG, WebP, GIF or BMP image.")


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        if data[at] != 0xFF:
            raise IndexError
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # start of frame
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        else:
            at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int(struct.unpack("<I", data[21:25])[0])
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF
