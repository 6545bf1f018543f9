"""Renders one die as a camera sees it: a rounded cube, traced ray by ray, in many materials and lights.

Nothing here is photographed. Bodies are plain, marbled or translucent, corners round or ball-cut, pips sunk or printed,
lamps mirrored in the gloss. A few cubes are no dice: blank, lettered, or with pictures on them.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[Any]

CANVAS = 112
"""Pixels of the rendered square; the die's middle is in its middle."""
SIDE = 52
"""Pixels of the die's side in it."""
FINE = 2 * CANVAS
"""Rays along each side of the canvas."""
REACH = 1.85
"""Half sides from its middle to a die's corner, and some room."""
FACE = 96
"""Pixels of a face's print."""
SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
AXES = ((1, 2, -1), (1, 2, 1), (0, 2, 1), (0, 2, -1), (0, 1, -1), (0, 1, 1))
"""For the faces towards +x -x +y -y +z -z: the axes that are right and down as seen from outside, and down's sign."""
SIGNS = "ABCDEFGHKLMNPRSTWXYZ0123456789?!*+#"


@dataclass(frozen=True)
class Sprite:
    """A die without its table."""

    face: int
    """Pips of the upper face; 0 for a cube that is no die."""
    colour: Floats
    """CANVAS × CANVAS × 3, BGR, bytes, black where there is no die."""
    cover: Floats
    """How much of each pixel the die covers, bytes."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom of what it covers, pixels."""


def pip_die(rng: Generator, tilt: float | None = None) -> Sprite:
    """A pip die nobody has seen before, seen from `tilt` degrees off the vertical."""
    pips = int(rng.integers(1, 7)) if rng.random() > 0.12 else 0
    prints = _prints(rng, lettered=pips == 0)
    return _rendered(rng, tilt, pips, prints, _colours(rng))


def _rendered(rng: Generator, tilt: float | None, face: int, prints: Floats, colours: tuple[Floats, ...]) -> Sprite:
    tilt = min(abs(float(rng.normal(0, 24))), 52.0) if tilt is None else tilt
    hit = _trace(rng, float(np.deg2rad(tilt)))
    standing = _standing(rng, face or int(rng.integers(1, 7)))
    shown = _shaded(rng, hit, prints, standing, colours)
    fine = np.zeros((FINE * FINE, 4), np.float32)
    fine[hit.index] = np.hstack([np.clip(shown, 0, 1), np.ones((len(shown), 1), np.float32)])
    small = cv2.resize(fine.reshape(FINE, FINE, 4), (CANVAS, CANVAS), interpolation=cv2.INTER_AREA)
    ys, xs = np.nonzero(small[..., 3] > 0.5)
    box = (float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1))
    sheet = (small * 255 + 0.5).astype(np.uint8)
    return Sprite(face, sheet[..., :3], sheet[..., 3], box)


@dataclass(frozen=True)
class _Hits:
    """The rays that meet the die. Lengths in half sides, axes the die's own with the last one up."""

    index: Any
    """Of the pixel, row by row."""
    points: Floats
    normals: Floats
    rays: Floats


def _trace(rng: Generator, tilt: float) -> _Hits:
    away, spin = float(rng.uniform(14, 60)), float(rng.uniform(0, 2 * np.pi))
    c, s = np.cos(spin), np.sin(spin)
    look = np.array([np.sin(tilt) * c, np.sin(tilt) * s, np.cos(tilt)])  # from the die to the camera
    right = np.array([-s, c, 0.0])
    down = np.cross(right, look)
    # From above a camera may be held at any angle; from the side, people hold it upright.
    roll = float(rng.uniform(0, 2 * np.pi) if tilt < 0.65 else rng.normal(0, 0.25))
    right, down = np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down
    u = ((np.arange(FINE) + 0.5) / FINE - 0.5) * 2 * CANVAS / SIDE
    index = np.flatnonzero(np.hypot(u[None], u[:, None]) < REACH)
    plane = u[index % FINE, None] * right + u[index // FINE, None] * down
    start = (look * away).astype(np.float32)
    rays = (plane - look * away).astype(np.float32)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    surface = _Cube(rng)
    along = np.full(len(index), away - REACH, np.float32)
    for _ in range(16):
        along = np.minimum(along + surface(start + along[:, None] * rays), away + REACH)
    points = start + along[:, None] * rays
    met = surface(points) < 0.03
    index, points, rays = index[met], points[met], rays[met]
    gap = surface(points)
    steps = np.eye(3, dtype=np.float32) * np.float32(0.02)
    normals = np.stack([surface(points + step) - gap for step in steps], -1)
    return _Hits(index, points, normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-6), rays)


