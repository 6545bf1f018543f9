"""Which sticker belongs to which card (assets/markers/stickers.toml), and what each kind looks like in modules."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

import cv2
import numpy as np
import qrcode
from numpy.typing import NDArray

Modules: TypeAlias = NDArray[np.uint8]
"""A code as a square of modules: 1 is ink, 0 is paper."""
Kind: TypeAlias = Literal["qr", "aruco"]

ARUCO = cv2.aruco.DICT_5X5_1000
"""4X4 codes turn up on dice; 5X5 did not on any photo. One dictionary for all games: no two cards share a code."""
ARUCO_SIDE = 7
"""Modules across an ArUco sticker's black square: five of code and its border."""
ARUCO_MM = 15.0
"""Side of the black square. 12 mm is the least that a 1280-pixel frame can read in bad light."""

RIM = 1.0
"""Modules of white paper outside an ArUco sticker's or a tag's black square."""

QR_SIDE = 21
"""Modules across a version 1 QR code."""
QUIET = 1.5
"""Modules of paper between the code and its frame: enough for the general readers that were tried."""
FRAME = 2.0
"""Modules of ink round that: the dark square that is found from afar."""
QR_RIM = 1.5
"""Modules of white paper outside the frame: thinner, and blur joins the frame to a dark card."""
FRAMED_SIDE = QR_SIDE + 2 * (QUIET + FRAME)
"""Modules across the outer edge of the frame."""
QR_MM = 20.0
"""Outer side of the frame."""
QR_PREFIX = "WINGMAN"
"""With three figures the ten characters that version 1 holds at the highest error correction."""

TAGS = cv2.aruco.DICT_APRILTAG_36H11
"""Mat corners, player and zone markers: another dictionary, so that no card can pass for a corner."""
TAG_SIDE = 8
"""Modules across a tag's black square."""
TAG_MM = 30.0
"""Side of a mat corner tag."""


@dataclass(frozen=True, slots=True)
class Sticker:
    """One physical card and the number that its sticker carries, of whichever kind."""

    game: str
    card: str
    copy: int
    number: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the ink of one sticker is, in modules from the outer corner of its white rim."""

    boxes: tuple[tuple[float, float, float, float], ...]
    """Rectangles of ink: left, top, width, height."""
    side: float
    """The whole sticker, rim included."""
    rim: float
    """White paper outside the black square: it parts the square from a dark card."""
    mm: float
    """The black square's side as printed."""

    @property
    def module(self) -> float:
        """Millimetres a module."""
        return self.mm / (self.side - 2 * self.rim)

    def draw(self, dpi: float) -> NDArray[np.uint8]:
        """The sticker as it comes from a printer, dark on white."""
        pixels = self.module * dpi / 25.4
        image = np.full((round(self.side * pixels),) * 2, 255, np.uint8)
        for left, top, width, height in self.boxes:
            columns = slice(round(left * pixels), round((left + width) * pixels))
            image[round(top * pixels) : round((top + height) * pixels), columns] = 0
        return image


def layout(kind: Kind, number: int) -> Layout:
    """How a card's sticker is printed."""
    if kind == "aruco":
        return Layout(_boxes_of(aruco_modules(number), RIM), ARUCO_SIDE + 2 * RIM, RIM, ARUCO_MM)
    rim, inner = QR_RIM, FRAMED_SIDE - 2 * FRAME
    frame = (
        (rim, rim, FRAMED_SIDE, FRAME),
        (rim, rim + FRAME + inner, FRAMED_SIDE, FRAME),
        (rim, rim + FRAME, FRAME, inner),
        (rim + FRAME + inner, rim + FRAME, FRAME, inner),
    )
    code = _boxes_of(qr_modules(number), rim + FRAME + QUIET)
    return Layout(frame + code, FRAMED_SIDE + 2 * rim, rim, QR_MM)


def tag_layout(number: int, mm: float = TAG_MM) -> Layout:
    """How a mat, player or zone tag is printed."""
    return Layout(_boxes_of(tag_modules(number), RIM), TAG_SIDE + 2 * RIM, RIM, mm)


@cache
def all_stickers() -> tuple[Sticker, ...]:
    """Every card of every game, by number."""
    found = [
        Sticker(game, row["id"], copy + 1, row["first"] + copy)
        for game, box in _games().items()
        for row in box["cards"]
        for copy in range(row["count"])
    ]
    return tuple(sorted(found, key=lambda sticker: sticker.number))


def games() -> tuple[str, ...]:
    """The ids of the games that have stickers."""
    return tuple(_games())


def game_name(game: str) -> str:
    """The game's name as its box prints it."""
    return str(_games()[game]["name"])


def stickers_of(game: str) -> tuple[Sticker, ...]:
    """The whole box of one game."""
    return tuple(sticker for sticker in all_stickers() if sticker.game == game)


def aruco_modules(number: int) -> Modules:
    """The black square of an ArUco sticker."""
    return _marker(ARUCO, _aruco_ids()[number], ARUCO_SIDE)


def tag_modules(number: int) -> Modules:
    """The black square of a mat, player or zone tag."""
    return _marker(TAGS, number, TAG_SIDE)


def qr_text(number: int) -> str:
    """What a phone reads from the QR sticker."""
    return f"{QR_PREFIX}{number:03d}"


@cache
def qr_modules(number: int) -> Modules:
    """The QR code itself. Neighbours get different masks, which moves them as far apart as unrelated codes."""
    mask = other_masks().get(number, number % 8)
    code = qrcode.QRCode(version=1, error_correction=qrcode.ERROR_CORRECT_H, border=0, mask_pattern=mask)
    code.add_data(qr_text(number))
    code.make(fit=False)
    return np.array(code.get_matrix(), np.uint8)


def _boxes_of(modules: Modules, offset: float) -> tuple[tuple[float, float, float, float], ...]:
    """Runs of ink, row by row."""
    boxes = []
    for row, line in enumerate(modules):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line, [0]))))
        boxes += [(offset + a, offset + row, float(b - a), 1.0) for a, b in edges.reshape(-1, 2)]
    return tuple(boxes)


def _marker(dictionary: int, number: int, side: int) -> Modules:
    image = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), number, side)
    return np.asarray(image == 0, np.uint8)


@cache
def _games() -> dict[str, Any]:
    return marker_data("stickers.toml")


@cache
def other_masks() -> dict[int, int]:
    """The QR codes that a general reader overlooks with the mask of their turn, and the masks that they get instead."""
    return {number: int(mask) for mask, numbers in marker_data("qr.toml")["masks"].items() for number in numbers}


@cache
def _aruco_ids() -> list[int]:
    return list(marker_data("aruco.toml")["ids"])


def marker_data(file: str) -> dict[str, Any]:
    """One of the data files in assets/markers."""
    return tomllib.loads((resources.files("assets") / "markers" / file).read_text("utf-8"))
