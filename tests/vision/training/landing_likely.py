"""Trains the network that tells what is like a landing die at a glance from what is none: landing_likely.onnx.

    python -m tests.vision.training.landing_likely --out DIR [--dice N] [--tables N] [--kept DIR] [--further DIR]

It learns from what the glance itself stops at, or nearly: on single dice as `landing_patches` photographs them, here on
tables of all patterns and in colour, on the studio's crowded tables that `landing_tops` laid by in that folder, and on
tables without dice: stone, cloths, print, cards, coins, counters and poker chips. With `--further` it goes on from the
weights in that folder. It needs torch, onnx, pillow and fontconfig (`fc-list`), and half an hour. No test runs it.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from tests.vision.training.landing_faces import face_loss
from tests.vision.training.landing_tables import Painter, Tables
from tests.vision.training.landing_tops import Face, close_scenes, kept_scene, quick_scene
from tests.vision.training.nets import Batch, Conv, Dense, export, train, weights_of
from vision.dice.glimpse import Glimpse
from vision.dice.likely import SIDE, levelled, spot_views
from vision.dice.tops import SIDE as SIDE_FACE
from vision.dice.tops import TOP
from vision.glance import Small
from vision.glance.dice import ANYWHERE, dice_spots
from vision.images import Floats, Image

LAYERS = (
    Conv(3, 16, stride=2),
    Conv(16, 32, stride=2),
    Conv(32, 48),
    Dense(48 * (SIDE // 4) ** 2, 32),
    Dense(32, 2, last=True),
)
STEPS, RATE, BATCH = 7000, 2e-3, 128
FURTHER_STEPS, FURTHER_RATE = 6000, 1e-3
ON_FACE, OFF_DIE = 0.35, 1.7
"""Sides from a face's middle within which a spot is on that face, and beyond which it is on no die."""
DISC = (0.4, 1.4)
"""Sides of a die across what may be taken for its disc: one of 0.62 to 0.92, blurred or in part."""
_GLIMPSE = Glimpse()


def smaller(frame: Image, by: float) -> Image:
    """As the small copy is made."""
    while by >= 2:
        frame, by = cv2.resize(frame, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), by / 2
    return frame if by == 1 else cv2.resize(frame, None, fx=1 / by, fy=1 / by)


def stops(small: Image, faces: list[Face], rng: np.random.Generator) -> tuple[Image, Floats]:
    """The pictures of what the glance stops at, and whether each is a die: 1, or none: 0. Each also a little off."""
    spots = dice_spots(Small(small), _GLIMPSE)
    spots = spots[spots[:, 3] >= ANYWHERE.glimpsed - 1, :3]
    if len(spots) > 40:
        spots = spots[rng.permutation(len(spots))[:40]]
    middles = np.array([(face.x, face.y) for face in faces]).reshape(-1, 2)
    sides = np.array([face.side for face in faces])
    away = np.hypot(*(spots[:, None, :2] - middles).transpose(2, 0, 1)) / sides
    across = spots[:, 2:3] / sides
    on_face = ((away < ON_FACE) & (across > DISC[0]) & (across < DISC[1])).any(axis=1)
    sure = on_face | (away.min(axis=1, initial=9.0) > OFF_DIE)
    spots, dice = spots[sure], on_face[sure].astype(np.int64)
    if not len(spots):
        return np.empty((0, SIDE, SIDE, 3), np.uint8), dice
    twice = np.concatenate([spots, spots])
    twice[len(spots) :, :2] += rng.normal(0, 0.08, (len(spots), 2)) * spots[:, 2:3]
    twice[len(spots) :, 2] *= np.exp(rng.normal(0, 0.12, len(spots)))
    return spot_views(small, twice), np.concatenate([dice, dice])


def shrunk(frame: Image, faces: list[Face], by: float) -> tuple[Image, list[Face]]:
    """A picture and its faces in the small copy."""
    return smaller(frame, by), [Face(face.x / by, face.y / by, face.side / by, face.kind) for face in faces]


