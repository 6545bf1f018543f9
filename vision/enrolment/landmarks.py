"""Finds enrolled cards without their outlines, by points of their pictures that are seen again.

On terrazzo, gingham or a comic page, and where cards touch, an edge says little about where a card ends; its print says
it better. Every point that looks like one of an enrolled picture tells where that card would lie, and how it is turned;
where several points of one picture agree, its corners follow.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.enrolment.face import FLAT, HEIGHT, WIDTH
from vision.images import Floats, Image
from vision.outlines.plane import common_planes
from vision.outlines.search import from_above

# Points are looked for in enrolled pictures made half as large, and from above where cards are as large, no side of the
# view being longer than this; or in a copy of the frame that is this wide.
HALF, LARGEST, LOOK_AT = 0.5, 1000, 640
# What is seen from above is taken from a copy this wide: in it a card is hardly larger.
SOURCE = 832
# Where a card lies there are corners: so many levels clear, in a window so many pixels wide, at the least so many. On
# felt, wood and plain cloth there are fewer, blurred cards of text alone show a third more.
CLEAR, WINDOW, BUSY = 8, 48, 12
# Pixels round a busy place that describing its points needs; and the share of the view from which on all of it is
# looked at, as one.
MARGIN, NEARLY_ALL = 20, 0.6
# Points of one enrolled picture, and those of a frame in each cell of so many pixels: a patterned table has thousands,
# and they must leave room for those of the cards on it.
OF_A_PICTURE, OF_A_CELL, CELL = 120, 24, 40
# Contrast below which a point is noise.
CONTRAST = 0.015
# Cosine of two points' descriptions from which on they may be one and the same; half of what is seen on a table stays
# below, and one in thirteen of a card's own points. Enrolled points that each is compared with, the likeliest.
ALIKE, CANDIDATES = 0.9, 4
# Points of a frame that are compared with all enrolled ones at once: a deck has ten thousand, a tablet little memory.
AT_ONCE = 512
# Points that tell of one place agree on its middle to this share of a card's width, and on its turn (radians) and its
# size (as a logarithm) to these.
MIDDLE, TURN, SIZE = 0.25, 0.35, 0.3
# Points that must agree on a card and its corners, and how far each may then be off, pixels. Fewer agree by chance.
FEWEST, OFF = 5, 3.0
# A spot of a picture that is seen more often than this belongs to the pattern of the table, or to a letter.
COPIES = 12
# Places in which a card is looked for, the likeliest.
MOST = 12


@dataclass(frozen=True, slots=True)
class _Points:
    """Points of a picture."""

    places: Floats
    """n × 4: x, y, size and turn in radians."""
    looks: Floats
    """n × 128, of length 1."""


class Landmarks:
    """The points of all enrolled pictures."""

    def __init__(self, pictures: list[Image]) -> None:
        points = [_of_picture(picture) for picture in pictures]
        self._places = np.concatenate([one.places for one in points])
        self._looks = np.concatenate([one.looks for one in points])
        self._of = np.repeat(np.arange(len(points)), [len(one.looks) for one in points])

    def find(self, frame: Image, named: list[Floats]) -> list[Floats]:
        """Where enrolled cards may lie beside those that were `named`: corners from the top left of the card, the
        likeliest first."""
        view = _view(frame, named)
        there = np.linalg.inv(view.back)
        free = np.full(view.grey.shape, 255, np.uint8)
        for quad in named:
            cv2.fillConvexPoly(free, np.rint(_moved(quad, there)).astype(np.int32), 0)
        points = _of_frame(view.grey, free)
        if len(points.looks) < FEWEST:
            return []
        places = [self._place(points, votes) for votes in self._agreeing(points, view.size)]
        likely = [place for place in places if place is not None]
        likely.sort(key=lambda place: -place[0])
        return [_moved(quad, view.back) for _, quad in likely[:MOST]]

    def _agreeing(self, points: _Points, size: float | None) -> list[tuple[Floats, Floats]]:
        """Points of the frame, and those of one enrolled picture that they agree with about where it lies."""
        seen, own = self._pairs(points)
        there, here = points.places[seen], self._places[own]
        sizes, turns = np.log(there[:, 2] / here[:, 2]), there[:, 3] - here[:, 3]
        if size is not None:
            fits = np.abs(sizes - size) < SIZE
            seen, own, there, here, sizes, turns = (a[fits] for a in (seen, own, there, here, sizes, turns))
        arms = ((WIDTH / 2, HEIGHT / 2) - here[:, :2]) @ (1, 1j) * np.exp(sizes + 1j * turns)
        middles = there[:, 0] + 1j * there[:, 1] + arms
        groups = []
        for picture in np.unique(self._of[own]):
            left = np.flatnonzero(self._of[own] == picture)
            near = np.abs(middles[left, None] - middles[left]) < MIDDLE * WIDTH * np.exp(sizes[left, None])
            near &= np.abs(np.angle(np.exp(1j * (turns[left, None] - turns[left])))) < TURN
            near &= np.abs(sizes[left, None] - sizes[left]) < SIZE
            while len(left):
                first = int(near.sum(1).argmax())
                if near[first].sum() < FEWEST:
                    break
                group = left[near[first]]
                groups.append((seen[group], own[group]))
                rest = ~near[first]
                left, near = left[rest], near[np.ix_(rest, rest)]
        return groups

    def _pairs(self, points: _Points) -> tuple[Floats, Floats]:
        """Points of the frame and enrolled ones that look the same."""
        found = [_NO_PAIR]
        for start in range(0, len(points.looks), AT_ONCE):
            alike = points.looks[start : start + AT_ONCE] @ self._looks.T
            seen, own = np.nonzero(alike >= ALIKE)
            found.append(np.stack([seen + start, own, -alike[seen, own]], 1))
        pairs = np.concatenate(found)
        # The likeliest few of every point.
        seen, own, _ = pairs[np.lexsort((pairs[:, 2], pairs[:, 0]))].T
        seen, own = seen.astype(int), own.astype(int)
        few = np.arange(len(seen)) - np.searchsorted(seen, seen) < CANDIDATES
        seen, own = seen[few], own[few]
        rare = np.bincount(own, minlength=len(self._of))[own] <= COPIES
        return seen[rare], own[rare]

    def _place(self, points: _Points, votes: tuple[Floats, Floats]) -> tuple[int, Floats] | None:
        """How many points agree on the card's corners, and these; None where too few do."""
        seen, own = votes
        here, there = self._places[own, :2], points.places[seen, :2]
        matrix, agree = cv2.estimateAffine2D(
            here.astype(np.float32), there.astype(np.float32), method=cv2.RANSAC, ransacReprojThreshold=OFF
        )
        if matrix is None:
            return None
        # One spot may look like several of the picture, and the other way round: each counts once.
        within = agree[:, 0] > 0
        many = min(len(np.unique(seen[within])), len(np.unique(own[within])))
        return None if many < FEWEST else (many, FLAT @ matrix[:, :2].T + matrix[:, 2])


