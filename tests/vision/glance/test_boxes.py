"""Boxes round the shapes of a mask."""

import numpy as np

from vision.glance import boxes


def test_every_shape_has_its_box() -> None:
    mask = np.zeros((60, 80), np.uint8)
    mask[5:15, 10:40] = 255
    mask[30:50, 60:80] = 255
    mask[59, 0] = 255
    assert sorted(boxes(mask).tolist()) == [[0, 59, 1, 1], [10, 5, 30, 10], [60, 30, 20, 20]]


def test_what_touches_by_a_corner_is_one() -> None:
    mask = np.zeros((30, 30), np.uint8)
    mask[5:10, 5:10] = mask[10:15, 10:15] = 255
    assert boxes(mask).tolist() == [[5, 5, 10, 10]]


def test_what_lies_in_the_hole_of_another_has_none_of_its_own() -> None:
    mask = np.zeros((60, 60), np.uint8)
    mask[5:55, 5:55] = 255
    mask[15:45, 15:45] = 0
    mask[25:35, 25:35] = 255
    assert boxes(mask).tolist() == [[5, 5, 50, 50]]


def test_nothing_has_none() -> None:
    assert boxes(np.zeros((60, 60), np.uint8)).shape == (0, 4)
