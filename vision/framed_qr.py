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
from vision.images import Image
from vision.patterns import qr_patterns
from vision.quads import Quads
from vision.squares import grown, sampled, sampled_at
from vision.stickers import FRAME, FRAMED_SIDE, QR_RIM, QUIET

Floats: TypeAlias = NDArray[Any]

COMMON = 0.45
"""Correlation with what all stickers share. Squares without frame and finder patterns stay under 0.35."""
FRAMED = 0.97
"""Brightness of the frame over that of its two neighbours, side by side; one rim may lie under the next card."""
LIKENESS = 0.5
"""Correlation of what differs. The best of all wrong codes reaches about 0.25 by chance."""
LEAD = 0.12
"""By which the best code must beat every other."""
CODE = slice(5, -5)
"""The code's modules among the sampled places; the rest is quiet zone, frame and rim."""
LOCAL = 9
"""Modules over which light is taken to be even: glare and shadow within a sticker are removed as a local mean."""
NUDGES = (-0.5, 0.0, 0.5)
"""Modules by which a placing is shifted either way when the first look was nearly good."""


class _Set(NamedTuple):
    common: Floats
    """blurs x places²: what all codes share."""
    own: Floats
    """blurs x codes x modules²: what each adds."""


def read(grey: Image, dark: Quads, bright: Quads) -> list[Reading]:
    """The stickers in dark squares (the frame's outer edge) and bright ones (its inner edge, or the rim's outer)."""
    inside, outside = FRAME / (FRAMED_SIDE - 2 * FRAME), QR_RIM / (FRAMED_SIDE + 2 * QR_RIM)
    placings = np.concatenate([dark, grown(bright, -inside, 1 + inside), grown(bright, outside, 1 - outside)])
    return _identified(grey, placings)


def _identified(grey: Image, placings: Quads) -> list[Reading]:
    patterns, known = qr_patterns(), _known()
    placings = placings[_framed(grey, placings)]
    if len(placings) == 0:
        return []
    views = _even(sampled(grey, placings, patterns.places))
    common, blur, turn = _common(views, known)
    likely = np.flatnonzero(common >= COMMON)
    readings = []
    for k in likely:
        view = np.rot90(views[k], turn[k])
        scores = known.own[blur[k]] @ _standard(_rest(view, known.common[blur[k]]))
        top = int(scores.argmax())
        likeness = float(scores[top])
        scores[top] = -1
        if likeness >= LIKENESS and likeness - scores.max() >= LEAD:
            readings.append(Reading(int(patterns.numbers[top]), likeness, np.roll(placings[k], -turn[k], 0)))
    return readings


def _framed(grey: Image, placings: Quads) -> NDArray[np.bool_]:
    """Whether a dark line between brighter ones goes all round: a cheap look that most squares fail."""
    along = np.linspace(0.1, 0.9, 9)
    lines = []
    for depth in (-QR_RIM / 2, FRAME / 2, FRAME + QUIET / 2):
        near = np.full_like(along, depth / FRAMED_SIDE)
        sides = ((along, near), (along, 1 - near), (near, along), (1 - near, along))
        lines.append(np.stack([np.stack(side, -1) for side in sides]))
    values = sampled_at(grey, placings, np.reshape(lines, (-1, 2))).reshape(len(placings), 3, 4, len(along)).mean(-1)
    rim, frame, quiet = values[:, 0], values[:, 1], values[:, 2]
    return np.asarray((frame < quiet * FRAMED).all(1) & ((frame < rim * FRAMED).sum(1) >= 3))


def _common(views: Floats, known: _Set) -> tuple[Floats, Floats, Floats]:
    """For each view: its best likeness to the common pattern, with which blur and how many quarter turns."""
    turned = np.stack([np.rot90(views, turn, (1, 2)).reshape(len(views), -1) for turn in range(4)], 1)
    scores = _standard(turned) @ known.common.T  # views x turns x blurs
    best = scores.reshape(len(views), -1).argmax(1)
    turn, blur = np.divmod(best, scores.shape[2])
    return scores.reshape(len(views), -1)[np.arange(len(views)), best], blur, turn


def _rest(view: Floats, common: Floats) -> Floats:
    """The code's modules without their share of the common pattern."""
    shape = common.reshape(view.shape)[CODE, CODE].ravel()
    values = view[CODE, CODE].ravel()
    return np.asarray(values - shape * (values @ shape) / max(float(shape @ shape), 1e-9))


@cache
def _known() -> _Set:
    common, own = [], []
    for look in qr_patterns().looks:
        even = _even(look)
        shared = even.mean(0)
        common.append(_standard(shared.ravel()))
        own.append(_standard(np.array([_rest(view, common[-1]) for view in even])))
    return _Set(np.array(common, np.float32), np.array(own, np.float32))


def _even(views: Floats) -> Floats:
    """Without the slow changes of light across each view."""
    means = [cv2.blur(view, (LOCAL, LOCAL), borderType=cv2.BORDER_REFLECT) for view in views]
    return np.asarray(views - np.array(means), np.float32)


def _standard(values: Floats) -> Floats:
    centred = values - values.mean(-1, keepdims=True)
    return np.asarray(centred / np.maximum(np.linalg.norm(centred, axis=-1, keepdims=True), 1e-6), np.float32)
