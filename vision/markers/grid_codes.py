"""Reads ArUco stickers and mat tags in squares that were found: the best of the codes that we printed, or nothing."""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.markers.blobs import Quads
from vision.markers.patterns import Patterns
from vision.markers.products import Known
from vision.markers.squares import from_planes, grown, shifts, unit_homographies

Floats: TypeAlias = NDArray[Any]

INK_TO_PAPER = 0.9
"""Brightness of border over rim. Greyer squares are noise; stickers washed out by glare reach it. Of 5,000 squares
between 0.82 and 0.95 that hold none of our codes, not one came near the limits below."""
BORDER = 0.85
"""Share of border cells that must be nearer to ink than to paper; letters and dice have gaps there."""
LIKENESS = 0.89
"""Correlation of the inner cells with the best code. 25 chance cells that are soft and few-coloured can reach 0.9
with one of all codes; nearly all stickers under 0.89 are under glare."""
WHOLE = 0.8
"""Correlation with border and inner cells together: in most chance finds the border is not as dark as the ink."""
TOGETHER = 1.73
"""Both correlations added: of chance finds near one limit few are near the other."""
LEAD = 0.13
"""By which the best code must beat every other. Chance finds are like several codes; one sticker in a thousand
is so blurred that it leads by less, and a sticker that could be two cards is neither."""

ALL = 1.93
"""Both correlations and the lead added. Of 2,400 squares that hold none of our codes but resemble one, the luckiest
reaches 1.87; of 6,500 stickers, many of them under glare, the palest 1.95."""
ALL_SMEARED = 2.0
"""The same where motion has smeared the border, so that less of it is dark. Of 18,700 squares with such a border and no
code of ours, a quarter of them mirrored stickers, the luckiest reaches 1.93."""
SPILT = 0.045
"""Of a side: how much of a square's edge light may have taken that spills over from the paper round it, where it is
bright and blurred. A square that is like a code, but not sure, is looked at once more so much larger."""
STREWN = (-0.12, -0.06, 0.0, 0.06, 0.12)
"""Of a side, across and down: where round a rough placing a code is looked for."""
UNEVEN = 0.5
"""What it counts that a border is not evenly dark, beside how dark it is."""
NEARLY_LIKE, NEARLY_BORDER = 0.8, 0.7
"""Likeness to a code from which it gets that look, and share of dark border cells from which it may be one."""

_STREWN = shifts(STREWN)


@dataclass(frozen=True, slots=True)
class Reading:
    """One code in one square."""

    number: int
    likeness: float
    """Correlation with the code's template, 0 to 1."""
    corners: Floats
    """The black square, 4 x 2 pixels, clockwise from the code's own top left."""


def read(grey: Image, quads: Quads, patterns: Patterns) -> list[Reading]:
    """The codes in these squares; each square is exact to about half a pixel."""
    return read_and_rest(grey, quads, patterns)[0]


def placed(grey: Image, rough: Quads, patterns: Patterns) -> Quads:
    """These placings, each moved by up to an eighth of a side to where its border is darkest, and evenly so, against
    the rim."""
    if len(rough) == 0:
        return rough
    side, planes = len(patterns.places), (unit_homographies(rough)[:, None] @ _STREWN).reshape(-1, 3, 3)
    cells = patterns.grid.values_in(grey, planes).reshape(-1, side, side)
    rim, border = _ring(cells, 0), _ring(cells, 1)
    fits = (rim.mean(1) - border.mean(1) - UNEVEN * border.std(1)).reshape(len(rough), -1)
    return from_planes(planes.reshape(*fits.shape, 3, 3)[np.arange(len(rough)), fits.argmax(1)])


def read_and_rest(grey: Image, quads: Quads, patterns: Patterns) -> tuple[list[Reading], Quads]:
    """The same, and which other squares have such a border: codes of another kind."""
    read, nearly, others = _read(grey, quads, patterns)
    if len(nearly):
        read += _read(grey, grown(nearly, -SPILT, 1 + SPILT), patterns)[0]
    return read, others


