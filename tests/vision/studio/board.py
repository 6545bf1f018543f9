"""The landing board drawn anew from its description alone: other colours, fonts, proportions, rows set otherwise."""

from dataclasses import dataclass

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFilter

from tests.vision.studio.lens import Lens, Shot
from tests.vision.studio.prints import _font, clouds
from tests.vision.studio.scene import SURFACES, Print, Room, render
from vision.images import Image

ROWS = ((1, 9), (1, 10), (1, 11), (1, 12), (1, 12), (2, 12), (3, 12))
SPACES = [(row, col) for row, (a, b) in enumerate(ROWS, 1) for col in range(a, b + 1)]
DOTS = 4
STAGGERS = {"straight": (0.0,) * 7, "even": (0, 0.5, 0, 0.5, 0, 0.5, 0), "odd": (0.5, 0, 0.5, 0, 0.5, 0, 0.5)}


@dataclass(frozen=True)
class Edition:
    """Proportions of one drawing, millimetres."""

    stagger: str
    wide: float
    high: float
    left: float
    top: float
    step: float
    drop: float
    radius: float

    def place(self, row: int, col: int) -> np.ndarray:
        return np.array(
            [self.left + (col - 1 + STAGGERS[self.stagger][row - 1]) * self.step, self.top + (row - 1) * self.drop]
        )


def edition(rng: np.random.Generator) -> Edition:
    stagger = str(rng.choice(list(STAGGERS), p=[0.6, 0.2, 0.2]))
    step = rng.uniform(17, 21)
    drop = step * (rng.uniform(0.92, 1.1) if stagger == "straight" else rng.uniform(0.86, 1.05))
    left, top = rng.uniform(18, 30), rng.uniform(24, 34)
    wide, high = left + 11.6 * step + rng.uniform(16, 34), top + 6 * drop + rng.uniform(22, 45)
    return Edition(stagger, wide, high, left, top, step, drop, step * rng.uniform(0.36, 0.47))


def draw_board(look: Edition, rng: np.random.Generator) -> Image:
    """BGR, seen from straight above."""
    w, h = int(look.wide * DOTS), int(look.high * DOTS)
    slate = np.array([rng.uniform(70, 120), rng.uniform(105, 150), rng.uniform(130, 185)])
    sky = slate * (1 + 0.25 * (np.linspace(-1, 1, h)[:, None, None] * rng.choice([-1, 1])))
    sky = np.repeat(sky, w, axis=1) + 22 * (clouds(rng, h, w, 0.5)[..., None] - 0.5)
    board = Pillow.fromarray(np.clip(sky, 0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(board)
    dark = tuple(int(v) for v in slate * rng.uniform(0.3, 0.6))
    shore = (look.top + 6 * look.drop + rng.uniform(-2, 8)) * DOTS
    hills = [(0, h), (0, shore + 20)] + [(x, shore + rng.uniform(-10, 10)) for x in range(0, int(w * 0.85), 60)]
    draw.polygon([*hills, (int(w * 0.9), int(h * 0.45)), (w, int(h * 0.3)), (w, h)], fill=dark)
    a, b = look.place(7, 3) * DOTS, look.place(7, 7) * DOTS
    reach = rng.uniform(3, 12) * DOTS
    draw.ellipse((a[0] - 30, a[1] + 10, b[0] + 30, a[1] + 10 + reach), fill=tuple(int(v) for v in slate * 1.4))
    a, b = look.place(7, 8) * DOTS, look.place(7, 12) * DOTS
    if rng.random() < 0.5:
        draw.rectangle((a[0] - 40, a[1] + 12, b[0] + 40, a[1] + 12 + 6 * DOTS), fill=(70, 70, 74))
    for x in np.arange(a[0] - 30, b[0] + 30, 40):
        draw.line((x, a[1] + 24, x + 20, a[1] + 24), fill=(235, 235, 225), width=4)
    veil = board.copy()
    paint = ImageDraw.Draw(veil)
    pale = tuple(int(v) for v in rng.uniform(190, 245, 3))
    radius = look.radius * DOTS
    for row, col in SPACES:
        x, y = look.place(row, col) * DOTS
        paint.ellipse((x - radius, y - radius, x + radius, y + radius), fill=pale)
    board = Pillow.blend(board, veil, float(rng.uniform(0.4, 0.95)))
    draw = ImageDraw.Draw(board)
    x, y = look.place(1, 1) * DOTS
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=tuple(int(v) for v in slate * 0.3))
    draw_plane(draw, (x, y), radius * 0.75, tuple(int(v) for v in rng.uniform(190, 240, 3)), rng.uniform(0, 2 * np.pi))
    font = int(rng.integers(4))
    draw.text((x - 2 * radius, y - radius - 7 * DOTS), "START", (50, 50, 60), _font(font, 5 * DOTS))
    draw.text((w - 62 * DOTS, 10 * DOTS), "HIT THE SILK!", (40, 44, 60), _font(font + 1, 9 * DOTS))
    draw.text((w * 0.5, h - 14 * DOTS), "LAND THE PLANE!", (230, 220, 160), _font(font, 8 * DOTS))
    return np.ascontiguousarray(np.asarray(board.filter(ImageFilter.GaussianBlur(0.6)))[..., ::-1])


def draw_plane(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], size: float, ink: tuple[int, ...], turn: float
) -> None:
    parts = (
        [(0, -1), (0.16, -0.6), (0.14, 0.8), (-0.14, 0.8), (-0.16, -0.6)],
        [(-0.95, 0.25), (0, -0.3), (0.95, 0.25), (0.95, 0.42), (0, 0.15), (-0.95, 0.42)],
        [(-0.4, 0.95), (0, 0.6), (0.4, 0.95)],
    )
    c, s = np.cos(turn), np.sin(turn)
    for part in parts:
        draw.polygon([(at[0] + size * (c * x - s * y), at[1] + size * (s * x + c * y)) for x, y in part], fill=ink)


