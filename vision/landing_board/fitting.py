"""Lays the board's layout over a lattice of found spaces: which way up it is, and which cell is the start."""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.landing_board.lattice import FEWEST, Lattice, project
from vision.landing_board.layout import Layout, layouts
from vision.landing_board.spaces import Space

# Positions compared in full for every way up; the true one has nearly the most hits even with a row missing.
TRIES = 5
# The start's dark disc counts as much as this many spaces: it is what tells a board from the same board one row off.
START_WEIGHT = 5.0
# Spaces that must look like spaces, as a share of all; a table of lids or a keyboard stays under it.
LIKE_A_BOARD = 0.7
# Readings that are drawn to the spaces before they are compared; and how near, in columns, a space is one that is met.
SETTLED, MEETS = 8, 0.35
# Lead over the next best reading, in spaces, below which neither is told.
LEAD = 2.4
# Share of a lattice that must be the board's own spaces: it ends where the board does, a cloth's checks and dots go on.
OWN = 0.75
# How far the lattice's true angle (as a cosine) and proportion (as a logarithm) may be from the layout's: bricks
# differ from a straight grid by 0.45, printed boards from the layout by a tenth.
SLANT = 0.22
STRETCH = 0.25

RIGHT, DOWN = np.array([1.0, 0.0]), np.array([0.0, 1.0])


class _Seen(NamedTuple):
    smooth: Floats
    """Grey levels, noise smoothed away."""
    token: Image
    """Not 0 where the token is."""


@dataclass(frozen=True)
class Fit:
    """The layout laid over the picture."""

    layout: Layout
    pixels: Floats
    """Middle of every space in the picture, in the layout's order."""
    to_picture: Floats
    """Homography from the layout's places to the picture."""

    def board_places(self, pixels: Floats) -> Floats:
        """Picture points in the layout's own columns and rows."""
        return project(np.linalg.inv(self.to_picture), pixels)

    def space_area(self, space: int) -> float:
        """Pixels that a space covers: a circle nine tenths of a column wide."""
        corners = self.layout.places[space] + np.array([[-0.45, -0.45], [0.45, -0.45], [0.45, 0.45], [-0.45, 0.45]])
        square = project(self.to_picture, corners).astype(np.float32)
        return float(cv2.contourArea(square)) * np.pi / 4


def fit_layout(grey: Image, token: Image, lattice: Lattice, spaces: list[Space]) -> Fit | None:
    """The best reading of the lattice as the board; None when none is good, or two are nearly as good.

    `token` is not 0 where the token hides what is under it; `spaces` are all that were found, in the lattice or not.
    """
    cells, matrix = lattice.cells, lattice.matrix
    grown = [spaces[i] for i in lattice.chosen]
    if _mirrored(matrix, cells):
        cells, matrix = cells * (1, -1), matrix @ np.diag([1.0, -1.0, 1.0])
    slant, stretch = _true_shape(matrix, cells, grown)
    seen = _Seen(cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32), token)
    scored: list[tuple[float, Layout, Floats]] = []
    for layout in layouts():
        placings = []
        for basis in _bases(layout):
            u, v = np.linalg.norm(basis, axis=0)
            if abs(slant - basis[:, 0] @ basis[:, 1] / (u * v)) <= SLANT and abs(np.log(stretch * u / v)) <= STRETCH:
                placings += _placings(layout, basis, cells)
        if placings:
            wholes = matrix @ np.array(placings)
            scored += [(s, layout, whole) for s, whole in zip(_likeness(seen, layout, wholes), wholes, strict=True)]
    if not scored:
        return None
    scored.sort(key=lambda item: -item[0])
    found = np.array([(space.x, space.y) for space in spaces])
    scored[:SETTLED] = [_settled(seen, found, *one) for one in scored[:SETTLED]]
    scored.sort(key=lambda item: -item[0])
    score, layout, whole = scored[0]
    pixels = project(whole, layout.places)
    if score < LIKE_A_BOARD * len(layout.places):
        return None
    rivals = [s for s, other, place in scored[1:] if not _same(pixels, project(place, other.places))]
    fit = Fit(layout, pixels, whole)
    return fit if score - max(rivals, default=0.0) >= LEAD and _own(fit, found[lattice.chosen]) >= OWN else None


def _own(fit: Fit, found: Floats) -> float:
    """Share of these spaces that the layout expects where they are."""
    away = np.linalg.norm(fit.board_places(found)[:, None] - fit.layout.places, axis=2).min(1)
    return float((away < MEETS).mean())


def _settled(seen: _Seen, found: Floats, score: float, layout: Layout, whole: Floats) -> tuple[float, Layout, Floats]:
    """A reading drawn to all the spaces that were found where it expects some: a lattice that grew over a part of the
    board lies askew over the rest."""
    for _ in range(2):
        expected = project(whole, layout.places)
        apart = np.linalg.norm(expected[:, None] - found, axis=2)
        nearest = apart.argmin(1)
        pitch = np.median(np.sort(np.linalg.norm(expected[:, None] - expected, axis=2), axis=1)[:, 1])
        met = apart[np.arange(len(expected)), nearest] < MEETS * pitch
        if met.sum() < FEWEST:
            break
        drawn = cv2.findHomography(layout.places[met], found[nearest[met]])[0]
        if drawn is None or (better := _likeness(seen, layout, drawn[None])[0]) <= score:
            break
        score, whole = better, np.asarray(drawn, np.float64)
    return score, layout, whole


