"""Lays rendered dice on drawn tables: one picture, with the upper face and the place of every die beside it."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.vision.scenes.die_render import Sprite

Floats = NDArray[Any]


@dataclass(frozen=True)
class LaidDie:
    """A die in a scene: its upper face (0 for a cube that is no die), middle and side of what it covers in pixels."""

    face: int
    x: float
    y: float
    size: float


def scene(
    sprites: list[Sprite], rng: Generator, table: Floats, size: float, most: int = 6
) -> tuple[Floats, list[LaidDie]]:
    """A square of table with up to `most` dice that cover about `size` pixels each."""
    side = len(table)
    count = int(rng.integers(0, most + 1))
    laid: list[LaidDie] = []
    crowded = rng.uniform(0.82, 1.1)
    shadow = rng.normal(0, 0.14, 2)
    depth = float(rng.uniform(0, 0.5))
    for _ in range(4 * count):
        if len(laid) == count:
            break
        sprite = sprites[int(rng.integers(len(sprites)))]
        wide = (sprite.box[2] - sprite.box[0] + sprite.box[3] - sprite.box[1]) / 2
        scale = size * float(rng.uniform(0.85, 1.18)) / wide
        spot = rng.uniform(-0.15 * size, side + 0.15 * size, 2)
        if laid and rng.random() < 0.5:  # thrown dice lie together
            other, a = laid[int(rng.integers(len(laid)))], rng.uniform(0, 2 * np.pi)
            spot = np.array([other.x, other.y]) + size * crowded * rng.uniform(1, 1.4) * np.array(
                [np.cos(a), np.sin(a)]
            )
        if any(np.hypot(die.x - spot[0], die.y - spot[1]) < crowded * (die.size + scale * wide) / 2 for die in laid):
            continue
        _shade(table, spot + shadow * size, size * rng.uniform(0.5, 0.75), depth)
        laid.append(_lay(table, sprite, spot, scale, rng))
    return photographed(table, rng, size), laid


def tabletop(rng: Generator, side: int) -> Floats:
    """Plain, grained or cluttered; with cards, coins, print and edges that are no dice. Floats, 0 to 255."""
    tone = rng.uniform(20, 235) + rng.normal(0, 14, 3) if rng.random() < 0.7 else rng.uniform(10, 245, 3)
    table = np.zeros((side, side, 3), np.float32) + tone.astype(np.float32)
    grain = float(rng.choice([1.0, 1.0, 12.0]))
    for scale, strength in ((1.0, 3.0), (5.0, 6.0), (30.0, 14.0)):
        rough = rng.normal(0, 1, (int(side / scale) + 3, int(side / scale / grain) + 3)).astype(np.float32)
        rough = cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)
        table += (rough * float(rng.uniform(0, 1)) ** 2 * strength)[..., None]
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 7))):
            _clutter(table, rng)
    return np.clip(table, 0, 255)


def _clutter(table: Floats, rng: Generator) -> None:
    side = len(table)
    ink = tuple(float(v) for v in rng.uniform(0, 255, 3)) if rng.random() < 0.6 else (float(rng.uniform(0, 255)),) * 3
    x, y = (int(v) for v in rng.uniform(0, side, 2))
    kind = int(rng.integers(12))
    if kind >= 10:
        _playing_card(table, rng, (x, y))
    elif kind == 9:  # one of our markers, or anybody's
        names = (cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_5X5_100, cv2.aruco.DICT_APRILTAG_36h11)
        sheet = cv2.aruco.getPredefinedDictionary(int(rng.choice(names))).generateImageMarker(int(rng.integers(50)), 80)
        _pasted(table, np.pad(sheet, 8, constant_values=255), (x, y), rng.uniform(0.12, 0.5) * side, rng)
    elif kind == 0:  # coins, buttons, screws
        radius = int(rng.uniform(0.02, 0.14) * side)
        cv2.circle(table, (x, y), radius, ink, -1, cv2.LINE_AA)
        cv2.circle(
            table, (x, y), max(1, int(radius * rng.uniform(0.4, 0.95))), tuple(0.8 * v for v in ink), 1, cv2.LINE_AA
        )
    elif kind == 1:  # a card or a tile, plain or with spots on it
        turned = ((x, y), tuple(float(v) for v in rng.uniform(0.1, 0.7, 2) * side), float(rng.uniform(0, 90)))
        corners = cv2.boxPoints(turned)
        cv2.fillPoly(table, [corners.astype(np.int32)], ink, cv2.LINE_AA)
        dot = tuple(255 - v for v in ink)
        for _ in range(int(rng.integers(0, 8))):
            at = corners[0] + (corners[1] - corners[0]) * rng.random() + (corners[3] - corners[0]) * rng.random()
            cv2.circle(table, (int(at[0]), int(at[1])), int(rng.uniform(0.008, 0.04) * side) + 1, dot, -1, cv2.LINE_AA)
    elif kind >= 7:  # a card with its picture: discs, boxes, words
        wide, high = (int(v * side) for v in rng.uniform(0.3, 0.9, 2))
        cv2.rectangle(table, (x - wide // 2, y - high // 2), (x + wide // 2, y + high // 2), ink, -1)
        for _ in range(int(rng.integers(4, 16))):
            shade = tuple(float(v) for v in rng.uniform(0, 255, 3))
            px, py = int(x + rng.uniform(-0.5, 0.5) * wide), int(y + rng.uniform(-0.5, 0.5) * high)
            if rng.random() < 0.5:
                cv2.circle(table, (px, py), int(rng.uniform(0.02, 0.14) * side), shade, -1, cv2.LINE_AA)
            else:
                right, low = (int(v) for v in rng.uniform(0.05, 0.2, 2) * side)
                cv2.rectangle(table, (px, py), (px + right, py + low), shade, -1)
    elif kind == 2:  # print
        text = "".join(rng.choice(list("abcdefghikmnoprstuwxyzABDEGHKMRS0123456789 .:")) for _ in range(12))
        cv2.putText(
            table, text, (x - side // 2, y), int(rng.choice([0, 2, 3])), rng.uniform(0.3, 1.2), ink, 1, cv2.LINE_AA
        )
    elif kind == 3:  # an edge of the table, a tray, a mat
        ends = rng.uniform(-0.5, 1.5, (2, 2)) * side
        cv2.line(
            table,
            ends[0].astype(int).tolist(),
            ends[1].astype(int).tolist(),
            ink,
            int(rng.uniform(1, 0.2 * side)),
            cv2.LINE_AA,
        )
    elif kind == 4:  # dots in a row or a grid, not on a die
        step, radius = rng.uniform(0.04, 0.14) * side, max(1, int(rng.uniform(0.008, 0.03) * side))
        for row in range(int(rng.integers(1, 4))):
            for column in range(int(rng.integers(1, 7))):
                cv2.circle(table, (int(x + column * step), int(y + row * step)), radius, ink, -1, cv2.LINE_AA)
    elif kind == 5:  # a printed code
        modules, size = int(rng.integers(5, 22)), int(rng.uniform(0.15, 0.5) * side)
        code = cv2.resize(
            (rng.random((modules, modules)) < 0.5).astype(np.float32) * 220 + 20,
            (size, size),
            interpolation=cv2.INTER_NEAREST,
        )
        part = table[y : y + size, x : x + size]
        part[:] = code[: part.shape[0], : part.shape[1], None]
    else:  # blocks and counters
        turned = ((x, y), (float(rng.uniform(0.08, 0.3) * side),) * 2, float(rng.uniform(0, 90)))
        cv2.fillPoly(table, [cv2.boxPoints(turned).astype(np.int32)], ink, cv2.LINE_AA)


def _playing_card(table: Floats, rng: Generator, at: tuple[int, int]) -> None:
    """White, with one to ten suit signs in columns, and an index."""
    card = np.full((132, 92, 3), rng.uniform(215, 255), np.uint8)
    ink = (20, 20, int(rng.uniform(150, 220))) if rng.random() < 0.5 else (25, 25, 25)
    heart = np.array([[0, 9], [-8, -2], [-5, -8], [0, -4], [5, -8], [8, -2]])
    signs = (heart, -heart, np.array([[0, -10], [7, 0], [0, 10], [-7, 0]]), np.array([[-6, 6], [0, -9], [6, 6]]))
    sign, large = signs[int(rng.integers(4))], rng.uniform(0.6, 1.3)
    columns = [(46,), (27, 65), (27, 46, 65)][int(rng.integers(3))]
    for x in columns:
        for y in np.linspace(24, 108, int(rng.integers(1, 5))):
            cv2.fillPoly(card, [(sign * large * (1 if y < 70 else -1) + (x, y)).astype(np.int32)], ink, cv2.LINE_AA)
    cv2.putText(card, str(rng.choice(list("A23456789JQK"))), (3, 18), 0, 0.5, ink, 2, cv2.LINE_AA)
    _pasted(table, card, at, rng.uniform(0.3, 1.2) * len(table), rng)


def _pasted(table: Floats, sheet: Floats, at: tuple[int, int], size: float, rng: Generator) -> None:
    """The sheet, its longer side of `size` pixels, turned anyhow."""
    scale, side = size / max(sheet.shape[:2]), len(table)
    matrix = cv2.getRotationMatrix2D((sheet.shape[1] / 2, sheet.shape[0] / 2), float(rng.uniform(0, 360)), scale)
    matrix[:, 2] += np.array(at) - np.array(sheet.shape[1::-1]) / 2
    if scale < 0.7:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.4 / scale)
    cover = cv2.warpAffine(np.ones(sheet.shape[:2], np.float32), matrix, (side, side))[..., None]
    laid = cv2.warpAffine(sheet.astype(np.float32), matrix, (side, side))
    table *= 1 - cover
    table += laid if laid.ndim == 3 else laid[..., None]


def _shade(table: Floats, at: Floats, radius: float, depth: float) -> None:
    reach = int(2.2 * radius) + 1
    x, y = int(at[0]), int(at[1])
    rows, columns = slice(max(0, y - reach), max(0, y + reach)), slice(max(0, x - reach), max(0, x + reach))
    part = table[rows, columns]
    if part.size == 0:
        return
    ys, xs = np.mgrid[rows.start : rows.start + part.shape[0], columns.start : columns.start + part.shape[1]]
    away = np.hypot(xs - at[0], ys - at[1]) / radius
    part *= (1 - depth * np.clip(1.6 - away, 0, 1)[..., None]).astype(np.float32)


def _lay(table: Floats, sprite: Sprite, spot: Floats, scale: float, rng: Generator) -> LaidDie:
    """Pastes the die, mirrored or turned a little at random, its covered part's middle at `spot`."""
    box = np.array(sprite.box).reshape(2, 2)
    middle = box.mean(0)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    turn = float(rng.normal(0, 0.15))
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    linear = np.array([[c * flip, -s], [s * flip, c]])
    matrix = np.hstack([linear, (spot - linear @ middle)[:, None]])
    sheet = np.dstack([sprite.colour, sprite.cover]).astype(np.float32)
    if scale < 0.6:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.42 * np.sqrt(1 / scale**2 - 1))
    order = rng.permutation(3) if rng.random() < 0.5 else np.arange(3)
    gain = float(rng.uniform(0.75, 1.15))
    side = len(table)
    laid = cv2.warpAffine(sheet, matrix, (side, side), flags=cv2.INTER_LINEAR)
    cover = laid[..., 3:] / 255
    table *= 1 - cover
    table += laid[..., :3][..., order] * gain
    size = float((box[1] - box[0]).mean() * scale)
    return LaidDie(sprite.face, float(spot[0]), float(spot[1]), size)