def _read(grey: Image, quads: Quads, patterns: Patterns) -> tuple[list[Reading], Quads, Quads]:
    """The codes in these squares; the squares that are like one, but not sure enough; and all that have a border and
    were not read."""
    if len(quads) == 0:
        return [], quads, quads
    side = len(patterns.places)
    cells = patterns.grid.values(grey, quads).reshape(-1, side, side)
    bordered = _bordered(cells)
    chosen = np.flatnonzero(bordered >= NEARLY_BORDER)
    if len(chosen) == 0:
        return [], quads[chosen], quads[chosen]
    sure, code, turn, likeness, total = _matches(cells[chosen], patterns)
    whole = bordered[chosen] >= BORDER
    sure &= whole | (total >= ALL_SMEARED)
    read = np.flatnonzero(sure)
    corners = turned(quads[chosen[read]], turn[read])
    readings = [Reading(int(patterns.numbers[code[k]]), float(likeness[k]), corners[n]) for n, k in enumerate(read)]
    return readings, quads[chosen[~sure & (likeness >= NEARLY_LIKE)]], quads[chosen[~sure & whole]]


def turned(quads: Quads, turns: Floats) -> Quads:
    """Each quad from the corner that so many quarter turns make its first."""
    return np.asarray(quads[np.arange(len(quads))[:, None], (turns[:, None] + np.arange(4)) % 4])


def quarter_turns(side: int) -> Floats:
    """For 0 to 3 quarter turns by which a view of so many places across is turned: which place is where."""
    places = np.arange(side * side).reshape(side, side)
    return np.array([np.rot90(places, turn).ravel() for turn in range(4)])


def _matches(cells: Floats, patterns: Patterns) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Of each view whether it is sure enough, its code, quarter turns and likeness, and all that speaks for it."""
    rows, known = np.arange(len(cells)), _known(patterns)
    views = cells.reshape(len(cells), -1)[:, known.turned]
    inner, whole = known.inner_cells, known.whole_cells
    looks, codes, _ = known.whole.shape
    scores = known.inner.products(_standard(views[:, :, inner]).reshape(4 * len(rows), -1))
    scores = scores.reshape(len(rows), 4, looks, codes)
    turn, look, code = np.unravel_index(scores.reshape(len(rows), -1).argmax(1), (4, looks, codes))
    among = scores[rows, :, look]  # all codes, all turns, in the blur that fits best
    likeness = among[rows, turn, code]
    among[rows, turn, code] = -1
    lead = likeness - among.reshape(len(rows), -1).max(1)
    both = (_standard(views[rows, turn][:, whole]) * known.whole[look, code]).sum(-1)
    total = likeness + both + lead
    sure = (likeness >= LIKENESS) & (lead >= LEAD) & (both >= WHOLE)
    sure &= (likeness + both >= TOGETHER) & (total >= ALL)
    return sure, code, turn, likeness, total


class _Set(NamedTuple):
    inner: Known
    """looks x codes: what each code's own cells look like, ready for a correlation."""
    whole: Floats
    """looks x codes x cells: the same with the border."""
    turned: Floats
    """For 0 to 3 quarter turns: which cell of a view is where."""
    inner_cells: Floats
    whole_cells: Floats
    """Which cells of a view are the code's own, and which these and the border's."""


@cache
def _known(patterns: Patterns) -> _Set:
    looks, side = np.array(patterns.looks), len(patterns.places)
    inner = _standard(_flat(looks[..., 2:-2, 2:-2]))
    cells = np.arange(side * side).reshape(side, side)
    return _Set(
        Known(inner.reshape(-1, inner.shape[-1])),
        _standard(_flat(looks[..., 1:-1, 1:-1])),
        quarter_turns(side),
        cells[2:-2, 2:-2].ravel(),
        cells[1:-1, 1:-1].ravel(),
    )


def _bordered(cells: Floats) -> Floats:
    """The share of a border all round that is dark; 0 where it is not darker than the rim."""
    rim, border = _ring(cells, 0), _ring(cells, 1)
    middle = rim.shape[1] // 2
    paper, ink = np.sort(rim, 1)[:, middle - 1 : middle + 1].mean(1), border.mean(1)
    dark = (border < ((paper + ink) / 2)[:, None]).mean(1)
    return np.where(ink <= INK_TO_PAPER * paper, dark, 0.0)


def _ring(cells: Floats, at: int) -> Floats:
    inside = cells[:, at : cells.shape[1] - at, at : cells.shape[2] - at]
    return np.concatenate([inside[:, 0], inside[:, -1], inside[:, 1:-1, 0], inside[:, 1:-1, -1]], 1)


def _flat(grids: Floats) -> Floats:
    return grids.reshape(*grids.shape[:-2], -1)


def _standard(values: Floats) -> Floats:
    """Mean 0 and length 1 along the last axis, so that a product is a correlation."""
    centred = values - values.mean(-1, keepdims=True)
    length = np.sqrt(np.einsum("...k,...k->...", centred, centred))[..., None]
    return np.asarray(centred / np.maximum(length, 1e-6), np.float32)
