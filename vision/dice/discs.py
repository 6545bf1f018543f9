"""Finds the dark discs on the landing dice's white faces, top and side alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin

import cv2
import numpy as np

from vision.glance import looked
from vision.images import Floats, Image

# A disc under 14 px holds a figure of 7: no reader tells a 2 from a 3 there.
SMALLEST = 14.0
# A disc over a sixth of the frame is a plate or a cup.
LARGEST_SHARE = 1 / 6
# Flatter than this is a side face at a grazing angle; its figure could not be read anyway.
FLATTEST = 0.4
# The outline must fill its fitted ellipse this well: rejects letters, shadows and half-covered discs.
FILL = (0.88, 1.10)
# How much the outline's distance from the middle may vary, as a share of it: a square varies by 0.3. Small discs also
# vary by the size of a pixel.
ROUND = 0.07
PIXEL = 1.6
# Image levels between disc and the white round it: rejects shadows and wood grain, keeps faces in shade.
CONTRAST = 28.0
# Looks for what is darker than the mean in a window round it, by shares of that contrast, each one look: a large share
# parts a disc from a dark line that runs into it. The third value, if not 0, takes out narrow bright lines of so many
# pixels, too: the white rim may be narrow, and blurred between the discs of two sides it is hardly brighter than the
# mean.
WINDOWS = ((15, (0.43, 0.9), 5), (25, (0.43,), 0))
# Pixels across a square, and by what share of the contrast a disc is darker than the bright things on all sides of it
# there. A disc paler than the table, or one that a blurred figure parts in two, is still darker than the white round
# it. Small and much darker parts it from print on which its die lies, or from a shadow.
CLOSINGS = ((21, 1.6), (25, 2.2), (31, 1.0), (71, 1.0))
# By what share of the contrast such a line is brighter than what is beside it: more than noise is.
LINE = 0.43
# Share of its box that a disc fills at the least: even a broad white figure leaves a third of the disc dark.
FIGURED = 0.25
# Where the outline is dented, the rim is where the level rises within a few pixels by this share of the contrast.
# So much of the rim may be missing; the rest must lie so near to its ellipse, in radii: nearer at every look.
RISE, MISSING, NEARER = 0.4, 0.25, (0.3, 0.2, 0.12, 0.08)
# The same where a die is known to lie, in whose glare or blur a rim may be faint; elsewhere grain and weave would do.
FAINT = 0.25
# Pixels by which the boxes of two dented outlines differ that are one, found in two ways: its rim is looked for once.
TWICE = 0.5
# Share of the contrast by which what lies farther out is brighter than the ink in the middle of a box, and of the ways
# out on which that is so: less than round a disc, since its rim is not where the box ends. Leaves out grain and weave
# before an outline is made, which takes time.
BRIGHTER, WAYS_OUT = 0.5, 0.5
# Pixels of a picture whose blobs 16 bits can number, even a chequered one's; that takes less time than 32.
FEW = 1 << 16
# How much of a circle's area an outline as long has: the flattest disc 0.7, bars and corners less. They are left out
# before an ellipse is fitted, which takes time.
COMPACT = 0.66
# What of its box a dented outline covers: an ellipse 0.79, letters and cards less or more.
BOX = (0.58, 0.87)
# Long diameter of the larger over that of the smaller of two that are one disc: outlines differ by a rim's width.
ALIKE = 1.6
# Share of the surrounding ring that must be white: rejects dark spots with only one bright neighbour. Where the rim is
# blurred between two dark things, it is not white at all.
WHITE_RING = 0.7


@dataclass(frozen=True, slots=True)
class Disc:
    """A dark ellipse in a white ring."""

    x: float
    """Middle, pixels."""
    y: float
    major: float
    """Long and short diameter, pixels."""
    minor: float
    angle: float
    """Direction of the short axis, radians in [0, π), 0 along the picture's x."""
    ring: float = 0.0
    """Image level of the white round it: top faces get more light than sides."""

    @property
    def flatness(self) -> float:
        """Short over long diameter: 1 seen from straight above."""
        return self.minor / self.major

    @property
    def axes(self) -> Floats:
        """Half the short axis and half the long one, as columns."""
        c, s = cos(self.angle), sin(self.angle)
        return np.array([[c * self.minor, -s * self.major], [s * self.minor, c * self.major]]) / 2

    def ringed(self, picture: Image, radii: float, count: int = 32) -> Floats:
        """What is seen at so many places all round, so many radii from the middle."""
        way = np.linspace(0, 2 * np.pi, count, endpoint=False)
        return looked(picture, (self.x, self.y) + radii * np.stack([np.cos(way), np.sin(way)], 1) @ self.axes.T)

    def within(self, shape: Sequence[int]) -> bool:
        """Whether all of it is in a picture of this height and width."""
        across, down = np.hypot(*self.axes.T).tolist()
        return across <= self.x < shape[1] - across and down <= self.y < shape[0] - down

    def like(self, other: "Disc") -> bool:
        """Whether both are one disc, found twice; a ring drawn round a die is another one."""
        small, large = sorted((self.major, other.major))
        return hypot(self.x - other.x, self.y - other.y) <= 0.35 * large < 0.35 * ALIKE * small


