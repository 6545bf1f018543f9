"""Reads framed QR stickers far below what a general reader needs: by comparison with the codes that we printed.

First, whatever the number, frame and finder patterns are compared with what all our codes have in common: that tells
whether this is such a sticker, how it is turned, how blurred it is, and which of several placings fits best. Only then
do the modules that differ between codes say which one it is.
"""

from functools import cache
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.grid_codes import Reading
from vision.grid_codes import turned as as_turned
from vision.images import Image
from vision.patterns import qr_patterns
from vision.products import Known
from vision.quads import Quads
from vision.squares import grown, sampled, sampled_at
from vision.stickers import FRAME, FRAMED_SIDE, QR_RIM, QUIET

Floats: TypeAlias = NDArray[Any]

COMMON = 0.45
"""Correlation with what all stickers share. Squares without frame and finder patterns stay under 0.35."""
FRAMED = 0.97
"""Brightness of the frame over that of quiet zone (three sides at least: the placing is rough) and rim (two: cards
may cover it, or be as dark as the frame)."""
LIKENESS = 0.5
"""Correlation of what differs. The best of all wrong codes reaches about 0.25 by chance."""
LEAD = 0.12
"""By which the best code must beat every other."""
CODE = slice(5, -5)
"""The code's modules among the sampled places; the rest is quiet zone, frame and rim."""
LOCAL = 9
"""Modules over which light is taken to be even: glare and shadow within a sticker are removed as a local mean."""
_INSIDE, _OUTSIDE = FRAME / (FRAMED_SIDE - 2 * FRAME), QR_RIM / (FRAMED_SIDE + 2 * QR_RIM)


class _Set(NamedTuple):
    common: Floats
    """blurs x places²: what all codes share."""
    turned: Known
    """The same in every quarter turn: 0 to 3 turns by which a view must be turned to stand upright."""
    own: list[Known]
    """For each blur what each code adds."""


def prepare() -> None:
    """Makes the templates ready."""
    _known()


def read(grey: Image, placings: Quads) -> list[Reading]:
    """The stickers whose frames have about these outer edges."""
    if len(placings) == 0:
        return []
    common, views, blurs = _upright(grey, placings)
    return _named(placings, views, blurs, common >= COMMON)


def _named(placings: Quads, views: Floats, blurs: Floats, likely: NDArray[np.bool_]) -> list[Reading]:
    """The numbers in upright views, where one is sure enough."""
    patterns, known = qr_patterns(), _known()
    readings = []
    for blur in np.unique(blurs[likely]):
        chosen = np.flatnonzero(likely & (blurs == blur))
        scores = known.own[blur].products(_standard(_rest(views[chosen], known.common[blur])))
        rows, top = np.arange(len(chosen)), scores.argmax(1)
        likeness = scores[rows, top]
        scores[rows, top] = -1
        sure = (likeness >= LIKENESS) & (likeness - scores.max(1) >= LEAD)
        readings += [
            Reading(int(patterns.numbers[top[k]]), float(likeness[k]), placings[chosen[k]])
            for k in np.flatnonzero(sure)
        ]
    return readings


def framed(grey: Image, placings: Quads) -> NDArray[np.bool_]:
    """Whether a dark line between brighter ones goes all round: a cheap look that most squares fail."""
    if len(placings) == 0:
        return np.empty(0, bool)
    along = np.linspace(0.1, 0.9, 9)
    lines = []
    for depth in (-QR_RIM / 2, FRAME / 2, FRAME + QUIET / 2):
        near = np.full_like(along, depth / FRAMED_SIDE)
        sides = ((along, near), (along, 1 - near), (near, along), (1 - near, along))
        lines.append(np.stack([np.stack(side, -1) for side in sides]))
    values = sampled_at(grey, placings, np.reshape(lines, (-1, 2))).reshape(len(placings), 3, 4, len(along)).mean(-1)
    rim, frame, quiet = values[:, 0], values[:, 1], values[:, 2]
    return np.asarray(((frame < quiet * FRAMED).sum(1) >= 3) & ((frame < rim * FRAMED).sum(1) >= 2))


def frames_of(bright: Quads) -> Quads:
    """The frames' outer edges, if bright shapes are their inner ones; then, if they are the rims' outer ones."""
    return np.concatenate([grown(bright, -_INSIDE, 1 + _INSIDE), grown(bright, _OUTSIDE, 1 - _OUTSIDE)])


def _upright(grey: Image, placings: Quads) -> tuple[Floats, Floats, Floats]:
    """For each placing its best likeness to the common pattern, what is seen there, and which blur fits.

    The placings are changed in place to start at the code's own top left.
    """
    known = _known()
    views = _even(sampled(grey, placings, qr_patterns().places))
    scores = known.turned.products(_standard(views.reshape(len(views), -1)))
    best = scores.argmax(1)
    turn, blur = np.divmod(best, len(known.common))
    if turn.any():
        placings[:] = as_turned(placings, turn)
        for quarters in (1, 2, 3):
            views[turn == quarters] = np.rot90(views[turn == quarters], quarters, (1, 2))
    return scores[np.arange(len(views)), best], views, blur


def _rest(views: Floats, common: Floats) -> Floats:
    """The code's modules without their share of the common pattern."""
    shape = common.reshape(views.shape[1:])[CODE, CODE].ravel()
    values = views[:, CODE, CODE].reshape(len(views), -1)
    return np.asarray(values - np.outer(values @ shape, shape) / max(float(shape @ shape), 1e-9))


@cache
def _known() -> _Set:
    common, own = [], []
    for look in qr_patterns().looks:
        even = _even(look)
        common.append(_standard(even.mean(0).ravel()))
        own.append(Known(_standard(_rest(even, common[-1]))))
    shared, side = np.array(common, np.float32), len(qr_patterns().places)
    turned = [np.rot90(look.reshape(side, side), -turn).ravel() for turn in range(4) for look in common]
    return _Set(shared, Known(np.array(turned)), own)


def _even(views: Floats) -> Floats:
    """Without the slow changes of light across each view."""
    mean = _local_mean()
    return np.asarray(views - mean @ views @ mean.T, np.float32)


@cache
def _local_mean() -> Floats:
    """The matrix that takes the mean over LOCAL modules of a row, mirrored at its ends."""
    every = np.eye(len(qr_patterns().places), dtype=np.float32)
    return np.asarray(cv2.blur(every, (1, LOCAL), borderType=cv2.BORDER_REFLECT), np.float32)


def _standard(values: Floats) -> Floats:
    centred = values - values.mean(-1, keepdims=True)
    length = np.sqrt(np.einsum("...k,...k->...", centred, centred))[..., None]
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)
