"""Photographs to learn from, where a folder of them is at hand: dice in a tray, and cards without any.

A folder holds `dice/` and `playing_cards/`, each with its pictures; `dice/ground_truth.json` gives the pips and box of
every die. Where a label names other pips than the photograph shows, or is missing, `dice_corrections.json` beside this
file says better. No photograph is part of this repository.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.vision.scenes.dice_scene import LaidDie, photographed
from tests.vision.scenes.die_render import CANVAS, Sprite

Floats = NDArray[Any]

SAME_THROW = 20
"""Seconds between two photographs within which they may show the same throw: both are learnt from, or neither."""
FOLDS = 4
MARGIN = 1.25
"""What a box measures over the die in it: they were drawn by hand, with room to spare."""
CUT = 66.0
"""Pixels of a die's box when it is cut out."""
ASTRAY, ODD_SIZE = 0.045, 0.12
"""How far the finder's middles and sizes are from the labels, as shares of the die: so far are they shifted here."""
Labels = dict[str, list[dict[str, Any]]]


@dataclass(frozen=True)
class Photo:
    """One photograph and its dice."""

    name: str
    picture: Floats
    dice: tuple[LaidDie, ...]
    fold: int


def dice_photos(folder: Path, corrected: bool = True) -> list[Photo]:
    """The photographs of dice. Throws are dealt out to the folds in turn, by the time in their names."""
    truth: Labels = json.loads((folder / "dice" / "ground_truth.json").read_text())
    better: Labels = json.loads(Path(__file__).with_name("dice_corrections.json").read_text()) if corrected else {}
    photos: list[Photo] = []
    throw, before = -1, -SAME_THROW - 1
    for name in sorted(truth):
        day, hour, minute, second = (int(v) for v in re.findall(r"(\d{8})_(\d\d)(\d\d)(\d\d)", name)[0])
        taken = day * 86400 + hour * 3600 + minute * 60 + second
        throw += not 0 <= taken - before <= SAME_THROW
        before = taken
        said = {tuple(die["box"]): die["pips"] for die in (*truth[name], *better.get(name, []))}
        dice = tuple(_laid(pips, box) for box, pips in said.items())
        photos.append(Photo(name, cv2.imread(str(folder / "dice" / name)), dice, throw % FOLDS))
    return photos


def card_photos(folder: Path) -> list[Photo]:
    """Photographs without any die."""
    files = sorted(f for f in (folder / "playing_cards").iterdir() if f.suffix.lower() in (".jpg", ".jpeg", ".png"))
    return [Photo(f.name, cv2.imread(str(f)), (), k % FOLDS) for k, f in enumerate(files)]


def _laid(pips: int, box: tuple[float, ...]) -> LaidDie:
    x0, y0, x1, y1 = box
    return LaidDie(pips, (x0 + x1 - 1) / 2, (y0 + y1 - 1) / 2, (x1 - x0 + y1 - y0) / 2 / MARGIN)


def cut_out(photo: Photo) -> list[Sprite]:
    """The photo's dice without the tray, to be laid on other tables."""
    return [_cut(photo.picture, die) for die in photo.dice if _whole(photo.picture, die)]


def _whole(picture: Floats, die: LaidDie) -> bool:
    reach = 0.75 * die.size
    return min(die.x, die.y) > reach and die.x < picture.shape[1] - reach and die.y < picture.shape[0] - reach


