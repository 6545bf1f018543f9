"""Trains the network that sees at a glance where landing dice may lie: landing_glimpse.onnx.

    python -m tests.vision.training.landing_glimpse --out DIR [--dice N] [--tables N]

It learns from small parts of pictures: single dice in all kinds of bad light, on tables of all patterns or on plainer
ones, as `landing_tables` and `landing_patches` take them, from any distance; and counters, and tables without dice.
It needs torch, onnx, pillow and fontconfig (`fc-list`), and half an hour. No test runs it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from tests.vision.training.landing_patches import Photographer, disc_of
from tests.vision.training.landing_tables import Tables
from tests.vision.training.landing_tops import SIDE, TOP, Face, shows
from tests.vision.training.nets import Batch, Conv, export, train
from vision.dice.glimpse import COVERED, STRIDE
from vision.images import Floats, Image

LAYERS = (
    Conv(3, 8, stride=4, size=5),
    Conv(8, 16, stride=2),
    Conv(16, 16),
    Conv(16, 16, dilation=2),
    Conv(16, 4, size=1, last=True),
)
STEPS, RATE, BATCH = 6000, 3e-3, 48
TILE = 64
"""Pixels of such a part."""
DISCS = (4.5, 24.0)
"""Pixels across a disc in it."""
LARGEST = 1.15
"""Times by which a picture is enlarged at the most."""
ON_DIE, OFF_DIE = 0.42, 1.0
"""Sides from a face's middle within which a look is on the die, and beyond which it is on none."""
NEAREST = 5.7
"""Pixels from a face's middle within which there is a look: half of STRIDE each way."""
DICE, PLAIN, COUNTERS = 0.6, 0.5, 0.08
"""Share of parts with dice, of those on plainer tables, and of counters."""
_CELLS = np.arange(TILE // STRIDE) * STRIDE


class Taken(NamedTuple):
    """A picture, grey or in colour, its dice's faces, and whether each shows."""

    picture: Image
    faces: list[tuple[Face, bool]]


def taken(picture: Image, told: Sequence[tuple[float, float, float, bool]], rims: Sequence[Floats]) -> Taken:
    discs = [disc_of(rim, picture) for rim in rims]
    faces = [Face(x, y, side, TOP if top else SIDE, disc) for (x, y, side, top), disc in zip(told, discs, strict=True)]
    return Taken(picture, [(face, shows(face, faces)) for face in faces])


class Tiles:
    """Cuts parts out of pictures, any way round, at any size, and says what the network should see in them: whether a
    die is there, whether that counts, the size of the nearest face's disc, how far off it is across and down, and
    whether that counts."""

    def __init__(self, rng: np.random.Generator, dice: list[Taken], plain: list[Taken], none: list[Image]) -> None:
        self._rng, self._dice, self._plain, self._none = rng, dice, plain, none

    def with_die(self) -> tuple[Floats, Floats]:
        rng = self._rng
        while True:
            some = self._plain if rng.random() < PLAIN else self._dice
            picture, faces = some[rng.integers(len(some))]
            shown = [face for face, seen in faces if seen and face.disc]
            if not shown or shown[-1].disc is None:
                continue
            scale = float(np.exp(rng.uniform(*np.log(DISCS)))) / shown[-1].disc.major
            if scale <= LARGEST:
                break
        face = shown[rng.integers(len(shown))]
        middle = np.array([face.x, face.y]) + rng.uniform(-24, 24, 2) / scale
        tile, matrix = self._cut(picture, middle, scale)
        x, y = np.meshgrid(_CELLS, _CELLS)
        truth, nearest = np.zeros((6, *x.shape), np.float32), np.full(x.shape, 9.0)
        for face, seen in faces:
            u, v = matrix @ np.array([face.x, face.y, 1.0])
            away = np.hypot(x - u, y - v) / (face.side * scale)
            here = away < nearest
            nearest = np.minimum(nearest, away)
            if seen and face.disc:
                truth[2][here] = np.log2(max(face.disc.major * scale, 3.0) / COVERED)
                truth[3][here], truth[4][here] = (u - x[here]) / STRIDE, (v - y[here]) / STRIDE
        truth[0] = truth[5] = nearest < max(ON_DIE, NEAREST / (shown[-1].side * scale))
        truth[1] = np.maximum(truth[0], nearest > OFF_DIE)
        return tile, truth

    def without(self) -> tuple[Floats, Floats]:
        rng = self._rng
        picture = self._none[rng.integers(len(self._none))]
        high, wide = picture.shape[:2]
        least = 0.6 if wide == 640 else 0.2
        scale = float(np.exp(rng.uniform(np.log(least), np.log(LARGEST))))
        truth = np.zeros((6, len(_CELLS), len(_CELLS)), np.float32)
        truth[1] = 1
        return self._cut(picture, rng.uniform(0.1, 0.9, 2) * (wide, high), scale)[0], truth

    def _cut(self, picture: Image, middle: Floats, scale: float) -> tuple[Floats, Floats]:
        rng, by = self._rng, 1
        matrix = np.hstack([scale * np.eye(2), (TILE / 2 - 0.5 - scale * middle)[:, None]])
        if rng.random() < 0.5:
            matrix[0] *= -1
            matrix[0, 2] += TILE - 1
        if rng.random() < 0.5:
            matrix = matrix[::-1].copy()
        while scale * by < 0.6:
            picture, by = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 2 * by
        own = np.hstack([by * matrix[:, :2], matrix[:, 2:] + matrix[:, :2] @ np.full((2, 1), (by - 1) / 2)])
        tile = cv2.warpAffine(picture, own, (TILE, TILE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        seen = np.asarray(tile if tile.ndim == 3 else np.repeat(tile[..., None], 3, 2), np.float32)
        seen = seen * np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.06, 3)) + rng.uniform(0, 3) * rng.normal(
            0, 1, seen.shape
        )
        if rng.random() < 0.1:
            seen[:] = seen.mean(2, keepdims=True)
        return np.asarray(np.clip(seen, 0, 255).transpose(2, 0, 1) / 64 - 2, np.float32), matrix


def batches(rng: np.random.Generator, tiles: Tiles) -> Batch:
    def batch() -> tuple[Floats, Floats]:
        some = [tiles.with_die() if rng.random() < DICE else tiles.without() for _ in range(BATCH)]
        return np.stack([tile for tile, _ in some]), np.stack([truth for _, truth in some])

    return batch


def glimpse_loss(said: Any, truth: Any) -> Any:
    from torch.nn import functional

    there = functional.binary_cross_entropy_with_logits(said[:, 0], truth[:, 0], reduction="none")
    off = functional.smooth_l1_loss(said[:, 1:], truth[:, 2:5], reduction="none", beta=0.2).sum(1)
    where = 0.5 * (off * truth[:, 5]).sum() / truth[:, 5].sum().clamp(min=1)
    return 10 * (there * truth[:, 1] * (1 + 2 * truth[:, 0])).sum() / truth[:, 1].sum() + where


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that sees at a glance where dice may lie.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--dice", type=int, default=1600, metavar="N")
    parser.add_argument("--tables", type=int, default=150, metavar="N")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng((1, 29))
    tables, photographer = Tables(rng, lamps=0.6), Photographer(rng, lamps=0.6)
    dice, plain = list[Taken](), list[Taken]()
    for k in range(7 * arguments.dice):
        one, made = (tables.die, dice) if k < arguments.dice else (photographer.standing, plain)
        picture, told = one()
        made.append(taken(picture, told, (tables if made is dice else photographer).rims))
    none = [tables.counter() for _ in range(arguments.dice // 6)]
    none += [tables.painter.seen((640, 360)) for _ in range(arguments.tables)]
    print(f"{len(dice)} and {len(plain)} pictures of dice, {len(none)} without", flush=True)
    weights = train(LAYERS, glimpse_loss, batches(rng, Tiles(rng, dice, plain, none)), STEPS, RATE)
    export(LAYERS, weights, ("n", 3, "h", "w"), "landing_glimpse", arguments.out / "landing_glimpse.onnx")


if __name__ == "__main__":
    main()
