"""The search for squares: where it looks closely, and where that would be a waste."""

import cv2
import numpy as np
import pytest

from vision.images import Image
from vision.markers.busy_parts import Part, parts_of
from vision.markers.search import Search
from vision.stickers import layout

GRAIN = np.random.default_rng(7).normal(0, 1, (540, 960))


def grained(sticker: bool) -> np.ndarray:
    """Wood whose grain runs across; on it, perhaps, one sticker of 12 mm from afar, smeared along the grain."""
    wood = cv2.GaussianBlur(GRAIN, (0, 0), sigmaX=60, sigmaY=1.2)
    table = 100 + 30 * wood / wood.std()
    if sticker:
        drawn = layout("aruco", 5).draw(46)
        table[250 : 250 + len(drawn), 430 : 430 + len(drawn)] = drawn
        table = cv2.blur(table, (3, 1))
    return np.clip(table, 0, 255).astype(np.uint8)


def test_where_nothing_was_read_grain_is_not_looked_at_closely_but_a_smeared_sticker_is() -> None:
    for sticker in (False, True):
        search = Search(grained(sticker))
        search.first()
        found = search.finer()
        shapes = np.concatenate([found.dark, found.bright])
        near = [quad for quad in shapes if np.abs(quad.mean(0) - (447, 267)).max() < 6]
        assert bool(near) == sticker
        assert len(shapes) <= 30 * sticker


def test_grain_is_told_from_codes_before_the_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is busy one way only: to part it into ink and paper, and to label that, is time lost."""
    looked_at: list[int] = []

    def counted(picture: Image, scale: float, busy: Image) -> list[Part]:
        parts = parts_of(picture, scale, busy)
        looked_at.append(sum(part.picture.size for part in parts))
        return parts

    monkeypatch.setattr("vision.markers.search.parts_of", counted)
    Search(grained(sticker=False)).first()
    assert sum(looked_at) < 0.25 * GRAIN.size


def test_the_glimpse_may_see_any_frame_twice_as_fine() -> None:
    """As finely as its stickers ask for, large or small, but no finer than the frame is."""
    for side, wide in ((40.0, 1280), (90.0, 1280), (20.0, 1280), (150.0, 3000), (14.0, 640)):
        search = Search(np.full((wide * 9 // 16, wide), 128, np.uint8))
        search.first()
        small, scale = search.small(side)
        fine, finer = search.small(side, finer=True)
        assert fine.shape[1] * finer == pytest.approx(wide)
        assert small.shape[1] * scale == pytest.approx(wide)
        assert finer == pytest.approx(max(1.0, scale / 2), rel=0.01)
