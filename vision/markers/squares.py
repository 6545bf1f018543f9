"""Exact work on many squares at once: fits their edges to a fraction of a pixel, and redraws them in their planes."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.markers.blobs import Quads

Floats: TypeAlias = NDArray[Any]

ALONG = 8
"""Places along each edge where it is looked for; corners are left out, where two edges mix."""
ACROSS = 11
"""Samples of each look across the edge."""
_ALONG = np.linspace(0.12, 0.88, ALONG, dtype=np.float32)
_ACROSS = np.linspace(-1, 1, ACROSS, dtype=np.float32)
_POWERS = np.stack([_ALONG**0, _ALONG, _ALONG**2], -1).astype(np.float64)
_UNIT = np.array([[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]])
"""Corners of the unit square."""
_NEXT, _LAST = np.array([1, 2, 3, 0]), np.array([3, 0, 1, 2])


def refined(grey: Image, quads: Quads, reach: float, brighter: int = 1) -> Quads:
    """The quads with every side moved to the strongest edge within `reach` of it, as a share of the quad's size.

    `brighter` is 1 where the edge leads from dark out to bright, -1 for the opposite.
    """
    if len(quads) == 0:
        return quads
    corners = as_complex(quads)
    following = corners[:, _NEXT]
    side = following - corners
    length = np.abs(side)
    outward = -1j * side / np.maximum(length, 1e-6)
    wide = np.maximum(reach * length.mean(1), 1.5)[:, None, None]  # pixels; less than that is no search
    looks = corners[..., None] + side[..., None] * _ALONG
    spots = looks[..., None] + outward[..., None, None] * (wide[..., None] * _ACROSS)
    rise = brighter * np.diff(_values(grey, spots), axis=-1)
    rise[..., 1:-1] = (
        rise[..., :-2] + 2 * rise[..., 1:-1] + rise[..., 2:]
    ) / 4  # a blurred edge is several samples wide
    peak = np.clip(rise.argmax(-1), 1, ACROSS - 3)
    flat, first = rise.reshape(-1), np.arange(peak.size).reshape(peak.shape) * rise.shape[-1] + peak
    left, top, right = flat[first - 1], flat[first], flat[first + 1]
    bend = np.minimum(left - 2 * top + right, -1e-3)
    step = 2 * wide / (ACROSS - 1)
    where = (peak + 0.5 + np.clip((left - right) / (2 * bend), -1, 1)) * step - wide
    start, slope = _line(where, np.maximum(top, 0) + 1e-3, step)
    return _crossings(corners + outward * start, following + outward * (start + slope), corners)


def unit_homographies(quads: Quads) -> Floats:
    """From the unit square to each quad (Heckbert's closed form)."""
    a, b, c, d = as_complex(quads, np.complex128).T
    near, far, skew = b - c, d - c, a - b + c - d
    cross = _cross(near, far)
    cross = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    g, h = _cross(skew, far) / cross, _cross(near, skew) / cross
    across, down = b - a + g * b, d - a + h * d
    planes = np.empty((len(quads), 9))
    for column, row in enumerate((across.real, down.real, a.real, across.imag, down.imag, a.imag, g, h, 1.0)):
        planes[:, column] = row
    return planes.reshape(-1, 3, 3)


def as_complex(quads: Quads, kind: type = np.complex64) -> Floats:
    """Points as complex numbers: a quarter of the steps, which is what arrays as small as these cost."""
    whole = np.float32 if kind is np.complex64 else np.float64
    return np.asarray(np.ascontiguousarray(quads, whole).view(kind)[..., 0])


def from_planes(planes: Floats) -> Quads:
    """Where each of these homographies takes the unit square: the other way about."""
    corners = planes @ _UNIT
    return np.ascontiguousarray((corners[:, :2] / corners[:, 2:]).transpose(0, 2, 1))


def shifts(steps: Sequence[float]) -> Floats:
    """Homographies that move the unit square by each of these steps across and each of them down."""
    return np.array([[[1, 0, across], [0, 1, down], [0, 0, 1]] for across in steps for down in steps])


def grown(quads: Quads, left: float, right: float) -> Quads:
    """Each quad redrawn from `left` to `right` in its own plane, where it reaches from 0 to 1."""
    if len(quads) == 0:
        return quads
    wider = np.array([[right - left, 0, left], [0, right - left, left], [0, 0, 1]])
    return from_planes(unit_homographies(quads) @ wider)


def outside(quads: Quads, squares: Quads) -> NDArray[np.bool_]:
    """Whether each quad's middle lies in none of the squares."""
    if len(quads) == 0 or len(squares) == 0:
        return np.ones(len(quads), bool)
    corners = as_complex(squares)
    sides = corners[:, _NEXT] - corners
    off = as_complex(quads).mean(1)[:, None, None] - corners
    return np.asarray(~((sides.conj() * off).imag > 0).all(2).any(1))


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a.real * b.imag - a.imag * b.real)


def _values(grey: Image, spots: Floats) -> Floats:
    """Grey values at complex numbers."""
    flat = np.ascontiguousarray(spots.reshape(len(spots), -1), np.complex64).view(np.float32)
    pairs = flat.reshape(*flat.shape[:-1], -1, 2)
    values = cv2.remap(grey, pairs, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(values, np.float32).reshape(spots.shape)


def _line(where: Floats, weight: Floats, scale: Floats) -> tuple[Floats, Floats]:
    """Weighted straight lines through `where` along each edge; later rounds forget what lies off the one before."""
    shape, weight, where = where.shape[:2], weight.reshape(-1, ALONG), where.reshape(-1, ALONG)
    scale = np.repeat(scale.ravel(), shape[1])[:, None]
    used, start, slope = weight, np.zeros(len(where)), np.zeros(len(where))
    for again in range(3):
        if again:
            off = (where - start[:, None] - slope[:, None] * _ALONG) / scale
            used = weight / np.square(1 + off * off)
        total, first, second = (used @ _POWERS).T
        value, turn = ((used * where) @ _POWERS[:, :2]).T
        slope = (total * turn - first * value) / np.maximum(total * second - first * first, 1e-9)
        start = (value - slope * first) / total
    return start.reshape(shape), slope.reshape(shape)


def _crossings(first: Floats, second: Floats, fallback: Floats) -> Quads:
    """Corners where each side's line meets the side before; nearly parallel lines leave the corner as it was."""
    run = second - first
    before, run_before = first[:, _LAST], run[:, _LAST]
    cross = _cross(run_before, run)
    parallel = np.abs(cross) < 1e-6
    corners = before + _cross(first - before, run) / np.where(parallel, 1, cross) * run_before
    size = np.abs(fallback - fallback.mean(1, keepdims=True)).mean(1, keepdims=True)
    wild = parallel | (np.abs(corners - fallback) > 0.4 * size)
    settled = np.where(wild, fallback, corners).astype(np.complex128)
    return settled[..., None].view(np.float64)