def examples(dice: int, tables: int, kept: Path | None) -> tuple[Image, Floats]:
    """Pictures and classes of all kinds."""
    rng, made = np.random.default_rng(31), []
    for k in range(dice):
        if k % 200 == 0:
            photographer = Tables(rng)
        frame, told = photographer.die()
        faces = [Face(x, y, side, TOP if top else SIDE_FACE) for x, y, side, top in told]
        made.append(stops(*shrunk(frame, faces, float(rng.choice([1.0, 1.5, 2.0, 2.0, 3.0, 3.0]))), rng))
    print(f"dice: {sum(len(one[1]) for one in made)}", flush=True)
    for k in range(tables):
        if k % 50 == 0:
            painter = Painter(rng)
        made.append(stops(painter.seen((640, 360)), [], rng))
    print(f"with tables: {sum(len(one[1]) for one in made)}", flush=True)
    for k in range(dice // 200):
        for frame, faces in close_scenes(70000 + k):
            made.append(stops(*shrunk(frame, faces, float(rng.choice([1.0, 1.5, 2.0, 3.0]))), rng))
    for k in range(dice // 50):
        frame, faces = quick_scene(90000 + k)
        made.append(stops(*shrunk(frame, faces, frame.shape[1] / 640), rng))
    for file in sorted(kept.glob("*.json")) if kept else []:
        frame, faces = kept_scene(int(file.stem), kept)
        for by in (1.0, 1.5, 2.0):
            made.append(stops(*shrunk(frame, faces, by), rng))
    views, kinds = (np.concatenate(parts) for parts in zip(*made, strict=True))
    print(f"{len(kinds)} in all, on dice {kinds.mean():.0%}", flush=True)
    return views, kinds


def batches(views: Image, kinds: Floats) -> Batch:
    """As many on dice as not, turned any way, in other light."""
    rng = np.random.default_rng(5)
    of = [np.flatnonzero(kinds == kind) for kind in (0, 1)]

    def batch() -> tuple[Floats, Floats]:
        chosen = np.concatenate([rng.choice(one, BATCH // 2) for one in of])
        seen = views[chosen].astype(np.float32)
        for k in range(8):  # every eighth the same way round
            seen[k::8] = np.rot90(seen[k::8], k % 4, axes=(1, 2))
            if k > 3:
                seen[k::8] = seen[k::8, :, ::-1]
        seen *= np.exp(rng.normal(0, 0.06, (BATCH, 1, 1, 3))).astype(np.float32)
        seen += np.float32(rng.uniform(0, 3)) * rng.standard_normal(seen.shape, np.float32)
        grey = rng.random(BATCH) < 0.15
        seen[grey] = seen[grey].mean(3, keepdims=True)
        return levelled(np.clip(seen, 0, 255)).transpose(0, 3, 1, 2), kinds[chosen]

    return batch


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the network that tells what is like a die at a glance.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--dice", type=int, default=1700, metavar="N")
    parser.add_argument("--tables", type=int, default=600, metavar="N")
    parser.add_argument("--kept", type=Path, metavar="DIR", help="where landing_tops laid its pictures by")
    parser.add_argument("--further", type=Path, metavar="DIR", help="go on from the network there")
    arguments = parser.parse_args()
    batch = batches(*examples(arguments.dice, arguments.tables, arguments.kept))
    before = weights_of(arguments.further / "landing_likely.onnx") if arguments.further else None
    steps, rate = (FURTHER_STEPS, FURTHER_RATE) if before else (STEPS, RATE)
    weights = train(LAYERS, face_loss, batch, steps, rate, before)
    export(LAYERS, weights, ("n", 3, SIDE, SIDE), "landing_likely", arguments.out / "landing_likely.onnx")


if __name__ == "__main__":
    main()