def find_discs(grey: Image, sizes: tuple[float, float], rise: float = RISE) -> list[Disc]:
    """Every disc in the frame, each once, best outline first; `sizes` are pixels across the smallest and the largest.

    Discs whose outline is dented are found by the part of their rim that is there, and rises by as much as this.
    """
    found: list[tuple[float, Disc]] = []
    dented: list[Image] = []
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    for labels, stats in _blobs(smooth, sizes):
        for i, left, top, wide, high in stats.tolist():
            blob = (labels[top : top + high, left : left + wide] == i).astype(np.uint8)
            contours, _ = cv2.findContours(blob, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE, offset=(left, top))
            outline = cv2.convexHull(contours[0])
            if 4 * np.pi * cv2.contourArea(outline) < COMPACT * cv2.arcLength(outline, True) ** 2:
                continue
            fitted = _fit(outline)
            if fitted is None:
                dented.append(outline)
                continue
            misfit, disc = abs(1.0 - _fill(outline, fitted)), _disc(fitted)
            if any(before <= misfit and disc.like(other) for before, other in found):
                continue
            if not _round(outline, fitted):
                dented.append(outline)
            elif ring := _ring(smooth, fitted):
                found.append((misfit, replace(disc, ring=ring)))
    kept = _distinct(found)
    return kept + _distinct(list(_mended(smooth, dented, kept, rise)), kept)


def sizes_in(frame_side: int) -> tuple[float, float]:
    """Pixels across the smallest and the largest disc looked for in a frame with this longer side."""
    return SMALLEST, frame_side * LARGEST_SHARE


def _distinct(found: list[tuple[float, Disc]], known: Sequence[Disc] = ()) -> list[Disc]:
    """Each disc once, the one with the least misfit."""
    kept: list[Disc] = []
    for _, disc in sorted(found, key=lambda item: item[0]):
        if not any(disc.like(k) for k in (*known, *kept)):
            kept.append(disc)
    return kept


def _blobs(smooth: Image, sizes: tuple[float, float]) -> list[tuple[Image, Image]]:
    """Of each look, labelled, what may be a disc: label, left, top, width and height in rows."""
    looks, told = [], []
    for dark in _dark(smooth, sizes):
        kind = cv2.CV_16U if dark.size < FEW else cv2.CV_32S
        _, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=4, ltype=kind)
        w, h, area = stats[:, 2], stats[:, 3], stats[:, 4]
        long, short = np.maximum(w, h), np.minimum(w, h)
        likely = (long >= sizes[0]) & (long <= sizes[1]) & (short >= FLATTEST * long) & (area > FIGURED * w * h)
        known = np.flatnonzero(likely[1:]) + 1
        looks.append(labels)
        told.append(np.column_stack([known, stats[known, :4]]))
    ringed = np.split(_ringed(smooth, np.concatenate(told)[:, 1:]), np.cumsum([len(one) for one in told])[:-1])
    return [(labels, one[good]) for labels, one, good in zip(looks, told, ringed, strict=True)]


def _dark(smooth: Image, sizes: tuple[float, float]) -> Iterator[Image]:
    """What may be ink, looked for in several ways; by closings only that are wider than the smallest disc, and not by
    one much wider than the largest."""
    for window, shares, line in WINDOWS:
        mean = cv2.boxFilter(smooth, -1, (window, window), borderType=cv2.BORDER_REPLICATE)
        wide = None
        if line:
            ridges = cv2.morphologyEx(smooth, cv2.MORPH_TOPHAT, np.ones((line, line), np.uint8))
            wide = cv2.threshold(ridges, int(LINE * CONTRAST), 255, cv2.THRESH_BINARY_INV)[1]
        for share in shares:
            dark = cv2.compare(smooth, cv2.subtract(mean, np.full_like(mean, round(share * CONTRAST))), cv2.CMP_LT)
            yield dark if wide is None else cv2.bitwise_and(dark, wide)
    narrower = 0
    for side, share in CLOSINGS:
        if side < sizes[0] or narrower > sizes[1]:
            continue
        narrower = side
        filled = cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT, np.ones((side, side), np.uint8))
        yield cv2.threshold(filled, share * CONTRAST, 255, cv2.THRESH_BINARY)[1]


