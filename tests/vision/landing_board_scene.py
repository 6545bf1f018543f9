"""Draws the landing board on a table with the plane token on a given space."""

import cv2
import numpy as np

from tests.vision.camera import Camera, Floats, Image, Light, paste, spoil, table_top

ROWS = ((1, 9), (1, 10), (1, 11), (1, 12), (1, 12), (2, 12), (3, 12))
WIDTH, HEIGHT, DOTS = 280, 190, 4  # millimetres, and pixels a millimetre of the drawing
SPACES = [(r + 1, c) for r, (first, last) in enumerate(ROWS) for c in range(first, last + 1)]


def place(row: int, col: int, staggered: bool) -> Floats:
    """The middle of a space, millimetres from the board's top left."""
    return np.array([24 + (col - 1) * 19.5 + (9.75 if staggered and row % 2 == 0 else 0), 27 + (row - 1) * 19.5])


def plane_shape(size: float) -> list[np.ndarray]:
    body = np.array([[-0.12, -1], [0.12, -1], [0.12, 1], [-0.12, 1]])
    wings = np.array([[-0.95, 0.2], [0, -0.35], [0.95, 0.2], [0.95, 0.4], [0, 0.1], [-0.95, 0.4]])
    tail = np.array([[-0.4, 1], [0, 0.7], [0.4, 1]])
    return [part * size for part in (body, wings, tail)]


def board_picture(rng: np.random.Generator, staggered: bool = False) -> Image:
    """The board seen from straight above, in colours a little off each time."""
    w, h = WIDTH * DOTS, HEIGHT * DOTS
    top, low = np.array([138, 122, 92]) + rng.normal(0, 8, 3), np.array([150, 146, 128]) + rng.normal(0, 8, 3)
    ramp = np.linspace(0, 1, h)[:, None, None]
    board = np.repeat(top * (1 - ramp) + low * ramp, w, axis=1)
    cloud = cv2.resize(rng.normal(0, 1, (5, 6)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    board = np.clip(board + 7 * cloud[..., None], 0, 255).astype(np.uint8)
    dark = tuple(float(v) for v in np.array([78, 62, 44]) + rng.normal(0, 6, 3))
    ground = np.array([[0, 165], [90, 156], [150, 150], [232, 150], [262, 70], [280, 50], [280, 190], [0, 190]]) * DOTS
    cv2.fillPoly(board, [ground.astype(np.int32)], dark, cv2.LINE_AA)
    lake = (int(100 * DOTS), int(160 * DOTS))
    cv2.ellipse(board, lake, (int(52 * DOTS), int(5 * DOTS)), 0, 0, 360, (205, 170, 130), -1, cv2.LINE_AA)
    for x in range(160, 245, 6):
        cv2.line(board, (x * DOTS, 158 * DOTS), ((x + 3) * DOTS, 158 * DOTS), (190, 200, 205), DOTS // 2, cv2.LINE_AA)
    veil = board.copy()
    radius = rng.uniform(7.4, 9.0) * DOTS
    for row, col in SPACES:
        x, y = place(row, col, staggered) * DOTS
        cv2.circle(veil, (int(x), int(y)), int(radius), (196, 204, 196), -1, cv2.LINE_AA)
    strength = rng.uniform(0.5, 0.9)
    board = (board * (1 - strength) + veil * strength).astype(np.uint8)
    x, y = place(1, 1, staggered) * DOTS
    cv2.circle(board, (int(x), int(y)), int(radius), (52, 46, 38), -1, cv2.LINE_AA)
    for part in plane_shape(radius * 0.7):
        cv2.fillPoly(board, [(part + np.array([x, y])).astype(np.int32)], (190, 225, 230), cv2.LINE_AA)
    cv2.putText(
        board, "START", (int(x - 8 * DOTS), int(y - 10 * DOTS)), cv2.FONT_HERSHEY_SIMPLEX, 0.22 * DOTS, (60, 50, 40), 3
    )
    cv2.putText(board, "HIT THE", (218 * DOTS, 20 * DOTS), cv2.FONT_HERSHEY_DUPLEX, 0.32 * DOTS, (60, 50, 40), 5)
    cv2.putText(board, "Silk!", (224 * DOTS, 34 * DOTS), cv2.FONT_HERSHEY_TRIPLEX, 0.4 * DOTS, (60, 50, 40), 5)
    cv2.putText(
        board, "LAND THE PLANE!", (150 * DOTS, 178 * DOTS), cv2.FONT_HERSHEY_SIMPLEX, 0.3 * DOTS, (160, 220, 225), 4
    )
    return board


def rounded_cover() -> np.ndarray:
    r, w, h = 8 * DOTS, WIDTH * DOTS, HEIGHT * DOTS
    cover = np.zeros((h, w), np.float32)
    cv2.rectangle(cover, (r, 0), (w - r, h), 1.0, -1)
    cv2.rectangle(cover, (0, r), (w, h - r), 1.0, -1)
    for x in (r, w - r):
        for y in (r, h - r):
            cv2.circle(cover, (x, y), r, 1.0, -1, cv2.LINE_AA)
    return cover


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
