"""Orders scattered points into a lattice seen in perspective: whole-number coordinates for every point that belongs."""

from collections import deque

import cv2
import numpy as np

from vision.images import Floats

# A neighbour is taken where the lattice expects it within this share of a step: half would let neighbours swap.
NEAR = 0.28
# Seeds are tried in turn until one grows to most of the points; more would only find the same lattice again.
SEEDS = 24
# Fewer points than this could lie on a line of buttons or a row of lamps.
FEWEST = 20


def grow(points: Floats) -> tuple[Floats, Floats] | None:
    """The largest lattice among `points`: indices into them, and a whole (column, row) for each.

    Which way columns and rows run, and where (0, 0) lies, is arbitrary: a lattice does not know its own top.
    """
    if len(points) < FEWEST:
        return None
    at = points[:, 0] + 1j * points[:, 1]
    gaps = np.abs(at[:, None] - at)
    np.fill_diagonal(gaps, np.inf)
    near = np.argsort(gaps, axis=1)[:, :8].tolist()
    middle = np.median(points, axis=0)
    places = at.tolist()
    best: dict[int, tuple[int, int]] = {}
    for seed in np.argsort(np.linalg.norm(points - middle, axis=1))[:SEEDS].tolist():
        grown = _from_seed(places, near, seed)
        if len(grown) > len(best):
            best = grown
        if len(best) > 0.8 * len(points):
            break
    if len(best) < FEWEST:
        return None
    return np.array(list(best), np.int32), np.array(list(best.values()), np.int32)


def _from_seed(places: list[complex], near: list[list[int]], seed: int) -> dict[int, tuple[int, int]]:
    """Points and steps are complex numbers: over the eight neighbours of one point that is quicker than arrays."""
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


def perspective(cells: Floats, points: Floats) -> Floats | None:
    """The homography from lattice coordinates to the picture, wild points ignored."""
    reach = 0.2 * float(np.median(np.linalg.norm(np.diff(points[np.lexsort(cells.T)], axis=0), axis=1)))
    matrix, kept = cv2.findHomography(cells.astype(np.float32), points.astype(np.float32), cv2.RANSAC, max(reach, 1.5))
    if matrix is None or int(kept.sum()) < FEWEST:
        return None
    return np.asarray(matrix, np.float64)


def project(matrix: Floats, cells: Floats) -> Floats:
    """Where lattice coordinates appear in the picture; with many matrices (n × 3 × 3), by each of them."""
    out = cells @ matrix[..., :2].swapaxes(-1, -2) + matrix[..., None, :, 2]
    return np.asarray(out[..., :2] / out[..., 2:])
