"""Four-sided blobs of ink, and of paper that ink encloses: all those of several pictures at once.

Blobs are labelled, and each is known by its outermost points in sixteen directions; four of these make its shape.
To follow every outline would take several times as long, most of it for handing over outlines of what is no square.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image

Ints: TypeAlias = NDArray[Any]
Floats: TypeAlias = NDArray[Any]
Quads: TypeAlias = NDArray[Any]
"""N x 4 x 2 pixels, clockwise from any corner."""

FULLNESS = 0.72
"""The four outermost points enclose this share of the blob's hull at the least; of a disc's hull they enclose 0.65."""
LONGEST = 3.0
"""The longest side over the shortest, seen at a slant."""
LOW, HIGH = 0.8, 1.6
"""Of the sides looked for: how high the least of them may be, and the largest, standing on a corner."""
MOST_SHAPES = 3000
"""Blobs looked at in one picture. One made of squares alone cannot stop the clock."""
_ANGLES = np.arange(8) * np.pi / 8
_AXES = np.round(16 * np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], -1)).astype(np.int32)
"""Half of the directions; the other half is opposite to them."""


_NEXT, _LAST = np.array([1, 2, 3, 0]), np.array([3, 0, 1, 2])


class Blobs(NamedTuple):
    """What was found."""

    dark: Quads
    """Blobs of ink."""
    bright: Quads
    """Blobs of paper."""


def four_sided(inks: Sequence[Image], least: float, most: float) -> list[Blobs]:
    """Those of each picture with sides about between the two. In the pictures, ink is 255 and the rest 0."""
    if not inks:
        return []
    sheet, places = _sheet(inks)
    flat = sheet.ravel()
    before = np.flatnonzero(flat[1:] != flat[:-1])  # behind these pixels, row by row, strokes begin or end
    begins = flat[before] == 0
    end = before + begins
    ink = cv2.connectedComponents(sheet, None, 8, cv2.CV_32S)[1].ravel()
    paper = cv2.connectedComponents(cv2.bitwise_not(sheet), None, 4, cv2.CV_32S)[1].ravel()
    beside = paper[before + ~begins]
    beside[beside == paper[0]] = 0
    shapes, dark = _shapes(np.stack([ink[end], beside]), end, sheet.shape[1], least, most)
    pairs = zip(inks, places, strict=True)
    return [Blobs(_within(shapes[dark], ink, at), _within(shapes[~dark], ink, at)) for ink, at in pairs]


def _sheet(inks: Sequence[Image]) -> tuple[Image, list[tuple[int, int]]]:
    """The pictures beside and below each other with room round each, and where the upper left pixel of each is."""
    wide = max(ink.shape[1] for ink in inks) + 2
    places, left, top, bottom = [], 1, 1, 1
    for high, across in (ink.shape for ink in inks):
        if left + across >= wide:
            left, top = 1, bottom
        places.append((left, top))
        left, bottom = left + across + 1, max(bottom, top + high + 1)
    sheet = np.zeros((bottom, wide), np.uint8)
    for ink, (left, top) in zip(inks, places, strict=True):
        sheet[top : top + len(ink), left : left + ink.shape[1]] = ink
    return sheet, places


def _within(shapes: Quads, ink: Image, place: tuple[int, int]) -> Quads:
    """Of the shapes on a sheet those of one picture, in its own pixels."""
    own = shapes - np.array(place, float)
    corner = own[:, 0]
    return np.asarray(own[((corner >= 0) & (corner < ink.shape[::-1])).all(1)])


def _shapes(labels: Ints, end: Ints, wide: int, least: float, most: float) -> tuple[Quads, NDArray[np.bool_]]:
    """The shape of each label that is a square seen at a slant, and whether it is of ink. Two rows of labels, ink's and
    paper's, for pixels of a sheet so many pixels `wide`, in reading order; label 0 is none."""
    numbers = int(labels[0].max(initial=0)) + 1
    label = np.concatenate([labels[0], np.where(labels[1] > 0, labels[1] + (numbers - 1), 0)])
    first, last = np.zeros((2, int(label.max(initial=0)) + 1), np.int32)
    y = end.astype(np.int32) // wide
    rows = np.concatenate([y, y])
    last[label] = rows  # of several the last one stays
    first[label[::-1]] = rows[::-1]
    high = last - first
    likely = (high >= LOW * least) & (high <= HIGH * most)
    likely[0] = False
    likely &= np.cumsum(likely) <= MOST_SHAPES
    mine = np.flatnonzero(likely[label])
    if len(mine) == 0:
        return np.empty((0, 4, 2)), np.empty(0, bool)
    number = np.cumsum(likely).astype(np.uint16)[label[mine]]
    order = np.argsort(number, kind="stable")
    mine, number = mine[order], number[order]
    row = rows[mine]
    # Of each blob's row its ends will do.
    other = np.concatenate([[True], (number[1:] != number[:-1]) | (row[1:] != row[:-1]), [True]])
    ends = other[1:] | other[:-1]
    mine, number, row = mine[ends], number[ends], row[ends]
    starts = np.flatnonzero(np.concatenate([[True], number[1:] != number[:-1]]))
    column = end[mine % len(end)].astype(np.int32) - row * wide
    quads, chosen = _square(_outermost(column, row, starts), least, most)
    return quads, mine[starts[chosen]] < len(end)