class _Cube:
    """How far points are from a cube with rounded edges, some also cut by a ball, as cheap dice are."""

    def __init__(self, rng: Generator) -> None:
        self._radius = float(rng.uniform(0.04, 0.34))
        self._ball = float(rng.uniform(1.32, 1.52)) if rng.random() < 0.45 else None
        self._soft = float(rng.uniform(0.02, 0.1))

    def __call__(self, points: Floats) -> Floats:
        over = np.abs(points) - np.float32(1 - self._radius)
        outside = np.maximum(over, 0)
        box = np.sqrt((outside * outside).sum(1)) + np.minimum(over.max(1), 0) - self._radius
        if self._ball is None:
            return np.asarray(box)
        ball = np.sqrt((points * points).sum(1)) - self._ball
        blend = np.clip(0.5 + 0.5 * (ball - box) / self._soft, 0, 1)
        return np.asarray(box * (1 - blend) + ball * blend + self._soft * blend * (1 - blend))


def _standing(rng: Generator, top: int) -> list[tuple[int, int]]:
    """For the six directions +x -x +y -y +z -z: which number shows there and its quarter turns. Opposites make 7."""
    rest = [n for n in (1, 2, 3) if n not in (top, 7 - top)]
    rng.shuffle(rest)
    first, second = (n if rng.random() < 0.5 else 7 - n for n in rest)
    numbers = (first, 7 - first, second, 7 - second, top, 7 - top)
    return [(number, int(rng.integers(4))) for number in numbers]


def _prints(rng: Generator, lettered: bool) -> Floats:
    """What is printed on faces 1 to 6: ink 0 to 1."""
    faces = np.zeros((6, FACE, FACE), np.float32)
    gap, size = float(rng.uniform(0.4, 0.6)), float(rng.uniform(0.13, 0.24))
    size = min(size, gap * 0.46)
    single = size * float(rng.choice([1, 1, 1, 1.25, 1.6]))
    six = gap * float(rng.choice([1, 1, 0.9, 1.1]))
    frame = rng.random() < 0.06
    kind = int(rng.integers(3))
    for face in range(6):
        sheet = np.zeros((FACE * 2, FACE * 2), np.float32)
        if lettered:
            _letter(rng, sheet, kind)
        else:
            for x, y in SPOTS[face + 1]:
                at = (np.array([1 + x * gap, 1 + y * (six if face == 5 else gap)]) * FACE).round().astype(int)
                cv2.circle(sheet, at.tolist(), int((single if face == 0 else size) * FACE), 1.0, -1, cv2.LINE_AA)
        if frame:
            edge = int(FACE * 0.16)
            cv2.rectangle(sheet, (edge, edge), (2 * FACE - edge, 2 * FACE - edge), 1.0, 3)
        faces[face] = cv2.resize(sheet, (FACE, FACE), interpolation=cv2.INTER_AREA)
    return faces


