"""Tells near-twins apart: two enrolled pictures and a face that may show either, judged only where the two differ."""

from functools import lru_cache

import cv2
import numpy as np

from vision.enrolment.cells import aligned, best_slides, slid
from vision.enrolment.overlay import closely, overlay
from vision.enrolment.planes import quarter
from vision.images import Floats

# Two pictures of twins, laid over each other, are this many pixels apart at the most.
MISFIT = 0.15
# How much fainter or stronger the same print may be in one of them, and over how many quarter pixels that is the same.
FAINTER, SPOT = (0.5, 2.0), 1.25
# How soft a face may be, pixels, and how far it may have moved while it was seen, in which of so many ways.
SOFT, MOVED, WAYS = (0.7, 1.1, 1.6, 2.2, 3.0), (4.0, 7.0, 10.0, 14.0), 8
# Where blur leaves less of a difference than the first share, what is left decides only to the second.
VISIBLE, HARDLY = 0.25, 0.3
# Where it leaves less than a third or so, a verdict counts only if it is as clear as this: a figure that is smeared
# aslant is like a narrower one.
DIM, CLEAR = 0.35, 0.85
# How far a face looks like its card round the difference, so many pixels away, at the least: of cards that lie whole
# before the camera 99 of 100 come to 0.84, where another card covers the difference none does to 0.6.
AROUND, NEARBY = 0.7, 4.0
# How much fainter or clearer than the enrolled picture's a face's print may be.
GAINS = (0.4, 1.6)
# Pixels by which a face is slid at the most, how far round a difference it must fit, and by how much better.
SLIDE, WITHIN, BETTER = 2, 14, 0.01
# Over how much of a card light is even, in quarter pixels, and colours fainter than this are none.
PART, FAINT = 8.0, 0.02
# Pairs of rivals whose differences are kept at hand.
REMEMBERED = 128
# From this difference in shade on, it tells two cards apart alone.
SHADED = 0.1
# The outermost pixels may already be table: they say nothing about two rivals.
EDGE = 8
# What differs this near to them, pixels, reaches in from there, and is longer than a number of two figures; pieces of a
# difference hang together where they are at least this share of its clearest part.
RIM, LONG, REST = 3, 18, 0.35
# Enrolled pictures this alike are twins of each other.
TWIN = 0.88


def _kernel(soft: float, moved: float, way: float) -> Floats:
    """What makes of a spot what a lens that is `soft` makes of it while it moves so far that way (radians)."""
    size = 2 * int(np.ceil(moved / 2 + 3 * soft)) + 1
    spot, middle = np.zeros((size, size), np.float32), size // 2
    for at in np.linspace(-moved / 2, moved / 2, max(1, round(4 * moved))):
        x, y = middle + at * np.cos(way), middle + at * np.sin(way)
        left, top = int(np.floor(x)), int(np.floor(y))
        for dy, dx in ((0, 0), (0, 1), (1, 0), (1, 1)):
            spot[min(top + dy, size - 1), min(left + dx, size - 1)] += (1 - abs(x - left - dx)) * (
                1 - abs(y - top - dy)
            )
    kernel = cv2.GaussianBlur(spot, (0, 0), soft)
    return np.asarray(kernel / kernel.sum())


def _both(soft: float, moved: float, way: float) -> tuple[Floats, Floats]:
    """At half the size of a face and at its whole size."""
    return _kernel(soft / 2, moved / 2, way), _kernel(soft, moved, way)


BLURS = [_both(soft, 0.0, 0.0) for soft in SOFT]
MOTIONS = [_both(SOFT[0], moved, k * np.pi / WAYS) for moved in MOVED for k in range(WAYS)]


