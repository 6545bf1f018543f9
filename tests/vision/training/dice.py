"""Trains the networks that find dice and count pips: dice_places.onnx and pip_faces.onnx.

    python -m tests.vision.training.dice --out assets/vision [--photos DIR [--apart QUARTER]]

They learn from dice rendered here (`tests.vision.scenes.die_render`) and, with `--photos`, from photographs among them
(see `tests.vision.training.photos`). `--apart` keeps a quarter of the photographs from them, 0 to 3, and says in the
end how well those are read. It needs torch and onnx, and half an hour of one core. No test runs it.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from tests.vision.scenes.dice_scene import Floats, LaidDie, photographed, scene, tabletop
from tests.vision.scenes.die_render import Sprite, pip_die
from tests.vision.training.nets import Conv, Dense, Weights, export, train
from tests.vision.training.photos import (
    ASTRAY,
    FOLDS,
    ODD_SIZE,
    Photo,
    card_photos,
    cut_out,
    dice_photos,
    die_again,
    seen_again,
)
from vision.crop import CROP, FILLED, crop, levelled
from vision.dice.pips import PipDice
from vision.dice.places import COVERED, LARGEST, SMALLEST, STRIDE, Places, prepared

DICE = 700
"""Dice rendered; every scene lays some of them anew, at another size, mirrored and recoloured."""
SCENE = 128
"""Pixels of a scene's side."""
POOL = 700
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
    Conv(3, 32, stride=2),
    Conv(32, 40),
    Conv(40, 64, stride=2),
    Conv(64, 80),
    Conv(80, 80),
    Conv(80, 64, stride=2),
    Dense(64 * (CROP // 8) ** 2, 96),
    Dense(96, 7, last=True),
)
"""What a crop round one die shows: 0 no pip die, else its pips."""
PLACE_STEPS, FACE_STEPS = 1500, 6500
LEGIBLE = 22.0
"""Pixels that a die covers from which its pips are worth learning."""
DOUBTFUL = 0.15
"""Chance of a die from which a place without one is worth learning."""
PHOTOGRAPHED, MISTAKEN = 0.6, 0.2
"""Of what FACES learns from, the share taken straight from photographs; of that, the share that shows no die."""
Pair = tuple[Weights, Weights]


class Scenes:
    """An endless, slowly changing supply of scenes with their truth."""

    def __init__(self, rng: Generator, sprites: list[Sprite], dice: list[Photo], cards: list[Photo]) -> None:
        self._rng, self._sprites, self._dice, self._cards = rng, sprites, dice, cards
        self._shown = [(photo, die) for photo in dice for die in photo.dice]
        self._mistaken: list[tuple[Photo, LaidDie]] = []
        self._cut = [sprite for photo in dice for sprite in cut_out(photo)]
        self._smallest = SMALLEST
        self._pool = [self._new() for _ in range(POOL)]

    def mistake(self, find: Places) -> None:
        """From here on for FACES: dice are legible, and what the finder may wrongly take for dice is shown."""
        self._mistaken = [
            (photo, LaidDie(0, spot.x, spot.y, spot.size))
            for photo in (*self._cards, *self._dice)
            for spot in find(photo.picture)
            if all(np.hypot(spot.x - die.x, spot.y - die.y) > 0.6 * die.size for die in photo.dice)
        ]
        print(f"{len(self._mistaken)} places without dice look like dice", flush=True)
        self._smallest = LEGIBLE
        self._pool = [self._new() for _ in range(POOL)]

    def places(self, count: int = 24, fresh: int = 4) -> tuple[Floats, Floats]:
        """A batch for PLACES: pictures, and for every cell its weight, label, size and step to the middle."""
        chosen = self._chosen(count, fresh)
        pictures = np.stack([prepared(photo).transpose(2, 0, 1) for photo, _ in chosen])
        return pictures, np.stack([self._truth(laid) for _, laid in chosen])

    def faces(self, count: int = 40, fresh: int = 5) -> tuple[Floats, Floats]:
        """A batch for FACES: crops and pips."""
        rng, crops, pips = self._rng, [], []
        while len(crops) < count:
            among = (self._shown, self._mistaken)[int(rng.random() < MISTAKEN)]
            if among and rng.random() < PHOTOGRAPHED:
                whole, die = among[int(rng.integers(len(among)))]
                crops.append(self._glossy(levelled(die_again(whole, rng, die, CROP, FILLED))).transpose(2, 0, 1))
                pips.append(die.face)
                continue
            photo, laid = self._chosen(1, int(rng.random() < fresh / count))[0]
            inside = [
                die for die in laid if min(die.x, die.y) > 0.3 * die.size and max(die.x, die.y) < SCENE - 0.3 * die.size
            ]
            if inside and rng.random() < 0.88:
                die = inside[int(rng.integers(len(inside)))]
                x, y = np.array([die.x, die.y]) + rng.normal(0, ASTRAY, 2) * die.size
                size, number = die.size * float(np.exp(rng.normal(0, ODD_SIZE))), die.face
            else:
                size, number = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST)))), 0
                x, y = self._striking(photo, size)
                if any(np.hypot(die.x - x, die.y - y) < 0.45 * die.size for die in laid):
                    continue
            shown = crop(photo, float(x), float(y), size, bool(rng.random() < 0.5), float(rng.uniform(0, 2 * np.pi)))
            crops.append(self._glossy(shown).transpose(2, 0, 1))
            pips.append(number)
        return np.stack(crops), np.array(pips)

    def _glossy(self, shown: Floats) -> Floats:
        """At times with a lamp mirrored in the die, small or drawn out: bright, but no pip. At times pale."""
        rng = self._rng
        if rng.random() < 0.25:
            for _ in range(int(rng.integers(1, 4))):
                spot = np.zeros((CROP, CROP), np.float32)
                at = tuple(int(v) for v in CROP * (0.5 + rng.normal(0, 0.2, 2)))
                long, short = rng.uniform(0.01, 0.09) * CROP, rng.uniform(0.01, 0.04) * CROP
                axes = (max(1, int(max(long, short))), max(1, int(short)))
                cv2.ellipse(spot, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA)
                spot = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(0.4, 1.5)))[..., None]
                shown = shown * (1 - spot) + float(rng.uniform(0.5, 2.5)) * spot
        if rng.random() < 0.25:
            shown = shown * float(rng.uniform(0.35, 1))
        return np.asarray(shown - shown.mean(), np.float32)

    def _striking(self, photo: Floats, size: float) -> Floats:
        """Of a few places the one with most to see: an empty table teaches little."""
        spots = self._rng.uniform(0, SCENE, (3, 2))
        reach = int(size / 3) + 1
        seen = [
            photo[max(0, int(y) - reach) : int(y) + reach, max(0, int(x) - reach) : int(x) + reach] for x, y in spots
        ]
        return np.asarray(spots[int(np.argmax([part.std() for part in seen]))])

    def _new(self) -> tuple[Floats, list[LaidDie]]:
        rng = self._rng
        size = float(np.exp(rng.uniform(np.log(self._smallest), np.log(LARGEST))))
        chance = rng.random() if self._dice else 1.0
        if chance < 0.55:
            view, laid = seen_again(self._dice[int(rng.integers(len(self._dice)))], rng, SCENE, size)
            return _taken(view, rng, size), laid
        if chance < 0.65:
            return _taken(self._card(), rng, size), []
        sprites = self._cut if self._dice and rng.random() < 0.5 else self._sprites
        table = self._card() if self._cards and rng.random() < 0.3 else tabletop(rng, SCENE)
        return scene(sprites, rng, table, size)

    def _card(self) -> Floats:
        return seen_again(self._cards[int(self._rng.integers(len(self._cards)))], self._rng, SCENE)[0]

    def _chosen(self, count: int, fresh: int) -> list[tuple[Floats, list[LaidDie]]]:
        for _ in range(fresh):
            self._pool[int(self._rng.integers(POOL))] = self._new()
        return [self._pool[i] for i in self._rng.integers(0, POOL, count)]

    @staticmethod
    def _truth(laid: list[LaidDie]) -> Floats:
        cells = SCENE // STRIDE
        at = np.arange(cells) * STRIDE + (STRIDE - 1) / 2
        truth = np.zeros((5, cells, cells), np.float32)
        truth[0] = 1
        for die in laid:
            away = np.hypot(at[None] - die.x, at[:, None] - die.y)
            near, middle = away < 0.38 * die.size, away < max(0.17 * die.size, 0.75 * STRIDE)
            truth[0, near] = 0
            if die.face:
                truth[0, middle], truth[1, middle] = 6, 1
                truth[2, middle] = np.log2(die.size / COVERED)
                truth[3, middle] = np.broadcast_to(die.x - at[None], away.shape)[middle] / STRIDE
                truth[4, middle] = np.broadcast_to(die.y - at[:, None], away.shape)[middle] / STRIDE
        return truth


