"""Finds the board's pale round spaces, also where they nearly touch or are hardly paler than the board."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.images import Floats, Image

WINDOWS = (31, 61)
"""Pixels of neighbourhood than whose mean a space is paler: small ones keep to the board at its edge, large ones keep
large spaces whole."""
PALER = 2.0
"""Grey levels by which it is."""
OPENINGS = (1, 5, 9, 13, 17, 21)
"""Pixels across the brush with which what is pale is painted anew, so that necks between neighbours go."""
SIZES = (8.0, 64.0)
"""Pixels across a space."""
FLATTEST = 0.45
"""Short over long diameter of a space that leans away by 60 degrees."""
ELLIPTIC = 0.93
"""Area over that of the ellipse with the same spread; of bars, crosses and pairs that touch it is less. A square's is
0.95: the lattice rejects those."""
APART = 0.5
"""Of the larger one's width: nearer ones are one space, found twice."""
CELL = 4.0
"""Pixels within which most of the doubles lie: they need not be compared with all others."""


class Space(NamedTuple):
    """A pale ellipse."""

    x: float
    """Middle, pixels."""
    y: float
    flatness: float
    """Short over long diameter: 1 seen from straight above."""
    angle: float
    """Direction of the short axis, radians in [0, π), 0 along the picture's x."""


def find_spaces(small: Image) -> list[Space]:
    """Everything pale and round, each once, the roundest first."""
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0)
    found = []
    for window in WINDOWS:
        pale = cv2.compare(cv2.subtract(smooth, cv2.blur(smooth, (window, window))), PALER, cv2.CMP_GE)  # type: ignore[call-overload]
        for opening in OPENINGS:
            brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (opening, opening))
            found.append(_round(cv2.morphologyEx(pale, cv2.MORPH_OPEN, brush)))
    return _once(np.concatenate(found))


def _round(pale: Image) -> Floats:
    """Of what is elliptic: how much so, middle, both diameters and the direction of the short one."""
    _, labels, stats, middles = cv2.connectedComponentsWithStats(pale, connectivity=4)
    long, short = stats[:, 2:4].max(1), stats[:, 2:4].min(1)
    likely = (long >= SIZES[0]) & (long <= SIZES[1]) & (short >= FLATTEST * long) & (stats[:, 4] >= 0.5 * long * short)
    likely[0] = False
    number = np.where(likely, np.cumsum(likely), 0)
    if not likely.any():
        return np.empty((0, 6))
    mine = number[labels]
    y, x = np.nonzero(mine)
    which = mine[y, x] - 1
    middle, area = middles[likely], stats[likely, 4].astype(np.float64)
    off = np.stack([x, y], 1) - middle[which]
    xx, yy, xy = (
        np.bincount(which, product) / area for product in (off[:, 0] ** 2, off[:, 1] ** 2, off[:, 0] * off[:, 1])
    )
    mean, half = (xx + yy) / 2 + 1 / 12, np.hypot((xx - yy) / 2, xy)  # a pixel is itself a twelfth wide
    major, minor = 4 * np.sqrt(mean + half), 4 * np.sqrt(np.maximum(mean - half, 1e-9))
    elliptic = area / (np.pi / 4 * major * minor)
    angle = np.arctan2(2 * xy, xx - yy) / 2 + np.pi / 2
    rows = np.column_stack([elliptic, middle, major, minor, angle % np.pi])
    return np.asarray(rows[(elliptic >= ELLIPTIC) & (minor >= FLATTEST * major)])


def _once(rows: Floats) -> list[Space]:
    """Each only once."""
    rows = rows[np.argsort(-rows[:, 0], kind="stable")]
    cells = np.rint(rows[:, 1:3] / CELL).astype(np.int64) @ (1, 1 << 20)
    rows = rows[np.sort(np.unique(cells, return_index=True)[1])]
    at = rows[:, 1] + 1j * rows[:, 2]
    rival = np.tril(np.abs(at[:, None] - at) < APART * np.maximum(rows[:, None, 3], rows[:, 3]), -1)
    kept = np.zeros(len(rows), bool)
    for i in range(len(rows)):
        kept[i] = not (rival[i] & kept).any()
    return [Space(x, y, minor / major, angle) for _, x, y, major, minor, angle in rows[kept].tolist()]
