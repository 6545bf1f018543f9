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

from vision.images import Image, halved
from vision.markers.blobs import Quads, areas
from vision.markers.grid_codes import Reading, quarter_turns
from vision.markers.grid_codes import turned as as_turned
from vision.markers.patterns import qr_patterns
from vision.markers.products import Known
from vision.markers.spots import Bands, Spots
from vision.markers.squares import from_planes, grown, shifts, unit_homographies
from vision.stickers import FRAME, FRAMED_SIDE, QR_RIM, QUIET

Floats: TypeAlias = NDArray[Any]

COMMON = 0.3
"""Correlation with what all stickers share, below which nothing is read. Most squares have less."""
FRAMED = 0.97
"""Brightness of the frame over that of quiet zone (three sides at least: the placing is rough) and rim (two: cards
may cover it, or be as dark as the frame)."""
SURE = (1.3, 1.12, 1.3)
"""For each blur, from sharp to soft: what the code's likeness and three times its lead over every other code come to.
Of 48,000 placings that hold none of our codes, most of them on mirrored stickers, the luckiest reaches 0.62, 1.06 and
1.17: the softer a look, the more codes resemble each other. A sharp sticker of ours whose code is another one's with
another mask reaches 0.85, a right one hardly ever less than 1.6."""
LEAD = 3
"""What the lead counts in that."""
CODE = slice(5, -5)
"""The code's modules among the sampled places; the rest is quiet zone, frame and rim."""
LOCAL = 9
"""Modules over which light is taken to be even: glare and shadow within a sticker are removed as a local mean."""
DRAWN = ((-0.1, 1.0), (0.08, 1.0), (0.25, 0.7), (0.3, 0.6), (0.35, 0.6))
"""For each step towards its sticker: correlation with what all stickers share, in any turn, from which a rough placing
is worth it; and how much of it is taken, since on sharp edges whole steps lead past them, to and fro. Of placings where
nothing is, one in twenty is worth a third."""
STREWN = (-0.09, -0.03, 0.03, 0.09)
"""Of a side, across and down: where round a rough placing steps begin. By themselves they arrive from a twentieth of a
side off; from a tenth, two of five do."""
HALF, FIFTH = (1, 2), (2, 5)
"""Places that are looked at: as far as the fields of one colour on a chessboard, or as a knight moves, from each other;
the latter to choose where to begin."""
SHARP = 110.0
"""Pixels of a sticker's side, from which it is drawn to in a smaller copy: where edges are much sharper than modules
are wide, steps lead past them, to and fro."""
RIM_DEEP, FRAME_DEEP, CORNER_DEEP = 2, 5, 13
"""Places from the outermost: so many of rim and outer edge; up to the code; and up to where its corners end."""
LEAST_GAIN = 0.2
"""Of what is seen, the share that is taken to be the pattern at the least."""
FARTHEST, HELD_BACK = 0.05, 0.05
"""Of a side: the longest step. And how much each step is shortened."""
_ABOUT_MIDDLE = np.zeros((6, 9))
"""What is wider, skewed and shifted, across and then down, about the middle of the unit square, as a change of its
homography."""
_ABOUT_MIDDLE[[0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]] = 1
_ABOUT_MIDDLE[[0, 1, 3, 4], [2, 2, 5, 5]] = -0.5
_STREWN = shifts(STREWN)
_INSIDE, _OUTSIDE = FRAME / (FRAMED_SIDE - 2 * FRAME), QR_RIM / (FRAMED_SIDE + 2 * QR_RIM)

_FRAME = Bands([depth / FRAMED_SIDE for depth in (-QR_RIM / 2, FRAME / 2, FRAME + QUIET / 2)], np.linspace(0.1, 0.9, 9))
"""In the middle of rim, frame and quiet zone."""


class _Set(NamedTuple):
    common: Floats
    """blurs x places²: what all codes share."""
    turned: Known
    """The same in every quarter turn: 0 to 3 turns by which a view must be turned to stand upright."""
    places: Floats
    """For each of these turns: which place of a view is where."""
    own: list[Known]
    """For each blur what each code adds."""


def prepare() -> None:
    """Makes the templates ready."""
    _known()


def read(grey: Image, placings: Quads) -> list[Reading]:
    """The stickers whose frames have about these outer edges."""
    return _read(grey, placings.copy())[0]


