"""Reads foreign QR codes (set-up, pairing, a phone's screen) with whatever general reader is installed.

What a code says is untrusted: it is bounded and cleaned here, and nobody downstream opens or runs it.
"""

from collections.abc import Iterable
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
        import zxingcpp  # an optional extra: raises ImportError where no wheel exists

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


def read(grey: Image, reader: Reader | None = None) -> list[Code]:
    """Every QR code in the picture. Where the reader finds none, it is offered the picture enlarged, then reduced."""
    reader = reader or best_reader()
    scales = (1.0, 2.0, 0.5) if grey.shape[1] < SMALL else (1.0, 0.5)
    for scale in scales:
        resized = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        codes = reader.read(resized)
        if codes:
            back = 1 / scale
            moved = ((((x + 0.5) * back - 0.5, (y + 0.5) * back - 0.5) for x, y in code.corners) for code in codes)
            return [_code(code.text, corners) for code, corners in zip(codes, moved, strict=True)]
    return []


def _code(text: str, corners: Iterable[Any]) -> Code:
    clean = "".join(c if c.isprintable() else "\ufffd" for c in text[:LONGEST])
    square: Corners = tuple((float(x), float(y)) for x, y in np.asarray(list(corners), float))  # type: ignore[assignment]
    return Code(clean, square)
