"""Where a fan goes on, and where one card of it is missing."""

import numpy as np
import pytest

from vision import fans
from vision.blobs import Quads

TILT = np.array([[1.0, 0.05, 300.0], [0.0, 0.8, 120.0], [0.0, 0.0002, 1.0]])
"""From the table to a frame that shows it aslant."""
FRAME = (720, 1280)


def _fan(count: int) -> Quads:
    """Stickers of 40 pixels, each turned by 12 degrees about a point below it."""
    square = np.array([[-20.0, -20], [20, -20], [20, 20], [-20, 20]]) - (0, 240)
    turned = []
    for turn in np.radians(12 * np.arange(count) - 30):
        axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners = np.concatenate([square @ axes.T + (300, 400), np.ones((4, 1))], 1) @ TILT.T
        turned.append(corners[:, :2] / corners[:, 2:])
    return np.array(turned)


def _off(found: Quads, quad: Quads) -> float:
    """By how much the worst corner of the best of them is off."""
    return float(np.abs(found - quad).max((1, 2)).min())


@pytest.mark.parametrize("missing", [0, 2, 5])
def test_the_missing_one_is_known_by_the_others(missing: int) -> None:
    whole = _fan(6)
    found = fans.further(np.delete(whole, missing, 0), 0, FRAME)
    assert _off(found, whole[missing]) < 1.0


def test_nothing_lies_where_stickers_were_read_or_beyond_the_frame() -> None:
    whole = _fan(6)
    found = fans.further(whole, 0, FRAME)
    assert all(np.linalg.norm(found.mean(1) - quad.mean(0), axis=1).min() > 25 for quad in whole)
    assert len(fans.further(whole + np.array([1100, 0]), 0, FRAME)) == 0


def test_only_what_is_new_leads_on() -> None:
    whole = _fan(6)
    assert len(fans.further(whole, 6, FRAME)) == 0
    found = fans.further(whole[:5], 4, FRAME)
    assert _off(found, whole[5]) < 1.0
    assert len(fans.further(whole[:1], 0, FRAME)) == 0