class Twins:
    """The enrolled pictures, two by two."""

    def __init__(self, pictures: Floats, cells: Floats, weights: Floats) -> None:
        self._pictures, self._cells, self._weights = pictures, cells, weights
        self._apart = lru_cache(REMEMBERED)(self._difference)
        self._alike: dict[tuple[int, int], bool] = {}
        self._laid: dict[tuple[int, int], bool] = {}
        self._last: tuple[Floats, int, Floats | None] | None = None

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
        other, weight, planes = self._apart(first, second)
        blur = self._blur(first, seen)
        one, seen = self._pictures[first][..., :planes], seen[..., :planes]
        sharp = float((weight * (one - other) ** 2).sum())
        if blur is not None:
            # Print blurred like the face: else a thin stroke would pass for a missing one.
            one, other = (cv2.filter2D(print_, -1, blur).reshape(print_.shape) for print_ in (one, other))
        # What both share is taken out, light and blur brought to theirs: what is left points to the one or the other.
        shared, apart = (one + other) / 2, one - other
        seen = _slid(seen, shared, weight)
        gain = _product(seen, shared) / np.maximum(_product(shared, shared), 1e-6)
        left = seen / np.clip(gain, *GAINS) - shared
        points, whole = float((weight * left * apart).sum()), float((weight * apart * apart).sum())
        like = points / max((float((weight * left * left).sum()) * whole) ** 0.5, 1e-6)
        strong = 2 * points / max(whole, 1e-6)  # what both share lies halfway between them
        verdict = min(like, strong, key=abs)
        least = VISIBLE if abs(verdict) >= CLEAR else DIM
        unseen = whole < least**2 * sharp or _alike_around(seen, one if verdict > 0 else other, weight) < AROUND
        return HARDLY * verdict if unseen else verdict

    def _blur(self, first: int, seen: Floats) -> Floats | None:
        """How blurred the face is; found once for all rivals of one card."""
        last = self._last
        if last is None or last[0] is not seen or last[1] != first:
            self._last = last = seen, first, _blur_of(seen[..., 0], self._pictures[first][..., 0])
        return last[2]

    def _difference(self, first: int, second: int) -> tuple[Floats, Floats, int]:
        """The second picture laid over the first, how much each pixel of each plane tells them apart, and how many
        planes are asked: the shade alone or all three."""
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
        clear[1:] &= not (clear[0] and most[0] >= SHADED)
        planes = 3 if clear[1:].any() else 1
        weight = np.maximum(apart - np.where(clear, 0.5 * most, np.inf), 0)
        return np.ascontiguousarray(other[..., :planes]), np.ascontiguousarray(weight[..., :planes]), planes


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


def _slid(seen: Floats, shared: Floats, weight: Floats) -> Floats:
    """The face slid by a few pixels to where it fits best what both pictures share round their difference: laid over as
    a whole, a blurred face may be off there by more than a stroke."""
    rows, columns = (np.flatnonzero(weight.any((2, other))) for other in (1, 0))
    if not len(rows):
        return seen
    high, wide = weight.shape[:2]
    top, bottom = max(int(rows[0]) - WITHIN, SLIDE), min(int(rows[-1]) + WITHIN, high - SLIDE)
    left, right = max(int(columns[0]) - WITHIN, SLIDE), min(int(columns[-1]) + WITHIN, wide - SLIDE)
    there = seen[top - SLIDE : bottom + SLIDE, left - SLIDE : right + SLIDE, 0]
    fits = cv2.matchTemplate(there, np.ascontiguousarray(shared[top:bottom, left:right, 0]), cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(fits)
    if best < fits[SLIDE, SLIDE] + BETTER:
        return seen
    return np.roll(seen, (SLIDE - y, SLIDE - x), axis=(0, 1))


def _alike_around(seen: Floats, print_: Floats, weight: Floats) -> float:
    """How far a face looks like a picture where that differs from its rival, and round there: not at all where another
    card or a hand lies on it."""
    near = cv2.GaussianBlur(weight.sum(2), (0, 0), NEARBY)
    near /= max(float(near.sum()), 1e-9)
    one, other = (shade - float((near * shade).sum()) for shade in (seen[..., 0], print_[..., 0]))
    both, here, there = (float((near * pair).sum()) for pair in (one * other, one * one, other * other))
    return both / max((here * there) ** 0.5, 1e-6)


def _product(one: Floats, other: Floats) -> Floats:
    """Of two pictures, plane by plane."""
    return np.asarray(np.einsum("yxp,yxp->p", one, other))


def _blur_of(face: Floats, picture: Floats) -> Floats | None:
    """How much more blurred the face is than the enrolled picture: the kernel that makes of the picture what is most
    like it, or None where it is as sharp."""
    face, picture = (cv2.resize(shade, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for shade in (face, picture))
    best, kernel = _product_of_units(face, picture), None
    # What moved is rather like what is soft than like what is sharp: else it need not be tried.
    for blurs in (BLURS, MOTIONS):
        for half, whole in blurs:
            fit = _product_of_units(face, cv2.filter2D(picture, -1, half))
            if fit > best:
                best, kernel = fit, whole
        if kernel is None:
            break
    return kernel


def _product_of_units(one: Floats, other: Floats) -> float:
    return float((one * other).sum()) / max(float(np.sqrt((one * one).sum() * (other * other).sum())), 1e-6)


def _steepness(planes: Floats) -> Floats:
    """Change from pixel to pixel, in every plane."""
    soft = cv2.GaussianBlur(planes, (0, 0), 1.2)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(np.sqrt(across**2 + down**2))
