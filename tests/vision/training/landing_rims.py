"""Trains the network that says where a landing die's disc is that no outline shows: landing_rims.onnx.

    python -m tests.vision.training.landing_rims --out DIR [--dice N]

It learns from single dice on tables of all patterns, in all kinds of bad light, as `landing_tables` takes them: a look
that is a little off a face, too near or too far, with the ellipse that its disc really is; and looks that are on none.
It needs torch, onnx, pillow and fontconfig (`fc-list`), and half an hour. No test runs it.
"""

import argparse
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.vision.training.landing_tables import Tables
from tests.vision.training.landing_tops import SEEN
from tests.vision.training.nets import Batch, Dense, export, train
from vision.crop import CROP, crop
from vision.dice.rims import AROUND, told
from vision.images import Floats, Image

LAYERS = (*SEEN, Dense(48 * (CROP // 8) ** 2, 64), Dense(64, 6, last=True))
STEPS, RATE, BATCH = 6000, 1.5e-3, 64
DICE, GROUP = 4000, 200
SAME_PICTURE = 8
"""Looks at each picture."""
ON, OFF, NEARER = 0.3, 0.75, 0.45
"""In a disc's long diameters: how far a look is off that is on it, how far one that is on none, and how much nearer or
farther it is, as a logarithm."""
NOWHERE = 0.3
"""Share of looks that are on none."""

Looks = list[tuple[Image, Floats]]
"""Views as the network is shown them, 8 bits, and what it should say."""


def looks_at(seed: int) -> Looks:
    """Some pictures, each looked at several times."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, 17))
    tables, looks = Tables(rng), Looks()
    for _ in range(GROUP):
        frame, _ = tables.die()
        ellipses = [cv2.fitEllipse(rim.astype(np.float32)) for rim in tables.rims]
        for _ in range(SAME_PICTURE):
            look = _look(frame, ellipses, rng)
            looks += [look] if look else []
    return looks


def _look(frame: Image, ellipses: list[Any], rng: np.random.Generator) -> tuple[Image, Floats] | None:
    """One look, mostly at a disc."""
    (x, y), (a, b), turn = ellipses[rng.integers(len(ellipses))]
    if min(a, b) < 0.35 * max(a, b):
        return None
    size = max(a, b) * float(np.exp(rng.uniform(-NEARER, NEARER)))
    if rng.random() < NOWHERE:
        at = rng.uniform(0, frame.shape[1], 2)
        if any(np.hypot(*np.subtract(at, middle)) < OFF * max(axes) for middle, axes, _ in ellipses):
            return None
        truth = np.zeros(7, np.float32)
    else:
        at = np.array([x, y]) + rng.uniform(-ON, ON, 2) * max(a, b)
        truth = np.array([1, *told(at, size, ((x, y), (a, b), turn)), 1], np.float32)
    view = crop(frame, float(at[0]), float(at[1]), AROUND * size)
    return np.clip(64 * view + 128, 0, 255).astype(np.uint8), truth


def batches(looks: Looks) -> Batch:
    """In other light."""
    rng = np.random.default_rng(5)
    views, truths = (np.stack(parts) for parts in zip(*looks, strict=True))

    def batch() -> tuple[Floats, Floats]:
        chosen = rng.integers(0, len(views), BATCH)
        seen = (views[chosen].astype(np.float32) - 128) / 64
        seen *= np.exp(rng.normal(0, 0.25, (BATCH, 1, 1, 1))) * np.exp(rng.normal(0, 0.06, (BATCH, 1, 1, 3)))
        grey = rng.random(BATCH) < 0.15
        seen[grey] = seen[grey].mean(3, keepdims=True)
        truth = truths[chosen].copy()
        mirrored = rng.random(BATCH) < 0.5  # left and right
        seen[mirrored] = seen[mirrored, :, ::-1]
        truth[mirrored, 1] *= -1
        truth[mirrored, 5] *= -1
        upturned = rng.random(BATCH) < 0.5
        seen[upturned] = seen[upturned, ::-1]
        truth[upturned, 2] *= -1
        truth[upturned, 5] *= -1
        return seen.transpose(0, 3, 1, 2), truth

    return batch


def rim_loss(said: Any, truth: Any) -> Any:
    from torch.nn import functional

    there = functional.binary_cross_entropy_with_logits(said[:, 0], truth[:, 0])
    off = functional.smooth_l1_loss(said[:, 1:], truth[:, 1:6], reduction="none", beta=0.05).sum(1)
    return there + 4 * (off * truth[:, 6]).sum() / truth[:, 6].sum().clamp(min=1)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that says where a disc is.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--dice", type=int, default=DICE, metavar="N")
    arguments = parser.parse_args()
    with Pool() as pool:
        looks = [look for group in pool.map(looks_at, range(arguments.dice // GROUP), chunksize=1) for look in group]
    print(f"{len(looks)} looks, on a disc {np.mean([truth[0] for _, truth in looks]):.0%}", flush=True)
    weights = train(LAYERS, rim_loss, batches(looks), STEPS, RATE)
    export(LAYERS, weights, ("n", 3, CROP, CROP), "landing_rims", arguments.out / "landing_rims.onnx")


if __name__ == "__main__":
    main()
