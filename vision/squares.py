"""Exact work on many squares at once: fits their edges to a fraction of a pixel, and samples their insides."""

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.quads import Quads

Floats: TypeAlias = NDArray[Any]

ALONG = 8
"""Places along each edge where it is looked for; corners are left out, where two edges mix."""
ACROSS = 11
"""Samples of each look across the edge."""


def refined(grey: Image, quads: Quads, reach: float, brighter: int = 1) -> Quads:
    """The quads with every side moved to the strongest edge within `reach` of it, as a share of the quad's size.

    `brighter` is 1 where the edge leads from dark out to bright, -1 for the opposite.
    """
    if len(quads) == 0:
        return quads
    quads = np.asarray(quads, np.float32)
    following = np.roll(quads, -1, 1)
    side = following - quads
    length = np.linalg.norm(side, axis=2, keepdims=True)
    outward = np.stack([side[..., 1], -side[..., 0]], -1) / np.maximum(length, 1e-6)
    along = np.linspace(0.12, 0.88, ALONG, dtype=np.float32)
    wide = np.maximum(reach * length.mean(1)[:, 0], 1.5)  # pixels; less than that is no search
    across = np.linspace(-1, 1, ACROSS, dtype=np.float32) * wide[:, None]
    spots = (
        quads[:, :, None, None]
        + side[:, :, None, None] * along[:, None, None]
        + outward[:, :, None, None] * across[:, None, None, :, None]
    )
    rise = brighter * np.diff(_values(grey, spots), axis=-1)
    rise[..., 1:-1] = (
        rise[..., :-2] + 2 * rise[..., 1:-1] + rise[..., 2:]
    ) / 4  # a blurred edge is several samples wide
    peak = np.clip(rise.argmax(-1), 1, ACROSS - 3)
    flat, first = rise.reshape(-1), np.arange(peak.size).reshape(peak.shape) * rise.shape[-1] + peak
    left, top, right = (flat[first + k] for k in (-1, 0, 1))
    bend = np.minimum(left - 2 * top + right, -1e-3)
    step = 2 * wide / (ACROSS - 1)
    where = (peak + 0.5 + np.clip((left - right) / (2 * bend), -1, 1)) * step[:, None, None] - wide[:, None, None]
    start, slope = _line(along, where, np.maximum(top, 0) + 1e-3, step[:, None, None])
    first = quads + outward * start[..., None]
    second = following + outward * (start + slope)[..., None]
    return _crossings(first, second, quads)


def sampled(grey: Image, quads: Quads, places: Floats) -> Floats:
    """Grey values on a grid over each quad: N x len(places) x len(places), 0 and 1 being the quad's sides."""
    across, down = np.meshgrid(places, places)
    values = sampled_at(grey, quads, np.stack([across.ravel(), down.ravel()], -1))
    return values.reshape(len(quads), len(places), len(places))


def sampled_at(grey: Image, quads: Quads, spots: Floats) -> Floats:
    """Grey values at the same spots of each quad's own plane: N x len(spots)."""
    if len(quads) == 0:
        return np.empty((0, len(spots)), np.float32)
    plane = np.column_stack([spots, np.ones(len(spots))]).T.astype(np.float32)
    x, y, depth = np.moveaxis(unit_homographies(quads).astype(np.float32) @ plane, 1, 0)
    return _remapped(grey, x / depth, y / depth)


def unit_homographies(quads: Quads) -> Floats:
    """From the unit square to each quad (Heckbert's closed form)."""
    a, b, c, d = (quads[:, k] for k in range(4))
    near, far, skew = b - c, d - c, a - b + c - d
    cross = near[:, 0] * far[:, 1] - near[:, 1] * far[:, 0]
    cross = np.where(np.abs(cross) < 1e-9, 1e-9, cross)
    g = (skew[:, 0] * far[:, 1] - skew[:, 1] * far[:, 0]) / cross
    h = (near[:, 0] * skew[:, 1] - near[:, 1] * skew[:, 0]) / cross
    one = np.ones_like(g)
    x = np.stack([b[:, 0] - a[:, 0] + g * b[:, 0], d[:, 0] - a[:, 0] + h * d[:, 0], a[:, 0]], -1)
    y = np.stack([b[:, 1] - a[:, 1] + g * b[:, 1], d[:, 1] - a[:, 1] + h * d[:, 1], a[:, 1]], -1)
    return np.stack([x, y, np.stack([g, h, one], -1)], 1)


def grown(quads: Quads, left: float, right: float) -> Quads:
    """Each quad redrawn from `left` to `right` in its own plane, where it reaches from 0 to 1."""
    if len(quads) == 0:
        return quads
    corners = np.array([[left, left, 1], [right, left, 1], [right, right, 1], [left, right, 1]])
    moved = np.einsum("nij,kj->nki", unit_homographies(quads), corners)
    return np.asarray(moved[..., :2] / moved[..., 2:])


def _values(grey: Image, spots: Floats) -> Floats:
    flat = np.ascontiguousarray(spots.reshape(len(spots), -1, 2), np.float32)
    values = cv2.remap(grey, flat, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(values, np.float32).reshape(spots.shape[:-1])


def _remapped(grey: Image, x: Floats, y: Floats) -> Floats:
    values = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float32)


def _line(along: Floats, where: Floats, weight: Floats, scale: Floats) -> tuple[Floats, Floats]:
    """Weighted straight lines through `where` over `along`; later rounds forget what lies off the one before."""
    powers = np.stack([np.ones_like(along), along, along**2], -1).astype(np.float64)
    used, start, slope = weight, np.zeros(where.shape[:2]), np.zeros(where.shape[:2])
    for again in range(3):
        if again:
            off = (where - start[..., None] - slope[..., None] * along) / scale
            used = weight / (1 + off * off) ** 2
        total, first, second = np.moveaxis(used @ powers, -1, 0)
        value, turn = np.moveaxis((used * where) @ powers[:, :2], -1, 0)
        slope = (total * turn - first * value) / np.maximum(total * second - first * first, 1e-9)
        start = (value - slope * first) / total
    return start, slope


def _crossings(first: Floats, second: Floats, fallback: Quads) -> Quads:
    """Corners where each side's line meets the side before; nearly parallel lines leave the corner as it was."""
    run = second - first
    before, run_before = np.roll(first, 1, 1), np.roll(run, 1, 1)
    cross = run_before[..., 0] * run[..., 1] - run_before[..., 1] * run[..., 0]
    gap = first - before
    share = (gap[..., 0] * run[..., 1] - gap[..., 1] * run[..., 0]) / np.where(np.abs(cross) < 1e-6, 1, cross)
    corners = before + share[..., None] * run_before
    size = np.linalg.norm(fallback - fallback.mean(1, keepdims=True), axis=2).mean(1)[:, None]
    wild = (np.abs(cross) < 1e-6) | (np.linalg.norm(corners - fallback, axis=2) > 0.4 * size)
    return np.where(wild[..., None], fallback, corners)