def _letter(rng: Generator, sheet: Floats, kind: int) -> None:
    """Anything but pips: nothing, a sign, or some strokes."""
    middle = FACE
    if kind == 1:
        sign, font = str(rng.choice(list(SIGNS))), int(rng.choice([0, 2, 3, 4]))
        (w, h), _ = cv2.getTextSize(sign, font, 4.2, 14)
        cv2.putText(
            sheet, sign, (middle - w // 2, middle + h // 2), font, 4.2, 1.0, int(rng.integers(8, 20)), cv2.LINE_AA
        )
    elif kind == 2:
        for _ in range(int(rng.integers(1, 5))):
            ends = (rng.uniform(0.4, 1.6, (2, 2)) * FACE).astype(int).tolist()
            cv2.line(sheet, ends[0], ends[1], 1.0, int(rng.integers(4, 40)), cv2.LINE_AA)


def _colours(rng: Generator) -> tuple[Floats, Floats, Floats]:
    """Body, a second body colour for marbling, and ink: apart enough for a person to see the pips."""
    plain = [
        (0.93, 0.94, 0.95),
        (0.8, 0.9, 0.93),
        (0.06, 0.06, 0.07),
        (0.13, 0.13, 0.14),
        (0.1, 0.1, 0.75),
        (0.55, 0.1, 0.08),
    ]
    inks = [
        (0.95, 0.95, 0.95),
        (0.95, 0.95, 0.95),
        (0.05, 0.05, 0.05),
        (0.1, 0.8, 0.85),
        (0.1, 0.1, 0.8),
        (0.3, 0.65, 0.75),
    ]
    while True:
        body = np.array(plain[int(rng.integers(len(plain)))]) if rng.random() < 0.4 else _any_colour(rng)
        ink = np.array(inks[int(rng.integers(len(inks)))]) if rng.random() < 0.85 else _any_colour(rng)
        second = np.clip(body * rng.uniform(0.4, 1.6), 0, 1) if rng.random() < 0.6 else _any_colour(rng)
        apart = [_lightness_gap(ink, tone) for tone in (body, second)]
        if min(apart) > 22:
            return body, second, ink


def _any_colour(rng: Generator) -> Floats:
    hsv = np.array([[[rng.uniform(0, 360), rng.uniform(0.3, 1), rng.uniform(0.25, 0.95)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _lightness_gap(a: Floats, b: Floats) -> float:
    lab = cv2.cvtColor(np.array([[a, b]], np.float32), cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm((lab[0] - lab[1]) * np.array([1, 0.6, 0.6])))


def _shaded(
    rng: Generator,
    hit: _Hits,
    prints: Floats,
    standing: list[tuple[int, int]],
    colours: tuple[Floats, ...],
) -> Floats:
    """The colour of each ray."""
    body, second, ink_colour = (tone.astype(np.float32) for tone in colours)
    points, normals, rays = hit.points, hit.normals, hit.rays
    ink = _print_at(points, prints, standing)
    marbled = rng.random() < 0.45
    share = _marble(rng, points) if marbled else np.zeros((len(points), 1), np.float32)
    colour = body * (1 - share) + second * share
    if rng.random() < 0.3:  # translucent: lit from within, the far faces' pips shine through
        ghost = np.float32(rng.uniform(0, 0.2)) * _print_at(-points + 0.6 * rays, prints, standing)[:, None]
        colour = colour * (1 - ghost) + ink_colour * ghost
        lean = rng.normal(0, 1, 3).astype(np.float32)
        colour = colour * (1 + rng.uniform(0.1, 0.5) * np.tanh(points @ lean))[:, None] + rng.uniform(0, 0.1)
    colour = colour * (1 - ink[:, None]) + ink_colour * ink[:, None]
    if rng.random() < 0.7:
        normals = _sunk(normals, ink, hit.index, float(rng.uniform(0, 1.5)))
    lamp = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0], np.float32)
    lamp /= np.linalg.norm(lamp)
    ambient = rng.uniform(0.35, 0.75)
    light = ambient * (0.775 + 0.225 * normals[:, 2]) + (1 - ambient) * np.maximum(normals @ lamp, 0)
    light += np.clip(-normals[:, 2] * 0.5 + 0.25 * (1 - points[:, 2]), 0, 1) * rng.uniform(0, 0.25)  # off the table
    shown = colour * light[:, None] * np.float32(rng.uniform(0.75, 1.25))
    facing = -(rays * normals).sum(1, keepdims=True)
    mirrored = rays + 2 * facing * normals
    fresnel = 0.04 + 0.9 * (1 - np.clip(facing, 0, 1)) ** 5
    gloss = rng.uniform(0.1, 1.3) if rng.random() < 0.8 else 0.0
    return np.asarray(shown + gloss * fresnel * _room(rng, mirrored)[:, None], np.float32)


def _marble(rng: Generator, points: Floats) -> Floats:
    waves = np.zeros(len(points), np.float32)
    for k in range(4):
        pull = rng.normal(0, 1.6 * (1 + k), 3).astype(np.float32)
        waves += np.sin(points @ pull + 1.5 * np.sin(points @ pull[::-1]) + rng.uniform(0, 6)) / (1 + k)
    return np.asarray(np.clip(0.5 + waves * rng.uniform(0.3, 1.2), 0, 1)[:, None], np.float32)


def _sunk(normals: Floats, ink: Floats, index: Any, depth: float) -> Floats:
    """Normals bent at the rims of pips, which are holes with paint in them."""
    sheet = np.zeros(FINE * FINE, np.float32)
    sheet[index] = ink
    rows, columns = np.gradient(cv2.GaussianBlur(sheet.reshape(FINE, FINE), (0, 0), 1.5))
    bent = normals.copy()
    bent[:, 0] += depth * columns.ravel()[index]
    bent[:, 1] += depth * rows.ravel()[index]
    return np.asarray(bent / np.maximum(np.linalg.norm(bent, axis=1, keepdims=True), 1e-6))


def _print_at(points: Floats, prints: Floats, standing: list[tuple[int, int]]) -> Floats:
    axis = np.abs(points).argmax(1)
    ink = np.zeros(len(points), np.float32)
    for k, (number, quarter) in enumerate(standing):
        side = (axis == k // 2) & ((points[:, k // 2] > 0) == (k % 2 == 0))
        if side.any():
            right, down, sign = AXES[k]
            sheet = np.ascontiguousarray(np.rot90(prints[number - 1], quarter))
            x = ((points[side, right] + 1) / 2 * FACE - 0.5).astype(np.float32)
            y = ((sign * points[side, down] + 1) / 2 * FACE - 0.5).astype(np.float32)
            ink[side] = cv2.remap(sheet, x[:, None], y[:, None], cv2.INTER_LINEAR)[:, 0]
    return ink


def _room(rng: Generator, mirrored: Floats) -> Floats:
    """What the gloss mirrors: a bright ceiling, lamps round, ring-shaped or long."""
    up = mirrored[:, 2]
    light = rng.uniform(0.3, 1.5) * np.clip(0.3 + 0.7 * up, 0, 1)
    for _ in range(int(rng.integers(0, 4))):
        to = np.array([rng.normal(0, 0.7), rng.normal(0, 0.7), rng.uniform(0.2, 1)])
        to /= np.linalg.norm(to)
        near = mirrored @ to
        wide = np.cos(rng.uniform(0.05, 0.35))
        strength = rng.uniform(5, 30)
        kind = rng.random()
        if kind < 0.5:
            light = light + strength * np.clip((near - wide) / (1 - wide) * 4, 0, 1)
        elif kind < 0.75:
            ring = np.abs(np.arccos(np.clip(near, -1, 1)) - np.arccos(wide))
            light = light + strength * np.clip(1 - ring / rng.uniform(0.03, 0.08), 0, 1)
        else:
            across = np.cross(to, rng.normal(0, 1, 3))
            across /= np.linalg.norm(across)
            thin = np.abs(mirrored @ across) < rng.uniform(0.03, 0.12)
            light = light + strength * thin * (near > np.cos(rng.uniform(0.3, 0.8)))
    return np.asarray(light)
