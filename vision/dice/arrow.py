"""Which way the small triangle beside a 1 points: across the 1 or along it.

The die lies at any angle and boxes print the triangle at different places, so only its own direction counts, measured
against the 1's stroke. A triangle has three corners: the third harmonic of its outline turns with them.
"""

import cv2
import numpy as np

from vision.dice.discs import Disc
from vision.images import Floats, Image

# The disc is enlarged to this diameter, so that a triangle of six pixels gets an outline.
ENLARGED = 112
# The triangle's area as a share of the disc's: less is noise, more is the other half of a broken 1.
SHARE = (0.008, 0.11)
# How round the triangle may look (third harmonic over its spread): a blurred blob has no direction.
POINTED = 0.10
# How clearly it must point along or across, 0 (half-way between) to 1.
CLEAR = 0.35


def points_across(grey: Image, disc: Disc) -> tuple[bool, float] | None:
    """Whether the triangle points across the 1, and how clearly (0 to 1); None when that cannot be told."""
    view = _enlarged(grey, disc)
    ys, xs = np.mgrid[: view.shape[0], : view.shape[1]] - (view.shape[0] - 1) / 2
    inside = np.hypot(xs, ys) < ENLARGED * 0.45
    ink, white = np.percentile(view[inside], (30, 97))
    verdicts = []
    for level in (0.4, 0.5, 0.6):
        found = _parts((view > ink + level * (white - ink)) & inside)
        if found is not None:
            verdicts.append(_direction(*found, np.clip((view - ink) / max(white - ink, 1.0), 0, 1)))
    sure = [v for v in verdicts if v is not None]
    if not sure:
        return None
    lean = float(np.mean(sure))
    return (lean > 0, abs(lean)) if abs(lean) >= CLEAR else None


def _enlarged(grey: Image, disc: Disc) -> Floats:
    """The disc as a circle of ENLARGED pixels in a picture a little wider."""
    size = ENLARGED + 16
    axes = 2 * disc.axes / ENLARGED
    shift = np.array([disc.x, disc.y]) - axes @ np.full(2, (size - 1) / 2)
    matrix = np.hstack([axes, shift[:, None]]).astype(np.float32)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(grey, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)


def _parts(mask: Image) -> tuple[Image, Image] | None:
    """The 1 and the triangle: the two largest pieces of white, the longer one being the 1."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    order = sorted(range(1, count), key=lambda i: -int(stats[i, 4]))
    if len(order) < 2:
        return None
    first, second = labels == order[0], labels == order[1]
    one, triangle = (first, second) if _length(first) >= _length(second) else (second, first)
    share = triangle.sum() / (np.pi / 4 * ENLARGED**2)
    if not SHARE[0] <= share <= SHARE[1] or _length(one) < 1.2 * _length(triangle):
        return None
    return one, triangle


def _length(part: Image) -> float:
    ys, xs = np.nonzero(part)
    return float(np.sqrt(np.linalg.eigvalsh(np.cov(np.stack([xs, ys])))[-1])) if len(xs) > 2 else 0.0


def _direction(one: Image, triangle: Image, weight: Floats) -> float | None:
    """1 points across, -1 along, 0 half-way; None when the triangle has no corners to speak of."""
    ys, xs = np.nonzero(one)
    _, vectors = np.linalg.eigh(np.cov(np.stack([xs, ys])))
    stroke = float(np.arctan2(vectors[1, -1], vectors[0, -1]))
    grown = cv2.dilate(triangle.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    ys, xs = np.nonzero(grown & ~one)
    w = weight[ys, xs].astype(np.float64)
    at = (xs - (xs * w).sum() / w.sum()) + 1j * (ys - (ys * w).sum() / w.sum())
    size = np.abs(at)
    harmonic = (w * size**3 * np.exp(3j * np.angle(at))).sum() / (w * size**3).sum()
    if abs(harmonic) < POINTED:
        return None
    turn = float(np.angle(harmonic)) - 3 * stroke
    # Across gives a quarter turn, along none or half a one, whichever end of the 1 is up.
    return float(-np.cos(2 * turn))
