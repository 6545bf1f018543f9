"""Where landing dice may lie: the dark discs of their faces, and their white bodies."""

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np

from vision.busy_parts import laid_out
from vision.glance import WIDE, Box, Small, block, components, halved, looked
from vision.images import Floats, Image

MOTTLED, MOTTLED_CARD, MOTTLED_OVER = (0.86, 10), (0.7, 10), 5
"""Share of the white beside it that ink is darker than, and grey levels at the least, white by its weakest colour and
ink by its strongest, seen from half as near as its disc: even in glare, where wood and cloth are not. On a card, which
is not so often in glare, its prints must not be. And pixels across which it must be so: an edge has three."""
MOTTLED_CORE = 5
"""Pixels round such a place in which a disc's or a body's middle is, from half as near."""
MOTTLED_ROOM = 25
"""Pixels of what is looked at round such a place, from half as near: a die and the next one."""
ALL = 0.5
"""Share of the copy that these may cover together; where more is mottled, the whole is looked at once, which takes less
time than many parts that overlap."""
WINDOW = 15
"""Pixels of neighbourhood that a disc is compared with, at each of three sizes: as small, half and quarter."""
DEEPER = 0.86, 7
"""Share of its neighbourhood's mean that a disc is darker than, and grey levels at the least: a third of its contrast.
Grain and weave are not so dark."""
SIZES = (5.0, 30.0)
"""Pixels across a disc, at the size that suits it."""
LARGE = 21.0
"""Pixels across the largest disc that a size suits well enough; larger ones are looked for at the next."""
DISC_MM = (6.0, 26.0)
"""Across a landing die's disc, 12 mm or so, where a sticker was printed smaller or larger than the sheet says, and lies
on the far side of a table seen aslant while the die lies on the near one, or the other way about."""
ROUND = 0.5
"""Short side over long one of the box round a disc; share of the box that is dark at least is half of that."""
CONTRAST = 20.0
"""Grey levels between the white round a disc and its ink."""
INK = 0.6
"""Brightness of ink over that of the white: a small copy's disc is mixed with its figure."""
GLARED, GLARED_INK, GLARED_COLOUR = 110.0, 0.78, 0.04
"""Grey levels of a white that may lie in glare, and then the ratio of ink to it and how much that may differ in the
three colours: black ink that a lamp shines on is grey, and white can become no brighter. Rejects pale print."""
COLOURED = 0.25
"""How much the three colours of disc and white may differ in that ratio: twice what the reader allows."""
CARD_COLOUR, CARD_WHITE, CARD_FIGURE, CARD_DISC_MM = 0.15, 0.84, 1.25, (9.4, 18.0)
"""On a card: how much that ratio may differ, weakest over strongest colour of the white, brightness of the figure over
that white's, both without the ink's, and millimetres across, which the card's own sticker tells. Rejects most of what
is printed there."""
RINGED = 0.7
"""Share of the ring round a disc that is white: less than round a real one, since the ring is rough."""
FIGURED = 0.1
"""Share of that contrast by which something in the disc is brighter than its ink: spots and buttons are plain."""
ROOM = 2.0
"""Discs' widths round a disc that a reader needs: its die, also where the disc is on a side or only half was seen."""
ASIDE = 6.0
"""Pixels more: of a die on print no more than a part of its disc may have been seen, a little aside."""
OTHER = 0.45, 2.5
"""How small and how large a disc may be against what a glance tells: blur adds to it, glare leaves a part of it."""
LIKELY, CLEAR, CLEAR_OF_STICKERS = 0.1, 0.5, 0.6
"""Chance of a die at a spot below which it is left alone: even most dice in glare or out of focus have more; and from
which it is clear. Among cards with stickers it is left alone below the third: two in a hundred dice in bad light have
less, and a sticker that another card covers in part has 0.1 to 0.56."""
CLUSTER, CLUSTER_DISC, CLUSTER_CLEAR, MOST_CLUSTERS = 16.0, 0.4, 0.8, 2
"""Pixels across a spot that may be several discs, what share of it each has, the chance that one must have, which is
more than elsewhere, since no disc was seen there by itself, and how many spots get such a look."""
MOST_CLEAR, MOST_UNSURE = 12, 4
"""Round so many clear spots, the likeliest, and so many others a reader looks: what is a little like a die on a printed
table must not take all the time."""
ROLLED, SMALLER = 12.0, 1.5
"""Discs' widths that two dice roll apart, some 15 cm; and how much smaller or larger the other one looks there."""
MOST_LIKE_DISCS, MOST_BODIES = 256, 48
"""Discs with the whitest rings, the most contrast and the brightest figures, and bodies with the darkest print, that
get a closer look: on a printed page or a cloth of white dots each might be one."""
WHITER = 1.2, 10
"""By what share, and then grey levels, a die's body is whiter than its neighbourhood's mean: by its weakest colour, in
which only white is bright."""
AROUND_BODY = 31
"""Pixels of that neighbourhood."""
BODY, BODY_MM = (9.0, 60.0), (11.0, 60.0)
"""Pixels across a die's body, or two that touch; and millimetres, where stickers tell them."""
BODY_TO_DISC = 1.7
"""A body's width over its disc's: a face is a third wider than its disc, and a side or two are seen with it."""
BODY_FILLED = 0.3
"""Share of its box that is white at least: discs and sides are not."""
PRINTED = 0.78
"""Brightness of a body's ink over its white: less than a plain button's or a coin's."""
PALE, PALE_TO_DISC, MOST_PALE = 0.92, 1.5, 5
"""The same of one whose discs are pale in glare, the body's width over its disc's, as rounded corners are blurred away
from half as near, and how many such get a closer look: what a network then calls a clear die is one."""
_MOTTLED, _MOTTLED_CARD = (
    np.clip(np.minimum(np.arange(256) * share, np.arange(256) - levels), 0, 255).astype(np.uint8)
    for share, levels in (MOTTLED, MOTTLED_CARD)
)
_DEEPER = np.clip(np.minimum(np.arange(256) * DEEPER[0], np.arange(256) - DEEPER[1]), 0, 255).astype(np.uint8)
_WHITER = np.clip(np.arange(256) * WHITER[0] + WHITER[1], 0, 255).astype(np.uint8)
_NOTHING: Floats = np.empty((0, 4))
_TURN = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_RING = np.stack([np.cos(_TURN), np.sin(_TURN)], 1)
_WITHIN = np.stack(np.meshgrid(*[np.linspace(-0.3, 0.3, 9)] * 2), 2).reshape(-1, 2)
_CLUSTER = np.array([(0, 0, 0), (-1, -1, 0), (1, -1, 0), (-1, 1, 0), (1, 1, 0)]) / 4
_INSIDE = np.concatenate([[[0.0, 0.0]], *(share * _RING[::2] for share in (0.25, 0.45, 0.65))])


