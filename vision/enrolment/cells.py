"""Compares two flattened faces cell by cell, letting each cell slide a little: outlines are never exact."""

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


def cut(face: Floats, dx: int = 0, dy: int = 0) -> Floats:
    """The face's cells, shifted by whole pixels: cells × pixels."""
    x, y = _LEFT + dx, _TOP + dy
    grid = face[y : y + ROWS * CELL_HEIGHT, x : x + COLUMNS * CELL_WIDTH]
    grid = grid.reshape(ROWS, CELL_HEIGHT, COLUMNS, CELL_WIDTH).transpose(0, 2, 1, 3)
    return grid.reshape(ROWS * COLUMNS, CELL_HEIGHT * CELL_WIDTH)


def standard(cells: Floats) -> Floats:
    """Every cell with mean 0 and length 1, so that a product is a correlation; flat cells stay near 0."""
    cells = cells - cells.mean(axis=-1, keepdims=True)
    # The constant is a cell with a spread of a tenth: below it there is noise, not print.
    return np.asarray(cells / np.sqrt((cells * cells).sum(axis=-1, keepdims=True) + 0.01 * cells.shape[-1]), np.float32)


def slid(face: Floats) -> Floats:
    """The face's cells at every slide: cells × slides × pixels."""
    return standard(np.stack([cut(face, int(dx), int(dy)) for dx, dy in _SHIFTS], axis=1))


def best_slides(slid_face: Floats, references: Floats) -> tuple[Floats, Floats]:
    """For each reference (n × cells × pixels, standard): every cell's best correlation, and the slide that gave it."""
    scores = np.matmul(slid_face, references.transpose(1, 2, 0))  # cells × slides × n
    best = scores.argmax(axis=1)
    return scores.max(axis=1).T, _SHIFTS[best.T]


def aligned(face: Floats, scores: Floats, slides: Floats) -> Floats:
    """The face laid over the reference: one smooth warp from the slides of its cells, none trusted alone."""
    sure = scores > 0.5
    # An affine map needs three cells; with fewer than six, two wrong ones would decide.
    if int(sure.sum()) < 6:
        return face
    to = _CORNERS[sure]
    matrix, _ = cv2.estimateAffine2D(to, to + slides[sure].astype(np.float32), ransacReprojThreshold=1.2)
    if matrix is None or abs(float(np.linalg.det(matrix[:, :2])) - 1) > 0.1:
        return face
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(face, matrix, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)
