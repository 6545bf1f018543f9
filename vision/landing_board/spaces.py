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
    size: float
    """Long diameter, pixels."""
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
    """Of what is elliptic: how much so, middle, both diameters and the direction of the short one.

    Moments are summed over runs of pixels, whole rows of a space at a time: runs are far fewer than pixels.
    """
    count, labels = cv2.connectedComponents(pale, connectivity=4)
    padded = cv2.copyMakeBorder(pale, 0, 0, 1, 1, cv2.BORDER_CONSTANT, value=0)
    turns = np.flatnonzero(np.diff(padded.ravel())) + 1
    y, left = np.divmod(turns[::2], padded.shape[1])
    long = (turns[1::2] - turns[::2]).astype(np.float64)
    which = labels[y, left - 1]
    x = left - 1 + (long - 1) / 2
    area = np.bincount(which, long, count)
    area[0] = 1.0  # the ground has no runs
    x_mean, y_mean, xx, yy, xy = (
        np.bincount(which, sums, count) / area
        for sums in (long * x, long * y, long * (x * x + (long * long - 1) / 12), long * y * y, long * x * y)
    )
    xx, yy, xy = xx - x_mean**2, yy - y_mean**2, xy - x_mean * y_mean
    mean, half = (xx + yy) / 2 + 1 / 12, np.hypot((xx - yy) / 2, xy)  # a pixel is itself a twelfth wide
    major, minor = 4 * np.sqrt(mean + half), 4 * np.sqrt(np.maximum(mean - half, 1e-9))
    elliptic = area / (np.pi / 4 * major * minor)
    angle = np.arctan2(2 * xy, xx - yy) / 2 + np.pi / 2
    rows = np.column_stack([elliptic, x_mean, y_mean, major, minor, angle % np.pi])
    fits = (elliptic >= ELLIPTIC) & (minor >= FLATTEST * major) & (major >= SIZES[0]) & (major <= SIZES[1])
    fits[0] = False
    return np.asarray(rows[fits])


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
    return [Space(x, y, major, minor / major, angle) for _, x, y, major, minor, angle in rows[kept].tolist()]