Ellipse = tuple[tuple[float, float], tuple[float, float], float]


def _fit(hull: Floats) -> Ellipse | None:
    if len(hull) < 6:
        return None
    (x, y), (a, b), turn = cv2.fitEllipseDirect(hull)
    if not np.isfinite([x, y, a, b, turn]).all() or min(a, b) < FLATTEST * max(a, b) or max(a, b) < SMALLEST:
        return None
    fitted = ((x, y), (a, b), turn)
    return fitted if FILL[0] <= _fill(hull, fitted) <= FILL[1] else None


def _round(hull: Image, fitted: Ellipse) -> bool:
    """Whether the outline keeps to its ellipse all the way: a dark die on a pale table has corners."""
    corner = hull[:, 0].astype(np.float64)
    along = np.linspace(0, 1, 8, endpoint=False)[:, None, None]
    edge = (corner + along * (np.roll(corner, -1, axis=0) - corner)).reshape(-1, 2)
    weight = np.tile(np.linalg.norm(np.roll(corner, -1, axis=0) - corner, axis=1), 8)
    away = _radii(edge, fitted)
    order = np.argsort(away)
    share = np.cumsum(weight[order]) / weight.sum()
    low, high = away[order][np.searchsorted(share, (0.06, 0.94))]
    return bool(high - low <= ROUND + PIXEL / min(fitted[1]))


def _radii(points: Floats, fitted: Ellipse) -> Floats:
    """How far points are from the ellipse's middle: 1 on the ellipse."""
    middle, (a, b), turn = fitted
    c, s = cos(radians(turn)), sin(radians(turn))
    x, y = points[..., 0] - middle[0], points[..., 1] - middle[1]
    return np.hypot((c * x + s * y) * (2 / a), (c * y - s * x) * (2 / b))


def _fill(hull: Floats, fitted: Ellipse) -> float:
    # Contours run through pixel centres: half a pixel is missing all round.
    a, b = fitted[1]
    area = cv2.contourArea(hull) + cv2.arcLength(hull, True) / 2
    return float(area / (np.pi / 4 * (a + 1) * (b + 1)))


def _mended(smooth: Image, outlines: list[Image], kept: list[Disc], rise: float) -> Iterator[tuple[float, Disc]]:
    """Discs that their figure, or glare, opens to the white round them: most of the rim is still there."""
    likely, boxes = list[list[Image]](), list[tuple[float, float, int, int]]()
    for outline in outlines:
        left, top, wide, high = cv2.boundingRect(outline)
        x, y = left + (wide - 1) / 2, top + (high - 1) / 2
        if not BOX[0] < cv2.contourArea(outline) / (wide * high) < BOX[1]:
            continue
        if any(np.hypot(x - k.x, y - k.y) < 0.5 * k.major for k in kept):
            continue
        for alike, (a, b, c, d) in zip(likely, boxes, strict=True):
            if max(abs(x - a), abs(y - b), abs(wide - c), abs(high - d)) <= TWICE:
                alike.append(outline)
                break
        else:
            likely.append([outline])
            boxes.append((x, y, wide, high))
    for i, places, edge in _edges(smooth, np.array(boxes).reshape(-1, 4), rise):
        rim = _rim((boxes[i][:2], boxes[i][2:], 0.0), places, edge)
        # What sticks out is no dent: the disc is cut off there by a die in front of it.
        if rim is None or all(_sticks_out(outline, rim[1]) for outline in likely[i]):
            continue
        ring = _ring(smooth, rim[1])
        if ring is not None:
            yield rim[0], replace(_disc(rim[1]), ring=ring)


_RAY, _REACH = np.linspace(0, 2 * np.pi, 40, endpoint=False), np.linspace(0.55, 1.45, 24)
_RAYS = np.stack([np.cos(_RAY), np.sin(_RAY)], 1)[:, None] * _REACH[:, None] / 2


def _sticks_out(outline: Image, fitted: Ellipse) -> bool:
    return bool(_radii(outline[:, 0], fitted).max() > 1 + ROUND + PIXEL / min(fitted[1]))


