"""What stickers look like anywhere on a table, by those that were read."""

import numpy as np

from vision.images import Floats
from vision.markers.blobs import Quads, areas
from vision.markers.table_plane import TablePlane
from vision.table.camera import Camera, Pose

CAMERA = Camera(1280, 720, tilt=35, turn=5)
SQUARE = np.array([[-10.0, -10], [10, -10], [10, 10], [-10, 10]])


def _seen(*poses: Pose) -> Quads:
    return np.array([CAMERA.pixels(pose, SQUARE) for pose in poses])


def _strewn(count: int, height: float = 0.0) -> list[Pose]:
    random = np.random.default_rng(4)
    return [Pose(*random.uniform((-220, -110), (220, 110)), random.uniform(0, 360), height) for _ in range(count)]


def _turns(quads: Quads) -> Floats:
    """By how much each is turned in its plane, by its own shape."""
    sides = np.stack([quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]], 2)
    own = []
    for matrix in sides:
        left, _, right = np.linalg.svd(matrix)
        own.append(np.arctan2(*(left @ right)[[1, 0], 0]))
    return np.array(own)


def _sizes(quads: Quads) -> Floats:
    return np.sqrt(areas(quads))


def _off(plane: TablePlane, truth: Quads) -> float:
    """By how many pixels the worst corner is off."""
    return float(np.abs(plane.stickers(truth.mean(1), _sizes(truth), _turns(truth)) - truth).max())


def test_six_stickers_tell_what_all_others_look_like() -> None:
    quads = _seen(*_strewn(40))
    assert _off(TablePlane(quads[:6]), quads) < 1.5


def test_six_stickers_tell_how_large_others_are() -> None:
    quads = _seen(*_strewn(40))
    assert np.abs(TablePlane(quads[:6]).sides(quads.mean(1)) / _sizes(quads) - 1).max() < 0.02


def test_a_card_held_above_the_table_is_not_believed() -> None:
    quads = _seen(*_strewn(12))
    held = _seen(*_strewn(1, height=120.0))
    assert _off(TablePlane(np.concatenate([quads, held])), quads) < 1.5


def test_by_one_sticker_all_look_like_it() -> None:
    quad, away = _seen(Pose()), np.array([100.0, 50.0])
    told = TablePlane(quad).stickers(quad.mean(1) + away, _sizes(quad), _turns(quad))
    assert np.abs(told - quad - away).max() < 1.0


def test_a_rough_shape_is_taken_for_a_sticker_unless_its_size_is_wrong() -> None:
    quads = _seen(*_strewn(12))
    rough = quads[8:9] + np.array([[[2.0, -2.0], [-2.0, 2.0], [2.0, 2.0], [-2.0, -2.0]]])
    plane, middle = TablePlane(quads[:8]), rough.mean(1, keepdims=True)
    assert np.abs(plane.like(rough) - quads[8:9]).max() < 2.0
    assert len(plane.like(middle + 1.7 * (rough - middle))) == 0
    assert len(plane.like(middle + 0.6 * (rough - middle))) == 0


def test_nothing_lies_beyond_the_horizon() -> None:
    plane = TablePlane(_seen(*_strewn(12)))
    middles, sides = np.array([[640.0, 300.0], [640.0, -5000.0]]), np.array([40.0, 4.0])
    assert len(plane.stickers(middles, sides, np.zeros(2))) == 1
    assert len(plane.stickers(middles[:0], sides[:0], np.zeros(0))) == 0
