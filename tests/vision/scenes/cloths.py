"""Boldly patterned cloths and floors, whose figures are about as large as a card, half or a third of it, as they lie
under real cards on a kitchen table; drawn flat and in millimetres for both renderers."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.images import Floats, Image

DOTS = 3
"""Pixels a millimetre."""
SIZES = (21.0, 30.0, 45.0, 63.0, 88.0)
"""How large a figure may be, millimetres: a third of a card, a half, a whole one."""


def cloth(kind: str, rng: np.random.Generator, wide: int = 900, high: int = 760) -> Image:
    """A cloth of one kind, BGR; its colours, the size of its figures and its turn are left to chance."""
    side = int(np.hypot(wide, high) * DOTS)
    size = float(rng.choice(SIZES)) * DOTS * rng.uniform(0.9, 1.1)
    flat = PATTERNS[kind](rng, side, size)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] += (np.array([wide, high]) * DOTS - side) / 2
    flat = cv2.warpAffine(flat, turn, (wide * DOTS, high * DOTS), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    weave = rng.normal(0, 1, flat.shape[:2]).astype(np.float32)
    slow = cv2.resize(rng.normal(0, 1, (8, 9)).astype(np.float32), flat.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(flat * (1 + 0.03 * weave + 0.05 * slow)[..., None], 0, 255).astype(np.uint8)


def _inks(rng: np.random.Generator, count: int) -> Floats:
    """Colours of which no two are alike: a pale or dark ground first."""
    while True:
        inks = rng.uniform(20, 240, (count, 3))
        inks = inks.mean(1, keepdims=True) + 0.7 * (inks - inks.mean(1, keepdims=True))
        apart = np.linalg.norm(inks[:, None] - inks[None], axis=2) + 999 * np.eye(count)
        if apart.min() > 60:
            return np.asarray(inks)


def _bands(rng: np.random.Generator, side: int, size: float) -> Floats:
    """Which of two colours every line has."""
    return np.asarray((np.arange(side) + rng.uniform(0, size)) // size % 2)


def _checks(rng: np.random.Generator, side: int, size: float) -> Floats:
    one, other = _inks(rng, 2)
    black = (_bands(rng, side, size)[:, None] + _bands(rng, side, size)) % 2
    return np.asarray(np.where(black[..., None] > 0, one, other), np.float32)


def _gingham(rng: np.random.Generator, side: int, size: float) -> Floats:
    """Bands both ways on white, twice as dark where they cross."""
    ink, paper = rng.uniform(10, 150, 3), rng.uniform(215, 245, 3)
    share = (_bands(rng, side, size)[:, None] + _bands(rng, side, size)) / 2
    return np.asarray(paper + share[..., None] * (ink - paper), np.float32)


def _tartan(rng: np.random.Generator, side: int, size: float) -> Floats:
    """Broad and narrow bands, the same both ways, woven half and half."""
    inks = _inks(rng, 4)
    widths = np.cumsum([0.5, 0.08, 0.25, 0.08, 0.5, 0.15]) * size
    order = [0, 1, 2, 3, 0, 2]
    at = np.arange(side) % widths[-1]
    line = inks[np.array(order)[np.searchsorted(widths, at, side="right").clip(0, 5)]]
    twill = (np.add.outer(np.arange(side), np.arange(side)) // 4 % 2)[..., None]
    return np.asarray(np.where(twill > 0, line[None], line[:, None]) * 0.6 + 0.2 * (line[None] + line[:, None]))


def _stripes(rng: np.random.Generator, side: int, size: float) -> Floats:
    one, other = _inks(rng, 2)
    line = np.where(_bands(rng, side, size)[:, None] > 0, one, other).astype(np.float32)
    return np.repeat(line[None], side, axis=0)


def _dots(rng: np.random.Generator, side: int, size: float) -> Floats:
    """Discs on a lattice, every other row between the discs of the last."""
    ground, ink = _inks(rng, 2)
    flat = np.full((side, side, 3), ground, np.float32)
    pitch, radius = size * rng.uniform(1.2, 1.9), size / 2
    for row, y in enumerate(np.arange(0, side + pitch, pitch)):
        for x in np.arange(row % 2 * pitch / 2, side + pitch, pitch):
            cv2.circle(flat, (round(x), round(y)), round(radius), ink.tolist(), -1, cv2.LINE_AA)
    return flat


def _flowers(rng: np.random.Generator, side: int, size: float) -> Floats:
    """Flowers and leaves strewn nearly evenly."""
    ground, *inks = _inks(rng, 5)
    flat = np.full((side, side, 3), ground, np.float32)
    for y in np.arange(0, side + size, 1.3 * size):
        for x in np.arange(0, side + size, 1.3 * size):
            middle = np.array([x, y]) + rng.normal(0, 0.15 * size, 2)
            ink, heart = inks[int(rng.integers(2))].tolist(), inks[2].tolist()
            turn, petals = rng.uniform(0, 6), int(rng.integers(5, 8))
            for k in range(petals):
                way = turn + 2 * np.pi * k / petals
                at = middle + 0.28 * size * np.array([np.cos(way), np.sin(way)])
                box = ((float(at[0]), float(at[1])), (0.42 * size, 0.24 * size), float(np.degrees(way)))
                cv2.ellipse(flat, box, ink, -1, cv2.LINE_AA)
            cv2.circle(flat, middle.round().astype(int).tolist(), round(0.11 * size), heart, -1, cv2.LINE_AA)
            leaf = middle + 0.6 * size * np.array([np.cos(turn), np.sin(turn)])
            box = ((float(leaf[0]), float(leaf[1])), (0.4 * size, 0.15 * size), float(np.degrees(turn + 0.7)))
            cv2.ellipse(flat, box, inks[3].tolist(), -1, cv2.LINE_AA)
    return flat


def _diamonds(rng: np.random.Generator, side: int, size: float) -> Floats:
    """A harlequin's: upright lozenges of three colours."""
    inks = _inks(rng, 3)
    y, x = np.mgrid[:side, :side].astype(np.float32)
    one, other = (x / size + y / (1.6 * size)) // 1, (x / size - y / (1.6 * size)) // 1
    return np.asarray(inks[((one + 2 * other) % 3).astype(int)], np.float32)


def _tiles(rng: np.random.Generator, side: int, size: float) -> Floats:
    """Oblong tiles or bricks with pale joints, every other row shifted; no two quite the same colour."""
    joint, brick = _inks(rng, 2)
    flat = np.full((side, side, 3), joint, np.float32)
    long, gap = size * rng.choice([1.0, 1.4, 2.0]), rng.uniform(2, 5) * DOTS
    shift = rng.choice([0.0, 0.5])
    for row, y in enumerate(np.arange(-size, side, size)):
        for x in np.arange(-long * (1 + row % 2 * shift), side, long):
            ink = (brick * rng.uniform(0.85, 1.15)).tolist()
            corner, end = (
                (round(x + gap / 2), round(y + gap / 2)),
                (round(x + long - gap / 2), round(y + size - gap / 2)),
            )
            cv2.rectangle(flat, corner, end, ink, -1)
    return flat


PATTERNS: dict[str, Callable[[np.random.Generator, int, float], Floats]] = {
    "checks": _checks,
    "gingham": _gingham,
    "tartan": _tartan,
    "stripes": _stripes,
    "dots": _dots,
    "flowers": _flowers,
    "diamonds": _diamonds,
    "tiles": _tiles,
}
"""Every kind of cloth, by name."""
