"""How dice lie to the camera is told by the ellipses of their discs."""

import cv2
import numpy as np

from vision.dice.discs import Disc
from vision.dice.slant import FOCAL, LEANS, TURNS, fits
from vision.dice.tops import NONE, SIDE, TOP, WAYS, _weighed
from vision.images import Floats

SHAPE = (720, 1280)


def test_the_outlines_of_two_dice_tell_which_way_up_the_camera_is_held_and_how_far_it_leans() -> None:
    for turn, lean in ((0, 30.0), (5, 40.0), (14, 35.0), (21, 25.0)):
        camera = _held(turn, lean)
        discs, kinds = _dice(camera)
        told = np.log(fits(discs, SHAPE)[:, :, range(len(discs)), kinds]).sum(axis=-1)
        best = np.unravel_index(np.argmax(told), told.shape)
        assert best[0] == turn
        assert abs(np.rad2deg(LEANS[best[1]]) - lean) <= 5


def test_what_a_disc_is_shows_by_its_outline_where_the_network_cannot_tell() -> None:
    discs, kinds = _dice(_held(6, 35.0))
    unsure = np.full((WAYS, len(discs), 3), (0.02, 0.49, 0.49))
    chances = _weighed(unsure, np.where(np.arange(WAYS) == 2, 0.0, -4.0), fits(discs, SHAPE))
    assert chances.argmax(axis=1).tolist() == kinds


def test_a_badge_that_lies_flat_is_no_top_for_that() -> None:
    discs = [disc for disc, kind in zip(*_dice(_held(0, 35.0)), strict=True) if kind == TOP]
    said = np.full((WAYS, len(discs), 3), (0.6, 0.0, 0.4))
    assert (_weighed(said, np.zeros(WAYS), fits(discs, SHAPE))[:, NONE] > 0.4).all()


def _held(turn: int, lean: float) -> Floats:
    """A camera so held, as a matrix from the table's directions, y towards its upper edge, z up, to its own."""
    t, tilt = 2 * np.pi * turn / TURNS, np.deg2rad(lean)
    leant = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])
    roll = np.array([[np.cos(t), np.sin(t), 0], [-np.sin(t), np.cos(t), 0], [0, 0, 1]])
    return np.asarray(roll @ leant)


def _dice(camera: Floats) -> tuple[list[Disc], list[int]]:
    """Discs of two dice as circles on small cubes, and whether each is a top or a side."""
    found = [*_die(camera, (-0.2, 0.1), 0.4), *_die(camera, (0.3, -0.1), 1.1)]
    return [disc for disc, _ in found], [kind for _, kind in found]


def _die(camera: Floats, at: tuple[float, float], yaw: float) -> list[tuple[Disc, int]]:
    focal, size, up = FOCAL * max(SHAPE), 0.02, np.array([0.0, 0.0, 1.0])
    ray = np.array([*at, 1.0])
    across, away = np.array([np.cos(yaw), np.sin(yaw), 0]), np.array([-np.sin(yaw), np.cos(yaw), 0])
    sides = [(sign * a, b, up, SIDE) for a, b in ((across, away), (away, across)) for sign in (1, -1)]
    found = []
    for normal, one, other, kind in [(up, across, away, TOP), *sides]:
        if -(camera @ normal) @ ray / np.linalg.norm(ray) < 0.4:
            continue
        turns = np.linspace(0, 2 * np.pi, 60, endpoint=False)[:, None]
        circle = ray + size * (normal + 0.8 * (np.cos(turns) * one + np.sin(turns) * other)) @ camera.T
        points = focal * circle[:, :2] / circle[:, 2:] + np.array(SHAPE[::-1]) / 2
        (x, y), (short, long), turn = cv2.fitEllipse(points.astype(np.float32))
        found.append((Disc(x, y, long, short, float(np.deg2rad(turn) % np.pi)), kind))
    return found
