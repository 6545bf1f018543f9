"""Lays prints on tables of wood, cloth and stone, under a lamp or a window, with shadows and a hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from tests.vision.scenes.cloths import PATTERNS, cloth
from tests.vision.studio.lens import FINE, Lens, Shot, expose, linear
from tests.vision.studio.prints import clouds
from vision.images import Floats, Image

TONES = {
    "pale cloth": (214, 220, 224),
    "dark wood": (34, 46, 66),
    "light wood": (120, 166, 204),
    "green felt": (58, 96, 46),
    "white table": (232, 234, 236),
    "checked cloth": (205, 208, 214),
    "stone": (150, 152, 156),
    "black table": (30, 28, 28),
}
"""Colours of tables, BGR."""
SURFACES = tuple(TONES)
GRAIN = 3  # pixels a millimetre of a table's top


@dataclass
class Print:
    """Something flat that lies on the table: its picture, size in mm, where its middle lies and how it is turned."""

    id: str
    image: Image
    size: tuple[float, float]
    at: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0
    round: float = 3.0
    gloss: float = 1.0
    corners: Floats = field(default_factory=lambda: np.zeros((4, 2)))
    """In the picture, clockwise from its own top left; known once it is rendered."""
    seen: float = 1.0
    """Share of it that nothing covers."""

    def on_table(self) -> Floats:
        c, s = np.cos(self.turn), np.sin(self.turn)
        own = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(self.size) / 2
        return own @ np.array([[c, s], [-s, c]]) + self.at


def surface(kind: str, rng: np.random.Generator, wide: int = 900, high: int = 760) -> Image:
    """A table's top, BGR."""
    if kind in PATTERNS:
        return cloth(kind, rng, wide, high)
    h, w = high * GRAIN, wide * GRAIN
    noise = rng.normal(0, 1, (h, w)).astype(np.float32)
    base = np.array(TONES[kind], np.float32) * rng.uniform(0.88, 1.08)
    if "wood" in kind:
        grain = cv2.resize(
            rng.normal(0, 1, (h // 3, w // 90)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC
        )
        wave = np.sin(60 * clouds(rng, h // 8, w // 8, 0.4)).astype(np.float32)
        shade = 1 + 0.09 * grain + 0.08 * cv2.resize(wave, (w, h)) + 0.02 * noise
        for x in range(int(rng.uniform(60, 300)), h, int(rng.uniform(300, 480))):
            shade[x : x + 3] *= 0.55
    elif kind in ("pale cloth", "green felt", "checked cloth"):
        thread = np.sin(np.arange(w) * 2.1)[None] * np.sin(np.arange(h) * 2.1)[:, None]
        folds = cv2.resize(clouds(rng, h // 16, w // 16, 0.4), (w, h)) - 0.5
        shade = 1 + 0.035 * thread.astype(np.float32) + 0.03 * noise + 0.14 * folds
    else:
        shade = (
            1
            + 0.012 * noise
            + (0.25 if kind == "stone" else 0.03) * (cv2.resize(clouds(rng, h // 4, w // 4, 0.75), (w, h)) - 0.5)
        )
    top = base * shade[..., None]
    if kind == "checked cloth":
        step = int(rng.uniform(14, 32) * GRAIN)
        stripe = (np.arange(w) // step % 2)[None] + (np.arange(h) // step % 2)[:, None]
        top *= 1 - (0.16 * stripe[..., None] * np.array(rng.choice([[1, 0.8, 0.1], [0.1, 0.7, 1]]), np.float32))
    if rng.random() < 0.5:
        top = np.ascontiguousarray(np.rot90(top, 2))
    return np.clip(top, 0, 255).astype(np.uint8)


@dataclass
class Room:
    """The light, the table and who reaches over it."""

    kind: str
    hand: bool = False
    shadow: bool = False


class Standing(Protocol):
    """Something with height that stands on the table."""

    def draw(self, light: Floats, at: Floats, way: Floats, lens: Lens, fall: Floats) -> None: ...


def render(
    prints: list[Print],
    room: Room,
    shot: Shot,
    rng: np.random.Generator,
    lens: Lens | None = None,
    standing: Sequence[Standing] = (),
) -> Image:
    """The picture; every print's corners and seen share are filled in. Later prints lie over earlier ones, and what
    stands, the farthest first, over all of them."""
    lens = lens or Lens(shot, rng)
    at, way = lens.rays()
    top = linear(surface(room.kind, rng))
    h, w = top.shape[:2]
    light = _look(top, at[..., 0] * GRAIN + w / 2, at[..., 1] * GRAIN + h / 2)
    gloss = np.full(
        at.shape[:2], {"wood": 0.35, "table": 0.3, "stone": 0.3}.get(room.kind.split()[-1], 0.02), np.float32
    )
    owner = np.zeros(at.shape[:2], np.int16)
    towards = rng.uniform(0, 2 * np.pi)
    fall = np.array([np.cos(towards), np.sin(towards)]) * rng.uniform(0.3, 2.2)
    soft = rng.uniform(0.8, 3.0)
    for number, one in enumerate(prints, 1):
        one.corners = lens.pixels(one.on_table())
        around = (slice(None), slice(None))
        low = np.maximum(((one.corners.min(0) - 16) * FINE).astype(int), 0)
        high = ((one.corners.max(0) + 16) * FINE).astype(int)
        around = (slice(low[1], max(high[1], low[1])), slice(low[0], max(high[0], low[0])))
        part = at[around]
        if not part.size:
            continue
        dark = _inside(part - fall.astype(np.float32), one, soft)
        light[around] *= (1 - 0.55 * dark)[..., None]
        cover = _inside(part, one, 0.12)[..., None]
        u, v = _own(part, one)
        image = linear(one.image)
        ih, iw = image.shape[:2]
        face = _look(image, (u / one.size[0] + 0.5) * iw - 0.5, (v / one.size[1] + 0.5) * ih - 0.5)
        light[around] = light[around] * (1 - cover) + face * cover
        gloss[around] = gloss[around] * (1 - cover[..., 0]) + one.gloss * cover[..., 0]
        owner[around][cover[..., 0] > 0.5] = number
    for solid in standing:
        solid.draw(light, at, way, lens, fall)
    whole = [_inside_area(one, lens) for one in prints]
    if room.hand:
        _hand(light, gloss, owner, at, lens, rng)
    for number, one in enumerate(prints, 1):
        one.seen = float((owner == number).sum()) / max(whole[number - 1], 1.0)
    light *= _lamp(at, rng)[..., None]
    if room.shadow:
        light *= _across(at, rng)[..., None]
    if shot.glare:
        light += (shot.glare * gloss * _window(at, way, lens, rng))[..., None]
    light *= rng.uniform(0.75, 1.05)
    return expose(light, shot, rng)


def _look(image: Floats, x: Floats, y: Floats) -> Floats:
    return cv2.remap(image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def _own(at: Floats, one: Print) -> tuple[Floats, Floats]:
    c, s = np.float32(np.cos(one.turn)), np.float32(np.sin(one.turn))
    x, y = at[..., 0] - np.float32(one.at[0]), at[..., 1] - np.float32(one.at[1])
    return c * x + s * y, -s * x + c * y


def _inside(at: Floats, one: Print, soft: float) -> Floats:
    """1 well inside the rounded rectangle, 0 well outside, a ramp `soft` mm wide between."""
    u, v = _own(at, one)
    x, y = np.abs(u) - (one.size[0] / 2 - one.round), np.abs(v) - (one.size[1] / 2 - one.round)
    away = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0) - one.round
    return np.clip(0.5 - away / (2 * soft), 0, 1).astype(np.float32)


def _inside_area(one: Print, lens: Lens) -> float:
    area = float(cv2.contourArea(one.corners.astype(np.float32))) * FINE * FINE
    return area * (1 - (4 - np.pi) * one.round**2 / (one.size[0] * one.size[1]))


def _lamp(at: Floats, rng: np.random.Generator) -> Floats:
    place = rng.uniform(-600, 600, 2)
    tall = rng.uniform(500, 1300)
    near = ((at - place.astype(np.float32)) ** 2).sum(-1) / tall**2
    there = 1 / (1 + near) ** 1.5
    return (0.45 + 0.55 * there / float(there.mean())).astype(np.float32)


def _across(at: Floats, rng: np.random.Generator) -> Floats:
    """Somebody's shadow lies over part of the table, its edge soft."""
    turn = rng.uniform(0, 2 * np.pi)
    away = at @ np.array([np.cos(turn), np.sin(turn)], np.float32) - rng.uniform(-150, 150)
    return (1 - rng.uniform(0.3, 0.6) * np.clip(0.5 + away / rng.uniform(12, 80), 0, 1)).astype(np.float32)


def _window(at: Floats, way: Floats, lens: Lens, rng: np.random.Generator) -> Floats:
    """What of a window is mirrored in a flat glossy thing at every point."""
    tall = 1500.0
    there = at - way[..., :2] * (tall / way[..., 2])[..., None]
    x, y = (int(v) for v in rng.uniform(0.15, 0.85, 2) * np.array(at.shape[1::-1]))
    middle, size, turn = there[y, x], rng.uniform(120, 330, 2).astype(np.float32), rng.uniform(0, np.pi)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    u, v = there[..., 0] - middle[0], there[..., 1] - middle[1]
    u, v = np.abs(c * u + s * v) - size[0], np.abs(-s * u + c * v) - size[1]
    return np.clip(0.5 - np.maximum(u, v) / rng.uniform(60, 300), 0, 1).astype(np.float32)


def _hand(light: Floats, gloss: Floats, owner: Floats, at: Floats, lens: Lens, rng: np.random.Generator) -> None:
    """A forearm and spread fingers that come in from a side."""
    h, w = owner.shape
    side = rng.uniform(0, 2 * np.pi)
    # From the frame's rim towards its middle, in table millimetres.
    rim = at[
        int(np.clip(h / 2 + 0.62 * h * np.sin(side), 0, h - 1)), int(np.clip(w / 2 + 0.55 * w * np.cos(side), 0, w - 1))
    ]
    inward = at[h // 2, w // 2] - rim
    inward /= np.linalg.norm(inward)
    palm = rim + inward * rng.uniform(10, 40)
    limbs = [(rim - inward * 200, palm, 34.0), (palm - inward * 10, palm + inward * 30, 40.0)]
    for spread in np.radians(rng.uniform(-8, 8) + np.array([-38, -14, 4, 22])):
        c, s = np.cos(spread), np.sin(spread)
        to = np.array([c * inward[0] - s * inward[1], s * inward[0] + c * inward[1]])
        limbs.append((palm + to * 20, palm + to * rng.uniform(75, 100), 8.5))
    away = np.full(owner.shape, 1e6, np.float32)
    for a, b, thick in limbs:
        a, b = a.astype(np.float32), b.astype(np.float32)
        along = np.clip(((at - a) @ (b - a)) / float((b - a) @ (b - a)), 0, 1)
        gap = at - a - along[..., None] * (b - a)
        away = np.minimum(away, np.hypot(gap[..., 0], gap[..., 1]) - thick)
    light *= (1 - 0.4 * np.clip(0.5 - (away - 8) / 24, 0, 1))[..., None]
    cover = np.clip(0.5 - away, 0, 1)[..., None]
    skin = (np.array([110, 140, 200]) * rng.uniform(0.45, 1.05) / 255.0) ** 2.2
    shape = 0.55 + 0.45 * np.clip(-away / 12, 0, 1)[..., None]
    light[:] = light * (1 - cover) + skin.astype(np.float32) * shape * cover
    gloss *= 1 - cover[..., 0]
    owner[cover[..., 0] > 0.5] = -1
