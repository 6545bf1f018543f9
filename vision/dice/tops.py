"""Tells top faces from side faces among the discs of several dice, touching or not.

Seen from aslant, a side may look rounder than its top. But one camera sees all dice: how far it leans tells how flat a
top looks anywhere in the picture, how flat the sides do, and where the top of a side's die must be.
"""

from collections.abc import Collection
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
# A side's description and a top's must differ by this much, or the disc is neither: better silent than wrong. The first
# where the top of its die was seen, the second where it may lie beyond what was looked at.
DECIDED, CUT_DECIDED = 0.1, 0.03
# Light comes from above: a side is darker than its top by this share or more, another top is not.
# In glare all is white.
DIM, DIMMEST, GLARING = 0.08, 0.2, 250.0
# Two tops are at least this far apart, in their discs' diameters: discs have a rim.
APART = 1.14
# Where nothing tells how the camera leans, only what is rounder than this is a top: if it were a side, the camera would
# have to lean by 53 degrees.
ROUND = 0.8
# Discs of one die are equally long but for perspective, and no farther apart than this, in sides.
SAME_SIZE, REACH = 0.72, 1.2


def top_faces(discs: list[Disc], size: tuple[int, int], cut: Collection[Disc] = ()) -> list[Disc]:
    """The discs that lie on top of a die, in a picture of that width and height; those that could be either are left
    out. Of the die of a disc that is `cut`, the top may lie beyond what was looked at."""
    whole = np.array([disc not in cut for disc in discs])
    if not whole.any():
        return [disc for disc in discs if disc.flatness >= ROUND]
    pairs = [pair for pair in permutations(range(len(discs)), 2) if _related(*(discs[k] for k in pair))]
    fit = max((_best_fit(_Sight(discs, size, focal), whole, pairs) for focal in FOCALS), key=lambda fit: fit.score)
    return [disc for d, disc in enumerate(discs) if _on_top(d, discs, fit, whole[d])]


@dataclass(frozen=True)
class _Fit:
    """How the discs fit the likeliest lean of the camera; 0 is perfect."""

    score: float
    as_top: Floats
    """How badly each fits as a top."""
    as_side: dict[tuple[int, int], float]
    """How badly, with the first as a top, the second fits as a side of the same die."""
    as_any_side: Floats
    """How badly each fits as a side of a die whose top may be anywhere."""
    apart: dict[tuple[int, int], float]
    """How far from each other, in diameters, both would be as tops."""


def _on_top(d: int, discs: list[Disc], fit: _Fit, whole: bool) -> bool:
    if fit.as_top[d] > FITS or (not whole and fit.as_any_side[d] < fit.as_top[d] + CUT_DECIDED):
        return False
    for (top, side), misfit in fit.as_side.items():
        if side == d:
            as_side = misfit + fit.as_top[top] / 2
            as_top = fit.as_top[d] + 2 * max(0.0, APART - fit.apart[top, side])
            if discs[top].ring < GLARING:
                dimmer = 1 - discs[d].ring / max(discs[top].ring, 1.0)
                as_side, as_top = as_side + max(0.0, DIM - dimmer), as_top + max(0.0, min(dimmer, DIMMEST) - DIM)
            if as_side < as_top + DECIDED:
                return False
    return True