def _mirrored(matrix: Floats, cells: Floats) -> bool:
    at = cells.mean(axis=0)
    a, b, c = project(matrix, np.array([at, at + RIGHT, at + DOWN]))
    return bool((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0] < 0)


def _true_shape(matrix: Floats, cells: Floats, grown: list[Space]) -> tuple[float, float]:
    """Cosine between the lattice's steps and the second's length over the first's, as seen from straight above.

    The spaces are circles, so the ellipse that each has become undoes the camera's tilt.
    """
    at = cells.astype(np.float64)
    here = project(matrix, at)
    steps = np.stack([project(matrix, at + RIGHT) - here, project(matrix, at + DOWN) - here], 1)
    turn = np.array([space.angle for space in grown])
    short = np.stack([np.cos(turn), np.sin(turn)], 1)
    along = np.einsum("nsk,nk->ns", steps, short)
    across = np.einsum("nsk,nk->ns", steps, np.stack([-short[:, 1], short[:, 0]], 1))
    along /= np.array([[space.flatness] for space in grown])
    first, second = np.hypot(along, across).T
    slant = (along[:, 0] * along[:, 1] + across[:, 0] * across[:, 1]) / (first * second)
    return float(np.median(slant)), float(np.median(second / first))


def _bases(layout: Layout) -> list[Floats]:
    """Every pair of layout steps that a lattice's own two steps may be: all quarter turns, and slants."""
    bricks = bool((layout.places[:, 0] % 1).any())
    short = [(1, 0), (0.5, 1), (-0.5, 1)] if bricks else [(1, 0), (0, 1), (1, 1), (-1, 1)]
    steps = [np.array(s, float) * sign for s in short for sign in (1, -1)]
    return [np.stack([u, v], 1) for u in steps for v in steps if abs(u[0] * v[1] - u[1] * v[0] - 1) < 1e-6]


def _placings(layout: Layout, basis: Floats, cells: Floats) -> list[Floats]:
    """The likeliest shifts, as matrices from layout places to lattice coordinates."""
    inverse = np.linalg.inv(basis)
    own = np.rint((layout.places - layout.places[0]) @ inverse.T).astype(int)
    shifts = (cells[:, None] - own[None]).reshape(-1, 2)
    least, wide = shifts.min(0), np.ptp(shifts[:, 0]) + 1
    votes = np.bincount((shifts - least) @ (1, wide))
    out = []
    for place in np.argsort(-votes, kind="stable")[:TRIES]:
        shift = least + np.divmod(place, wide)[::-1]
        placing = np.eye(3)
        placing[:2, :2] = inverse
        placing[:2, 2] = shift - inverse @ layout.places[0]
        out.append(placing)
    return out


def _likeness(seen: _Seen, layout: Layout, wholes: Floats) -> list[float]:
    """By each of these matrices: how many spaces look like spaces, less places outside that do too, and whether the
    start is dark. What the token hides may be either."""
    count = len(layout.places)
    inside, low, gaps = _levels(seen.smooth, wholes, np.concatenate([layout.places, layout.rim]))
    # Two gaps may be another ground's than the other two: a horizon runs through spaces, and outside a cloth begins.
    among = gaps[..., 1:3].mean(-1)
    paler, start = (inside - among)[:, :count], (low - among)[:, layout.start]
    usual = np.maximum(np.median(np.delete(paler, layout.start, 1), axis=1, keepdims=True), 2.0)
    share, start = np.clip(paler / usual, -1, 1), np.clip(start / usual[:, 0], -1, 1)
    rim = np.clip((low - gaps[..., 2])[:, count:] / usual, 0, 1)
    hidden = _look(seen.token, project(wholes, layout.places)) > 0
    start = np.where(hidden[:, layout.start], -0.5, start)
    share[hidden] = 1.0
    scores = share.sum(1) - share[:, layout.start] - rim.sum(1) - START_WEIGHT * start
    return [float(score) for score in scores]


# Around a space, where the board shows between its neighbours.
_GAPS = np.array([(0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
_TURN = np.linspace(0, 2 * np.pi, 8, endpoint=False)
_INSIDE = np.concatenate([np.stack([np.cos(_TURN), np.sin(_TURN)], 1) * radius for radius in (0.2, 0.32)])
_AROUND = np.concatenate([_INSIDE, _GAPS])


def _levels(smooth: Floats, wholes: Floats, places: Floats) -> tuple[Floats, Floats, Floats]:
    """Of each place, by each matrix: the level inside, that of its lower third, and those of the four gaps round it,
    the darkest first."""
    spots = project(wholes, (places[:, None] + _AROUND).reshape(-1, 2))
    levels = _look(smooth, spots).reshape(len(wholes), len(places), len(_AROUND)).astype(np.float64)
    inside, gaps = np.sort(levels[..., : len(_INSIDE)], axis=-1), np.sort(levels[..., len(_INSIDE) :], axis=-1)
    # The lower third: the start has a pale plane in its dark disc, and must still count as dark.
    half = len(_INSIDE) // 2
    return inside[..., half - 1 : half + 1].mean(-1), inside[..., len(_INSIDE) // 3], gaps


def _look(picture: Image | Floats, spots: Floats) -> Floats:
    x, y = (np.ascontiguousarray(spots[..., k], np.float32) for k in (0, 1))
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _same(a: Floats, b: Floats) -> bool:
    """Whether two readings lay every space on the same place."""
    return bool(np.abs(a - b).max() < 4.0)
