"""What LAND THE PLANE! puts on the table, drawn by ourselves: the board, its red token and the two dice."""

from functools import cache

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.images import Floats, Image
from vision.table.camera import Camera, Pose
from vision.table.scene import LaidPicture

FACES = ("1", "2", "3", "4", "1-across", "1-down")
AROUND = {"1": "2", "2": "1", "3": "4", "4": "3", "1-across": "1-down", "1-down": "1-across"}
"""Opposite faces; which of the four others lies in front does not matter to a reader of the top."""
TEXTURE = 192
ROWS = ((1, 9), (1, 10), (1, 11), (1, 12), (1, 12), (2, 12), (3, 12))
SPACES = [(r + 1, c) for r, (first, last) in enumerate(ROWS) for c in range(first, last + 1)]
WIDTH, HEIGHT, DOTS = 280, 190, 4
"""Millimetres, and pixels a millimetre of the drawing."""
DIE_MM = 17.0
TOKEN_MM = 19.0


def landing_board(at: Pose, random: Generator) -> LaidPicture:
    """The board, its middle at a place."""
    return LaidPicture(board_picture(random), (255 * rounded_cover()).astype(np.uint8), DOTS, at)


def token(row: int, col: int, board: Pose) -> LaidPicture:
    """The plane token on a space of a board that lies unturned."""
    x, y = place(row, col, staggered=False)
    picture, mask = _token()
    return LaidPicture(picture, mask, 8, Pose(board.x + x - WIDTH / 2, board.y + y - HEIGHT / 2, height=4))