def _best_fit(sight: "_Sight", whole: Floats, pairs: list[tuple[int, int]]) -> _Fit:
    """The lean under which most discs are tops, or sides of tops."""
    lean, roll = (angles.ravel() for angles in np.meshgrid(LEANS, ROLLS))
    best = int(sight.fits(lean, roll, whole, pairs)[0].argmax())
    lean, roll = (a.ravel() for a in np.meshgrid(lean[best] + FINER_LEANS, roll[best] + FINER_ROLLS))
    score, tops, sides = sight.fits(lean, roll, whole, pairs)
    best = int(score.argmax())
    as_side = {pair: float(sides[best, k]) for k, pair in enumerate(pairs)}
    down = _down(lean[best : best + 1], roll[best : best + 1])
    return _Fit(float(score[best]), tops[best], as_side, sight.as_any_side(down), sight.apart(down, pairs))


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

    def fits(
        self, lean: Floats, roll: Floats, whole: Floats, pairs: list[tuple[int, int]]
    ) -> tuple[Floats, Floats, Floats]:
        """For every lean: how many of the whole discs it explains, how badly each disc fits as a top, and each pair as
        top and side."""
        down = _down(lean, roll)
        tops = _misfit(self._seen(down[:, None], np.arange(len(whole)))[0], self._shapes)
        score = (_likely(tops) * whole).sum(1)
        if not pairs:
            return score, tops, np.zeros((len(lean), 0))
        top, side = np.array(pairs).T
        misfit, step = self._as_sides(down, side)
        away = (self._places[top] - self._places[side])[:, None] - step
        misfit = misfit + np.hypot(away[..., 0], away[..., 1]) / (SIDE_PER_DISC * self._major[top][:, None])
        sides = misfit.min(axis=2)
        return score + (_likely(tops[:, top]) * _likely(sides) * (whole[top] & whole[side])).sum(1), tops, sides

    def apart(self, down: Floats, pairs: list[tuple[int, int]]) -> dict[tuple[int, int], float]:
        """How far from each other the discs of each pair would be as tops, in diameters."""
        (shapes,), _ = self._seen(down[:, None], np.arange(len(self._places)))
        steps = {(a, b): (self._places[b] - self._places[a]) / self._major[[a, b]].mean() for a, b in pairs}
        flat = {b: np.linalg.inv(shapes[b][[0, 1, 1, 2]].reshape(2, 2)) for _, b in pairs}
        return {(a, b): float(np.linalg.norm(flat[b] @ step)) for (a, b), step in steps.items()}

    def as_any_side(self, down: Floats) -> Floats:
        """How badly each disc fits as a side, wherever its top is."""
        return np.asarray(self._as_sides(down, np.arange(len(self._places)))[0][0].min(axis=1))

    def _as_sides(self, down: Floats, side: Floats) -> tuple[Floats, Floats]:
        """For every lean, disc and direction faced: how badly its shape fits, and the step to the middle of its top."""
        turn = np.arange(FACINGS) * 2 * np.pi / FACINGS
        right = np.cross(down, [0.0, 1e-6, 1.0])
        right /= np.maximum(np.linalg.norm(right, axis=1, keepdims=True), 1e-12)
        ahead = np.cross(down, right)
        out = (np.cos(turn)[:, None] * right[:, None] + np.sin(turn)[:, None] * ahead[:, None])[:, None]
        shape, long = self._seen(out, side[:, None])
        # From the side's middle half a side inwards and half a side up.
        inwards = np.einsum("pij,lpfj->lpfi", self._onto[side], -down[:, None, None] - out)
        step = inwards * (SIDE_PER_DISC / 2 * self._major[side][:, None] / long)[..., None]
        turned_away = np.einsum("pj,lqfj->lpf", self._rays[side], out) >= 0
        return np.where(turned_away, np.inf, _misfit(shape, self._shapes[side][:, None])), step

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


def _down(lean: Floats, roll: Floats) -> Floats:
    """Which way is down; the camera looks along z, and y is down in its picture."""
    a, b = np.radians(lean), np.radians(roll)
    return np.stack([np.sin(a) * np.sin(b), np.sin(a) * np.cos(b), np.cos(a)], 1)


def _misfit(shape: Floats, other: Floats) -> Floats:
    xx, xy, yy = np.moveaxis(shape - other, -1, 0)
    return np.asarray(np.sqrt(xx * xx + 2 * xy * xy + yy * yy))


def _likely(misfit: Floats) -> Floats:
    return np.asarray(np.exp(-((misfit / USUAL) ** 2)))


def _related(a: Disc, b: Disc) -> bool:
    reach = REACH * SIDE_PER_DISC * max(a.major, b.major)
    return min(a.major, b.major) > SAME_SIZE * max(a.major, b.major) and bool(np.hypot(a.x - b.x, a.y - b.y) < reach)
