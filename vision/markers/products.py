"""Correlates views with known patterns, and inverts matrices, on one core.

The linear algebra under numpy wakes every core for a product of more than `ALONE` steps (of a matrix with a vector, or
of two vectors, for far fewer), or for the inverse of a matrix with more than `HALVED` rows. For what is as small as
ours it then waits longer than it multiplies, and the other cores have the screen to draw. So it is done in portions.
"""

import numpy as np

from vision.images import Floats

ALONE = 2**18
"""Multiplications up to which it works alone."""
ROWS = 8
"""Views in a portion."""
HALVED = 80
"""Rows of a matrix up to which it is inverted alone."""


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


def inner(rows: Floats, others: Floats) -> Floats:
    """Of each of a few long rows with each of the others."""
    portion = max(1, ALONE // (len(rows) * len(others)))
    starts = range(0, rows.shape[1], portion)
    return np.asarray(sum(rows[:, at : at + portion] @ others[:, at : at + portion].T for at in starts))


def dot(one: Floats, other: Floats) -> float:
    """Of two vectors."""
    return float(np.einsum("k,k->", one, other))


def inverse(matrix: Floats) -> Floats:
    """Of a symmetric matrix all of whose eigenvalues are above 0: by halves, of which each is inverted by itself, the
    second one without what the first explains of it (Schur's complement)."""
    if len(matrix) <= HALVED:
        return np.asarray(np.linalg.inv(matrix))
    half = len(matrix) // 2
    first = inverse(matrix[:half, :half])
    explained = first @ matrix[:half, half:]
    second = inverse(matrix[half:, half:] - matrix[half:, :half] @ explained)
    across = -explained @ second
    return np.block([[first - across @ explained.T, across], [across.T, second]])
