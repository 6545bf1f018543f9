"""A second opinion on the eyes: another way to make pictures of stickered cards, sharing nothing with vision/table.

One flat picture of the whole table is drawn from the sticker files, seen through a lens that bends lines, lit in linear
light, smeared, caught by a sensor with a colour mosaic, and pressed into a JPEG.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np

from vision.printing.sticker_files import DPI, pictures

DENSITY = 6.0
"""Pixels a millimetre of the flat picture: twice what the finest frame shows."""
SIZE = (760, 560)
"""Millimetres of table that are drawn."""
CARD = (63.0, 88.0)
Picture = Any
Random = np.random.Generator


@dataclass(frozen=True)
class View:
    """One camera in one light."""

    width: int
    tilt: float
    motion: float
    """Pixels of smear in a frame 1920 wide."""
    glare: float
    noise: float
    jpeg: int


VIEWS = {
    "1920 typical": View(1920, 20, 0, 0.2, 0.5, 85),
    "1920 hard": View(1920, 35, 5, 0.6, 1.0, 65),
    "1280 typical": View(1280, 20, 0, 0.2, 0.5, 85),
    "1280 hard": View(1280, 35, 5, 0.6, 1.0, 65),
}


class Table(NamedTuple):
    """A flat picture of a table and what is on it."""

    flat: Picture
    lying: list[tuple[str, int]]
    """Card and copy of all."""
    whole: list[tuple[str, int]]
    """Of those whose stickers nothing covers."""


def sticker_prints(game: str, kind: Any) -> list[tuple[tuple[str, int], Picture]]:
    """Every card of the box with its sticker as the files have it."""
    return [
        ((entry["card"], entry["copy"]), cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE))
        for entry, png in pictures(game, (kind,))
    ]


def table(prints: list[tuple[tuple[str, int], Picture]], shrink: float, random: Random) -> Table:
    """Three fans of ten."""
    wide, high = (round(side * DENSITY) for side in SIZE)
    tone = random.integers(40, 200, 3)
    grain = cv2.resize(random.normal(0, 1, (high // 3, wide // 40)).astype(np.float32), (wide, high))
    flat = np.clip(tone + 9 * grain[:, :, None] + random.normal(0, 2, (high, wide, 1)), 0, 255).astype(np.uint8)
    owner = np.zeros((high, wide), np.int16)
    squares: dict[int, Any] = {}
    drawn = random.permutation(len(prints))[:30]
    for place, index in enumerate(drawn):
        hand, k = divmod(place, 10)
        key, sheet = prints[int(index)]
        picture, square = _card(sheet, shrink, key, random)
        step = np.degrees((square[2] + 6) / 95)
        turn = np.radians(step * (k - 4.5) + random.uniform(-1.5, 1.5))
        pivot = np.array([SIZE[0] / 2 + (hand - 1) * 155, SIZE[1] / 2 + 70 + 50 * (hand % 2)])
        axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corner = pivot + axes @ np.array([-8.0, -120.0])  # the card's upper left
        outline = (np.array([[0, 0], [CARD[0], 0], CARD, [0, CARD[1]]]) @ axes.T + corner) * DENSITY
        x, y, w, h = cv2.boundingRect(outline.astype(np.float32))
        matrix = np.column_stack([axes, corner * DENSITY - (x, y)])
        painted = cv2.warpAffine(picture, matrix, (w, h), flags=cv2.INTER_LINEAR)
        solid = cv2.warpAffine(_rounded(picture.shape[:2]), matrix, (w, h)) > 127
        flat[y : y + h, x : x + w][solid] = painted[solid]
        owner[y : y + h, x : x + w][solid] = place + 1
        left, top, side = square
        inner = np.linspace(0, side, 20)
        spots = np.stack(np.meshgrid(left + inner, top + inner), -1).reshape(-1, 2)
        squares[place + 1] = (key, np.rint((spots @ axes.T + corner) * DENSITY).astype(int))
    whole = [key for mine, (key, at) in squares.items() if (owner[at[:, 1], at[:, 0]] == mine).all()]
    return Table(flat, [key for key, _ in squares.values()], whole)


def frames(flat: Picture, view: View, random: Random, count: int) -> list[Picture]:
    """The same table in several frames: hand-held, so each is a little different."""
    return [_frame(flat, view, random) for _ in range(count)]


def _card(sheet: Picture, shrink: float, key: tuple[str, int], random: Random) -> tuple[Picture, tuple[float, ...]]:
    """A card with art beside its sticker, and its black square: left, top, side in millimetres."""
    wide, high = (round(side * DENSITY) for side in CARD)
    own = np.random.default_rng([*key[0].encode(), key[1]])
    card = np.full((high, wide, 3), own.choice([245, 225, 150, 60]) * np.array([0.9, 0.96, 1.0]), np.float32)
    card[round(28 * DENSITY) : round(62 * DENSITY)] *= np.linspace(0.4, 1, wide)[None, :, None]
    for line in range(5):
        at = (round(5 * DENSITY), round((68 + 4 * line) * DENSITY))
        cv2.putText(card, f"{key[0]} does a thing", at, cv2.FONT_HERSHEY_SIMPLEX, 0.07 * DENSITY, (40, 40, 40), 1)
    mm = len(sheet) / DPI * 25.4 * shrink
    side = round(mm * DENSITY)
    paper = cv2.resize(sheet, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    paper = 28 + paper * (random.uniform(215, 250) - 28) / 255
    cut = round(random.uniform(-1.0, 0.5) * DENSITY)  # scissors: into the rim, or wide of it
    cut = min(cut, 0) if random.random() < 0.7 else max(0, min(cut, round(0.03 * side)))
    paper = paper[cut:-cut, cut:-cut] if cut > 0 else cv2.copyMakeBorder(paper, *[-cut] * 4, 0, value=[235])
    at = round(random.uniform(2, 4) * DENSITY)
    card[at : at + len(paper), at : at + len(paper)] = paper[:, :, None]
    ink = np.flatnonzero((sheet < 128).any(0))
    black, rim = (ink[-1] - ink[0] + 1) / DPI * 25.4 * shrink, ink[0] / DPI * 25.4 * shrink
    left = (at - cut) / DENSITY + rim
    bend = 0.004 * np.sin(np.linspace(0, np.pi, high)) * wide  # a card is never quite flat
    across, down = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    bent = cv2.remap(card, across + (bend[:, None] - bend[0]).astype(np.float32), down, cv2.INTER_LINEAR, borderMode=1)
    return bent.astype(np.uint8), (left, left, black)


def _rounded(shape: tuple[int, ...]) -> Picture:
    mask = np.zeros(shape, np.uint8)
    radius = round(3 * DENSITY)
    inner = (radius, radius, shape[1] - 2 * radius, shape[0] - 2 * radius)
    cv2.rectangle(mask, inner, 255, -1)
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2))


def _frame(flat: Picture, view: View, random: Random) -> Picture:
    wide, high = view.width, view.width * 9 // 16
    x, y = np.meshgrid(
        (np.arange(2 * wide, dtype=np.float32) - wide) / wide, (np.arange(2 * high, dtype=np.float32) - high) / wide
    )
    bend = 1 + random.uniform(-0.06, 0.04) * (x * x + y * y)  # barrel or cushion
    focal, tilt = 1.57, np.radians(view.tilt + random.uniform(-2, 2))
    x, y = x * bend, y * bend
    # A ray through each pixel, tilted, meets the table; 600 mm across in the middle.
    ray = 300 * focal * np.cos(tilt) / (y * np.sin(tilt) + focal * np.cos(tilt))
    across = SIZE[0] / 2 + x * ray
    down = SIZE[1] / 2 + 300 * focal * np.sin(tilt) + ray * (y * np.cos(tilt) - focal * np.sin(tilt))
    across, down = ((DENSITY * at).astype(np.float32) for at in (across, down))
    seen = cv2.remap(flat, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    light = (cv2.resize(seen, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32) / 255) ** 2.2
    x, y = cv2.resize(x, (wide, high)), cv2.resize(y, (wide, high))
    light *= (random.uniform(0.6, 1.0) * (1 - 0.3 * (x * x + y * y)) * (1 + random.uniform(-0.3, 0.3) * x))[:, :, None]
    spot = np.exp(-(((x - random.uniform(-0.8, 0.8)) / 0.15) ** 2 + ((y - random.uniform(-0.4, 0.4)) / 0.1) ** 2))
    light += view.glare * spot[:, :, None]
    light = cv2.filter2D(light, -1, _kernel(1.0 if view.motion else 0.6, view.motion * wide / 1920, random))
    noise = random.normal(0, 1, light.shape).astype(np.float32) * np.sqrt(0.00012 * np.maximum(light, 0) + 0.00002)
    raw = np.clip(255 * np.clip(light + view.noise * noise, 0, 1) ** (1 / 2.2), 0, 255).astype(np.uint8)
    mosaic = np.zeros((high, wide), np.uint8)
    for channel, row, column in ((2, 0, 0), (1, 0, 1), (1, 1, 0), (0, 1, 1)):
        mosaic[row::2, column::2] = raw[row::2, column::2, channel]
    colour = cv2.cvtColor(mosaic, cv2.COLOR_BayerBG2BGR)
    return cv2.imdecode(cv2.imencode(".jpg", colour, [cv2.IMWRITE_JPEG_QUALITY, view.jpeg])[1], cv2.IMREAD_COLOR)


def _kernel(radius: float, motion: float, random: Random) -> Picture:
    """A disc of defocus drawn out along a straight line."""
    fine, reach = 8, int(radius + motion / 2) + 2
    side = (2 * reach + 1) * fine
    middle = np.array([side / 2, side / 2])
    turn = random.uniform(0, np.pi)
    line = motion / 2 * fine * np.array([np.cos(turn), np.sin(turn)])
    drawn = np.zeros((side, side), np.float32)
    for share in np.linspace(-1, 1, max(1, int(2 * motion * fine))) if motion else [0.0]:
        disc = np.zeros_like(drawn)
        cv2.circle(disc, tuple(int(v) for v in middle + share * line), round(radius * fine), 1.0, -1)
        drawn += disc
    kernel = cv2.resize(drawn, (2 * reach + 1,) * 2, interpolation=cv2.INTER_AREA)
    return kernel / kernel.sum()
