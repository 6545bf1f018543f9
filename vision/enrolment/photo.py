"""Opens photographs that strangers made: bounded, and refused with a sentence when they are not pictures."""

from pathlib import Path

import cv2
import numpy as np

from vision.picture import Picture

# A phone's photo has 12 to 50 million pixels and under 30 MB; more is a mistake or an attack on memory.
MOST_BYTES = 40_000_000
MOST_PIXELS = 60_000_000
SMALLEST_SIDE = 100


class UnreadablePhoto(Exception):  # noqa: N818 - the sentence is for a person
    """A file that is no usable photograph, with the reason as a sentence."""


def open_photo(path: Path) -> Picture:
    """The photo in BGR, turned as its EXIF says. Raises UnreadablePhoto."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UnreadablePhoto(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB.")
        data = path.read_bytes()
    except OSError as error:
        raise UnreadablePhoto(f"{path.name} cannot be read: {error.strerror}.") from error
    size = _announced_size(data)
    if size is None:
        raise UnreadablePhoto(f"{path.name} is neither a JPEG nor a PNG picture.")
    if size[0] * size[1] > MOST_PIXELS:
        raise UnreadablePhoto(f"{path.name} has {size[0]} x {size[1]} pixels, which is too many.")
    if min(size) < SMALLEST_SIDE:
        raise UnreadablePhoto(f"{path.name} has only {size[0]} x {size[1]} pixels.")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise UnreadablePhoto(f"{path.name} is damaged.") from error
    if picture is None:
        raise UnreadablePhoto(f"{path.name} is damaged.")
    return picture


def _announced_size(data: bytes) -> tuple[int, int] | None:
    """Width and height from the file's header, before anything is unpacked."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) >= 24:
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        mark = data[at + 1]
        if mark == 0xFF:
            at += 1
        elif 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None