class Place(NamedTuple):
    """Where landing dice may lie, in pixels."""

    box: Box
    discs: tuple[float, float]
    """Across the smallest and the largest disc that may be there."""

    def shows(self, x: float, y: float, size: float) -> bool:
        """Whether a disc there, so large, is found in this place."""
        (left, top, right, bottom), (least, most), half = self.box, self.discs, size / 2
        return (
            left <= x - half and x + half <= right and top <= y - half and y + half <= bottom and least <= size <= most
        )

    def holds(self, x: float, y: float) -> bool:
        """Whether that is in it."""
        left, top, right, bottom = self.box
        return left <= x <= right and top <= y <= bottom

    def enlarged(self, by: float) -> "Place":
        """The same in a picture so many times as large."""
        left, top, right, bottom = (round(edge * by) for edge in self.box)
        return Place((left, top, right, bottom), (self.discs[0] * by, self.discs[1] * by))


def dice_places(small: Small, likely: Callable[[Image, Floats], Floats]) -> list[Place]:
    """Where dark discs with a bright figure may lie on white: the faces of landing dice. And where something white and
    compact has dark prints: their bodies, whose discs may be pale. On cards, which are not `free`, only what is clearly
    black and white is looked at, and what is not `unmarked` is a sticker. What a closer look, `likely`, says of each
    such spot decides. All in pixels of the small copy."""
    discs, bodies, pale = dice_spots(small)
    pale = _likeliest(pale, MOST_PALE)
    spots = spots_of(_likeliest(discs, MOST_LIKE_DISCS), _likeliest(bodies, MOST_BODIES), pale)
    chance = likely(small.colour, spots)
    chance[(np.arange(len(spots)) >= len(spots) - len(pale)) & (chance < CLEAR)] = 0
    if small.millimetre is None:
        smaller = _within_clusters(spots, chance)
        closer = likely(small.colour, smaller)
        clear = closer >= CLUSTER_CLEAR
        spots, chance = np.concatenate([spots, smaller[clear]]), np.concatenate([chance, closer[clear]])
    least = LIKELY if small.millimetre is None else CLEAR_OF_STICKERS
    order = np.argsort(-chance, kind="stable")[: np.count_nonzero(chance >= least)]
    return _rooms(spots[order], chance[order])


