"""Tells top faces from side faces among the discs of several dice, touching or not.

Seen from aslant, a side may look rounder than its top. But one camera sees all dice: how far it leans tells how flat a
top looks anywhere in the picture, how flat the sides do, and where the top of a side's die must be.
"""

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from vision.discs import Disc
from vision.images import Floats

# Focal lengths over the picture's longer side: about 60 degrees across, and a picture cut out of a larger one.
FOCALS = (0.87, 2.5)
# Degrees off the vertical, and about the line of sight, that a camera over a table may lean; then finer steps.
LEANS, ROLLS = np.arange(0.0, 51.0, 5.0), np.array([-6.0, 0.0, 6.0])
FINER_LEANS, FINER_ROLLS = np.array([-2.5, -1.25, 0.0, 1.25, 2.5]), np.array([-3.0, 0.0, 3.0])
# Directions that a side may face.
FACINGS = 36
# The die's side over the disc's diameter. Boxes differ by a tenth, which the tests below leave room for.
SIDE_PER_DISC = 1.25
# How far a disc's shape (short over long diameter) or place (in sides) may usually be off.
USUAL = 0.14
# The most that a top's shape may be off.
FITS = 0.12
# A side's description and a top's must differ by this much, or the disc is neither: better silent than wrong.
DECIDED = 0.03
# Light comes from above: a side is darker than its top by this share or more, another top is not.
DIM, DIMMEST = 0.08, 0.2
# Discs of one die are equally long but for perspective, and no farther apart than this, in sides.
SAME_SIZE, REACH = 0.72, 1.2


def top_faces(discs: list[Disc], size: tuple[int, int]) -> list[Disc]:
    """The discs that lie on top of a die, in a picture of that width and height; those that could be either are left
    out."""
    if not discs:
        return []
    pairs = [pair for pair in permutations(range(len(discs)), 2) if _related(*(discs[k] for k in pair))]
    fit = max((_best_fit(discs, pairs, size, focal) for focal in FOCALS), key=lambda fit: fit.score)
    return [disc for d, disc in enumerate(discs) if _on_top(d, discs, fit)]


@dataclass(frozen=True)
class _Fit:
    """How the discs fit the likeliest lean of the camera."""

    score: float
    as_top: Floats
    """How badly each fits as a top; 0 is perfect."""
    as_side: dict[tuple[int, int], float]
    """How badly, with the first as a top, the second fits as a side of the same die."""


def _on_top(d: int, discs: list[Disc], fit: _Fit) -> bool:
    if fit.as_top[d] > FITS:
        return False
    for (top, side), misfit in fit.as_side.items():
        if side == d:
            dimmer = 1 - discs[d].ring / max(discs[top].ring, 1.0)
            as_side = misfit + fit.as_top[top] / 2 + max(0.0, DIM - dimmer)
            if as_side < fit.as_top[d] + max(0.0, min(dimmer, DIMMEST) - DIM) + DECIDED:
                return False
    return True


def _best_fit(discs: list[Disc], pairs: list[tuple[int, int]], size: tuple[int, int], focal: float) -> _Fit:
    """The lean under which most discs are tops, or sides of tops."""
    sight = _Sight(discs, size, focal)
    lean, roll = (angles.ravel() for angles in np.meshgrid(LEANS, ROLLS))
    best = int(sight.fits(pairs, lean, roll)[0].argmax())
    lean, roll = (a.ravel() for a in np.meshgrid(lean[best] + FINER_LEANS, roll[best] + FINER_ROLLS))
    score, tops, sides = sight.fits(pairs, lean, roll)
    best = int(score.argmax())
    return _Fit(float(score[best]), tops[best], {pair: float(sides[best, k]) for k, pair in enumerate(pairs)})