def _taken(view: Floats, rng: Generator, size: float) -> Floats:
    """A photograph is blurred and noisy already: only some are spoilt once more."""
    return photographed(view, rng, size) if rng.random() < 0.25 else np.clip(view, 0, 255).astype(np.uint8)


def place_loss(said: Any, truth: Any) -> Any:
    from torch.nn import functional

    weight, label = truth[:, 0], truth[:, 1]
    sure = functional.binary_cross_entropy_with_logits(said[:, 0], label, reduction="none")
    # Cells that are already right count little: most of a table is empty.
    wrong = (said[:, 0].sigmoid() - label).abs() ** 1.5
    off = (said[:, 1:] - truth[:, 2:]).abs().sum(1)
    return (weight * wrong * sure).sum() / 200 + (label * off).sum() / label.sum().clamp(min=1) * 0.3


def face_loss(said: Any, pips: Any) -> Any:
    from torch.nn import functional

    return functional.cross_entropy(said, pips, label_smoothing=0.04)


def learn(scenes: Scenes, share: float) -> Pair:
    """Both networks."""
    places = train(PLACES, place_loss, scenes.places, max(12, round(PLACE_STEPS * share)), 3e-3)
    with tempfile.TemporaryDirectory() as folder:
        export(PLACES, places, ("n", 3, "h", "w"), "dice_places", Path(folder) / "dice_places.onnx")
        scenes.mistake(Places(Path(folder), DOUBTFUL))
    return places, train(FACES, face_loss, scenes.faces, max(12, round(FACE_STEPS * share)), 2e-3)


