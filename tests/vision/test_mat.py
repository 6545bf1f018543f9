"""The mat: millimetres and zones, a covered corner, a pushed tag, a bumped camera."""

import cv2
import numpy as np
import pytest

from tests.vision.scenes import tables
from vision import images, markers
from vision.markers.grid_codes import Reading
from vision.mat import Mat, View
from vision.table.camera import Camera, Pose

MIDDLE = {0: (-240, -140), 1: (240, -140), 2: (240, 140), 3: (-240, 140)}
SQUARE = np.array([[-15.0, -15], [15, -15], [15, 15], [-15, 15]])


def tags(camera: Camera, *numbers: int, pushed: int | None = None) -> list[Reading]:
    found = []
    for number in numbers:
        x, y = MIDDLE[number]
        pose = Pose(x + (25 if number == pushed else 0), y)
        found.append(Reading(number, 1.0, camera.pixels(pose, SQUARE)))
    return found


def pixel(camera: Camera, x: float, y: float) -> tuple[float, float]:
    """A place on the mat, whose far left corner is 260 mm left of and 160 mm behind the table's middle."""
    a, b = camera.pixels(Pose(), np.array([[x - 260.0, y - 160.0]]))[0]
    return float(a), float(b)


def millimetres(view: View, point: tuple[float, float]) -> tuple[float, float]:
    """Where a pixel is on the mat."""
    assert view.to_mm is not None
    x, y = cv2.perspectiveTransform(np.array([[point]]), view.to_mm)[0, 0]
    return float(x), float(y)


CAMERA = Camera(1280, 720, tilt=25, turn=3)


def test_zones_of_a_rendered_table() -> None:
    picture = tables.mat_with_cards()
    found = markers.scan(images.grey(picture.image))
    assert sorted(tag.number for tag in found.tags) == [0, 1, 2, 3]
    view = Mat("hit-the-silk").see(found.tags)
    zones = {reading.number: view.zone(tuple(reading.corners.mean(0))) for reading in found.aruco}
    assert zones == {0: "draw", 1: "discard", 2: None}


@pytest.mark.parametrize("corners", [(0, 1, 2, 3), (0, 1, 2), (1, 2, 3)])
def test_millimetres_from_three_or_four_corners(corners: tuple[int, ...]) -> None:
    view = Mat("hit-the-silk").see(tags(CAMERA, *corners))
    assert view.state == "seen"
    assert millimetres(view, pixel(CAMERA, 180, 150)) == pytest.approx((180, 150), abs=0.01)
    assert view.zone(pixel(CAMERA, 180, 150)) == "discard"
    assert view.zone(pixel(CAMERA, 180, 40)) is None


def test_the_last_good_view_is_kept_while_a_hand_covers_corners() -> None:
    mat = Mat("hit-the-silk")
    mat.see(tags(CAMERA, 0, 1, 2, 3))
    view = mat.see(tags(CAMERA, 0, 1))
    assert (view.state, view.bumped) == ("kept", False)
    assert view.zone(pixel(CAMERA, 180, 150)) == "discard"
    assert mat.see([]).zone(pixel(CAMERA, 180, 150)) == "discard"


def test_a_bumped_camera_is_noticed() -> None:
    mat = Mat("hit-the-silk")
    mat.see(tags(CAMERA, 0, 1, 2, 3))
    elsewhere = Camera(1280, 720, tilt=28, turn=9)
    view = mat.see(tags(elsewhere, 0, 1, 2, 3))
    assert (view.state, view.bumped) == ("seen", True)
    assert view.zone(pixel(elsewhere, 180, 150)) == "discard"
    lost = mat.see(tags(CAMERA, 0, 1))
    assert (lost.state, lost.bumped) == ("none", True)


def test_one_pushed_tag_is_no_bump() -> None:
    mat = Mat("hit-the-silk")
    mat.see(tags(CAMERA, 0, 1, 2, 3))
    view = mat.see(tags(CAMERA, 0, 1, 2, 3, pushed=2))
    assert not view.bumped
    assert millimetres(view, pixel(CAMERA, 180, 150)) == pytest.approx((180, 150), abs=0.5)  # the other three decide


def test_without_a_mat_the_table_is_one_zone() -> None:
    assert Mat("hit-the-silk").see([]).zone((10, 10)) == "table"


def test_a_zone_tag_makes_a_zone_where_it_lies() -> None:
    camera = Camera(1280, 720)
    pose = Pose(30, 20, turn=90)
    tag = Reading(21, 1.0, camera.pixels(pose, SQUARE * 20 / 30))
    view = Mat("hit-the-silk").see([tag])
    inside, outside = (tuple(camera.pixels(pose, np.array([spot]))[0]) for spot in ([50.0, 30.0], [-50.0, 30.0]))
    assert view.zone(inside) == "discard"
    assert view.zone(outside) is None


def test_tag_corners_are_exact() -> None:
    picture = tables.mat_with_cards()
    truth = {seen.thing.number: seen.corners for seen in picture.seen if isinstance(seen.thing, tables.LaidTag)}
    found = markers.scan(images.grey(picture.image)).tags
    assert np.mean([np.linalg.norm(truth[tag.number] - tag.corners, axis=1) for tag in found]) <= 0.5
