"""Correlates views with known patterns on one core.

The linear algebra under numpy wakes every core for a product of more than `ALONE` steps. For products as small as ours
it then waits longer than it multiplies, and the other cores have the screen to draw. So they are made in portions.
"""

import numpy as np

from vision.images import Floats

ALONE = 2**18
"""Multiplications up to which it works alone."""
ROWS = 8
"""Views in a portion."""


class Known:
    """Patterns to compare views with."""

    def __init__(self, patterns: Floats) -> None:
        """Patterns in rows, ready for a correlation."""
        self._count, length = patterns.shape
        wide = min(self._count, ALONE // (ROWS * length))
        groups = -(-self._count // wide)
        padded = np.zeros((groups * wide, length), np.float32)
        padded[: self._count] = patterns
        self._groups = np.ascontiguousarray(padded.reshape(groups, wide, length).transpose(0, 2, 1))

    def products(self, views: Floats) -> Floats:
        """Of every view (in rows) with every pattern: views x patterns."""
        portions = -(-len(views) // ROWS)
        padded = np.zeros((portions * ROWS, views.shape[1]), np.float32)
        padded[: len(views)] = views
        products = padded.reshape(portions, 1, ROWS, -1) @ self._groups
        rows = products.transpose(0, 2, 1, 3).reshape(portions * ROWS, -1)
        return rows[: len(views), : self._count]
