"""The landing dice as solids: rounded cubes met by the lens's rays, prints by Pillow, in editions that differ."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from tests.vision.studio.board import draw_board, edition
from tests.vision.studio.lens import FINE, Lens, Shot, linear
from tests.vision.studio.prints import HIGH, WIDE, _font, deck
from tests.vision.studio.scene import SURFACES, Print, Room, render
from vision.images import Floats, Image

NAMES = ("1", "2", "3", "4", "1-across", "1-down")
PRINT = 256
APART = 80.0
"""Millimetres between dice of different makers."""
# Outwards, and what is right and down in that side's print.
SIDES = (
    ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
)


@dataclass
class Solid:
    """One die: what it shows on top, its side in mm, where it stands and how it is turned."""

    face: str
    size: float
    at: tuple[float, float]
    turn: float
    prints: list[Image]
    """Top first, then the four sides."""
    round: float
    """Radius of its edges, in half sides."""
    shine: float
    centre: tuple[float, float] = (0.0, 0.0)
    """Where the middle of its top appears, and how long its side is there; known once it is rendered."""
    side: float = 0.0
    disc: float = 0.78
    """Of its side; what its prints have."""
    short: float = 0.0
    """Shorter diameter of the top's disc, pixels; known once it is rendered."""
    lamp: Floats = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))

    def draw(self, light: Floats, at: Floats, way: Floats, lens: Lens, fall: Floats) -> None:
        """Into the picture of light, shadow first."""
        tall = np.array([*self.at, self.size])
        middle, edge = lens.pixels(np.array([tall, tall + np.array([self.size, 0, 0])]))
        self.centre, self.side = (float(middle[0]), float(middle[1])), float(np.linalg.norm(edge - middle))
        a = np.linspace(0, 2 * np.pi, 24, endpoint=False)[:, None]
        rim = lens.pixels(tall + self.disc * self.size / 2 * np.hstack([np.cos(a), np.sin(a), 0 * a]))
        self.short = float(min(cv2.minAreaRect(rim.astype(np.float32))[1]))
        reach = int(2.2 * self.side * FINE)
        x, y = (int(v * FINE) for v in self.centre)
        part = (slice(max(0, y - reach), max(0, y + reach)), slice(max(0, x - reach), max(0, x + reach)))
        if not light[part].size:
            return
        self._shade(light[part], at[part], fall)
        self._trace(light[part], way[part], lens.eye)

    def _shade(self, light: Floats, at: Floats, fall: Floats) -> None:
        half = self.size / 2
        for share, depth in ((0.2, 0.35), (0.7, 0.25)):  # where it stands, and what it keeps the lamp from
            away = self._own(at[..., 0] - fall[0] * share * 4, at[..., 1] - fall[1] * share * 4)
            gap = np.maximum(np.abs(away[0]), np.abs(away[1])) - half
            light *= (1 - depth * np.clip(0.5 - gap / (half * (0.3 + share)), 0, 1))[..., None]

    def _own(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        c, s = np.cos(self.turn), np.sin(self.turn)
        x, y = x - self.at[0], y - self.at[1]
        return c * x + s * y, -s * x + c * y

    def _trace(self, light: Floats, way: Floats, eye: Floats) -> None:
        half = self.size / 2
        start = np.array([*self._own(eye[0], eye[1]), eye[2] - half]) / half
        c, s = np.cos(self.turn), np.sin(self.turn)
        rays = np.stack([c * way[..., 0] + s * way[..., 1], -s * way[..., 0] + c * way[..., 1], way[..., 2]], -1)
        rays = (rays / np.linalg.norm(rays, axis=-1, keepdims=True)).reshape(-1, 3).astype(np.float64)
        along = np.full(len(rays), float(np.linalg.norm(start)) - 1.8)
        for _ in range(24):
            along = np.minimum(along + self._gap(start + along[:, None] * rays), np.linalg.norm(start) + 2)
        points = start + along[:, None] * rays
        met = np.flatnonzero(self._gap(points) < 0.01)
        points, rays = points[met], rays[met]
        steps = np.eye(3) * 1e-3
        normals = np.stack([self._gap(points + step) - self._gap(points - step) for step in steps], -1)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        colour = np.full((len(points), 3), 0.8, np.float32)
        axis = np.abs(points).argmax(1)
        for sheet, (out, right, down) in zip(self.prints, SIDES, strict=True):
            k = int(np.abs(out).argmax())
            here = (axis == k) & (points[:, k] * sum(out) > 0)
            u, v = ((points[here] @ np.array(way) + 1) / 2 * PRINT - 0.5 for way in (right, down))
            if here.any():
                seen = cv2.remap(linear(sheet), u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR)
                colour[here] = seen.reshape(-1, 3)
        lamp = self.lamp / np.linalg.norm(self.lamp)
        lit = 0.45 * (0.65 + 0.35 * normals[:, 2]) + 0.55 * np.maximum(normals @ lamp, 0) / lamp[2]
        facing = -(rays * normals).sum(1, keepdims=True)
        mirrored = rays + 2 * facing * normals
        bright = 0.04 + 0.6 * (1 - np.clip(facing[:, 0], 0, 1)) ** 5
        spot = np.clip((mirrored @ lamp - 0.93) / 0.05, 0, 1) * 6 + np.clip(mirrored[:, 2], 0, 1) * 0.5
        shown = colour * lit[:, None] + (self.shine * bright * spot)[:, None]
        flat = light.reshape(-1, 3)
        flat[met] = shown
        light[:] = flat.reshape(light.shape)

    def _gap(self, points: Floats) -> Floats:
        over = np.abs(points) - (1 - self.round)
        return np.linalg.norm(np.maximum(over, 0), axis=-1) + np.minimum(over.max(-1), 0) - self.round


@dataclass(frozen=True)
class Cut:
    """How one maker prints dice; lengths in radii of the disc."""

    disc: float
    """Over the die's side."""
    ink: tuple[int, int, int]
    white: tuple[int, int, int]
    font: int
    """Of the prints' fonts; -1 is a pen."""
    high: float
    thick: float
    small: float
    """How much smaller the 1 beside a triangle is."""
    base: float
    tall: float
    gap: float
    lift: float
    where: str


def cut(rng: np.random.Generator) -> Cut:
    grey = int(rng.uniform(24, 88))
    tint = rng.integers(-8, 9, 3)
    return Cut(
        float(rng.uniform(0.7, 0.86)),
        tuple(int(v) for v in np.clip(grey + tint, 0, 255)),  # type: ignore[arg-type]
        tuple(int(v) for v in rng.uniform(225, 250) - np.array([0, 2, 5])),  # type: ignore[arg-type]
        int(rng.integers(-1, 4)),
        float(rng.uniform(0.95, 1.3)),
        float(rng.uniform(0.14, 0.24)),
        float(rng.uniform(0.8, 1)),
        float(rng.uniform(0.4, 0.7)),
        float(rng.uniform(0.35, 0.6)),
        float(rng.uniform(0.08, 0.22)),
        float(rng.uniform(-0.25, 0.25)),
        str(rng.choice(["right", "right", "right", "right", "left", "below"])),
    )


def face_print(name: str, look: Cut) -> Image:
    """One face, upright, BGR."""
    sheet = Pillow.new("RGB", (PRINT, PRINT), look.white)
    draw = ImageDraw.Draw(sheet)
    middle, radius = PRINT / 2, look.disc * PRINT / 2
    draw.ellipse((middle - radius, middle - radius, middle + radius, middle + radius), fill=look.ink)
    high = look.high * radius * (look.small if len(name) > 1 else 1)
    base, tall, gap = look.base * radius, look.tall * radius, look.gap * radius
    wide, deep = (tall, base) if name == "1-across" else (base, tall)
    if len(name) > 1 and look.where == "below":
        high = min(high, 1.5 * radius - gap - deep)
    box = _figure_box(name[0], look, high)
    x = y = middle
    if len(name) > 1:
        if look.where == "below":
            y, tx, ty = middle - (gap + deep) / 2, middle, middle + (high + gap) / 2
        else:
            sign = 1 if look.where == "right" else -1
            x, tx = middle - sign * (gap + wide) / 2, middle + sign * (box + gap) / 2
            ty = middle + look.lift * high
        corners = (
            [(-wide / 2, -deep / 2), (wide / 2, 0), (-wide / 2, deep / 2)]
            if name == "1-across"
            else [(-wide / 2, -deep / 2), (wide / 2, -deep / 2), (0, deep / 2)]
        )
        draw.polygon([(tx + u, ty + v) for u, v in corners], fill=look.white)
    _figure(draw, name[0], look, (x, y), high, radius)
    return np.ascontiguousarray(np.asarray(sheet)[..., ::-1])


STROKES = {
    "1": [[(-0.18, -0.28), (0.18, -0.5), (0.18, 0.5)]],
    "2": [[(-0.3, -0.25), (-0.2, -0.44), (0.02, -0.5), (0.25, -0.4), (0.27, -0.15), (-0.3, 0.5), (0.32, 0.5)]],
    "3": [[(-0.28, -0.42), (0.0, -0.5), (0.26, -0.3), (0.0, -0.03), (0.28, 0.22), (0.02, 0.5), (-0.3, 0.4)]],
    "4": [[(0.14, 0.5), (0.14, -0.5), (-0.34, 0.2), (0.34, 0.2)]],
}


def _figure_box(sign: str, look: Cut, high: float) -> float:
    """How wide a figure of that height is."""
    if look.font < 0:
        return 0.36 * high + look.thick * look.disc * PRINT / 2
    left, top, right, low = _font(look.font, 200).getbbox(sign)
    return float(right - left) * high / float(low - top)


def _figure(
    draw: ImageDraw.ImageDraw, sign: str, look: Cut, at: tuple[float, float], high: float, radius: float
) -> None:
    if look.font < 0:
        pen = look.thick * radius
        for stroke in STROKES[sign]:
            line = [(at[0] + u * high, at[1] + v * (high - pen)) for u, v in stroke]
            draw.line(line, look.white, round(pen), "curve")
            for u, v in (line[0], line[-1]):
                draw.ellipse((u - pen / 2, v - pen / 2, u + pen / 2, v + pen / 2), fill=look.white)
        return
    left, top, right, low = _font(look.font, 200).getbbox(sign)
    font = _font(look.font, max(6, round(200 * high / (low - top))))
    left, top, right, low = font.getbbox(sign)
    draw.text((at[0] - (left + right) / 2, at[1] - (top + low) / 2), sign, look.white, font)


def throw(lens: Lens, rng: np.random.Generator, touching: bool) -> list[Solid]:
    """Two dice of one maker, somewhere in the picture."""
    look, size = cut(rng), float(rng.uniform(14.5, 18))
    faces = {name: face_print(name, look) for name in NAMES}
    edge, shine = float(rng.uniform(0.12, min(0.45, 1.25 - look.disc))), float(rng.uniform(0, 1))
    lamp = np.array([*rng.normal(0, 0.5, 2), 1.0])
    while True:
        spot = rng.uniform(-0.42, 0.42, 2) * (lens.size[0], lens.size[1]) + np.array(lens.size) / 2
        at, way = _below(lens, spot), rng.uniform(0, 2 * np.pi)
        turns = rng.uniform(0, 2 * np.pi, 2)
        if touching:
            turns[1] = turns[0] = way
        step = size * (1.02 if touching else rng.uniform(1.5, 6))
        other = at + step * np.array([np.cos(way), np.sin(way)]) + (rng.normal(0, 2, 2) if not touching else 0)
        seen = lens.pixels(np.array([at, other]))
        if (seen > 60).all() and (seen < np.array(lens.size) - 60).all():
            break
    dice = []
    for place, turn in zip((at, other), turns, strict=True):
        top = str(rng.choice(NAMES))
        around = [name for name in NAMES if name != top]
        rng.shuffle(around)
        prints = [np.ascontiguousarray(np.rot90(faces[name], int(rng.integers(4)))) for name in (top, *around[:4])]
        one = Solid(top, size, (float(place[0]), float(place[1])), float(turn), prints, edge, shine, disc=look.disc)
        c, s = np.cos(turn), np.sin(turn)
        one.lamp = np.array([c * lamp[0] + s * lamp[1], -s * lamp[0] + c * lamp[1], lamp[2]])
        dice.append(one)
    return sorted(dice, key=lambda die: -float(np.linalg.norm(lens.eye[:2] - die.at)))


def _below(lens: Lens, spot: Floats) -> Floats:
    """The table's point that a pixel sees, the lens's bend left out."""
    x, y = (spot - np.array(lens.size) / 2) / lens.focal
    way = x * lens.axes[0] + y * lens.axes[1] + lens.axes[2]
    return np.asarray((lens.eye - way * lens.eye[2] / way[2])[:2])


def dice_scene(
    shot: Shot, rng: np.random.Generator, clutter: bool = True, throws: int = 1
) -> tuple[Image, list[Solid]]:
    """Two dice on a table, beside or on cards and the landing board; or several such pairs, well apart, each of another
    maker: one picture takes seconds."""
    lens = Lens(shot, rng)
    room = Room(str(rng.choice(SURFACES)), shadow=rng.random() < 0.3)
    dice = throw(lens, rng, touching=rng.random() < 0.4)
    while len(dice) < 2 * throws:
        more = throw(lens, rng, touching=rng.random() < 0.4)
        if all(np.hypot(*np.subtract(one.at, other.at)) > APART for one in dice for other in more):
            dice += more
    dice.sort(key=lambda die: -float(np.linalg.norm(lens.eye[:2] - die.at)))
    laid = []
    if clutter and rng.random() < 0.4:
        board = edition(rng)
        middle = tuple(float(v) for v in rng.uniform(-120, 120, 2))
        size = (board.wide, board.high)
        laid.append(Print("board", draw_board(board, rng), size, middle, float(rng.normal(0, 0.3)), 8.0))
    if clutter:
        cards = list(deck(int(rng.integers(1 << 30)), 3, 0).values())
        for card in cards[: int(rng.integers(0, 4))]:
            middle = tuple(float(v) for v in rng.uniform(-240, 240, 2))
            laid.append(Print("card", card, (WIDE, HIGH), middle, float(rng.uniform(0, 6)), gloss=0.6))
    return render(laid, room, shot, rng, lens, dice), dice
