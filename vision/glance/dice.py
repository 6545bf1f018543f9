"""Where landing dice may lie, in a small copy of the picture."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.glance import Small, boxes, looked
from vision.glance.angles import right_angles
from vision.images import Box, Floats, Image, block, halved

MOTTLED, MOTTLED_AMONG, MOTTLED_CARD, MOTTLED_OVER = (0.96, 5), (0.86, 10), (0.7, 10), 5
"""Share of the white beside it that ink is darker than, and grey levels at the least, white by its weakest colour and
ink by its strongest, seen from half as near as its disc: even in glare, where smooth wood and cloth are not. Among
cards with stickers, and on them, it is seldom in glare, and their edges and prints must not be. And pixels across which
it must be so: an edge has three."""
LAMP = (0.8, 12)
"""The same in each colour by itself: under a coloured lamp white is no brighter in its weakest colour than ink in its
strongest."""
MOTTLED_ROOM, MOTTLED_ROOM_AMONG = 19, 15
"""Pixels of what the network looks at round such a place, from half as near: a die, and nearly as far round it as the
network sees. Where that ends sooner, it takes two dice that touch for one more often; among cards with stickers less
must do, which takes less time."""
ALL = 0.5
"""Share of the copy that these may cover together; where more is mottled, the whole is looked at once, which takes less
time than many parts that overlap."""
SIZES = 24.0
"""Pixels across the largest disc that the network knows; larger ones are looked for in a copy of a quarter the size."""
CLEAR, GLIMPSED = 0.5, 0.5
"""The chance of a die, by a closer look at a spot, from which it is clear; and what the first look counts beside it."""


class Limits(NamedTuple):
    """What is asked of a spot before a reader looks there."""

    glimpsed: float
    """What speaks for a die at the first look, as a logarithm of odds, to make it worth a closer one."""
    most: int
    """Spots, the likeliest, that get the closer look."""
    likely: float
    """What speaks for a die by both looks."""


ANYWHERE = Limits(-2.0, 250, -0.6)
"""On a printed page or a cloth of white dots each might be a die, and a hundred and more may look more like one than
the die does. By both looks even most dice in glare or out of focus have more."""
AMONG_STICKERS = Limits(-1.0, 60, 3.0)
"""Print on cards must not take all the time. By both looks, of 73 dice seen on somebody else's tables with stickers all
have more; of 2,800 spots on 200 such tables without dice 65."""
CROSSED = 0.5
"""How far edges at a spot run at right angles to each other, from which on it is a code or print: stickers that another
card covers in part look like dice at a glance. Of 208 dice on the second renderer's tables the most has 0.42; of 38
spots on its stickers that looked like dice, half have 0.6 and more."""
CARD_COLOUR, CARD_WHITE = 0.15, 0.84
"""On a card: how much the ratios of disc and white may differ in the three colours, and weakest over strongest colour
of the white. Rejects most of what is printed there."""
DISC_MM, CARD_DISC_MM = (6.0, 26.0), (9.4, 18.0)
"""Across a landing die's disc, 12 mm or so, where a sticker was printed smaller or larger than the sheet says, and lies
on the far side of a table seen aslant while the die lies on the near one, or the other way about; and on a card, whose
own sticker tells it."""
LARGE_MM = 22.0
"""Across the largest disc worth a look at a copy of a quarter the size: a die's, on the near side of a table seen so
aslant that stickers on the far one look half as large."""
ROOM = 2.0
"""Discs' widths round a disc that a reader needs: its die, also where the disc is on a side."""
ASIDE = 6.0
"""Pixels more: of a die on print no more than a part may have been seen, a little aside."""
OTHER = 0.45, 2.5
"""How small and how large a disc may be against what a glance tells."""
MOST_CLEAR, MOST_UNSURE = 12, 4
"""Round so many clear spots, the likeliest, and so many others a reader looks: what is a little like a die on a printed
table must not take all the time."""
ROLLED, SMALLER = 12.0, 1.5
"""Discs' widths that two dice roll apart, some 15 cm; and how much smaller or larger the other one looks there."""
LEAST_BESIDE, MOST_BESIDE = -3.0, 6
"""What speaks for a spot at the first look, and how many spots are looked at, where one die was read: the other is
there, and seldom so clear."""

