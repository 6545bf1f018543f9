"""Orders scattered points into a lattice seen in perspective: whole-number coordinates for every point that belongs."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats

# A neighbour is taken where the lattice expects it within this share of a step: half would let neighbours swap.
NEAR = 0.28
# Of two neighbours the larger is at most this many times as wide: perspective and blur do less between two spaces;
# where a board ends, the figures of a cloth that go on in its step are of another size.
ALIKE = 1.5
# Seeds are tried in turn until one grows to most of the points; more would only find the same lattice again.
SEEDS = 24
# Points in a lattice that are enough to lay a board over: it has 75 spaces, some under a hand or in glare.
ENOUGH = 60
# Fewer points than this could lie on a line of buttons or a row of lamps.
FEWEST = 20
# Lattices looked at in one picture: the board may lie on a chequered or dotted cloth, which has larger ones.
LATTICES = 3


class Lattice(NamedTuple):
    """Points in order."""

    chosen: Floats
    """Indices of the points."""
    cells: Floats
    """A whole (column, row) for each."""
    matrix: Floats
    """The homography from these to the picture."""


def lattices(points: Floats, sizes: Floats) -> Iterator[Lattice]:
    """The largest lattices among `points`, each of what the ones before leave; `sizes` tell how wide the thing at each
    point is. Points that do not lie in one perspective with most of a lattice are left to the others.

    Which way columns and rows run, and where (0, 0) lies, is arbitrary: a lattice does not know its own top.
    """
    left = np.arange(len(points))
    for _ in range(LATTICES):
        grown = _largest(points[left], sizes[left]) if len(left) >= FEWEST else {}
        if len(grown) < FEWEST:
            return
        chosen, cells = np.array(list(grown), np.int32), np.array(list(grown.values()), np.int32)
        matrix, kept = _perspective(cells, points[left[chosen]])
        if kept.sum() >= FEWEST:
            chosen = chosen[kept]
            yield Lattice(left[chosen], cells[kept], matrix)
        left = np.delete(left, chosen)


def _largest(points: Floats, sizes: Floats) -> dict[int, tuple[int, int]]:
    """Column and row of each point of the largest lattice."""
    at = points[:, 0] + 1j * points[:, 1]
    gaps = np.abs(at[:, None] - at)
    np.fill_diagonal(gaps, np.inf)
    gaps[np.maximum(sizes[:, None], sizes) > ALIKE * np.minimum(sizes[:, None], sizes)] = np.inf
    order = np.argsort(gaps, axis=1)[:, :8]
    beside = np.isfinite(np.take_along_axis(gaps, order, 1))  # what is of another size is no neighbour, nor is itself
    near = [row[:count] for row, count in zip(order.tolist(), beside.sum(1).tolist(), strict=True)]
    middle = np.median(points, axis=0)
    places = at.tolist()
    best: dict[int, tuple[int, int]] = {}
    for seed in np.argsort(np.linalg.norm(points - middle, axis=1))[:SEEDS].tolist():
        grown = _from_seed(places, near, seed)
        if len(grown) > len(best):
            best = grown
        if len(best) >= min(ENOUGH, 0.8 * len(points)):
            break
    return best


def _from_seed(places: list[complex], near: list[list[int]], seed: int) -> dict[int, tuple[int, int]]:
    """Points and steps are complex numbers: over the eight neighbours of one point that is quicker than arrays."""
    if not near[seed]:
        return {}
    first = places[near[seed][0]] - places[seed]
    second = None
    for other in near[seed][1:]:
        step = places[other] - places[seed]
        turn = abs((first.conjugate() * step).imag) / (abs(first) * abs(step))
        if turn > 0.6 and abs(step) < 1.8 * abs(first):
            second = step
            break
    if second is None:
        return {}
    placed = {seed: (0, 0)}
    taken = {(0, 0)}
    steps = {seed: (first, second)}
    queue = deque([seed])
    while queue:
        at = queue.popleft()
        (column, row), own, here = placed[at], steps[at], places[at]
        for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
            cell = (column + sign, row) if axis == 0 else (column, row + sign)
            if cell in taken:
                continue
            there = here + sign * own[axis]
            away, found = min([(abs(places[other] - there), other) for other in near[at]])
            if away > NEAR * abs(own[axis]) or found in placed:
                continue
            placed[found] = cell
            taken.add(cell)
            # Steps change slowly over the board; following them is what perspective asks for.
            changed = 0.5 * own[axis] + 0.5 * sign * (places[found] - here)
            steps[found] = (changed, own[1]) if axis == 0 else (own[0], changed)
            queue.append(found)
    return placed


def _perspective(cells: Floats, points: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The homography from lattice coordinates to the picture, and which points agree with it."""
    reach = 0.2 * float(np.median(np.linalg.norm(np.diff(points[np.lexsort(cells.T)], axis=0), axis=1)))
    matrix, kept = cv2.findHomography(cells.astype(np.float32), points.astype(np.float32), cv2.RANSAC, max(reach, 1.5))
    if matrix is None:
        return np.eye(3), np.zeros(len(points), bool)
    return np.asarray(matrix, np.float64), kept[:, 0] > 0


def project(matrix: Floats, cells: Floats) -> Floats:
    """Where lattice coordinates appear in the picture; with many matrices (n × 3 × 3), by each of them."""
    out = cells @ matrix[..., :2].swapaxes(-1, -2) + matrix[..., None, :, 2]
    return np.asarray(out[..., :2] / out[..., 2:])