def write(networks: Pair, out: Path) -> None:
    export(PLACES, networks[0], ("n", 3, "h", "w"), "dice_places", out / "dice_places.onnx")
    export(FACES, networks[1], ("n", 3, CROP, CROP), "pip_faces", out / "pip_faces.onnx")


def judged(read: PipDice, photos: list[Photo]) -> Counter[str]:
    """How the dice of these photographs are read, and how many are seen where there are none."""
    tally: Counter[str] = Counter()
    for photo in photos:
        seen, right = read(photo.picture), 0
        for die in photo.dice:
            near = [s for s in seen if np.hypot(s.centre[0] - die.x, s.centre[1] - die.y) < 0.6 * die.size]
            seen = [s for s in seen if s not in near]
            good = [s.face for s in near] == [str(die.face)]
            right += good
            tally["right" if good else "wrong" if near else "unsure"] += 1
        whole = right == len(photo.dice) and not seen
        tally.update({"photos": 1, "whole": int(whole), "false": len(seen)})
        if not whole:
            print(f"  {photo.name}: {right} of {len(photo.dice)} right, {len(seen)} false", flush=True)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the networks that find and read dice.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs to learn from as well")
    parser.add_argument("--apart", type=int, choices=range(FOLDS), help="quarter of them to read instead")
    parser.add_argument("--share", type=float, default=1.0, help="of the dice and steps, for a quick trial")
    arguments = parser.parse_args()
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as missing:
        sys.exit(f"Training needs {missing.name}: pip install torch onnx, then try again.")
    cv2.setNumThreads(1)
    rng = np.random.default_rng(5)
    sprites = [pip_die(rng) for _ in range(max(12, round(DICE * arguments.share)))]
    shown = {"dice": dice_photos(arguments.photos), "cards": card_photos(arguments.photos)} if arguments.photos else {}
    known = [[photo for photo in photos if photo.fold != arguments.apart] for photos in shown.values()] or [[], []]
    write(learn(Scenes(rng, sprites, *known), arguments.share), arguments.out)
    read = PipDice(weights=arguments.out)
    for kind, photos in shown.items():
        apart = [photo for photo in photos if photo.fold == arguments.apart]
        if apart:
            print(f"photographs of {kind}, never learnt from: {dict(judged(read, apart))}")


if __name__ == "__main__":
    main()
