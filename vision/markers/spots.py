"""Looks at the same spots of many squares at once, each square seen in its own plane."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.markers.blobs import Quads
from vision.markers.products import Known
from vision.markers.squares import unit_homographies

Floats: TypeAlias = NDArray[Any]


class Spots:
    """Spots of the unit square, which each quad is taken for from its first corner on."""

    def __init__(self, spots: Floats) -> None:
        """Across and down, in rows."""
        places = np.asarray(spots, np.float64)
        self._plane = Known(np.concatenate([places, np.ones_like(places[:, :1])], 1))
        self._count = len(places)

    @classmethod
    def grid(cls, places: Floats) -> "Spots":
        """Every place across with every place down, row by row."""
        return cls(np.stack(np.meshgrid(places, places), -1).reshape(-1, 2))

    def values(self, grey: Image, quads: Quads) -> Floats:
        """Grey values: N x spots."""
        if len(quads) == 0:
            return np.empty((0, self._count), np.float32)
        return self.values_in(grey, unit_homographies(quads))

    def values_in(self, grey: Image, planes: Floats) -> Floats:
        """The same for quads to which these homographies lead from the unit square."""
        seen = self._plane.products(planes.transpose(1, 0, 2).reshape(-1, 3))
        x, y, depth = seen.reshape(3, len(planes), self._count)
        depth[np.abs(depth) < 1e-6] = 1e-6  # beyond a horizon there is nothing to see
        values = cv2.remap(grey, x / depth, y / depth, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
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
