"""Reads stickers that motion has smeared: it smears all stickers of a frame alike, so that those that were read tell
how, and codes smeared in the same way are told apart again.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.markers import framed_qr
from vision.markers.blobs import Quads, areas
from vision.markers.framed_qr import CODE
from vision.markers.grid_codes import Reading
from vision.markers.patterns import aruco_patterns, qr_patterns
from vision.markers.squares import unit_homographies
from vision.stickers import ARUCO_SIDE, FRAMED_SIDE

WAYS = 8
"""Directions, over half a turn, in which codes are smeared beforehand."""
SEVERAL, MANY = 4, 8
"""Stickers that tell how a frame is smeared, at the least and at the most."""
BETTER = 0.01
"""By how much more stickers are like their codes, on an average, if these are smeared as the frame is."""
_FINE = 8
"""Points of a line to a module."""


class Kind(NamedTuple):
    """What is different for QR and ArUco stickers."""

    side: float
    """Of the black square, in modules."""
    numbers: Callable[[], Floats]
    looks: Callable[[Floats], Floats]
    """From a motion in modules, across and down, to what that makes of all codes: codes x modules."""
    seen: Callable[[Image, Quads], Floats]
    """From a picture and black squares, each from the code's own top left on, to their modules."""
    lengths: tuple[float, ...]
    """Modules by which codes are smeared beforehand."""
    dull: float
    """Likeness to its code that one of four stickers in a smeared frame does not reach."""
    lead: float
    """What a code's lead over every other one counts beside its likeness."""
    sure: float
    """What both come to at the least."""

    def likely(self, known: Sequence[Reading]) -> bool:
        """Whether a frame may be smeared in which these were read."""
        return len(known) >= SEVERAL and sorted(one.likeness for one in known)[len(known) // 4] < self.dull


def read(kind: Kind, grey: Image, unsure: Quads, known: Sequence[Reading]) -> list[Reading]:
    """The stickers in these squares, each from the code's own top left on, if `known` ones say how the frame is
    smeared."""
    motion = _motion(kind, grey, known[:MANY]) if len(unsure) and kind.likely(known) else None
    if motion is None:
        return []
    codes, seen, readings = _smeared(kind), _modules(kind, grey, unsure), []
    for k, one in enumerate(_nearest(kind, _planes(kind, unsure) @ motion).tolist()):
        # Not by @, which would wake every core for it.
        likeness = np.einsum("ck,k->c", codes.added(one), seen[k]) / _lengths(seen[k], codes.shared[one])
        second, first = np.argpartition(likeness, -2)[-2:].tolist()
        if likeness[first] + kind.lead * (likeness[first] - likeness[second]) >= kind.sure:
            readings.append(Reading(int(codes.numbers[first]), float(likeness[first]), unsure[k].copy()))
    return readings


def prepare() -> None:
    """Smears all codes beforehand."""
    for kind in (QR, GRID):
        _smeared(kind)


class _Smeared(NamedTuple):
    """All codes, still and then smeared by every length in every direction: sets."""

    numbers: Floats
    shared: Floats
    """sets x modules: what all codes have in common, about 0 and of length 1."""
    own: Floats
    """sets x codes x modules: what each of them adds, likewise; in whole numbers, for a quarter of the memory."""
    grain: Floats
    """For each set: what 1 is there."""

    def added(self, sets: int | slice, codes: Floats | slice = slice(None)) -> Floats:
        """What these codes add in these sets."""
        return np.asarray(self.grain[sets] * self.own[sets, codes].astype(np.float32))


def _motion(kind: Kind, grey: Image, known: Sequence[Reading]) -> Floats | None:
    """Across and down, in pixels, or None: by which motion these stickers are most like their codes."""
    codes, quads = _smeared(kind), np.array([one.corners for one in known])
    seen = _modules(kind, grey, quads)
    mine = np.searchsorted(codes.numbers, [one.number for one in known])
    likeness = np.einsum("nk,snk->ns", seen, codes.added(slice(None), mine)) / _lengths(seen[:, None], codes.shared)
    lengths = np.linspace(kind.lengths[0], kind.lengths[-1], 2 * len(kind.lengths))
    usual = np.sqrt(areas(quads)).mean() / kind.side
    motions = usual * np.multiply.outer(lengths, _turned(2 * WAYS)).reshape(-1, 2)
    sets = _nearest(kind, np.einsum("nab,mb->nma", _planes(kind, quads), motions))
    means = np.take_along_axis(likeness, sets, 1).mean(0)
    best = int(means.argmax())
    return motions[best] if means[best] >= likeness[:, 0].mean() + BETTER else None


def _planes(kind: Kind, quads: Quads) -> Floats:
    """From a small motion in the picture to that in each sticker's own plane, across and down in modules."""
    planes = unit_homographies(quads)
    middles = planes @ np.array([0.5, 0.5, 1.0])
    at, depth = middles[:, :2] / middles[:, 2:], middles[:, 2, None, None]
    (a, b), (c, d) = ((planes[:, :2, :2] - at[:, :, None] * planes[:, 2:, :2]) / depth).transpose(1, 2, 0)
    size = a * d - b * c
    size = np.where(np.abs(size) < 1e-9, 1e-9, size)  # what is seen edge-on has none
    return np.asarray(kind.side * np.stack([np.stack([d, -b], 1), np.stack([-c, a], 1)], 1) / size[:, None, None])


def _nearest(kind: Kind, motions: Floats) -> Floats:
    """The set that is smeared most like each of these."""
    x, y = motions[..., 0], motions[..., 1]
    ways = np.rint(np.arctan2(y, x) * WAYS / np.pi).astype(int) % WAYS
    lengths = np.abs(np.hypot(x, y)[..., None] - np.array(kind.lengths)).argmin(-1)
    return np.asarray(1 + ways * len(kind.lengths) + lengths)


def _turned(ways: int) -> Floats:
    """So many directions, over half a turn."""
    turns = np.arange(ways) * np.pi / ways
    return np.stack([np.cos(turns), np.sin(turns)], 1)


def _modules(kind: Kind, grey: Image, quads: Quads) -> Floats:
    """What is seen of each code, about 0."""
    seen = kind.seen(grey, quads)
    return np.asarray(seen - seen.mean(1, keepdims=True))


def _lengths(seen: Floats, shared: Floats) -> Floats:
    """Of what is seen, without its part of what all codes share."""
    whole = (seen * seen).sum(-1) - np.square((seen * shared).sum(-1))
    return np.asarray(np.sqrt(np.maximum(whole, 1e-6)))


@cache
def _smeared(kind: Kind) -> _Smeared:
    shared, own, grain = [], [], []
    for motion in [np.zeros(2), *(length * way for way in _turned(WAYS) for length in kind.lengths)]:
        modules = kind.looks(motion)
        modules = modules - modules.mean(1, keepdims=True)
        common = modules.mean(0) / np.linalg.norm(modules.mean(0))
        modules -= np.outer(modules @ common, common)
        shared.append(common)
        modules /= np.linalg.norm(modules, axis=1, keepdims=True)
        grain.append(np.abs(modules).max() / 127)
        own.append(np.rint(modules / grain[-1]).astype(np.int8))
    return _Smeared(kind.numbers(), np.array(shared), np.array(own), np.array(grain, np.float32)[:, None, None])


def _qr_looks(motion: Floats) -> Floats:
    looks = framed_qr.even(_moved(qr_patterns().looks[1], motion))
    return looks[:, CODE, CODE].reshape(len(looks), -1)


def _qr_seen(grey: Image, quads: Quads) -> Floats:
    return framed_qr.views_of(grey, quads)[:, CODE, CODE].reshape(len(quads), -1)


def _grid_looks(motion: Floats) -> Floats:
    looks = _moved(aruco_patterns().looks[0], motion)
    return looks[:, 1:-1, 1:-1].reshape(len(looks), -1)


def _grid_seen(grey: Image, quads: Quads) -> Floats:
    """Border and code."""
    side = len(aruco_patterns().places)
    cells = aruco_patterns().grid.values(grey, quads).reshape(-1, side, side)
    return cells[:, 1:-1, 1:-1].reshape(len(quads), -1)


def _moved(looks: Floats, motion: Floats) -> Floats:
    """All of these smeared by so much."""
    room = int(np.abs(motion).max() / 2) + 2
    sheet = np.pad(looks, ((0, 0), (room, room), (room, room)), "edge")
    rows = cv2.filter2D(sheet.reshape(-1, sheet.shape[2]), -1, _line(motion))
    return np.asarray(rows.reshape(sheet.shape)[:, room:-room, room:-room])


def _line(motion: Floats) -> Floats:
    """A filter that smears by so much."""
    side = 2 * int(np.ceil(np.abs(motion).max() / 2)) + 3
    fine = np.zeros((side * _FINE, side * _FINE), np.float32)
    along = np.linspace(-0.5, 0.5, 4 * _FINE * side)
    columns, rows = (np.rint((side * _FINE - 1) / 2 + along * by * _FINE).astype(int) for by in motion)
    np.add.at(fine, (rows, columns), 1)
    line = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(line / line.sum())


QR = Kind(
    FRAMED_SIDE, lambda: qr_patterns().numbers, _qr_looks, _qr_seen, (1.5, 3.0, 4.5, 6.0), dull=0.8, lead=3, sure=1.27
)
"""Of 33,000 comparisons of stickers in bad light with codes that were not theirs, or of mirrored ones, the luckiest
comes to 1.25."""
GRID = Kind(
    ARUCO_SIDE,
    lambda: aruco_patterns().numbers,
    _grid_looks,
    _grid_seen,
    (0.7, 1.2, 1.7, 2.2),
    dull=0.96,
    lead=1,
    sure=1.13,
)
"""ArUco: of 123,000 such comparisons the luckiest comes to 1.10."""
