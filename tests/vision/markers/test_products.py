"""Products and inverses made in portions are those made at once."""

import numpy as np
import pytest

from vision.markers.products import Known, dot, inner, inverse


@pytest.mark.parametrize(("patterns", "length", "views"), [(3, 5, 1), (431, 441, 19), (1, 961, 8)])
def test_products_in_portions_are_the_products(patterns: int, length: int, views: int) -> None:
    rng = np.random.default_rng(1)
    known, seen = (rng.normal(size=(count, length)).astype(np.float32) for count in (patterns, views))
    assert np.allclose(Known(known).products(seen), seen @ known.T, atol=1e-3)


@pytest.mark.parametrize("rows", [1, 80, 81, 121, 333])
def test_a_matrix_inverted_by_halves_is_the_inverse(rows: int) -> None:
    parts = np.random.default_rng(2).normal(size=(rows, 2 * rows))
    matrix = parts @ parts.T + np.eye(rows)
    assert np.allclose(inverse(matrix) @ matrix, np.eye(rows), atol=1e-9)


@pytest.mark.parametrize(("rows", "others", "length"), [(7, 7, 14_000), (7, 2, 22_176), (1, 1, 3), (600, 600, 5)])
def test_inner_products_in_portions_are_the_products(rows: int, others: int, length: int) -> None:
    rng = np.random.default_rng(3)
    one, other = (rng.normal(size=(count, length)) for count in (rows, others))
    assert np.allclose(inner(one, other), one @ other.T)
    assert dot(one[0], other[0]) == pytest.approx(one[0] @ other[0])