_MOTTLED, _MOTTLED_AMONG, _MOTTLED_CARD, _LAMP = (
    np.clip(np.minimum(np.arange(256) * share, np.arange(256) - levels), 0, 255).astype(np.uint8)
    for share, levels in (MOTTLED, MOTTLED_AMONG, MOTTLED_CARD, LAMP)
)
_NOTHING: Floats = np.empty((0, 4))
_TURN = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_RING = np.stack([np.cos(_TURN), np.sin(_TURN)], 1)
_WITHIN = np.concatenate([[[0.0, 0.0]], *(share * _RING[::2] for share in (0.25, 0.45, 0.65, 0.85, 1.0))])


class Place(NamedTuple):
    """Where landing dice may lie, in pixels."""

    box: Box
    discs: tuple[float, float]
    """Across the smallest and the largest disc that may be there."""
    clear: bool = True
    """Whether it is clearly a die that lies there."""

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
        return Place((left, top, right, bottom), (self.discs[0] * by, self.discs[1] * by), self.clear)


Glimpse = Callable[[Image, Sequence[Box]], Floats]
"""Parts of a picture to the spots there that are like a die's disc: middle, width, and what speaks for it."""


def dice_places(small: Small, glimpse: Glimpse, likely: Callable[[Image, Floats], Floats]) -> list[Place]:
    """Where a `glimpse` sees what is like a landing die, and a closer look, `likely`, agrees; in pixels of the small
    copy. Of what lies on a card, which is not `free`, more is asked, and what is not `unmarked` is a sticker."""
    limits = ANYWHERE if small.millimetre is None else AMONG_STICKERS
    spots = dice_spots(small, glimpse)
    spots = spots[(spots[:, 3] >= limits.glimpsed) & (looked(small.unmarked, spots[:, :2]) > 0)]
    on_card = looked(small.free, spots[:, :2]) == 0
    if small.millimetre:
        mm = spots[:, 2] / small.millimetre
        least, most = (np.where(on_card, CARD_DISC_MM[k], DISC_MM[k]) for k in (0, 1))
        fits = (mm >= least) & (mm <= most)
        spots, on_card = spots[fits], on_card[fits]
    spots = spots[~on_card | _black_on_white(small.colour, spots)]
    spots = spots[np.argsort(-spots[:, 3], kind="stable")[: limits.most]]
    chance = likely(small.colour, spots[:, :3])
    odds = np.log(np.maximum(chance, 1e-6) / np.maximum(1 - chance, 1e-6)) + GLIMPSED * spots[:, 3]
    order = np.argsort(-odds, kind="stable")  # by the closer look alone many are as likely as can be
    order = order[odds[order] >= limits.likely]
    by = small.whole.shape[1] / small.colour.shape[1]
    order = order[right_angles(small.whole, by * spots[order]) < CROSSED]
    return _rooms(spots[order, :3], chance[order])


