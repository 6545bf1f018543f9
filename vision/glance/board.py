"""Where the landing board may lie: a crowd of pale spaces of one size, and something as red as its token."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glance import Small, looked
from vision.images import Box, Floats, Image, block

PALER = 2
"""Grey levels by which a space of the board is paler than its neighbourhood's mean: it is only a little paler."""
FAINT, SOME = 1, 5
"""How much paler it is in haze, where noise breaks it unless it is smoothed; and pale discs in a crowd from which on
that is looked for: in print and cloth there are fewer."""
ROUND = 0.5
"""Short side over long one of the box round a disc; share of the box that is dark at least is half of that."""
PALE_SPACES = 12
"""Pale discs in a crowd that a landing board shows at least, of its 75, glare and hands allowed for."""
OPENINGS = (4, 7, 8)
"""Pixels across the brush with which what is pale is painted anew: from afar, spaces run into each other, and only a
brush little smaller than they are parts them again."""
ENOUGH = 40
"""Pale discs of which no other brush would show more of a board."""
NEIGHBOURS, BESIDE, ALIKE = 3, 1.9, 1.6
"""How many others such a disc has beside it, how many of their widths away, and how much these may differ: spaces of
the board lie 1.2 of their widths apart; specks, knots and lamps are strewn."""
UNSEEN = 0.3
"""Of what is seen of a board: so much more may lie on each side, under a hand, a shadow or glare."""
SAME_INK = 4.0
"""Levels of Lab's a* and b* by which spaces side by side differ at the most: prints and cloths have more colours."""
MOST_DISCS = 400
"""Discs compared with each other; a board has 75."""
SMALLEST_SPACE = 4.0
"""Pixels across such a disc in half the small copy; the reader wants as many."""
SPACE_MM, BRUSH_MM = 11.0, 14.0
"""Across a space of the board, 20 mm or so, and a sticker printed in another size than the sheet's; and across the
brush, farther away and seen aslant."""
REDDER = 15.0
"""Levels of Lab's a* by which the token differs from the rest: three quarters of what its reader asks for."""
NEXT_TO_CARDS = 9
"""Pixels across what is looked at beside cards, in half the small copy: stickers are put on a little crooked, and a
card's red edge is no token."""
ROUND_ABOUT, YELLOWER = 1.9, 1.0
"""Widths of a space across what is looked at round it, and levels of Lab's b* by which that may exceed its own: slate
is bluer, and violet where lamps are. Where it is red or brown between pale squares, they are a cloth's or a
chessboard's."""
RED = 128 + 10
"""Lab's a* of the token at the least, under any lamp; greens, blues and greys have less."""
_PALER, _FAINT = (np.clip(np.arange(256) + by, 0, 255).astype(np.uint8) for by in (PALER, FAINT))


def board_place(small: Small) -> Box | None:
    """Where many pale discs of one size lie close together, and something is as red as the token: beside cards with
    stickers, whose pictures may be red, it must be among them. With room for spaces that were not seen."""
    free, millimetre = small.half.free, small.half.millimetre
    if millimetre is not None:
        free = cv2.erode(free, block(NEXT_TO_CARDS))
    lab = cv2.blur(cv2.cvtColor(small.half.colour, cv2.COLOR_BGR2LAB), (3, 3))
    _, red, yellow = cv2.split(lab)
    least, most, _, _ = cv2.minMaxLoc(red, free)
    if most - least < REDDER or most < RED:
        return None
    grey = cv2.cvtColor(small.half.colour, cv2.COLOR_BGR2GRAY)
    middles, sizes = _crowd(grey, _PALER, free, millimetre)
    if SOME <= len(middles) < PALE_SPACES:
        middles, sizes = _crowd(cv2.blur(grey, (3, 3)), _FAINT, free, millimetre)
    if len(middles) < PALE_SPACES:
        return None
    wide = round(ROUND_ABOUT * float(np.median(sizes)))
    blue = looked(cv2.blur(yellow, (wide, wide)), middles) - looked(yellow, middles) <= YELLOWER
    middles, sizes = middles[blue], sizes[blue]
    inks = looked(lab, middles)[:, 1:]
    same = _crowded(middles, sizes, np.abs(inks[:, None] - inks).max(2) <= SAME_INK)
    if same.sum() < PALE_SPACES:
        return None
    middles, sizes = middles[same], sizes[same]
    if millimetre is not None and not _red_among(red, free, middles, sizes):
        return None
    least_at, most_at = 2 * middles.min(0), 2 * middles.max(0)
    room = UNSEEN * (most_at - least_at).max()
    (left, top), (right, bottom) = np.maximum(least_at - room, 0).tolist(), (most_at + room).tolist()
    return int(left), int(top), int(right), int(bottom)


