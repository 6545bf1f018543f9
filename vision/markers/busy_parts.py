"""Busy parts of a frame's copies, laid out anew on one sheet: what lies between them is left out, and all are parted
into ink and paper, and searched for shapes, at once."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np

from vision.images import Image, halved
from vision.markers.blobs import Ints, Quads, changes_of

MOST_PARTS = 100
"""Busy parts of a copy, each by itself, up to which they are laid out anew to leave out what lies between them."""
CELL = 4
"""Pixels of a half copy in which parts are told apart, and between them where they are laid out: what one part shows
does not reach into the next."""

Kind: TypeAlias = Callable[[Image, Ints, float, float], Quads]
"""How shapes are found in a picture of ink, where its strokes are known: dark or bright ones, with sides between two
limits."""


class Part(NamedTuple):
    """What is busy in one place of a copy."""

    picture: Image
    busy: Image
    """Half as large."""
    left: int
    top: int
    """Where it lies in the copy."""
    scale: float
    """Pixels of the frame to one of the copy."""


def parts_of(picture: Image, scale: float, busy: Image) -> list[Part]:
    """What is busy in a copy (`busy` is half as large), in as many parts as lie apart."""
    parts = []
    for left, top, wide, tall in _boxes(busy):
        across, down = slice(2 * left, 2 * (left + wide)), slice(2 * top, 2 * (top + tall))
        mask = busy[top : top + tall, left : left + wide]
        parts.append(Part(picture[down, across], mask, 2 * left, 2 * top, scale))
    return parts


def _boxes(busy: Image) -> Sequence[Sequence[int]]:
    """Left, top, width and height of what is busy: of every part by itself where that leaves out much."""
    whole = cv2.boundingRect(busy)
    if not whole[2]:
        return []
    high, wide = busy.shape
    cells = cv2.copyMakeBorder(busy, 0, -high % CELL, 0, -wide % CELL, cv2.BORDER_CONSTANT, value=0)
    cells = cv2.resize(cells, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)
    boxes = cv2.connectedComponentsWithStats(cells, None, None, None, 8, cv2.CV_16U)[2][1:, :4] * CELL
    apart = len(boxes) <= MOST_PARTS and (boxes[:, 2] * boxes[:, 3]).sum() < whole[2] * whole[3]
    return boxes.tolist() if apart else [whole]


class Sheet:
    """Busy parts laid out anew, parted into ink and paper all at once."""

    def __init__(self, parts: Sequence[Part], paper: Callable[[Image], Image]) -> None:
        """`paper` says, for a copy half as large, from which brightness on it is no ink."""
        self._ink: Image | None = None
        if not parts:
            return
        places, size = _laid_out([part.busy.shape for part in parts])
        mask, sheet = np.zeros(size, np.uint8), np.zeros((2 * size[0], 2 * size[1]), np.uint8)
        for part, (left, top) in zip(parts, places, strict=True):
            mask[top : top + len(part.busy), left : left + part.busy.shape[1]] = part.busy
            high, wide = part.picture.shape
            sheet[2 * top : 2 * top + high, 2 * left : 2 * left + wide] = part.picture
        least = cv2.resize(cv2.bitwise_and(paper(halved(sheet)), mask), sheet.shape[::-1])
        self._ink = _without_specks(cv2.compare(sheet, least, cv2.CMP_LT))
        self._changes = changes_of(self._ink)
        self._corners = 2 * np.array(places)
        self._ends = self._corners + [part.picture.shape[::-1] for part in parts]
        # To the middle of a reduced pixel.
        self._shift = np.array([[part.left, part.top] for part in parts]) - self._corners + 0.5
        self._scale = np.array([part.scale for part in parts])

    def shapes(self, kind: Kind, least: float, most: float) -> Quads:
        """Shapes with sides between the two in pixels of the sheet; where they are in the frame."""
        if self._ink is None or len(shapes := kind(self._ink, self._changes, least, most)) == 0:
            return np.empty((0, 4, 2))
        middles = shapes.mean(1)[:, None]
        own = ((middles > self._corners - 1) & (middles < self._ends)).all(2).argmax(1)
        return np.asarray((shapes + self._shift[own, None]) * self._scale[own, None, None] - 0.5)


def _laid_out(sizes: Sequence[tuple[int, ...]]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Where pictures of these heights and widths lie on a sheet, in rows from the highest on with room round each: the
    left and the top of each. And the sheet's height and width."""
    wide = max(max(across for _, across in sizes), int(sum(high * across for high, across in sizes) ** 0.5))
    places, left, top, bottom = [(0, 0)] * len(sizes), CELL, CELL, 0
    for number in sorted(range(len(sizes)), key=lambda number: -sizes[number][0]):
        high, across = sizes[number]
        if left > CELL and left + across > wide + CELL:
            left, top = CELL, bottom
        places[number] = left, top
        left, bottom = left + across + CELL, max(bottom, top + high + CELL)
    return places, (bottom, wide + 2 * CELL)


def _without_specks(ink: Image) -> Image:
    """Clears specks of one or two pixels, and fills such holes: a third of all blobs, and never a square. Thin
    lines stay."""
    # Ink where seven of nine pixels are; what is ink stays with two others.
    least = ink ^ np.uint8(255 * 6.5 / 9)  # which makes 255 into 255 * 2.5 / 9
    return cv2.compare(cv2.blur(ink, (3, 3)), least, cv2.CMP_GT)
