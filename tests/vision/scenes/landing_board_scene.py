"""Draws the landing board on a table with the plane token on a given space."""

import cv2
import numpy as np

from tests.vision.scenes.camera import Camera, Floats, Image, Light, paste, spoil, table_top
from vision.table.landing import HEIGHT, WIDTH, board_picture, place, plane_shape, rounded_cover


def landing_board(
    rng: np.random.Generator,
    light: Light,
    tilt: float,
    at: tuple[int, int] | None,
    width: int = 1920,
    across: float = 450.0,
    turn: float | None = None,
    staggered: bool = False,
) -> Image:
    """A board on a table with the token on space `at` (row, column), or with no token."""
    size = (width, width * 9 // 16)
    camera = Camera(size, across, tilt, rng.uniform(-25, 25) if turn is None else turn)
    frame = table_top(size, rng)
    shift = rng.uniform(-12, 12, 2) - np.array([WIDTH, HEIGHT]) / 2
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]) + shift
    paste(frame, board_picture(rng, staggered), camera.pixels(corners), rounded_cover())
    if at is not None:
        draw_token(frame, camera, place(*at, staggered) + shift + rng.normal(0, 1.2, 2), rng)
    return spoil(frame, light, rng)


def draw_token(frame: Image, camera: Camera, at: Floats, rng: np.random.Generator) -> None:
    """A red round token, three to five millimetres thick, its plane turned anyhow."""
    thick, radius, a = rng.uniform(3, 5), rng.uniform(8.5, 10.5), rng.uniform(0, 2 * np.pi)
    red = np.array([38, 34, 196]) + rng.normal(0, 14, 3)
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    ring = np.stack([np.cos(t), np.sin(t)], 1) * radius + at
    for z, shade in ((0.0, 0.6), (thick / 2, 0.6), (thick, 1.0)):
        seen = camera.pixels(np.hstack([ring, np.full((60, 1), z)]))
        cv2.fillPoly(frame, [(seen * 16).astype(np.int32)], tuple(float(v) for v in red * shade), cv2.LINE_AA, 4)
    spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    for part in plane_shape(radius * 0.6):
        flat = part @ spin.T + at
        seen = camera.pixels(np.hstack([flat, np.full((len(flat), 1), thick)]))
        cv2.fillPoly(frame, [(seen * 16).astype(np.int32)], (235, 235, 240), cv2.LINE_AA, 4)