def token(rng: np.random.Generator) -> tuple[Image, Image]:
    """The token's top and its darker side."""
    side = 160
    red = (int(rng.uniform(165, 230)), int(rng.uniform(20, 60)), int(rng.uniform(20, 60)))
    top = Pillow.new("RGB", (side, side), red)
    draw_plane(ImageDraw.Draw(top), (80, 80), rng.uniform(40, 62), (240, 240, 238), rng.uniform(0, 2 * np.pi))
    rim = np.zeros((8, 8, 3), np.uint8) + np.array(red[::-1], np.uint8) // 2
    return np.ascontiguousarray(np.asarray(top)[..., ::-1]), rim


def board_scene(
    at: tuple[int, int] | None, shot: Shot, rng: np.random.Generator, room: Room | None = None
) -> tuple[Image, float]:
    """A photo of the board with the token on a space, or with none; and which share of the token is seen."""
    lens = Lens(shot, rng)
    look = edition(rng)
    room = room or Room(str(rng.choice(SURFACES)), shadow=rng.random() < 0.4)
    turn = rng.choice([0.0, np.pi]) * (rng.random() < 0.3) + rng.uniform(-0.35, 0.35)
    middle = rng.uniform(-15, 15, 2)
    board = Print(
        "board", draw_board(look, rng), (look.wide, look.high), tuple(middle), turn, 8.0, float(rng.uniform(0.2, 0.8))
    )
    laid = [board]
    if at is not None:
        own = look.place(*at) - np.array([look.wide, look.high]) / 2 + rng.normal(0, 0.06 * look.step, 2)
        c, s = np.cos(turn), np.sin(turn)
        spot = middle + np.array([c * own[0] - s * own[1], s * own[0] + c * own[1]])
        size, tall = look.step * rng.uniform(0.8, 1.1), rng.uniform(2, 5)
        top, rim = token(rng)
        for height in (0.0, 0.35, 0.7, 1.0):
            lifted = spot + (spot - lens.eye[:2]) * height * tall / (lens.eye[2] - height * tall)
            face = top if height == 1.0 else rim
            laid.append(Print("token", face, (size, size), tuple(lifted), rng.uniform(0, 6), size / 2 - 0.01, 0.5))
    frame = render(laid, room, shot, rng, lens)
    return frame, 0.0 if at is None else laid[-1].seen