def photographed(table: Floats, rng: Generator, size: float) -> Floats:
    """What the camera makes of it: light, lens, sensor, sharpening, compression. Bytes, BGR."""
    side = len(table)
    ramp = np.linspace(-1, 1, side, dtype=np.float32)
    lean = rng.normal(0, 0.12, 2)
    shown = table * (1 + lean[0] * ramp[None, :, None] + lean[1] * ramp[:, None, None]).astype(np.float32)
    shown *= rng.uniform(0.7, 1.2) * (1 + rng.normal(0, 0.06, 3)).astype(np.float32)
    # What blurs a small die beyond recognition for people too is of no use.
    blur = float(rng.uniform(0.2, 0.022 * size + 0.35))
    shown = cv2.GaussianBlur(shown, (0, 0), blur)
    if rng.random() < 0.25:
        length = int(rng.uniform(2, 2 + 0.06 * size))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        a = rng.uniform(0, np.pi)
        step = (np.array([np.cos(a), np.sin(a)]) * length / 2 + length).astype(int)
        cv2.line(kernel, step.tolist(), (2 * length - step).tolist(), 1.0, 1)
        shown = cv2.filter2D(shown, -1, kernel / kernel.sum())
    if rng.random() < 0.6:
        shown += rng.uniform(0.2, 1.2) * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    shown += rng.normal(0, rng.uniform(0, 7), shown.shape).astype(np.float32)
    photo = np.clip(shown, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 96))]
        photo = np.asarray(cv2.imdecode(cv2.imencode(".jpg", photo, quality)[1], cv2.IMREAD_COLOR))
    return photo