def _black_on_white(colour: Image, spots: Floats) -> Floats:
    """Whether each spot's ink, and the white beside it, are of no colour."""
    seen = looked(colour, spots[:, None, :2] + _WITHIN * spots[:, None, 2:3] / 2)
    order = seen.mean(axis=2, keepdims=True).argsort(axis=1)
    seen = np.take_along_axis(seen, order, 1)
    ink, white = seen[:, : len(_WITHIN) // 3].mean(axis=1), seen[:, -len(_WITHIN) // 8 :].mean(axis=1)
    alike = np.ptp(ink / np.maximum(white, 1), axis=1) <= CARD_COLOUR
    return np.asarray(alike & (white.min(axis=1) >= CARD_WHITE * white.max(axis=1)))


def dice_spots(small: Small, glimpse: Glimpse) -> Floats:
    """What is like a die, from near or far: middle, width, and what speaks for it, in rows."""
    found = [_NOTHING]
    for by in (1, 4):
        if by > 1:
            if small.millimetre and LARGE_MM * small.millimetre <= SIZES:
                break
            small = small.half.half
        if parts := _parts(_mottled(small.half), MOTTLED_ROOM if small.millimetre is None else MOTTLED_ROOM_AMONG):
            spots = glimpse(small.colour, parts)
            spots[:, :2] = by * (spots[:, :2] + 0.5) - 0.5  # middles of pixels
            spots[:, 2] *= by
            found.append(spots[spots[:, 2] > SIZES] if by > 1 else spots)
    return np.concatenate(found)


def _mottled(half: Small) -> Image:
    """Where, in a copy seen from half as near, white and dark lie close together over as much as a die covers: its
    discs and figures. Edges, lines and grain are mottled in one direction only. Among cards with stickers that must be
    clearer."""
    among = half.millimetre is not None
    bright, dim = cv2.dilate(half.colour, block(3)), cv2.erode(half.colour, block(3))
    blue, green, red = cv2.split(bright)
    white = cv2.min(cv2.min(blue, green), red)
    blue, green, red = cv2.split(dim)
    dark = cv2.max(cv2.max(blue, green), red)
    mottled = cv2.compare(dark, cv2.LUT(white, _MOTTLED_AMONG if among else _MOTTLED), cv2.CMP_LT)
    if not among:
        blue, green, red = cv2.split(cv2.compare(dim, cv2.LUT(bright, _LAMP), cv2.CMP_LT))
        mottled = cv2.bitwise_or(mottled, cv2.bitwise_and(cv2.bitwise_and(blue, green), red))
    mottled = cv2.bitwise_and(mottled, half.free)
    on_cards = cv2.bitwise_and(cv2.compare(dark, cv2.LUT(white, _MOTTLED_CARD), cv2.CMP_LT), half.unmarked)
    return cv2.erode(cv2.bitwise_or(mottled, on_cards), block(MOTTLED_OVER))


def _parts(mottled: Image, room: int) -> list[Box]:
    """Of the copy itself, what must be seen round what is mottled."""
    if not cv2.hasNonZero(mottled):
        return []
    found = 2 * boxes(cv2.dilate(mottled, block(room)))
    if np.sum(found[:, 2] * found[:, 3]) > ALL * 4 * mottled.size:
        return [(0, 0, 2 * mottled.shape[1], 2 * mottled.shape[0])]
    return [(int(x), int(y), int(x + wide), int(y + high)) for x, y, wide, high in found]


def places_beside(colour: Image, die: tuple[float, float], disc: float, glimpse: Glimpse) -> list[Place]:
    """Where the other die may lie once one was read, whose middle and whose disc's width are given: as far round it as
    dice roll, on cards as well."""
    left, top = (max(0, int(at - ROLLED * disc)) for at in die)
    part, by = colour[top : int(die[1] + ROLLED * disc), left : int(die[0] + ROLLED * disc)], 1
    while disc > SIZES * by:
        part, by = halved(part), 2 * by
    spots = glimpse(part, [(0, 0, part.shape[1], part.shape[0])])
    spots[:, :2] = by * (spots[:, :2] + 0.5) - 0.5 + (left, top)
    spots = spots[(spots[:, 3] >= LEAST_BESIDE) & (np.hypot(*(spots[:, :2] - die).T) > disc / 2)]
    order = np.argsort(-spots[:, 3], kind="stable")[:MOST_BESIDE]
    around = np.column_stack([spots[order, :2], np.full(len(order), disc)])
    return [place._replace(discs=(disc / SMALLER, disc * SMALLER)) for place in _rooms(around, np.ones(len(order)))]


def _rooms(spots: Floats, chances: Floats) -> list[Place]:
    """What a reader of these discs needs to see, the likeliest first. What is seen with one before gets no place of its
    own, but that one's reaches as far as either needs: of dice that touch one may show as larger, or between the two.
    """
    places: list[Place] = []
    reached: list[Box] = []
    left = {True: MOST_CLEAR, False: MOST_UNSURE}
    for (x, y, size), clear in zip(spots.tolist(), (chances >= CLEAR).tolist(), strict=True):
        reach = ROOM * size + ASIDE
        box = max(0, int(x - reach)), max(0, int(y - reach)), int(x + reach), int(y + reach)
        shown = next((k for k, place in enumerate(places) if place.shows(x, y, size)), None)
        if shown is not None:
            reached[shown] = _around(reached[shown], box)
        elif left[clear]:
            left[clear] -= 1
            places.append(Place(box, (OTHER[0] * size, OTHER[1] * size), clear))
            reached.append(box)
    return [place._replace(box=box) for place, box in zip(places, reached, strict=True)]


def _around(one: Box, other: Box) -> Box:
    """The smallest box that holds both."""
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