@dataclass(frozen=True, slots=True)
class _View:
    """A frame as it is looked at."""

    grey: Image
    back: Floats
    """Homography to the frame."""
    size: float | None
    """How large a card is there beside an enrolled picture, as a logarithm; None where nothing tells it."""


def _view(frame: Image, named: list[Floats]) -> _View:
    """The frame in grey: from above where named cards tell how the table lies, all cards having one size there; else as
    it is."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    h, w = grey.shape
    planes = common_planes(np.array(named), np.ones(len(named)), (w, h)) if len(named) > 1 else []
    scale = min(1.0, (SOURCE if planes else LOOK_AT) / w)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    back = np.array([[1 / scale, 0, 0.5 / scale - 0.5], [0, 1 / scale, 0.5 / scale - 0.5], [0, 0, 1.0]])
    if not planes:
        return _View(small, back, None)
    unit, above, size = from_above(planes[0], grey.shape, HALF * WIDTH, LARGEST)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(small, np.linalg.inv(back) @ above, size, flags=flags)
    return _View(flat, above, float(np.log(unit * planes[0].short / WIDTH)))


def _moved(quad: Floats, matrix: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(np.asarray(quad, np.float64)[None], matrix)[0])


def _of_picture(picture: Image) -> _Points:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=HALF, fy=HALF, interpolation=cv2.INTER_AREA)
    finder = cv2.SIFT.create(OF_A_PICTURE, contrastThreshold=CONTRAST)
    points = _described(*finder.detectAndCompute(small, None))
    points.places[:, :2] = (points.places[:, :2] + 0.5) / HALF - 0.5
    points.places[:, 2] /= HALF
    return points


def _of_frame(view: Image, free: Image) -> _Points:
    """The clearest points in every cell of the view where it is free and busy."""
    finder = cv2.SIFT.create(contrastThreshold=CONTRAST)
    parts = [_of_part(finder, view, free, box) for box in _busy(view, free)]
    return _Points(*(np.concatenate([getattr(part, name) for part in (NONE, *parts)]) for name in ("places", "looks")))


def _busy(view: Image, free: Image) -> list[tuple[slice, slice]]:
    """Rows and columns of the parts that may hold a card; all of the view where that is most of it."""
    corners = np.zeros(view.shape, np.float32)
    for corner in cv2.FastFeatureDetector.create(CLEAR).detect(view, free):
        corners[int(corner.pt[1]), int(corner.pt[0])] = 1
    many = cv2.boxFilter(corners, -1, (WINDOW, WINDOW), normalize=False, borderType=cv2.BORDER_CONSTANT)
    wide = WINDOW + 2 * MARGIN + 1
    busy = cv2.dilate((many >= BUSY).astype(np.uint8), np.ones((wide, wide), np.uint8))
    _, _, boxes, _ = cv2.connectedComponentsWithStats(busy)
    parts = boxes[1:, :4]
    if float((parts[:, 2] * parts[:, 3]).sum()) > NEARLY_ALL * view.size:
        return [(slice(None), slice(None))]
    return [(slice(y, y + high), slice(x, x + wide)) for x, y, wide, high in parts]


def _of_part(finder: cv2.SIFT, view: Image, free: Image, part: tuple[slice, slice]) -> _Points:
    here = view[part]
    found = sorted(finder.detect(here, free[part]), key=lambda point: -point.response)
    if not found:
        return NONE
    cells = np.array([point.pt for point in found]) // CELL @ (1, 1000)
    order = np.argsort(cells, kind="stable")
    first = np.searchsorted(cells[order], cells[order])
    kept = np.sort(order[np.arange(len(order)) - first < OF_A_CELL])
    points = _described(*finder.compute(here, [found[k] for k in kept]))
    points.places[:, :2] += (part[1].start or 0, part[0].start or 0)
    return points


_NO_PAIR: Floats = np.empty((0, 3))
NONE = _Points(np.zeros((0, 4)), np.zeros((0, 128), np.float32))


def _described(points: Sequence[cv2.KeyPoint], looks: Floats | None) -> _Points:
    if looks is None or not len(points):
        return NONE
    places = np.array([(*point.pt, point.size, np.radians(point.angle)) for point in points])
    # Square roots compare histograms better than their lengths do (Arandjelovic and Zisserman).
    return _Points(places, np.sqrt(looks / np.maximum(looks.sum(1, keepdims=True), 1e-6)))
