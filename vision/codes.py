"""Reads foreign QR codes (set-up, pairing, a phone's screen) with whatever general reader is installed.

What a code says is untrusted: it is bounded and cleaned here, and nobody downstream opens or runs it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Protocol

import cv2
import numpy as np

from vision.images import Image
from vision.observation import Code, Corners

LONGEST = 1024
"""Characters kept of a code's text; a pairing link has under 200, the largest QR code 4296."""
MOST_CODES = 64
"""Codes taken from one picture."""
SMALL = 1600
"""Pixels. A picture narrower than this is tried again enlarged: modules under two pixels are then read too."""

SHARPER = 1.5
"""How much of what a blur takes away is added again: faint and blurred codes are then read."""


class Reader(Protocol):
    """A general QR reader."""

    name: str

    def read(self, grey: Image) -> list[Code]:
        """Every code it can find; none is no error."""
        ...


class Zxing:
    """zxing-cpp: the best general reader tried, and the fastest."""

    name = "zxing-cpp"

    def __init__(self) -> None:
        import zxingcpp  # noqa: TID251  # an optional extra: raises ImportError where no wheel exists

        self._library: Any = zxingcpp

    def read(self, grey: Image) -> list[Code]:
        library = self._library
        found = library.read_barcodes(grey, library.BarcodeFormat.QRCode, text_mode=library.TextMode.Plain)
        return [
            _code(result.text, ((c.x, c.y) for c in (p.top_left, p.top_right, p.bottom_right, p.bottom_left)))
            for result in found[:MOST_CODES]
            for p in (result.position,)
        ]


class OpenCv:
    """OpenCV's two readers, which miss different codes."""

    name = "OpenCV"

    def __init__(self) -> None:
        self._readers = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())

    def read(self, grey: Image) -> list[Code]:
        for reader in self._readers:
            try:
                _, texts, corners, _ = reader.detectAndDecodeMulti(grey)
            except cv2.error:  # it asserts on some malformed codes
                continue
            codes = [_code(text, quad) for text, quad in zip(texts, corners, strict=True) if text] if texts else []
            if codes:
                return codes[:MOST_CODES]
        return []


@cache
def best_reader() -> Reader:
    """zxing-cpp where it can be imported, OpenCV otherwise."""
    try:
        return Zxing()
    except ImportError:
        return OpenCv()


def read(grey: Image, reader: Reader | None = None, patient: bool = True) -> list[Code]:
    """Every QR code in the picture.

    A patient reader that finds none is offered the picture enlarged, sharpened and reduced, and at last OpenCV has a
    try: the readers miss different codes.
    """
    reader = reader or best_reader()
    found = reader.read(grey)
    if found or not patient:
        return found
    for look, scale in _looks(grey):
        if codes := reader.read(look):
            return [_code(code.text, ((np.array(code.corners) + 0.5) / scale - 0.5)) for code in codes]
    return [] if isinstance(reader, OpenCv) else _opencv().read(grey)


def _looks(grey: Image) -> Iterator[tuple[Image, float]]:
    """The picture in forms in which more codes are read, and how much larger each is."""
    scale = 2.0 if grey.shape[1] < SMALL else 1.0
    large = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    if scale > 1:
        yield large, scale
    yield cv2.addWeighted(large, 1 + SHARPER, cv2.GaussianBlur(large, (0, 0), 2), -SHARPER, 0), scale
    yield cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 0.5


@cache
def _opencv() -> Reader:
    return OpenCv()


def _code(text: str, corners: Iterable[Any]) -> Code:
    clean = "".join(c if c.isprintable() else "\ufffd" for c in text[:LONGEST])
    square: Corners = tuple((float(x), float(y)) for x, y in np.asarray(list(corners), float))  # type: ignore[assignment]
    return Code(clean, square)