def die(face: str, x: float, y: float, turn: float, camera: Camera) -> list[LaidPicture]:
    """One die: the sides that can be seen, and its top."""
    half = DIE_MM / 2
    sides = [name for name in FACES if name not in (face, AROUND[face])]
    poses = []
    for quarter, name in enumerate(sides):
        a = np.radians(turn + 90 * quarter)  # outwards is where the picture's foot would point, lying down
        away = Pose(x - half * np.sin(a), y + half * np.cos(a), turn + 90 * quarter, half, 90)
        corners = camera.pixels(away, np.array([[-1.0, -1], [1, -1], [1, 1]]))
        (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[0]
        if ax * by - ay * bx > 0:  # seen from outside
            poses.append((name, away, 0.8))
    poses.append((face, Pose(x, y, turn, DIE_MM), 1.0))
    cover = (255 * rounded(0.16)).astype(np.uint8)
    return [
        LaidPicture((face_picture(name, 0, 1, 0.8) * light).astype(np.uint8), cover, TEXTURE / DIE_MM, pose)
        for name, pose, light in poses
    ]


@cache
def _token() -> tuple[Image, Image]:
    side = round(TOKEN_MM * 8)
    picture = np.full((side, side, 3), (38, 34, 196), np.uint8)
    mask = np.zeros((side, side), np.uint8)
    cv2.circle(mask, (side // 2, side // 2), side // 2 - 1, 255, -1, cv2.LINE_AA)
    for part in plane_shape(side * 0.3):
        cv2.fillPoly(picture, [(part + side / 2).astype(np.int32)], (235, 235, 240), cv2.LINE_AA)
    return picture, mask


@cache
def face_picture(face: str, font: int, bold: int, disc: float) -> Image:
    """One face, upright: a dark disc on white, the figure in white. `disc` is the disc's share of the side."""
    picture = np.full((TEXTURE, TEXTURE, 3), 242, np.uint8)
    middle = TEXTURE // 2
    radius = disc * TEXTURE / 2
    cv2.circle(picture, (middle, middle), int(radius), (44, 42, 40), -1, cv2.LINE_AA)
    white = (240, 240, 240)
    thick = int(radius * (0.14 + 0.05 * bold))
    scale = radius * 1.15 / cv2.getTextSize("1", font, 1, 1)[0][1]
    (w, h), _ = cv2.getTextSize(face[0], font, scale, thick)
    left = middle - w // 2 - (int(radius * 0.3) if len(face) > 1 else 0)
    cv2.putText(picture, face[0], (left, middle + h // 2), font, scale, white, thick, cv2.LINE_AA)
    if len(face) > 1:
        size = radius * 0.26
        points = (
            np.array([[-0.7, -1], [0.7, 0], [-0.7, 1]])
            if face == "1-across"
            else np.array([[-1, -0.7], [1, -0.7], [0, 0.7]])
        )
        place = np.array([middle + radius * 0.45, middle])
        cv2.fillPoly(picture, [(place + points * size).astype(np.int32)], white, cv2.LINE_AA)
    return picture


@cache
def rounded(share: float) -> NDArray[np.float32]:
    """How much of a face's square the die covers: its corners are round."""
    r = int(TEXTURE * share)
    cover = np.zeros((TEXTURE, TEXTURE), np.float32)
    cv2.rectangle(cover, (r, 0), (TEXTURE - r, TEXTURE), 1.0, -1)
    cv2.rectangle(cover, (0, r), (TEXTURE, TEXTURE - r), 1.0, -1)
    for x in (r, TEXTURE - r):
        for y in (r, TEXTURE - r):
            cv2.circle(cover, (x, y), r, 1.0, -1, cv2.LINE_AA)
    return cover


def place(row: int, col: int, staggered: bool) -> Floats:
    """The middle of a space, millimetres from the board's top left."""
    return np.array([24 + (col - 1) * 19.5 + (9.75 if staggered and row % 2 == 0 else 0), 27 + (row - 1) * 19.5])


def plane_shape(size: float) -> list[Floats]:
    """Body, wings and tail, nose up, about the middle."""
    body = np.array([[-0.12, -1], [0.12, -1], [0.12, 1], [-0.12, 1]])
    wings = np.array([[-0.95, 0.2], [0, -0.35], [0.95, 0.2], [0.95, 0.4], [0, 0.1], [-0.95, 0.4]])
    tail = np.array([[-0.4, 1], [0, 0.7], [0.4, 1]])
    return [part * size for part in (body, wings, tail)]


def board_picture(random: Generator, staggered: bool = False) -> Image:
    """The board seen from straight above, in colours a little off each time."""
    w, h = WIDTH * DOTS, HEIGHT * DOTS
    top, low = np.array([138, 122, 92]) + random.normal(0, 8, 3), np.array([150, 146, 128]) + random.normal(0, 8, 3)
    ramp = np.linspace(0, 1, h)[:, None, None]
    board = np.repeat(top * (1 - ramp) + low * ramp, w, axis=1)
    cloud = cv2.resize(random.normal(0, 1, (5, 6)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    board = np.clip(board + 7 * cloud[..., None], 0, 255).astype(np.uint8)
    dark = tuple(float(v) for v in np.array([78, 62, 44]) + random.normal(0, 6, 3))
    ground = np.array([[0, 165], [90, 156], [150, 150], [232, 150], [262, 70], [280, 50], [280, 190], [0, 190]]) * DOTS
    cv2.fillPoly(board, [ground.astype(np.int32)], dark, cv2.LINE_AA)
    lake = (int(100 * DOTS), int(160 * DOTS))
    cv2.ellipse(board, lake, (int(52 * DOTS), int(5 * DOTS)), 0, 0, 360, (205, 170, 130), -1, cv2.LINE_AA)
    for x in range(160, 245, 6):
        cv2.line(board, (x * DOTS, 158 * DOTS), ((x + 3) * DOTS, 158 * DOTS), (190, 200, 205), DOTS // 2, cv2.LINE_AA)
    veil = board.copy()
    radius = random.uniform(7.4, 9.0) * DOTS
    for row, col in SPACES:
        x, y = place(row, col, staggered) * DOTS
        cv2.circle(veil, (int(x), int(y)), int(radius), (196, 204, 196), -1, cv2.LINE_AA)
    strength = random.uniform(0.5, 0.9)
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


def rounded_cover() -> NDArray[np.float32]:
    """How much of the board's rectangle it covers: its corners are round."""
    r, w, h = 8 * DOTS, WIDTH * DOTS, HEIGHT * DOTS
    cover = np.zeros((h, w), np.float32)
    cv2.rectangle(cover, (r, 0), (w - r, h), 1.0, -1)
    cv2.rectangle(cover, (0, r), (w, h - r), 1.0, -1)
    for x in (r, w - r):
        for y in (r, h - r):
            cv2.circle(cover, (x, y), r, 1.0, -1, cv2.LINE_AA)
    return cover