def _edges(smooth: Image, boxes: Floats, least: float) -> Iterator[tuple[int, Floats, Floats]]:
    """Of each box that may hold a disc, its number, the places on the ways out of its middle, and where dark turns
    white there, by this share of the contrast at the least."""
    if not len(boxes):
        return
    places = boxes[:, None, None, :2] + _RAYS * boxes[:, None, None, 2:]
    # A row a box: OpenCV takes no more than 32,767 rows.
    columns, rows = (np.ascontiguousarray(places[..., k], np.float32).reshape(len(boxes), -1) for k in (0, 1))
    level = cv2.remap(smooth, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    level = level.reshape(-1, len(_REACH))
    rise = level[:, 2:] - level[:, :-2]
    edge = (rise == cv2.dilate(rise, np.ones((1, 3), np.uint8))) & (rise > least * CONTRAST)
    edge = edge.reshape(len(boxes), len(_RAY), -1)
    there = (edge & (np.abs(_REACH[1:-1] - 1) < NEARER[0])).any(axis=2).mean(axis=1)
    for i in np.flatnonzero(there >= 1 - MISSING):
        yield int(i), places[i, :, 1:-1], edge[i]


def _rim(about: Ellipse, places: Floats, edge: Floats) -> tuple[float, Ellipse] | None:
    """The ellipse through places where dark turns white on the way out from the middle, those that do not fit it left
    out; and which share of the rim is missing."""
    missing = 0.0
    for near in NEARER:
        off = np.where(edge, np.abs(_radii(places, about) - 1), np.inf)
        there = np.flatnonzero(off.min(axis=1) < near)
        missing = 1 - len(there) / len(off)
        if missing > MISSING:
            return None
        (x, y), (a, b), turn = cv2.fitEllipseDirect(places[there, off.argmin(axis=1)[there]].astype(np.float32))
        if not np.isfinite([x, y, a, b, turn]).all() or min(a, b) < FLATTEST * max(a, b) or max(a, b) < SMALLEST:
            return None
        about = ((x, y), (a, b), turn)
    # An outline runs through the outermost dark pixels, this edge half a pixel farther out.
    return missing, ((x, y), (a - 1, b - 1), turn)


_WAY = np.linspace(0, 2 * np.pi, 16, endpoint=False)
_OUT = np.stack([np.cos(_WAY), np.sin(_WAY)], 1)[:, None] * np.array([0.3, 0.5, 0.7, 0.85, 1.0, 1.15, 1.3])[:, None] / 2
_INNER = 3


def _ringed(smooth: Image, boxes: Image) -> Floats:
    """Whether there is something brighter all round the middle of each box: left, top, width and height in rows."""
    if not len(boxes):
        return np.zeros(0, bool)
    around = (boxes[:, :2] + (boxes[:, 2:] - 1) / 2)[:, None, None] + _OUT * (boxes[:, None, None, 2:] + 2)
    level = looked(smooth, around)
    ink = np.sort(level[:, :, :_INNER].reshape(len(boxes), -1), axis=1)[:, len(_OUT) * _INNER // 8]
    brightest = level[:, :, _INNER:].max(axis=2)
    return np.asarray((brightest - ink[:, None] >= BRIGHTER * CONTRAST).mean(axis=1) >= WAYS_OUT)


_TURN = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_CIRCLE = np.stack([np.cos(_TURN), np.sin(_TURN)], 1)


def _ring(grey: Image, fitted: Ellipse) -> float | None:
    """Image level of the white round it; None where that is not white, or not so many levels brighter."""
    (x, y), (a, b), turn = fitted
    a, b = a + 1, b + 1
    t = np.deg2rad(turn)
    axes = np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    # Two rings beyond the edge's own blur, but not beyond the die's rim, which may be narrow; and one inside.
    reach = np.array([[a / 2 + 1, b / 2 + 1], [a / 2 + 1.5 + a * 0.03, b / 2 + 1.5 + b * 0.03], [0.42 * a, 0.42 * b]])
    near, outside, inside = looked(grey, (_CIRCLE * reach[:, None]) @ axes + (x, y))
    # Sorted: a median and a percentile take twenty times as long for so few.
    around = np.sort(np.maximum(near, outside))
    white, ink = float(around[len(around) // 2]), float(np.sort(inside)[round(0.3 * len(around))])
    ringed = float((around > (white + ink) / 2).mean())
    return white if white - ink >= CONTRAST and ringed >= WHITE_RING else None


def _disc(fitted: Ellipse) -> Disc:
    """An outline runs through the middles of pixels: half a pixel is missing all round."""
    (x, y), (a, b), turn = fitted
    short = np.deg2rad(turn if a < b else turn + 90)
    return Disc(float(x), float(y), max(a, b) + 1, min(a, b) + 1, float(short % np.pi))