def _outermost(x: Ints, y: Ints, starts: Ints) -> Floats:
    """Of every group of points the outermost in sixteen directions, clockwise: 16 x groups, complex numbers."""
    place = np.arange(len(x))
    far, near = [], []
    for across, down in _AXES:
        reach = ((across * x + down * y).astype(np.int64) << 32) + place
        far.append(np.maximum.reduceat(reach, starts))
        near.append(np.minimum.reduceat(reach, starts))
    return np.asarray((x + 1j * y)[np.array(far + near) & 0xFFFFFFFF])


def _square(hulls: Floats, least: float, most: float) -> tuple[Quads, NDArray[np.bool_]]:
    """The four points of each hull that enclose most, where it is a square seen at a slant; and which hulls are."""
    half, columns = len(hulls) // 2, np.arange(hulls.shape[1])
    one = np.abs(hulls[half:] - hulls[:half]).argmax(0)
    diagonal = hulls[one + half, columns] - hulls[one, columns]
    aside = (diagonal.conj() * (hulls - hulls[one, columns])).imag
    corners = np.sort(np.stack([one, aside.argmax(0), one + half, aside.argmin(0)]), axis=0)
    quads = hulls[corners, columns]
    sides = quads[_NEXT] - quads
    lengths, size, whole = np.abs(sides), _areas(quads), _areas(hulls)
    square = (size >= least**2 / 2) & (size <= 2 * most**2) & (size >= FULLNESS * whole)
    square &= lengths.max(0) <= LONGEST * lengths.min(0)
    grown = _grown(quads[:, square], hulls[:, square])
    return np.ascontiguousarray(grown.T)[..., None].view(np.float64), square


def _grown(quads: Floats, hulls: Floats) -> Floats:
    """Each side moved half-way to the outermost point of the hull beyond it: blur has rounded the corners off."""
    sides = quads[_NEXT] - quads
    outward = -1j * sides / np.maximum(np.abs(sides), 1e-9)
    beyond = ((hulls - quads[:, None]) * outward.conj()[:, None]).real.max(1)
    starts = quads + outward * beyond / 2
    last, along = starts[_LAST], sides[_LAST]
    cross = (along.conj() * sides).imag
    return np.asarray(last + ((starts - last).conj() * sides).imag / np.maximum(cross, 1e-9) * along)


def _areas(shapes: Floats) -> Floats:
    """Above 0 for clockwise ones; corners x shapes."""
    return np.asarray((shapes[:-1].conj() * shapes[1:]).imag.sum(0) + (shapes[-1].conj() * shapes[0]).imag) / 2


def areas(shapes: Quads) -> NDArray[Any]:
    """In square pixels; above 0 for clockwise ones."""
    x, y = shapes[..., 0], shapes[..., 1]
    return np.asarray((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(1) / 2)