def _within_clusters(spots: Floats, chances: Floats) -> Floats:
    """Smaller spots within the likeliest of those that are large and no clear dice: where dice touch, or lie on print,
    several discs can look like one."""
    unsure = (chances >= LIKELY) & (chances < CLEAR) & (spots[:, 2] >= CLUSTER)
    order = np.argsort(-chances, kind="stable")
    at = spots[order[unsure[order]][:MOST_CLUSTERS], None]
    return np.asarray(at * (1, 1, CLUSTER_DISC) + at[..., 2:] * _CLUSTER).reshape(-1, 3)


def _rooms(spots: Floats, chances: Floats) -> list[Place]:
    """What a reader of these discs needs to see, the likeliest first: each only if it is not seen with one before."""
    places: list[Place] = []
    left = {True: MOST_CLEAR, False: MOST_UNSURE}
    for (x, y, size), clear in zip(spots.tolist(), (chances >= CLEAR).tolist(), strict=True):
        if left[clear] and not any(place.shows(x, y, size) for place in places):
            left[clear] -= 1
            reach = ROOM * size + ASIDE
            box = max(0, int(x - reach)), max(0, int(y - reach)), int(x + reach), int(y + reach)
            places.append(Place(box, (OTHER[0] * size, OTHER[1] * size)))
    return places


def dice_spots(small: Small) -> tuple[Floats, Floats, Floats]:
    """What may be a disc, what may be a body, and what may be one whose discs are so pale, in glare or under a coloured
    lamp, that nothing is mottled there: middle, width and how likely it is, in rows. The last are looked for from half
    as near, which takes little time, but not among cards with stickers, where too much is white."""
    bodies, discs, pale = [_NOTHING], [_NOTHING], _NOTHING
    if small.millimetre is None:
        pale = _bodies(small.half.colour, small.half.free, None, PALE) * (2, 2, 2, 1)
    for scale in (1, 2, 4):
        dot = small.millimetre
        low, high = (mm * dot for mm in DISC_MM) if dot else (0.0, WIDE / scale)
        sizes = max(SIZES[0], low), min(SIZES[1], high)
        if sizes[0] < sizes[1] and min(small.free.shape) > WINDOW:
            mottled = _mottled(small.half)
            if boxes := _parts(mottled):
                sheet = _Sheet.of(small, mottled, boxes)
                enlarged = scale, scale, scale, 1
                core = cv2.bitwise_and(sheet.core, sheet.free)
                bodies.append(sheet.back(_bodies(sheet.colour, core, dot, PRINTED)) * enlarged)
                discs.append(sheet.back(_discs(sheet.colour, sheet.core, sheet.free, sizes, dot)) * enlarged)
        if high <= SIZES[1]:
            break
        small = small.half
    return np.concatenate(discs), np.concatenate(bodies), pale


