"""Four-sided blobs of ink, and of paper that ink encloses: all those of a picture at once.

Blobs are labelled, and each is known by its outermost points in sixteen directions; four of these make its shape.
To follow every outline would take several times as long, most of it for handing over outlines of what is no square.
"""

from typing import Any, TypeAlias

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
_AXES = np.round(16 * np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])).astype(np.int64) << 32
"""Half of the directions; the other half is opposite to them. In the upper half of a number, to leave room for a place
in a list."""


_NEXT, _LAST = np.array([1, 2, 3, 0]), np.array([3, 0, 1, 2])


def changes_of(ink: Image) -> Ints:
    """Behind these pixels, in reading order, strokes of ink begin and end by turns."""
    flat = ink.ravel()
    change = np.zeros(-(-len(flat) // 8) * 8, bool)
    np.not_equal(flat[1:], flat[:-1], out=change[: len(flat) - 1])
    eights = change.view(np.uint64)  # most have none: to look for those with one first takes half the time
    some = np.flatnonzero(eights != 0).astype(np.int32)
    within = np.flatnonzero(eights[some].view(bool)).astype(np.int32)
    return np.asarray(8 * some[within >> 3] + (within & 7))


def dark(ink: Image, changes: Ints, least: float, most: float) -> Quads:
    """Blobs of ink with sides about between the two. Ink is 255, and the rest 0, as is the picture's margin."""
    labels = cv2.connectedComponents(ink, None, 8, cv2.CV_32S)[1].ravel()
    left, right = changes[::2] + 1, changes[1::2]
    return _shapes(labels[left], left, right, ink.shape[1], least, most)


def bright(ink: Image, changes: Ints, least: float, most: float) -> Quads:
    """The same for paper that ink encloses."""
    labels = cv2.connectedComponents(cv2.bitwise_not(ink), None, 4, cv2.CV_32S)[1].ravel()
    left, right = changes[1:-1:2] + 1, changes[2::2]
    label = labels[left]
    label[label == labels[0]] = 0
    return _shapes(label, left, right, ink.shape[1], least, most)


def _shapes(label: Ints, left: Ints, right: Ints, wide: int, least: float, most: float) -> Quads:
    """The shape of each label that is a square seen at a slant. For strokes in reading order: their labels, of which 0
    is none, and their ends as pixels of a picture so many `wide`."""
    first, last = np.zeros((2, int(label.max(initial=0)) + 1), np.int32)
    rows = left // wide
    last[label] = rows  # of several the last one stays
    first[label[::-1]] = rows[::-1]
    high = last - first
    likely = (high >= LOW * least) & (high <= HIGH * most)
    likely[0] = False
    likely &= np.cumsum(likely) <= MOST_SHAPES
    mine = np.flatnonzero(likely[label])
    if len(mine) == 0:
        return np.empty((0, 4, 2))
    number = label[mine].astype(np.uint16) if len(likely) <= 2**16 else label[mine]
    order = np.argsort(number, kind="stable")
    mine, number = mine[order], number[order]
    row = rows[mine]
    # Of each blob's row its ends will do.
    other = (number[1:] != number[:-1]) | (row[1:] != row[:-1])
    begins, ends = np.flatnonzero(np.concatenate([[True], other])), np.flatnonzero(np.concatenate([other, [True]]))
    row, number = row[begins], number[begins]
    x = np.stack([left[mine[begins]], right[mine[ends]]], 1).ravel() - np.repeat(row * wide, 2)
    starts = 2 * np.flatnonzero(np.concatenate([[True], number[1:] != number[:-1]]))
    return _square(_outermost(x, np.repeat(row, 2), starts), least, most)


def _outermost(x: Ints, y: Ints, starts: Ints) -> Floats:
    """Of every group of points the outermost in sixteen directions, clockwise: 16 x groups, complex numbers."""
    reach = np.multiply.outer(_AXES[0], x) + np.multiply.outer(_AXES[1], y) + np.arange(len(x))
    ends = [extreme.reduceat(reach, starts, axis=1) for extreme in (np.maximum, np.minimum)]
    return np.asarray((x + 1j * y)[np.concatenate(ends) & 0xFFFFFFFF])


def _square(hulls: Floats, least: float, most: float) -> Quads:
    """The four points of each hull that enclose most, where it is a square seen at a slant."""
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
    return np.ascontiguousarray(grown.T)[..., None].view(np.float64)


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


def areas(quads: Quads) -> NDArray[Any]:
    """In square pixels; above 0 for clockwise ones."""
    across, down = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]  # the diagonals
    return np.asarray(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / 2