def _crowd(grey: Image, paler: Image, free: Image, millimetre: float | None) -> tuple[Floats, Floats]:
    """Middles and widths of the pale discs in a crowd, by the brush that shows the most, or that suits them where
    stickers tell how large they are; `paler` tells for every level round about how pale they are at least."""
    pale = cv2.bitwise_and(cv2.compare(grey, cv2.LUT(cv2.blur(grey, (21, 21)), paler), cv2.CMP_GT), free)
    if millimetre is not None:
        brush = max((one for one in OPENINGS if one <= BRUSH_MM * millimetre), default=OPENINGS[0])
        return _spaces(pale, brush, max(SMALLEST_SPACE, SPACE_MM * millimetre))
    best = _spaces(pale, OPENINGS[0], SMALLEST_SPACE)
    for opening in OPENINGS[1:]:
        if len(best[0]) >= ENOUGH:
            break
        best = max(best, _spaces(pale, opening, SMALLEST_SPACE), key=lambda found: len(found[0]))
    return best


def _spaces(pale: Image, opening: int, smallest: float) -> tuple[Floats, Floats]:
    """Middles and widths of the round things in a crowd, what is pale painted anew with a brush so wide."""
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (opening, opening))
    stats = cv2.connectedComponentsWithStats(cv2.morphologyEx(pale, cv2.MORPH_OPEN, brush), connectivity=4)[2][1:]
    wide, high, area = stats[:, 2], stats[:, 3], stats[:, 4]
    long, short = np.maximum(wide, high), np.minimum(wide, high)
    disc = (area >= 0.6 * wide * high) & (area <= 0.92 * wide * high)  # a full ellipse has 0.79
    disc &= (long >= smallest) & (short >= ROUND * long)
    chosen = np.flatnonzero(disc)[:MOST_DISCS]
    middles, sizes = (stats[:, :2] + stats[:, 2:4] / 2)[chosen], long[chosen].astype(np.float64)
    spaces = _crowded(middles, sizes)
    return middles[spaces], sizes[spaces]


def _red_among(red: Image, free: Image, middles: Floats, sizes: Floats) -> bool:
    """Whether something redder than most of these discs lies on one of them or beside it."""
    among = np.zeros_like(free)
    for (x, y), size in zip(middles.tolist(), sizes.tolist(), strict=True):
        cv2.circle(among, (int(x), int(y)), round(BESIDE * size), 255, -1)
    usual = float(np.percentile(looked(red, middles), 25))
    return bool(cv2.minMaxLoc(red, cv2.bitwise_and(among, free))[1] - usual >= REDDER)


def _crowded(middles: Floats, sizes: Floats, same: NDArray[np.bool_] | bool = True) -> NDArray[np.bool_]:
    """Which discs have enough others of their size beside them, of those that are the same to them."""
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    alike = np.maximum(sizes[:, None], sizes) < ALIKE * np.minimum(sizes[:, None], sizes)
    beside = same & alike & (apart < BESIDE * np.sqrt(sizes[:, None] * sizes))
    return np.asarray(beside.sum(1) > NEIGHBOURS)  # each is beside itself
