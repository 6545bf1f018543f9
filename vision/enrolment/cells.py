"""Compares two flattened faces cell by cell, letting each cell slide a little: outlines are never exact."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.enrolment.face import HEIGHT, WIDTH
from vision.images import Floats

COLUMNS, ROWS = 6, 8
CELL_WIDTH, CELL_HEIGHT = 20, 21
# Three pixels are 1.5 mm: more than a found outline is ever off.
SLIDE = 3
_LEFT, _TOP = (WIDTH - COLUMNS * CELL_WIDTH) // 2, (HEIGHT - ROWS * CELL_HEIGHT) // 2
_SHIFTS = np.array([(dx, dy) for dy in range(-SLIDE, SLIDE + 1) for dx in range(-SLIDE, SLIDE + 1)])
_CORNERS = np.array(
    [(_LEFT + c * CELL_WIDTH, _TOP + r * CELL_HEIGHT) for r in range(ROWS) for c in range(COLUMNS)], np.float32
)

_MIDDLE = np.array([CELL_WIDTH / 2, CELL_HEIGHT / 2], np.float32)


def cut(face: Floats) -> Floats:
    """The face's cells: cells × pixels."""
    grid = face[_TOP : _TOP + ROWS * CELL_HEIGHT, _LEFT : _LEFT + COLUMNS * CELL_WIDTH]
    grid = grid.reshape(ROWS, CELL_HEIGHT, COLUMNS, CELL_WIDTH).transpose(0, 2, 1, 3)
    return grid.reshape(ROWS * COLUMNS, CELL_HEIGHT * CELL_WIDTH)


# A cell with a spread of a tenth: below it there is noise, not print.
NOISE = 0.01


def standard(cells: Floats) -> Floats:
    """Every cell with mean 0 and length 1, so that a product is a correlation; flat cells stay near 0."""
    cells = cells - cells.mean(axis=-1, keepdims=True)
    length = np.sqrt((cells * cells).sum(axis=-1, keepdims=True) + NOISE * cells.shape[-1])
    return np.asarray(cells / length, np.float32)


@dataclass(frozen=True)
class Slid:
    """A face's cells at every slide."""

    pixels: Floats
    """Cells × slides × pixels, as they are."""
    length: Floats
    """Cells × slides: what makes a product with a standard cell a correlation."""


def slid(face: Floats) -> Slid:
    """The cells of a face, ready to be compared at every slide."""
    face = np.ascontiguousarray(face, np.float32)
    y, x = face.strides
    side = 2 * SLIDE + 1
    view = np.lib.stride_tricks.as_strided(
        face[_TOP - SLIDE :, _LEFT - SLIDE :],
        (ROWS, COLUMNS, side, side, CELL_HEIGHT, CELL_WIDTH),
        (CELL_HEIGHT * y, CELL_WIDTH * x, y, x, y, x),
        writeable=False,
    )
    pixels = view.reshape(ROWS * COLUMNS, side * side, CELL_HEIGHT * CELL_WIDTH)
    # A standard cell has mean 0, so the mean of these need not be taken out; only their length is needed, from sums.
    size = CELL_HEIGHT * CELL_WIDTH
    total, squares = cv2.integral2(face, sdepth=cv2.CV_64F, sqdepth=cv2.CV_64F)
    spread = _sums(squares) - _sums(total) ** 2 / size
    return Slid(pixels, np.sqrt(np.maximum(spread, 0) + NOISE * size).astype(np.float32))


def _sums(integral: Floats) -> Floats:
    """Sums over every cell at every slide."""
    corner = (_CORNERS[:, None] + _SHIFTS[None]).astype(int)
    x, y = corner[..., 0], corner[..., 1]
    right, low = x + CELL_WIDTH, y + CELL_HEIGHT
    return np.asarray(integral[low, right] - integral[y, right] - integral[low, x] + integral[y, x])


def best_slides(face: Slid, references: Floats) -> tuple[Floats, Floats]:
    """For each reference (n × cells × pixels, standard): every cell's best correlation, and the slide that gave it."""
    scores = np.matmul(face.pixels, references.transpose(1, 2, 0))  # cells × slides × n
    scores /= face.length[..., None]
    best = scores.argmax(axis=1)
    return scores.max(axis=1).T, _SHIFTS[best.T]


def aligned(face: Floats, scores: Floats, slides: Floats) -> Floats:
    """The face, all its planes, laid over the reference: one warp from the slides of its cells, none trusted alone."""
    sure = scores > 0.5
    # A homography needs four cells; with fewer than ten, two wrong ones would decide.
    if int(sure.sum()) < 10:
        return face
    to = _CORNERS[sure] + _MIDDLE
    matrix, _ = cv2.findHomography(to, to + slides[sure].astype(np.float32), cv2.RANSAC, 1.2)
    if matrix is None:
        return face
    # Outlines are off by a few pixels at the most, and so are the corners of what they hold.
    rim = np.array([[[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]], np.float32)
    if float(np.abs(cv2.perspectiveTransform(rim, matrix) - rim).max()) > 3 * SLIDE:
        return face
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(face, matrix, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
