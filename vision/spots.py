"""Looks at the same spots of many squares at once, each square seen in its own plane."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.blobs import Quads
from vision.images import Image
from vision.products import Known
from vision.squares import unit_homographies

Floats: TypeAlias = NDArray[Any]

BENT = 0.06
"""How far a quad's fourth corner may be from where a parallelogram has it, in diagonals, to be taken for evenly seen:
nothing in it is then farther off than a hundredth of its side. Stickers a hand's breadth before the lens are bent."""


class Spots:
    """Spots of the unit square, which each quad is taken for from its first corner on."""

    def __init__(self, spots: Floats) -> None:
        """Across and down, in rows."""
        across, down = np.moveaxis(np.asarray(spots, np.float64), -1, 0)
        self._plane = np.stack([across, down, np.ones_like(across)]).astype(np.float32)
        shares = [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down]
        self._shares = Known(np.stack(shares, 1))

    @classmethod
    def grid(cls, places: Floats) -> "Spots":
        """Every place across with every place down, row by row."""
        return cls(np.stack(np.meshgrid(places, places), -1).reshape(-1, 2))

    def values(self, grey: Image, quads: Quads) -> Floats:
        """Grey values: N x spots."""
        count = len(quads)
        if count == 0:
            return np.empty((0, self._plane.shape[1]), np.float32)
        corners = np.asarray(quads, np.float32)
        places = self._shares.products(corners.transpose(2, 0, 1).reshape(2 * count, 4))
        x, y = places[:count], places[count:]
        skew = np.abs(corners[:, 0] - corners[:, 1] + corners[:, 2] - corners[:, 3]).max(1)
        bent = np.flatnonzero(skew > BENT * np.abs(corners[:, 2] - corners[:, 0]).max(1))
        if len(bent):
            across, down, depth = np.moveaxis(unit_homographies(quads[bent]).astype(np.float32) @ self._plane, 1, 0)
            depth[np.abs(depth) < 1e-6] = 1e-6  # beyond a horizon there is nothing to see
            x[bent], y[bent] = across / depth, down / depth
        values = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(values, np.float32)


class Bands:
    """Bands along all four sides of quads, so deep inside them (outside, below 0)."""

    def __init__(self, depths: Sequence[float], along: Floats) -> None:
        """Depths as shares of a side, and which places along it make the mean."""
        self._shape = len(depths), 4, len(along)
        bands = []
        for depth in depths:
            near = np.full_like(along, depth)
            sides = ((along, near), (along, 1 - near), (near, along), (1 - near, along))
            bands.append([np.stack(side, -1) for side in sides])
        self._spots = Spots(np.reshape(bands, (-1, 2)))

    def means(self, grey: Image, quads: Quads) -> Floats:
        """Mean grey values: N x depths x sides."""
        return np.asarray(self._spots.values(grey, quads).reshape(len(quads), *self._shape).mean(-1))