def _cut(picture: Floats, die: LaidDie) -> Sprite:
    scale, middle = CUT / MARGIN / die.size, CANVAS / 2
    matrix = np.array([[scale, 0, middle - scale * die.x], [0, scale, middle - scale * die.y]])
    size = (CANVAS, CANVAS)
    view = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    half = int(CUT * 0.54)
    mask = np.full(size, cv2.GC_BGD, np.uint8)
    mask[CANVAS // 2 - half : CANVAS // 2 + half, CANVAS // 2 - half : CANVAS // 2 + half] = cv2.GC_PR_FGD
    cv2.circle(mask, (CANVAS // 2, CANVAS // 2), int(CUT * 0.28), int(cv2.GC_FGD), -1)
    cv2.grabCut(view, mask, None, np.zeros((1, 65)), np.zeros((1, 65)), 2, cv2.GC_INIT_WITH_MASK)  # type: ignore[call-overload]
    inside = ((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)).astype(np.float32)
    cover = cv2.GaussianBlur(inside, (0, 0), 1.0)
    half_size = die.size * scale / 2
    box = (middle - half_size, middle - half_size, middle + half_size, middle + half_size)
    return Sprite(die.face, (view * cover[..., None]).astype(np.uint8), (cover * 255).astype(np.uint8), box)


def seen_again(photo: Photo, rng: Generator, side: int, size: float | None = None) -> tuple[Floats, list[LaidDie]]:
    """A part of a photo as another camera might have seen it: turned, mirrored, leaning, in other light and colours.

    Dice that it shows cover about `size` pixels; without dice or a size it is anything from half to twice as large."""
    if photo.dice and size is not None:
        die = photo.dice[int(rng.integers(len(photo.dice)))]
        scale = size / die.size
        at = np.array([die.x, die.y]) + rng.uniform(-0.5, 0.5, 2) * side / scale
    else:
        scale = float(np.exp(rng.uniform(np.log(0.5), np.log(2.0))))
        at = rng.uniform(0, 1, 2) * photo.picture.shape[1::-1]
    view, matrix = _turned(photo.picture, rng, at, side, scale)
    dice = []
    for die in photo.dice:
        x, y = matrix @ np.array([die.x, die.y, 1])
        if -die.size * scale < min(x, y) and max(x, y) < side + die.size * scale:
            dice.append(LaidDie(die.face, float(x), float(y), die.size * scale))
    return _relit(view, rng), dice


def die_again(photo: Photo, rng: Generator, die: LaidDie, side: int, filled: float) -> Floats:
    """One die, or what was taken for one, as another camera might have seen it, about as the finder places it: it
    covers about the share `filled` of a square. Bytes."""
    at = np.array([die.x, die.y]) + rng.normal(0, ASTRAY, 2) * die.size
    size = die.size * float(np.exp(rng.normal(0, ODD_SIZE)))
    view, _ = _turned(photo.picture, rng, at, side, filled * side / size)
    view = _relit(view, rng)
    if rng.random() < 0.25:  # seen from farther away
        less = int(side * rng.uniform(0.55, 0.95))
        view = cv2.resize(cv2.resize(view, (less, less), interpolation=cv2.INTER_AREA), (side, side))
    return photographed(view, rng, filled * side) if rng.random() < 0.3 else np.clip(view, 0, 255).astype(np.uint8)


def _turned(picture: Floats, rng: Generator, at: Floats, side: int, scale: float) -> tuple[Floats, Floats]:
    """A square of the picture round `at`, turned, mirrored and leaning at random; and the matrix that leads there."""
    turn, flip = rng.uniform(0, 2 * np.pi), float(rng.choice([-1, 1]))
    c, s = np.cos(turn), np.sin(turn)
    linear = scale * np.array([[c * flip, -s], [s * flip, c]]) @ (np.eye(2) + rng.normal(0, 0.05, (2, 2)))
    reach = int(side / scale) + 8
    left, top = (int(np.clip(v - reach, 0, most - 1)) for v, most in zip(at, picture.shape[1::-1], strict=True))
    part = picture[top : max(top + 1, int(at[1]) + reach), left : max(left + 1, int(at[0]) + reach)]
    if scale < 0.7:  # more pixels than are shown: average them first
        part = cv2.GaussianBlur(part, (0, 0), 0.4 / scale)
    matrix = np.hstack([linear, ((side - 1) / 2 - linear @ at)[:, None]])
    near = np.hstack([linear, (matrix @ np.array([left, top, 1]))[:, None]])
    view = cv2.warpAffine(part, near, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return view, matrix


def _relit(view: Floats, rng: Generator) -> Floats:
    """Floats 0 to 255: other colours, brightness and contrast."""
    view = view.astype(np.float32)
    if rng.random() < 0.15:
        view = view[..., rng.permutation(3)]
    if rng.random() < 0.4:
        hsv = cv2.cvtColor(np.ascontiguousarray(view / 255), cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0] + rng.normal(0, 20)) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.5, 1.5), 0, 1)
        view = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR) * 255
    view = 255 * (view / 255) ** float(np.exp(rng.normal(0, 0.25)))
    return np.asarray(view * rng.uniform(0.7, 1.15) * (1 + rng.normal(0, 0.05, 3)), np.float32)
