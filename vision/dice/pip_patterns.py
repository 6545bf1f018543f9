"""How well each of the six pip patterns fits a die, by measuring: spots on a grid of three by three, nothing between.

The grid is laid over the die at every turn, at several sizes and places, and in several colour channels: pips may be
brighter, darker or only of another colour than the body. A pattern fits when its places show spots, the other places
show none, and no spot on the face is left over.
"""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.images import Floats, Image

PATCH = 64
"""Pixels of the picture in which a die is measured."""
SIDE = 34.0
"""Pixels of its upper face's side there."""
COVERS = 1.22
"""What the die covers over that side: it stands at a turn, and some of its sides show."""
PATTERNS: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((4,),),
    2: ((0, 8), (2, 6)),
    3: ((0, 4, 8), (2, 4, 6)),
    4: ((0, 2, 6, 8),),
    5: ((0, 2, 4, 6, 8),),
    6: ((0, 2, 3, 5, 6, 8), (0, 1, 2, 6, 7, 8)),
}
"""Places of the grid, row by row."""
TURNS = np.deg2rad(np.arange(0, 90, 7.5))
STEPS = np.array([0.17, 0.2, 0.23, 0.26, 0.29, 0.32])
"""From one pip to the next, in sides: makers differ."""
SHIFTS = np.arange(-6, 6.1, 2)
"""Pixels from the die's middle to its upper face's."""
FARTHEST = 7.0
SMALL, LARGE = 1.7, 4.6
"""Blurs whose difference shows spots of a pip's size."""
FAINT = 0.8
"""A spot must also differ from the body itself, by at least this share of its difference from what is round it:
the gap between four white pips is no dark pip."""
NOISE = 0.3
"""Spread of spots and gaps that is taken for granted, as a share of all that is seen."""
LEVEL = 1.0
"""The same in levels of lightness."""
SPOT = 0.8
"""A peak this far over the usual spread is a spot."""
STRONGEST = 3.0
"""Glare counts as no more than this."""
FACE = 0.57
"""Sides from the face's middle within which a spot must belong to its pattern."""
LEFT_OVER = 1.0
"""What each spot left over takes off."""
ASTRAY = 0.03
"""What each pixel of shift takes off."""


class _Grids(NamedTuple):
    spots: Floats
    """grids × 9 × 2, pixels of the patch."""
    middles: Floats
    astray: Floats


def pattern_fits(frame: Image, x: float, y: float, size: float) -> Floats:
    """For 1 to 6 pips how well they fit the die there that covers `size` pixels; the best is clearly above the rest."""
    patch = _patch(frame, x, y, size)
    return np.max([_fits(plane, sign) for plane in _planes(patch) for sign in (1.0, -1.0)], axis=0)


def _patch(frame: Image, x: float, y: float, size: float) -> Image:
    scale = SIDE * COVERS / size
    reach = int(PATCH / scale) + 3
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = frame[top : int(y) + reach, left : int(x) + reach]
    if scale < 0.7:
        part = cv2.GaussianBlur(part, (0, 0), 0.4 / scale)
    middle = (PATCH - 1) / 2
    matrix = np.array([[scale, 0, middle - scale * (x - left)], [0, scale, middle - scale * (y - top)]])
    return cv2.warpAffine(part, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _planes(patch: Image) -> list[Floats]:
    """Lightness, the two colour axes, and the brightest and darkest of red, green and blue, all about 0 to 100."""
    share = patch.astype(np.float32) / 255
    lab = cv2.cvtColor(share, cv2.COLOR_BGR2LAB)
    return [lab[..., 0], 1.2 * lab[..., 1], 1.2 * lab[..., 2], 100 * share.max(2), 100 * share.min(2)]


def _fits(plane: Floats, sign: float) -> Floats:
    """Fits in one channel, for pips that are brighter (sign 1) or darker."""
    grids, masks, numbers = _grids(), *_masks()
    away = np.hypot(*np.meshgrid(*[np.arange(PATCH) - (PATCH - 1) / 2] * 2))
    smooth = cv2.GaussianBlur(plane, (0, 0), SMALL)
    spotty = smooth - cv2.GaussianBlur(plane, (0, 0), LARGE)
    spread = float(spotty[away < 0.62 * SIDE].std()) + 1e-6
    body = float(np.median(smooth[away < 0.5 * SIDE]))
    shown = np.minimum(sign * spotty, FAINT * sign * (smooth - body)).astype(np.float32)
    values = cv2.remap(shown, grids.spots[..., 0], grids.spots[..., 1], cv2.INTER_LINEAR)
    fits = _contrast(values, masks, spread)
    peaks = (shown >= cv2.dilate(shown, np.ones((5, 5), np.uint8))) & (shown > SPOT * spread) & (away < 0.62 * SIDE)
    rows, columns = np.nonzero(peaks)
    if len(rows):
        places = np.stack([columns, rows], 1) - (PATCH - 1) / 2
        on_face = np.linalg.norm(places[None] - grids.middles[:, None], axis=2) < FACE * SIDE
        there = on_face @ np.minimum(shown[rows, columns], STRONGEST * spread)
        told = np.clip(values, 0, STRONGEST * spread) @ masks.T
        usual = np.maximum(values @ masks.T / masks.sum(1), 0.5 * spread)
        fits = fits - LEFT_OVER * np.maximum(there[:, None] - told, 0) / usual
    best = (fits - ASTRAY * grids.astray[:, None]).max(axis=0)
    return np.array([best[numbers == n].max() for n in PATTERNS])


def _contrast(values: Floats, masks: Floats, spread: float) -> Floats:
    """How far the spots stand out from the gaps, in spreads of both: grids × patterns."""
    spots, gaps = masks.sum(1), 9 - masks.sum(1)
    total, squares = values.sum(1, keepdims=True), (values * values).sum(1, keepdims=True)
    of_spots, square_spots = values @ masks.T, (values * values) @ masks.T
    spot, gap = of_spots / spots, (total - of_spots) / gaps
    rest = np.maximum(square_spots - spots * spot**2, 0) + np.maximum(squares - square_spots - gaps * gap**2, 0)
    stands_out = (spot - gap) / np.sqrt(rest / 9 + (NOISE * spread) ** 2 + LEVEL) * np.sqrt(spots * gaps / 9)
    return np.asarray(stands_out * np.clip(spot / (1.5 * spread), 0, 1))


@cache
def _grids() -> _Grids:
    grid = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], float)
    shifts = [(x, y) for x in SHIFTS for y in SHIFTS if np.hypot(x, y) <= FARTHEST]
    turned = [grid @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]) for t in TURNS]
    spots = np.array([one * step * SIDE + shift for one in turned for step in STEPS for shift in shifts])
    middles = np.array([shift for _ in turned for _ in STEPS for shift in shifts])
    return _Grids((spots + (PATCH - 1) / 2).astype(np.float32), middles, np.hypot(*middles.T))


@cache
def _masks() -> tuple[Floats, Floats]:
    rows = [(n, np.isin(np.arange(9), places)) for n, ways in PATTERNS.items() for places in ways]
    return np.array([mask for _, mask in rows], np.float32), np.array([n for n, _ in rows])
