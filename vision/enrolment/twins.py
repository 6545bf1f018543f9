"""Tells near-twins apart: two enrolled pictures and a face that may show either, judged only where the two differ."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.enrolment.blur import Blur
from vision.enrolment.cells import aligned, best_slides, slid
from vision.enrolment.overlay import closely, overlay
from vision.enrolment.planes import quarter
from vision.images import Floats
from vision.markers.products import dot, inner

# Two pictures of twins, laid over each other, are this many pixels apart at the most.
MISFIT = 0.15
# How much fainter or stronger the same print may be in one of them, and over how many quarter pixels that is the same.
FAINTER, SPOT = (0.5, 2.0), 1.25
# What differs by this share of the clearest difference tells the two apart, with what is so near to it, pixels: the
# whole figure, of which only parts differ clearly.
TELLING, WHOLE = 0.35, 13
# So far round that, pixels, light, contrast and place are found from what both share; the outermost pixels are left
# out. Blur brings in what lies beyond, so far.
ROUND, OUTERMOST, AS_FAR = 6.0, 4, 8
# How stiffly a face keeps its place, as a share of what lying beside it would change.
BESIDE = 0.1
# How stiffly it keeps its contrast, as a share of the difference: of a spot that is all that differs, in one colour or
# another, the two share hardly anything that would tell how faded it is.
EVEN = 0.3
# All of a difference that is at least this share of its clearest part must look like it.
LEAST = 0.2
# What is less than this many times as strong as the noise round it decides as much less.
OVER_NOISE = 4.0
# How far a face looks like its card where that differs, at the least: of blurred cards that lie whole before the camera
# 99 of 100 come to 0.87, where another card covers the difference none does to 0.77, and decides only to the second.
AROUND, HARDLY = 0.8, 0.2
# How much fainter or clearer than the enrolled picture's a face's print may be.
GAINS = (0.4, 1.6)
# Over how much of a card light is even, in quarter pixels, and colours fainter than this are none.
PART, FAINT = 8.0, 0.02
# Pairs of rivals whose differences are kept at hand.
REMEMBERED = 128
# From this difference in shade on, and from this share of the clearest difference, it tells two cards apart alone.
SHADED, RATHER = 0.1, 0.7
# The outermost pixels may already be table: they say nothing about two rivals.
EDGE = 8
# What differs this near to them, pixels, reaches in from there, and is longer than a number of two figures; pieces of a
# difference hang together where they are at least this share of its clearest part.
RIM, LONG, REST = 3, 18, 0.35
# A face's planes; colours fade together.
SHADE, COLOURS = slice(0, 1), slice(1, 3)
# Enrolled pictures this alike are twins of each other.
TWIN = 0.88


@dataclass(frozen=True, slots=True)
class _Apart:
    """Two pictures round where they differ, as far as planes are asked: the shade, the two of colour, or both."""

    box: tuple[slice, slice]
    planes: list[slice]
    shared: list[Floats]
    """Halfway between the two: planes × height × width."""
    half: list[Floats]
    """From there to the first; to the second it is as far the other way."""
    near: Floats
    """How much each pixel counts: those round the difference tell how the face is lit there."""
    there: Floats
    """Where they differ, together 1."""
    blur: Blur
    """Found from the mean of the two, which favours neither."""


class Twins:
    """The enrolled pictures, two by two."""

    def __init__(self, pictures: Floats, cells: Floats, weights: Floats) -> None:
        self._pictures, self._cells, self._weights = pictures, cells, weights
        self._apart = lru_cache(REMEMBERED)(self._difference)
        self._alike: dict[tuple[int, int], bool] = {}
        self._laid: dict[tuple[int, int], bool] = {}

    def alike(self, one: int, other: int) -> bool:
        """Whether two pictures are so alike that only a small part tells them apart."""
        key = (min(one, other), max(one, other))
        if key not in self._alike:
            self._alike[key] = self._like(key[1], self._pictures[key[0]]) >= TWIN
        return self._alike[key]

    def alike_laid(self, one: int, other: int) -> bool:
        """The same for pictures of which one was cut so badly that it must be laid over the other first."""
        key = (min(one, other), max(one, other))
        if key not in self._laid:
            first, second = (self._pictures[k] for k in key)
            warp = overlay(first[..., 0], second[..., 0])
            self._laid[key] = warp is not None and self._like(key[0], _warped(second, warp)) >= TWIN
        return self._laid[key]

    def _like(self, entry: int, picture: Floats) -> float:
        """How like an enrolled picture another one is, each cell where it fits best."""
        likes, _ = best_slides(slid(picture[..., 0]), self._cells[[entry]])
        return float(likes[0] @ self._weights[entry])

    def duel(self, first: int, second: int, seen: Floats) -> float:
        """Above 0 when the face is rather `first`, below when rather `second`; 1 is all that tells the two apart.

        `seen` is the face laid over the picture of `first`. Both must be there: what is left over must look like the
        difference, not like noise, and be as strong as it, not a trace of it that blur or glare may leave of either.
        """
        apart = self._apart(first, second)
        if apart is None:
            return 0.0
        kernel = apart.blur(seen[..., 0])
        shown = [np.moveaxis(seen[..., planes][apart.box], 2, 0) for planes in apart.planes]
        parts = [
            _pointing(there, shared, half, apart.near, kernel)
            for there, shared, half in zip(shown, apart.shared, apart.half, strict=True)
        ]
        left, half, counts = (np.concatenate(part) for part in zip(*parts, strict=True))
        points, whole = dot(left, half), max(dot(half, half), 1e-6)
        strong = points / whole
        noise = float(((left - strong * half) ** 2).sum()) / max(float(apart.near.sum()) * sum(map(len, shown)), 1.0)
        over = abs(points) / max((whole * noise) ** 0.5, 1e-6)
        left, half = left[counts], half[counts]
        like = dot(left, half) / max((dot(left, left) * dot(half, half)) ** 0.5, 1e-6)
        if strong * like <= 0:
            return 0.0
        verdict = min(like, strong, key=abs) * min(1.0, over / OVER_NOISE)
        own = apart.shared[0] + np.sign(verdict) * apart.half[0]
        around = _alike_around(shown[0], _filtered(own, kernel), apart.there)
        return verdict if around >= AROUND else HARDLY * verdict

    def _difference(self, first: int, second: int) -> _Apart | None:
        """Where the second picture, laid over the first, differs from it; None where it does not."""
        one, other = self._pictures[first], self._pictures[second]
        likes, slides = best_slides(slid(other[..., 0]), self._cells[[first]])
        # Where an outline was off at enrolment, cells cannot slide far enough.
        if float(likes[0] @ self._weights[first]) < TWIN and (warp := overlay(one[..., 0], other[..., 0])) is not None:
            other = _warped(other, warp)
            likes, slides = best_slides(slid(other[..., 0]), self._cells[[first]])
        other = aligned(other, likes[0], slides[0])
        if float(likes[0] @ self._weights[first]) >= TWIN:
            other = closely(one, other)
        other = _lit_as(other, one)
        apart = np.abs(cv2.GaussianBlur(one - other, (0, 0), 1.2))
        apart[..., 0] = np.minimum(*(_unlike(*pair) for pair in ((one, other), (other, one))))
        # Where print is steep a small misfit differs, too: only what no misfit explains tells the two apart.
        apart = np.maximum(apart - MISFIT * np.maximum(_steepness(one), _steepness(other)), 0)
        apart = np.dstack([_off_the_rim(plane) for plane in cv2.split(apart)])
        most = apart.max(axis=(0, 1))
        # Each plane by its own clearest difference; one that hardly differs beside the others has none. Colours depend
        # on the lamp: where shades differ clearly, they are not asked.
        clear = most >= 0.3 * most.max()
        clear[1:] &= not (clear[0] and most[0] >= max(SHADED, RATHER * most.max()))
        return _apart(one, other, apart, clear)


def _apart(one: Floats, other: Floats, apart: Floats, clear: Floats) -> _Apart | None:
    telling = np.zeros(apart.shape[:2], np.float32)
    for plane in np.flatnonzero(clear):
        telling[apart[..., plane] > TELLING * apart[..., plane].max()] = 1
    figure = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (WHOLE, WHOLE))
    there = cv2.GaussianBlur(cv2.dilate(telling, figure), (0, 0), 1.0)
    near = cv2.GaussianBlur(cv2.dilate(there, np.ones((5, 5))), (0, 0), ROUND)
    near = np.minimum(2 * near / max(float(near.max()), 1e-9), 1)
    inside = slice(OUTERMOST, -OUTERMOST), slice(OUTERMOST, -OUTERMOST)
    counted = np.zeros_like(near)
    counted[inside] = np.where(near[inside] >= 0.1, near[inside], 0)
    rows, columns = (np.flatnonzero(counted.any(way)) for way in (1, 0))
    if not len(rows):
        return None
    box = tuple(slice(max(int(at[0]) - AS_FAR, 0), int(at[-1]) + 1 + AS_FAR) for at in (rows, columns))
    blur = Blur((one[..., 0] + other[..., 0]) / 2)
    there, counted = np.ascontiguousarray(there[box]), np.ascontiguousarray(counted[box])
    here, other = (np.ascontiguousarray(np.moveaxis(picture[box], 2, 0)) for picture in (one, other))
    planes = [kind for kind in (SHADE, COLOURS) if clear[kind].any()]
    shared, half = ([part[kind] for kind in planes] for part in ((here + other) / 2, (here - other) / 2 * there))
    return _Apart((box[0], box[1]), planes, shared, half, counted, there / max(float(there.sum()), 1e-6), blur)


def _pointing(
    seen: Floats, shared: Floats, half: Floats, near: Floats, kernel: Floats
) -> tuple[Floats, Floats, Floats]:
    """What is left of a face, from halfway on, in planes that fade together, and of the way from there to the first
    picture, both without what contrast, light and place explain, by how much each pixel counts; and which pixels show
    the difference itself."""
    shared, half, varying = _blurred(shared, half, kernel)
    counts = np.sqrt(np.tile(near.ravel(), len(shared)))
    beside, light = _beside(shared), _light(varying)
    common = np.concatenate([beside, light]) * counts
    alike = inner(common, common)
    alike[np.diag_indices(len(beside))] *= 1 + BESIDE
    shown = np.stack([part.ravel() for part in (seen, shared, half)]) * counts
    explained = np.linalg.solve(alike + 1e-6 * np.eye(len(alike)), inner(common, shown))
    there, between, way = shown - np.einsum("kj,kn->jn", explained, common)
    strength = np.abs(half).ravel()
    return there / _fading(there, between, way) - between, way, strength > LEAST * strength.max()


def _blurred(shared: Floats, half: Floats, kernel: Floats) -> tuple[Floats, Floats, Floats]:
    """What two pictures share and half of what they do not, as blurred as a face is; and how far print varies there.
    Light is blurred, not shade: where bright and dark mix, it is brighter than their mean by that."""
    prints = shared + half, shared - half
    one, other = (_filtered(print_, kernel) for print_ in prints)
    mixing = np.maximum(kernel, 0) / max(float(np.maximum(kernel, 0).sum()), 1e-6)
    varying = sum(_filtered(print_ * print_, mixing) - _filtered(print_, mixing) ** 2 for print_ in prints)
    return (one + other) / 2, (one - other) / 2, np.asarray(varying)


def _beside(planes: Floats) -> Floats:
    """What changes where a print lies a little beside, across and down, each plane by itself, in rows."""
    ways = [np.stack([cv2.Sobel(plane, cv2.CV_32F, *way, scale=0.125) for plane in planes]) for way in ((1, 0), (0, 1))]
    return np.concatenate([_alone(way) for way in ways])


def _light(varying: Floats) -> Floats:
    """What light that changes evenly does to planes, and mixes where print varies so much; each by itself, in rows."""
    down, across = np.mgrid[-1 : 1 : varying.shape[1] * 1j, -1 : 1 : varying.shape[2] * 1j]
    even = (np.broadcast_to(part, varying.shape) for part in (np.ones_like(down), across, down))
    return np.concatenate([_alone(part) for part in (varying, *even)])


def _alone(planes: Floats) -> Floats:
    """Each plane where all others are 0, in rows."""
    return (np.eye(len(planes))[:, :, None] * planes.reshape(1, len(planes), -1)).reshape(len(planes), -1)


def _fading(seen: Floats, between: Floats, way: Floats) -> float:
    """The contrast of what is seen, beside that of the picture which it then fits best: the one this way from halfway
    between the two, or the one the other way."""
    stiff, fits = EVEN * dot(way, way) + 1e-6, []
    for print_ in (between + way, between - way):
        gain = float(np.clip((dot(seen, print_) + stiff) / (dot(print_, print_) + stiff), *GAINS))
        off = seen - gain * print_
        fits.append((dot(off, off), gain))
    return min(fits)[1]


def _filtered(planes: Floats, kernel: Floats) -> Floats:
    return np.stack([cv2.filter2D(plane, -1, kernel) for plane in planes])


def _warped(picture: Floats, warp: Floats) -> Floats:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(picture, warp, picture.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _off_the_rim(apart: Floats) -> Floats:
    """The differences without those that reach in from the rim and are long, if others are left: table, shadows and
    borders that an outline cut off are; numbers in a corner are short."""
    inner = np.zeros_like(apart)
    inside = slice(EDGE, -EDGE), slice(EDGE, -EDGE)
    inner[inside] = apart[inside]
    _, pieces, boxes, _ = cv2.connectedComponentsWithStats((inner > REST * inner.max()).astype(np.uint8))
    x, y, wide, high = boxes[:, :4].T
    near = EDGE + RIM
    reach = (x < near) | (y < near) | (x + wide > apart.shape[1] - near) | (y + high > apart.shape[0] - near)
    reach &= np.maximum(wide, high) > LONG
    reach[0] = False  # all that does not differ
    left = np.where(reach[pieces], 0, inner)
    return left if float(left.max()) > REST * float(inner.max()) else inner


def _lit_as(planes: Floats, other: Floats) -> Floats:
    """The planes with colours as strong as in the other picture, part by part: lamps and shadows change that, and what
    they change tells no card from another."""
    both, own = (cv2.GaussianBlur(quarter(planes[..., 1:] * one[..., 1:]), (0, 0), PART) for one in (other, planes))
    gain = np.clip((both + FAINT) / (own + FAINT), *GAINS)
    lit = planes.copy()
    lit[..., 1:] *= cv2.resize(gain, planes.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return lit


def _unlike(one: Floats, other: Floats) -> Floats:
    """What differs in shade when the other has the contrast of the one, spot by spot: the same print is fainter where a
    shadow was cut with the card, or where glare fell on it."""
    here, there = one[..., 0], other[..., 0]
    both, own = (cv2.GaussianBlur(quarter(there * shade), (0, 0), SPOT) for shade in (here, there))
    gain = np.clip((both + FAINT) / (own + FAINT), *FAINTER)
    gain = cv2.resize(gain, here.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.abs(cv2.GaussianBlur(here - there * gain, (0, 0), 1.2))


def _alike_around(seen: Floats, print_: Floats, there: Floats) -> float:
    """How far a face looks like a picture where that differs from its rival, and round there: not at all where another
    card or a hand lies on it."""
    one, other = (planes - (there * planes).sum((1, 2), keepdims=True) for planes in (seen, print_))
    both, here, whole = (float((there * pair).sum()) for pair in (one * other, one * one, other * other))
    return both / max((here * whole) ** 0.5, 1e-6)


def _steepness(planes: Floats) -> Floats:
    """Change from pixel to pixel, in every plane."""
    soft = cv2.GaussianBlur(planes, (0, 0), 1.2)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(np.sqrt(across**2 + down**2))