def read_nearby(grey: Image, rough: Quads) -> tuple[list[Reading], Quads]:
    """The stickers near these placings, which may be a tenth of a side off: each is drawn step by step to where frame
    and finder patterns fit best. Most are no stickers; these are given up as soon as they fit no better. And what looks
    like a sticker, but is not sure, from its own top left on."""
    if len(rough) == 0:
        return [], rough
    soft, by, side = grey, 1, np.sqrt(np.sort(np.abs(areas(rough)))[len(rough) // 2])
    while side > SHARP * by:
        soft, by = halved(soft), 2 * by
    planes = _nearest(soft, unit_homographies((rough + 0.5) / by - 0.5))  # middles of pixels
    for least, share in DRAWN:
        planes, likeness = _drawn(soft, planes, share)
        planes = planes[likeness >= least]
        if len(planes) == 0:
            return [], rough[:0]
    return _read(grey, by * (from_planes(planes) + 0.5) - 0.5)


def _read(grey: Image, placings: Quads) -> tuple[list[Reading], Quads]:
    """What is sure, and the placings where nothing is. All are changed in place to start at the code's own top left."""
    if len(placings) == 0:
        return [], placings
    patterns, known = qr_patterns(), _known()
    common, views, blurs = _upright(grey, placings)
    readings, unsure = list[Reading](), np.ones(len(placings), bool)
    for blur in range(len(known.own)):
        chosen = np.flatnonzero((common >= COMMON) & (blurs == blur))
        if len(chosen) == 0:
            continue
        scores = known.own[blur].products(_standard(_rest(views[chosen], known.common[blur])))
        rows, top = np.arange(len(chosen)), scores.argmax(1)
        likeness = scores[rows, top]
        scores[rows, top] = -1
        sure = likeness + LEAD * (likeness - scores.max(1)) >= SURE[blur]
        readings += [
            Reading(int(patterns.numbers[top[k]]), float(likeness[k]), placings[chosen[k]].copy())
            for k in np.flatnonzero(sure)
        ]
        unsure[chosen[sure]] = False
    return readings, placings[unsure]


def framed(grey: Image, placings: Quads) -> NDArray[np.bool_]:
    """Whether a dark line between brighter ones goes all round: a cheap look that most squares fail."""
    values = _FRAME.means(grey, placings)
    rim, frame, quiet = values[:, 0], values[:, 1], values[:, 2]
    return np.asarray(((frame < quiet * FRAMED).sum(1) >= 3) & ((frame < rim * FRAMED).sum(1) >= 2))


def frames_of(bright: Quads) -> Quads:
    """The frames' outer edges, if bright shapes are their inner ones; then, if they are the rims' outer ones."""
    return np.concatenate([grown(bright, -_INSIDE, 1 + _INSIDE), grown(bright, _OUTSIDE, 1 - _OUTSIDE)])


def _upright(grey: Image, placings: Quads) -> tuple[Floats, Floats, Floats]:
    """For each placing its best likeness to the common pattern, what is seen there, and which blur fits.

    The placings are changed in place to start at the code's own top left.
    """
    known, views = _known(), views_of(grey, placings)
    scores = known.turned.products(_standard(views.reshape(len(views), -1)))
    best = scores.argmax(1)
    turn, blur = np.divmod(best, len(known.common))
    if turn.any():
        placings[:] = as_turned(placings, turn)
        views = views.reshape(len(views), -1)[np.arange(len(views))[:, None], known.places[turn]].reshape(views.shape)
    return scores[np.arange(len(views)), best], views, blur


def views_of(grey: Image, placings: Quads) -> Floats:
    """What is seen there, in even light: N x places x places."""
    side = len(qr_patterns().places)
    return even(qr_patterns().grid.values(grey, placings).reshape(-1, side, side))


def _nearest(grey: Image, planes: Floats) -> Floats:
    """Of each placing, and of others strewn round it, the one most like a sticker, after a step towards it."""
    strewn, likeness = _drawn(grey, (planes[:, None] @ _STREWN).reshape(-1, 3, 3), among=FIFTH)
    best = likeness.reshape(len(planes), -1).argmax(1)
    return np.asarray(strewn.reshape(len(planes), -1, 3, 3)[np.arange(len(planes)), best])


def _drawn(grey: Image, planes: Floats, share: float = 1.0, among: tuple[int, int] = HALF) -> tuple[Floats, Floats]:
    """The planes of placings after one step towards the pattern that all stickers share, turned or not: Gauss-Newton on
    shift, turn, size and slant at once (Lucas and Kanade, inverse compositional). And how like it they were before."""
    pull = _pull(among)
    values = pull.spots.values_in(grey, planes)
    told = pull.weights.products(values)
    light, pattern, off = told[:, :3], told[:, 3], told[:, 4:]
    seen = np.einsum("nk,nk->n", values, values) - np.einsum("nk,nk->n", light, light)
    length = np.sqrt(np.maximum(seen, 1e-6))
    off = off / np.maximum(pattern, LEAST_GAIN * length)[:, None]
    off *= share * np.minimum(1, FARTHEST / np.maximum(np.abs(off).max(1, keepdims=True), 1e-9))
    moved = np.eye(3) + (off @ _ABOUT_MIDDLE).reshape(-1, 3, 3)
    return planes @ _back(moved), pattern / length


def _back(moves: Floats) -> Floats:
    """The other way about, for moves that keep what is parallel so."""
    back = np.zeros_like(moves)
    (a, b, x), (c, d, y) = moves[:, :2].transpose(1, 2, 0)
    size = a * d - b * c
    back[:, 0, 0], back[:, 0, 1], back[:, 0, 2] = d / size, -b / size, (b * y - d * x) / size
    back[:, 1, 0], back[:, 1, 1], back[:, 1, 2] = -c / size, a / size, (c * x - a * y) / size
    back[:, 2, 2] = 1
    return back


class _Pull(NamedTuple):
    spots: Spots
    """Frame, quiet zone and the four corners of the code: what tells where a sticker lies. Not rim and outer edge, into
    which blur mixes whatever lies round the sticker, nor what differs from code to code. Of these every second or
    fifth: their neighbours say the same."""
    weights: Known
    """For each spot, what it says about the light and how this changes across and down; then, as rows of length 1 in
    which no such light shows, about what all codes share in any turn; and then, of what is seen beyond that, how far
    the placing is off: wider, skewed and shifted, across and then down."""


@cache
def _pull(among: tuple[int, int]) -> _Pull:
    places, look = qr_patterns().places, qr_patterns().looks[1].mean(0).astype(np.float64)
    look = sum(np.rot90(side, turn) for side in (look, look.T) for turn in range(4)) / 8
    down, across = np.gradient(look, places[1] - places[0])
    y, x = np.meshgrid(places - 0.5, places - 0.5, indexing="ij")
    deep = np.minimum(np.arange(len(places)), np.arange(len(places))[::-1])
    told = (np.minimum(deep[:, None], deep) >= RIM_DEEP) & (
        (np.minimum(deep[:, None], deep) < FRAME_DEEP) | (np.maximum(deep[:, None], deep) < CORNER_DEEP)
    )
    aside, of = among
    told &= np.add.outer(np.arange(len(places)), aside * np.arange(len(places))) % of == 0
    light = np.linalg.qr(np.stack([np.ones_like(x), x, y])[:, told].T)[0].T
    rows = np.stack([across * x, across * y, across, down * x, down * y, down, look])[:, told]
    rows -= rows @ light.T @ light
    pattern = rows[-1] / np.linalg.norm(rows[-1])
    slopes = (rows[:-1] - np.outer(rows[:-1] @ pattern, pattern)) / np.linalg.norm(rows[-1])
    square = slopes @ slopes.T
    towards = np.linalg.inv(square + HELD_BACK * np.diag(np.diag(square))) @ slopes
    return _Pull(Spots(np.stack([x[told], y[told]], -1) + 0.5), Known(np.concatenate([light, pattern[None], towards])))


def _rest(views: Floats, common: Floats) -> Floats:
    """The code's modules without their share of the common pattern."""
    shape = common.reshape(views.shape[1:])[CODE, CODE].ravel()
    values = views[:, CODE, CODE].reshape(len(views), -1)
    return np.asarray(values - np.outer(values @ shape, shape) / max(float(shape @ shape), 1e-9))


@cache
def _known() -> _Set:
    common, own = [], []
    for look in qr_patterns().looks:
        views = even(look)
        common.append(_standard(views.mean(0).ravel()))
        own.append(Known(_standard(_rest(views, common[-1]))))
    shared, side = np.array(common, np.float32), len(qr_patterns().places)
    turned = [np.rot90(look.reshape(side, side), -turn).ravel() for turn in range(4) for look in common]
    return _Set(shared, Known(np.array(turned)), quarter_turns(side), own)


def even(views: Floats) -> Floats:
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