class _Sheet(NamedTuple):
    """Parts of a copy, laid out anew side by side: all are looked at at once."""

    colour: Image
    core: Image
    """Where a disc's or a body's middle may be."""
    free: Image
    corners: Floats
    """Of each part on the sheet: left and top, right and bottom."""
    shift: Floats
    """From there to where it lies in the copy."""

    @classmethod
    def of(cls, small: Small, mottled: Image, boxes: list[Box]) -> "_Sheet":
        """`mottled` is half as large as the copy, of which the boxes are."""
        high, wide = small.free.shape
        boxes = [(left, top, min(right, wide), min(bottom, high)) for left, top, right, bottom in boxes]
        places, size = laid_out([(bottom - top, right - left) for left, top, right, bottom in boxes])
        colour = np.full((*size, 3), cv2.mean(small.half.colour)[:3], np.uint8)
        core, free = np.zeros((2, *size), np.uint8)
        middles = cv2.resize(cv2.dilate(mottled, block(MOTTLED_CORE)), (wide, high), interpolation=cv2.INTER_NEAREST)
        for (left, top, right, bottom), (x, y) in zip(boxes, places, strict=True):
            there, here = np.s_[top:bottom, left:right], np.s_[y : y + bottom - top, x : x + right - left]
            colour[here], core[here], free[here] = small.colour[there], middles[there], small.free[there]
        at, box = np.array(places), np.array(boxes)
        return cls(colour, core, free, np.stack([at, at + box[:, 2:] - box[:, :2]], 1), box[:, :2] - at)

    def back(self, found: Floats) -> Floats:
        """What was found on the sheet, middles first in its rows, in the copy."""
        middles = found[:, None, :2]
        own = ((middles >= self.corners[:, 0]) & (middles < self.corners[:, 1])).all(2).argmax(1)
        found[:, :2] += self.shift[own]
        return found


def spots_of(discs: Floats, bodies: Floats, pale: Floats) -> Floats:
    """Middle and width of the discs and of those that bodies must have, in rows."""
    bodies_discs = bodies[:, :3] / (1, 1, BODY_TO_DISC), pale[:, :3] / (1, 1, PALE_TO_DISC)
    return np.concatenate([discs[:, :3], *bodies_discs])


def places_beside(colour: Image, die: tuple[float, float], disc: float) -> list[Place]:
    """Where the other die may lie once one was read, whose middle and whose disc's width are given: as far round it as
    dice roll, on cards as well."""
    left, top = (max(0, int(at - ROLLED * disc)) for at in die)
    part = colour[top : int(die[1] + ROLLED * disc), left : int(die[0] + ROLLED * disc)]
    scale = 1
    while disc > scale * LARGE:
        part, scale = halved(part), 2 * scale
    boxes = scale * np.array(_parts(_mottled(Small(part).half)), int).reshape(-1, 4)
    sizes = disc / SMALLER, disc * SMALLER
    return [Place((left + a, top + b, left + c, top + d), sizes) for a, b, c, d in boxes.tolist()]


def _mottled(half: Small) -> Image:
    """Where, in a copy seen from half as near, white and dark lie close together over as much as a die covers: its
    discs and figures. Edges, lines and grain are mottled in one direction only."""
    blue, green, red = cv2.split(half.colour)
    white = cv2.dilate(cv2.min(cv2.min(blue, green), red), block(3))
    dark = cv2.erode(cv2.max(cv2.max(blue, green), red), block(3))
    mottled = cv2.bitwise_and(cv2.compare(dark, cv2.LUT(white, _MOTTLED), cv2.CMP_LT), half.free)
    on_cards = cv2.bitwise_and(cv2.compare(dark, cv2.LUT(white, _MOTTLED_CARD), cv2.CMP_LT), half.unmarked)
    return cv2.erode(cv2.bitwise_or(mottled, on_cards), block(MOTTLED_OVER))


def _parts(mottled: Image) -> list[Box]:
    """Of the copy itself, what must be seen round what is mottled."""
    if not cv2.hasNonZero(mottled):
        return []
    found = 2 * components(cv2.dilate(mottled, block(MOTTLED_ROOM)), 8)[:, :4]
    if np.sum(found[:, 2] * found[:, 3]) > ALL * 4 * mottled.size:
        return [(0, 0, 2 * mottled.shape[1], 2 * mottled.shape[0])]
    return [(int(x), int(y), int(x + wide), int(y + high)) for x, y, wide, high in found]


def _likeliest(found: Floats, most: int) -> Floats:
    """Of what was found, with middle, width and how likely it is in rows, so many."""
    return np.asarray(found[np.argsort(-found[:, 3], kind="stable")[:most]])


