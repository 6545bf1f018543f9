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

_X, _Y = np.moveaxis((_CORNERS[:, None] + _SHIFTS[None]).astype(int), -1, 0)

# A cell that correlates less says nothing about where it lies.
SURE = 0.5
# Pixels from the common warp within which a cell agrees with it: loosely at first, then closely.
AGREE = (2.6, 1.6, 1.2)


def _terms(points: Floats) -> Floats:
    """n × 2 × 8: how far each unknown of a homography near to none moves the points."""
    x, y = ((points - (WIDTH / 2, HEIGHT / 2)) / (WIDTH / 2, HEIGHT / 2)).T
    one, none = np.ones_like(x), np.zeros_like(x)
    across = np.stack([one, x, y, none, none, none, x * x, x * y], 1)
    down = np.stack([none, none, none, one, x, y, x * y, y * y], 1)
    return np.stack([across, down], 1)


_TERMS = _terms(_CORNERS + np.array([CELL_WIDTH / 2, CELL_HEIGHT / 2]))
_RIM = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
_RIM_TERMS = _terms(_RIM)
# Where the cells leave an unknown open it stays nearly 0; the last two bend, and bend little.
_STIFF = np.diag([1e-3] * 6 + [0.5] * 2)


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
    right, low = _X + CELL_WIDTH, _Y + CELL_HEIGHT
    return np.asarray(integral[low, right] - integral[_Y, right] - integral[low, _X] + integral[_Y, _X])


def best_slides(face: Slid, references: Floats) -> tuple[Floats, Floats]:
    """For each reference (n × cells × pixels, standard): every cell's best correlation, and the slide that gave it."""
    scores = np.matmul(face.pixels, references.transpose(1, 2, 0))  # cells × slides × n
    scores /= face.length[..., None]
    best = scores.argmax(axis=1)
    return scores.max(axis=1).T, _SHIFTS[best.T]


def turned(references: Floats) -> Floats:
    """The cells of references turned round. What is found with them on a face as it lies is what the references find
    on the face turned round, cells and slides reversed: the grid is the same either way up."""
    return references[:, ::-1, ::-1]


def aligned(face: Floats, scores: Floats, slides: Floats) -> Floats:
    """The face, all its planes, laid over the reference: one warp from the slides of its cells, none trusted alone."""
    matrix = _warp(scores, slides)
    if matrix is None:
        return face
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(face, matrix, (WIDTH, HEIGHT), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _warp(scores: Floats, slides: Floats) -> Floats | None:
    """The homography that most of the sure cells' slides agree on; None when too few do, or when it is no small one."""
    sure = scores > SURE
    there = slides[sure] - np.median(slides[sure], axis=0) if sure.any() else slides[sure]
    fit = np.zeros(8)
    for apart in AGREE:
        near = np.abs(there).max(axis=1) < apart
        # Eight unknowns need four cells; with fewer than ten, two wrong ones would decide.
        if int(near.sum()) < 10:
            return None
        terms, wanted = _TERMS[sure][near].reshape(-1, 8), slides[sure][near].ravel()
        fit = np.linalg.solve(terms.T @ terms + _STIFF, terms.T @ wanted)
        there = slides[sure] - _TERMS[sure] @ fit
    moves = _RIM_TERMS @ fit
    # Outlines are off by a few pixels at the most, and so are the corners of what they hold.
    if float(np.abs(moves).max()) > 3 * SLIDE:
        return None
    return cv2.getPerspectiveTransform(_RIM, (_RIM + moves).astype(np.float32))