class _Sight:
    """Where and how the camera sees each disc. Ellipses are symmetric matrices (xx, xy, yy), the long diameter 1."""

    def __init__(self, discs: list[Disc], size: tuple[int, int], focal: float) -> None:
        self._places = np.array([(disc.x, disc.y) for disc in discs])
        self._major = np.array([disc.major for disc in discs])
        rays = np.column_stack([(self._places - (np.array(size) - 1) / 2) / (focal * max(size)), np.ones(len(discs))])
        self._rays = rays / np.linalg.norm(rays, axis=1, keepdims=True)
        x, y, z = self._rays.T
        none = np.zeros(len(discs))
        # What a small step in space beside each disc is in the picture, 2 × 3.
        self._onto = np.stack([np.stack([1 / z, none, -x / z**2], 1), np.stack([none, 1 / z, -y / z**2], 1)], 1)
        c, s = np.cos([disc.angle for disc in discs]), np.sin([disc.angle for disc in discs])
        flatter = 1 - np.array([disc.flatness for disc in discs])
        self._shapes = np.stack([1 - flatter * c * c, -flatter * c * s, 1 - flatter * s * s], -1)

    def fits(self, pairs: list[tuple[int, int]], lean: Floats, roll: Floats) -> tuple[Floats, Floats, Floats]:
        """For every lean: how many discs it explains, and how badly each fits as a top, each pair as top and side."""
        a, b = np.radians(lean), np.radians(roll)
        down = np.stack([np.sin(a) * np.sin(b), np.sin(a) * np.cos(b), np.cos(a)], 1)
        every = np.arange(len(self._places))
        tops = _misfit(self._seen(down[:, None], every)[0], self._shapes)
        score = _likely(tops).sum(1)
        if not pairs:
            return score, tops, np.zeros((len(lean), 0))
        top, side = np.array(pairs).T
        sides = self._as_sides(down, top, side)
        return score + (_likely(tops[:, top]) * _likely(sides)).sum(1), tops, sides

    def _as_sides(self, down: Floats, top: Floats, side: Floats) -> Floats:
        turn = np.arange(FACINGS) * 2 * np.pi / FACINGS
        right = np.cross(down, [0.0, 1e-6, 1.0])
        right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-12)
        ahead = np.cross(down, right)
        # Leans × 1 × facings × 3
        out = (np.cos(turn)[:, None] * right[:, None] + np.sin(turn)[:, None] * ahead[:, None])[:, None]
        shape, long = self._seen(out, side[:, None])
        # From the side's middle half a side inwards and half a side up.
        inwards = np.einsum("pij,lpfj->lpfi", self._onto[side], -down[:, None, None] - out)
        step = inwards * (SIDE_PER_DISC / 2 * self._major[side][:, None] / long)[..., None]
        away = (self._places[top] - self._places[side])[:, None] - step
        misfit = _misfit(shape, self._shapes[side][:, None])
        misfit = misfit + np.hypot(away[..., 0], away[..., 1]) / (SIDE_PER_DISC * self._major[top][:, None])
        facing = np.einsum("pj,lpfj->lpf", self._rays[side], np.broadcast_to(out, (*long.shape, 3))) < 0
        return np.asarray(np.where(facing, misfit, np.inf).min(axis=2))

    def _seen(self, normals: Floats, which: Floats) -> tuple[Floats, Floats]:
        """What circles with these normals look like where those discs are, and their long diameters."""
        onto = self._onto[which]
        p = (onto * normals[..., None, :]).sum(-1)
        square = np.einsum("...ij,...kj->...ik", onto, onto)
        xx, xy = square[..., 0, 0] - p[..., 0] ** 2, square[..., 0, 1] - p[..., 0] * p[..., 1]
        yy = square[..., 1, 1] - p[..., 1] ** 2
        root = np.sqrt(np.maximum(xx * yy - xy * xy, 1e-12))
        scale = np.sqrt(xx + yy + 2 * root)
        xx, xy, yy = (xx + root) / scale, xy / scale, (yy + root) / scale
        long = (xx + yy) / 2 + np.hypot((xx - yy) / 2, xy)
        return np.stack([xx, xy, yy], -1) / long[..., None], long


def _misfit(shape: Floats, other: Floats) -> Floats:
    xx, xy, yy = np.moveaxis(shape - other, -1, 0)
    return np.asarray(np.sqrt(xx * xx + 2 * xy * xy + yy * yy))


def _likely(misfit: Floats) -> Floats:
    return np.asarray(np.exp(-((misfit / USUAL) ** 2)))


def _related(a: Disc, b: Disc) -> bool:
    reach = REACH * SIDE_PER_DISC * max(a.major, b.major)
    return min(a.major, b.major) > SAME_SIZE * max(a.major, b.major) and bool(np.hypot(a.x - b.x, a.y - b.y) < reach)