def _discs(colour: Image, core: Image, free: Image, sizes: tuple[float, float], millimetre: float | None) -> Floats:
    """Middle and width of what may be a disc, its middle in the `core`, and how much it looks like one: by the share of
    white round it, its contrast and its figure; of one on a card, which is not `free`, more is asked."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(colour, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    dark = cv2.compare(smooth, cv2.LUT(cv2.blur(smooth, (WINDOW, WINDOW)), _DEEPER), cv2.CMP_LT)
    stats = components(dark, 8).astype(float)
    wide, high, area = stats[:, 2], stats[:, 3], stats[:, 4]
    long, short = np.maximum(wide, high), np.minimum(wide, high)
    likely = (long >= sizes[0]) & (long <= sizes[1]) & (short >= ROUND * long) & (area >= ROUND / 2 * wide * high)
    middle = stats[:, None, :2] + (stats[:, None, 2:4] - 1) / 2
    likely &= looked(core, middle)[:, 0] > 0
    if not likely.any():
        return _NOTHING
    middle, half = middle[likely], stats[likely, None, 2:4] / 2
    outer, inner = looked(colour, middle + _RING * (half + 1.5)), looked(colour, middle + _INSIDE * half)
    ring, inside = outer.mean(2), inner.mean(2)
    white, ink = _ranked(ring, 0.5), _ranked(inside, 0.2)
    contrast = white - ink
    glared = (white >= GLARED) & (ink > INK * white)
    sure = (contrast >= CONTRAST) & (ink <= np.where(glared, GLARED_INK, INK) * white)
    ringed = (ring > (white - 0.25 * contrast)[:, None]).mean(1)
    sure &= (ring > (white - 0.5 * contrast)[:, None]).mean(1) >= RINGED
    sure &= inside.max(1) - ink >= FIGURED * contrast
    shade = inner.mean(1) / np.maximum(_ranked(outer, 0.5), 1)
    tint, whites = np.ptp(shade, axis=1), _ranked(outer, 0.5)
    sure &= tint <= np.where(glared, GLARED_COLOUR, COLOURED)
    on_card = looked(free, middle)[:, 0] == 0
    if millimetre and on_card.any():
        printed = glared | (tint > CARD_COLOUR) | (whites.min(1) < CARD_WHITE * whites.max(1))
        printed |= inside.max(1) - ink > CARD_FIGURE * contrast
        printed |= (long[likely] < CARD_DISC_MM[0] * millimetre) | (long[likely] > CARD_DISC_MM[1] * millimetre)
        sure &= ~(on_card & printed)
    # In glare the figure parts the disc; what was seen is half of it.
    figured = np.minimum((inside.max(1) - ink) / np.maximum(contrast, 1), 1)
    score = ringed + contrast / 255 + figured
    return np.column_stack([middle[:, 0], np.where(glared, 1.6, 1) * long[likely], score])[sure]


def _bodies(colour: Image, free: Image, millimetre: float | None, printed: float) -> Floats:
    """Middle and width of what may be a white die, its middle where it is `free`, and how dark its print is: as dark,
    at the least, as `printed`."""
    blue, green, red = cv2.split(colour)
    pale = cv2.blur(cv2.min(cv2.min(blue, green), red), (3, 3))
    around = cv2.blur(pale, (AROUND_BODY, AROUND_BODY))
    stats = components(cv2.compare(pale, cv2.LUT(around, _WHITER), cv2.CMP_GT), 8)
    wide, high, area = stats[:, 2], stats[:, 3], stats[:, 4]
    long, short = np.maximum(wide, high), np.minimum(wide, high)
    least, most = (mm * millimetre for mm in BODY_MM) if millimetre else BODY
    likely = (long >= max(least, BODY[0])) & (long <= most) & (short >= ROUND * long)
    likely &= area >= BODY_FILLED * wide * high
    if not likely.any():
        return _NOTHING
    stats, long = stats[likely].astype(float), long[likely]
    middle = stats[:, None, :2] + stats[:, None, 2:4] / 2
    inside = looked(pale, middle - 0.5 + _WITHIN * stats[:, None, 2:4])
    ink = _ranked(inside, 0.15) / np.maximum(_ranked(inside, 0.95), 1)
    sure = (ink < printed) & (looked(free, np.floor(middle))[:, 0] > 0)
    return np.column_stack([middle[:, 0], long, -ink])[sure]


def _ranked(values: Floats, share: float) -> Floats:
    """Of each row the value that so many are below: several times as quick as a percentile."""
    return np.asarray(np.sort(values, axis=1)[:, round(share * (values.shape[1] - 1))])
