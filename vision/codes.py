"""Reads foreign QR codes (set-up, pairing, a phone's screen) with whatever general reader is installed.

What a code says is untrusted: it is bounded and cleaned here, and nobody downstream opens or runs it.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import cv2
import numpy as np

from vision.images import Image, halved
from vision.observation import Code, Corners

LONGEST = 7089
"""Characters kept of a code's text: as many figures as the largest QR code holds. A reader that says more has erred."""
MOST_CODES = 64
"""Codes taken from one picture."""
LINES = "\n\r\t"
"""Kept of all control characters: addresses and appointments have several lines. Any other could steer a terminal."""
LEAST = 21
"""Pixels: the smallest code has as many modules, and no reader wants less than a pixel for each."""
SMALL = 1000
"""Pixels. A picture narrower than this is looked at enlarged: modules under two pixels are then read too."""
SAME_PLACE = 0.25
"""Of a code's side: how far apart its corners are at the most in two looks at the same code."""
NEIGHBOURHOOD = 61
"""Pixels, at least eight modules of an enlarged code, whose mean parts ink from paper where light is uneven."""
DARKER = 3
"""Grey levels by which ink is darker than that mean: noise on plain paper is not."""


Ink: TypeAlias = Literal["local", "global", "given"]
"""How a reader that can choose tells ink from paper: by what is round it, by the whole picture, or the picture has
nothing but black and white."""


class Reader(Protocol):
    """A general QR reader."""

    name: str
    looks: int
    """How many further looks at a picture are worth its time."""

    def read(self, grey: Image, ink: Ink = "local") -> list[Code]:
        """Every code it can find; none is no error."""
        ...


class Zxing:
    """zxing-cpp: the best general reader tried, and the fastest."""

    name = "zxing-cpp"
    looks = 7

    def __init__(self) -> None:
        import zxingcpp  # noqa: TID251  # an optional extra: raises ImportError where no wheel exists

        self._library: Any = zxingcpp
        formats, kinds = zxingcpp.BarcodeFormat, zxingcpp.Binarizer
        # Without Micro QR codes: the smallest can tell errors but not mend them, and turn up where there are none.
        self._formats = (formats.QRCodeModel1, formats.QRCodeModel2)
        self._binarizers = {"local": kinds.LocalAverage, "global": kinds.GlobalHistogram, "given": kinds.FixedThreshold}

    def read(self, grey: Image, ink: Ink = "local") -> list[Code]:
        library = self._library
        found = library.read_barcodes(
            grey, self._formats, text_mode=library.TextMode.Plain, binarizer=self._binarizers[ink]
        )
        return [
            _code(result.text, ((c.x, c.y) for c in (p.top_left, p.top_right, p.bottom_right, p.bottom_left)))
            for result in found[:MOST_CODES]
            for p in (result.position,)
        ]


class OpenCv:
    """OpenCV's two readers, which miss different codes."""

    name = "OpenCV"
    looks = 3

    def __init__(self) -> None:
        self._readers = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())

    def read(self, grey: Image, ink: Ink = "local") -> list[Code]:
        for reader in self._readers:
            try:
                _, texts, corners, _ = reader.detectAndDecodeMulti(grey)
            except (cv2.error, UnicodeError):  # it asserts on malformed codes, and hands over Shift JIS as if UTF-8
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

    Where one is read, others may lie that are less clear: a second look adds them. A patient reader that finds none
    is offered the picture in other forms, until it reads something.
    """
    if min(grey.shape) < LEAST:
        return []
    reader = reader or best_reader()
    if found := reader.read(grey):
        return agreed(found, reader.read(cv2.GaussianBlur(grey, (0, 0), 1)))
    if patient:
        for look in islice(_looks(grey), reader.looks):
            if codes := reader.read(look.picture, look.ink):
                return [_code(code.text, (np.array(code.corners) + 0.5) / look.scale - 0.5) for code in codes]
    return []


def agreed(first: list[Code], second: list[Code]) -> list[Code]:
    """What two looks at one picture saw. Where they read different texts in the same place, neither is believed."""
    doubted = {id(code) for one in first for two in second if _differ(one, two) for code in (one, two)}
    sure = [code for code in first if id(code) not in doubted]
    for code in second:
        if id(code) not in doubted and not any(_same_place(code, one) for one in first):
            sure.append(code)
    return sure[:MOST_CODES]


def _differ(one: Code, two: Code) -> bool:
    return one.text != two.text and _same_place(one, two)


def _same_place(one: Code, two: Code) -> bool:
    corners = np.array(one.corners)
    apart = np.abs(corners[:, None] - np.array(two.corners)).sum(2).min(1)  # whichever corner is called the first
    return bool(apart.max() <= SAME_PLACE * np.ptp(corners, axis=0).max())


class _Look(NamedTuple):
    picture: Image
    scale: float
    """How much larger it is."""
    ink: Ink = "local"


def _looks(grey: Image) -> Iterator[_Look]:
    """The picture in forms in which more codes are read, the most helpful first.

    Which, and in what order, was chosen on photographs of codes that were turned, reduced, smeared, blurred, faded,
    tilted or made noisy: in this order each adds most to those before it.
    """
    scale = 2.0 if grey.shape[1] < SMALL else 1.0
    soft = cv2.GaussianBlur(grey, (0, 0), 1)
    if scale > 1:
        yield _Look(_enlarged(grey, scale), scale)
    yield _Look(_enlarged(_sharpened(soft, 2.5, 3), scale), scale)  # noise goes, modules stay
    yield _Look(_enlarged(_sharpened(grey, 2, 5), scale), scale)
    soft = _enlarged(soft, scale)
    yield _Look(soft, scale, "global")
    yield _Look(_parted(_enlarged(_sharpened(grey, 1, 1.5), scale)), scale, "given")
    yield _Look(_parted(soft), scale, "given")
    yield _Look(_sharpened(halved(grey), 2, 1.5), 0.5)


def _enlarged(grey: Image, scale: float) -> Image:
    return cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC) if scale > 1 else grey


def _sharpened(grey: Image, reach: float, share: float) -> Image:
    """With so much of what a blur of this reach takes away added again."""
    return cv2.addWeighted(grey, 1 + share, cv2.GaussianBlur(grey, (0, 0), reach), -share, 0)


def _parted(grey: Image) -> Image:
    """Ink and paper, by the mean of each pixel's neighbourhood."""
    mean, two_tone = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY
    return cv2.adaptiveThreshold(grey, 255, mean, two_tone, NEIGHBOURHOOD, DARKER)


def _code(text: str, corners: Iterable[Any]) -> Code:
    clean = "".join(c if _harmless(c) else "\ufffd" for c in text[:LONGEST])
    square: Corners = tuple((float(x), float(y)) for x, y in np.asarray(list(corners), float))  # type: ignore[assignment]
    return Code(clean, square)


def _harmless(letter: str) -> bool:
    """Letters, signs, spaces of any script and line ends; not what steers a terminal or turns the reading direction."""
    return letter.isprintable() or letter in LINES or unicodedata.category(letter) == "Zs"
