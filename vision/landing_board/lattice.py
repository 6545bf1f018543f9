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
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    near = np.argsort(gaps, axis=1)[:, :8]
    middle = np.median(points, axis=0)
    best: dict[int, tuple[int, int]] = {}
    for seed in np.argsort(np.linalg.norm(points - middle, axis=1))[:SEEDS]:
        grown = _from_seed(points, near, int(seed))
        if len(grown) > len(best):
            best = grown
        if len(best) > 0.8 * len(points):
            break
    if len(best) < FEWEST:
        return None
    return np.array(list(best), np.int32), np.array(list(best.values()), np.int32)


def _from_seed(points: Floats, near: Floats, seed: int) -> dict[int, tuple[int, int]]:
    first = points[near[seed, 0]] - points[seed]
    second = None
    for other in near[seed, 1:]:
        step = points[other] - points[seed]
        turn = abs(first[0] * step[1] - first[1] * step[0]) / (np.linalg.norm(first) * np.linalg.norm(step))
        if turn > 0.6 and np.linalg.norm(step) < 1.8 * np.linalg.norm(first):
            second = step
            break
    if second is None:
        return {}
    placed = {seed: (0, 0)}
    taken = {(0, 0): seed}
    steps = {seed: np.stack([first, second])}
    queue = deque([seed])
    while queue:
        at = queue.popleft()
        column, row = placed[at]
        for axis, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
            cell = (column + (sign if axis == 0 else 0), row + (sign if axis == 1 else 0))
            if cell in taken:
                continue
            step = sign * steps[at][axis]
            away = np.hypot(*(points[near[at]] - points[at] - step).T)
            pick = int(away.argmin())
            found = int(near[at][pick])
            if away[pick] > NEAR * np.hypot(*step) or found in placed:
                continue
            placed[found], taken[cell] = cell, found
            # Steps change slowly over the board; following them is what perspective asks for.
            steps[found] = steps[at].copy()
            steps[found][axis] = 0.5 * steps[at][axis] + 0.5 * sign * (points[found] - points[at])
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
    """Where lattice coordinates appear in the picture."""
    out = np.hstack([cells, np.ones((len(cells), 1))]) @ matrix.T
    return np.asarray(out[:, :2] / out[:, 2:])
