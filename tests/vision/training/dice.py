"""Trains the networks that find dice and count pips: dice_places.onnx and pip_faces.onnx.

    python -m tests.vision.training.dice --out assets/vision

Every picture they learn from is rendered here (`tests.vision.die_render`): no photograph is used. It needs jax and
onnx, and about half an hour of one core. No test runs it.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from tests.vision.dice_scene import Floats, LaidDie, scene
from tests.vision.die_render import Sprite, pip_die
from tests.vision.training.nets import Conv, Dense, export, train
from vision.dice.places import COVERED, CROP, LARGEST, SMALLEST, STRIDE, crop, prepared

DICE = 3600
"""Dice rendered; every scene lays some of them anew, at another size, mirrored and recoloured."""
SCENE = 128
"""Pixels of a scene's side."""
POOL = 1200
"""Scenes kept to learn from; every step replaces some."""
PLACES = (
    Conv(3, 16, stride=2),
    Conv(16, 24, stride=2),
    Conv(24, 24),
    Conv(24, 24, dilation=2),
    Conv(24, 24, dilation=2),
    Conv(24, 24, dilation=4),
    Conv(24, 4, size=1, last=True),
)
"""At every fourth pixel: how likely a die's middle is near, its size, and how far the middle is, across and down."""
FACES = (
    Conv(3, 24, stride=2),
    Conv(24, 32),
    Conv(32, 48, stride=2),
    Conv(48, 64),
    Conv(64, 48, stride=2),
    Dense(48 * (CROP // 8) ** 2, 64),
    Dense(64, 7, last=True),
)
"""What a crop round one die shows: 0 no pip die, else its pips."""


class Scenes:
    """An endless, slowly changing supply of scenes with their truth."""

    def __init__(self, rng: Generator, sprites: list[Sprite]) -> None:
        self._rng, self._sprites = rng, sprites
        self._pool = [self._new() for _ in range(POOL)]

    def places(self, count: int = 24, fresh: int = 8) -> tuple[Floats, Floats]:
        """A batch for PLACES: pictures, and for every cell its weight, label, size and step to the middle."""
        chosen = self._chosen(count, fresh)
        pictures = np.stack([prepared(photo) for photo, _ in chosen])
        return pictures, np.stack([self._truth(laid) for _, laid in chosen])

    def faces(self, count: int = 48, fresh: int = 10) -> tuple[Floats, Floats]:
        """A batch for FACES: crops and pips."""
        rng, crops, pips = self._rng, [], []
        for photo, laid in self._chosen(4 * count, fresh):
            inside = [
                die for die in laid if min(die.x, die.y) > 0.3 * die.size and max(die.x, die.y) < SCENE - 0.3 * die.size
            ]
            if inside and rng.random() < 0.88:
                die = inside[int(rng.integers(len(inside)))]
                x, y = np.array([die.x, die.y]) + rng.normal(0, 0.035, 2) * die.size
                size, number = die.size * float(np.exp(rng.normal(0, 0.08))), die.face
            else:
                x, y = rng.uniform(0, SCENE, 2)
                size, number = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST)))), 0
                if any(np.hypot(die.x - x, die.y - y) < 0.45 * die.size for die in laid):
                    continue
            crops.append(crop(photo, float(x), float(y), size, mirrored=bool(rng.random() < 0.5)))
            pips.append(number)
            if len(crops) == count:
                break
        return np.stack(crops), np.array(pips)

    def _new(self) -> tuple[Floats, list[LaidDie]]:
        size = float(np.exp(self._rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
        return scene(self._sprites, self._rng, SCENE, size)

    def _chosen(self, count: int, fresh: int) -> list[tuple[Floats, list[LaidDie]]]:
        for _ in range(fresh):
            self._pool[int(self._rng.integers(POOL))] = self._new()
        return [self._pool[i] for i in self._rng.integers(0, POOL, count)]

    @staticmethod
    def _truth(laid: list[LaidDie]) -> Floats:
        cells = SCENE // STRIDE
        at = np.arange(cells) * STRIDE + (STRIDE - 1) / 2
        truth = np.zeros((cells, cells, 5), np.float32)
        truth[..., 0] = 1
        for die in laid:
            away = np.hypot(at[None] - die.x, at[:, None] - die.y)
            near, middle = away < 0.38 * die.size, away < max(0.17 * die.size, 0.75 * STRIDE)
            truth[near, 0] = 0
            if die.face:
                truth[middle, 0], truth[middle, 1] = 6, 1
                truth[middle, 2] = np.log2(die.size / COVERED)
                truth[middle, 3] = np.broadcast_to(die.x - at[None], away.shape)[middle] / STRIDE
                truth[middle, 4] = np.broadcast_to(die.y - at[:, None], away.shape)[middle] / STRIDE
        return truth


def place_loss(said: Any, truth: Any) -> Any:
    import jax
    import jax.numpy as jnp

    weight, label = truth[..., 0], truth[..., 1]
    sure = jnp.maximum(said[..., 0], 0) - said[..., 0] * label + jnp.log1p(jnp.exp(-jnp.abs(said[..., 0])))
    # Cells that are already right count little: most of a table is empty.
    wrong = jnp.abs(jax.nn.sigmoid(said[..., 0]) - label) ** 1.5
    off = jnp.abs(said[..., 1:] - truth[..., 2:]).sum(-1)
    return (weight * wrong * sure).sum() / 200 + (label * off).sum() / jnp.maximum(label.sum(), 1) * 0.3


def face_loss(said: Any, pips: Any) -> Any:
    import jax
    import jax.numpy as jnp

    chance = jax.nn.log_softmax(said)
    return -(0.95 * jnp.take_along_axis(chance, pips[:, None], 1)[:, 0] + 0.05 * chance.mean(1)).mean()


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the networks that find and read dice.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--share", type=float, default=1.0, help="of the dice and steps, for a quick trial")
    arguments = parser.parse_args()
    try:
        import jax  # noqa: F401
        import onnx  # noqa: F401
    except ImportError as missing:
        sys.exit(f"Training needs {missing.name}: pip install jax onnx, then try again.")
    cv2.setNumThreads(1)
    rng = np.random.default_rng(5)

    def count(whole: int) -> int:
        return max(12, round(whole * arguments.share))

    scenes = Scenes(rng, [pip_die(rng) for _ in range(count(DICE))])
    weights = train(PLACES, place_loss, scenes.places, count(2400), 3e-3)
    export(PLACES, weights, ("n", 3, "h", "w"), "dice_places", arguments.out / "dice_places.onnx")
    weights = train(FACES, face_loss, scenes.faces, count(3500), 2e-3)
    export(FACES, weights, ("n", 3, CROP, CROP), "pip_faces", arguments.out / "pip_faces.onnx")


if __name__ == "__main__":
    main()
