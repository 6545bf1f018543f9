"""Trains the networks that read a landing die's disc: landing_faces.onnx and landing_arrows.onnx.

    python -m tests.vision.training.landing_faces --out DIR [--photos DIR] [--only faces|arrows] [--further DIR]

Faces are drawn here in the machine's own fonts, and so are discs that are no face of ours, as a table camera would see
them; with `--photos`, dark spots found in photographs without our dice join the latter. It needs torch, onnx, pillow
and fontconfig (`fc-list`), and half an hour. No test runs it.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.die_render import SPOTS
from tests.vision.training.nets import Around, Batch, Conv, Dense, Layers, export, train, weights_of
from vision.dice.landing import FACES, discs_on_dice, seen_view
from vision.dice.polar import DIRECTIONS, RADII, WRAP
from vision.dice.upright import SIDE as ARROW_SIDE
from vision.dice.upright import upright_views
from vision.discs import Disc

Floats = NDArray[Any]

SIDE = 80
"""Pixels of a drawn face."""
RADIUS = SIDE * 0.4
"""Of its disc."""
OFTEN = (0.1, 0.1, 0.1, 0.1, 0.22, 0.22, 0.16)
"""How often each face is drawn, and then a strange disc: which way a blurred triangle points is hardest to learn."""
STRANGE_FIGURES = "ABCDEFGHJKLMPQRSTUVWXYZ567890?!&%#+"
UNFIT_FONTS = ("Symbol", "Dingbat", "Emoji", "D050", "Math", "Braille", "Music", "Icons")
LAYERS = (
    Conv(1, 16),
    Conv(16, 32, stride=2),
    Conv(32, 48, stride=2),
    Conv(48, 48),
    Conv(48, 48, across=2),
    Conv(48, 48, across=4),
    Around((DIRECTIONS + 2 * WRAP) // 4),
    Dense(96 * (RADII // 4), 64),
    Dense(64, len(FACES) + 1, last=True),
)
"""Each row is averaged over all directions, so that a turned die looks the same. What is averaged has seen the whole
way round: a triangle points across or down only beside its 1."""
ARROWS = (
    Conv(1, 16),
    Conv(16, 24, stride=2),
    Conv(24, 32),
    Conv(32, 32, stride=2),
    Dense(32 * (ARROW_SIDE // 4) ** 2, 32),
    Dense(32, 2, last=True),
)
"""Whether the triangle in a disc whose 1 was set upright points across it or along."""
FACE_STEPS, ARROW_STEPS, RATE, FURTHER_RATE = 3600, 4000, 2e-3, 8e-4
BATCH = 64
POOL, FRESH = 2000, 20
"""Pictures kept to learn from; every step draws some anew."""


class Draughtsman:
    """Draws discs as a camera sees them, with the class that each shows: 0 is no face of ours, then FACES in order."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._fonts = usable_fonts()

    def face(self) -> tuple[Floats, int]:
        """One disc as the reader shows it to the network that names faces, and its class."""
        kind = int(self._rng.choice(len(FACES) + 1, p=OFTEN))
        known = kind < len(FACES)
        figure = self._face(FACES[kind]) if known else self._strange()
        return seen_view(*self._seen(self._disc(figure))), kind + 1 if known else 0

    def arrow(self) -> tuple[Floats, int]:
        """One disc with a triangle as the reader shows it to the network that tells its direction; 0 is across."""
        kind = int(self._rng.integers(2))
        views = upright_views(*self._seen(self._disc(self._face(("1-across", "1-down")[kind]))))
        return views[int(self._rng.integers(len(views)))], kind

    def _face(self, face: str) -> Floats:
        """The white of one face, 0 to 1, upright."""
        rng, figure = self._rng, np.zeros((SIDE, SIDE), np.float32)
        glyph = self._figure(face[0])
        if len(face) == 1:
            x, y = SIDE / 2 + rng.normal(0, 2, 2)
            lay(figure, glyph, x, y, RADIUS * rng.uniform(0.8, 1.45))
            return figure
        across = face == "1-across"
        height, size, flat = RADIUS * rng.uniform(0.75, 1.35), RADIUS * rng.uniform(0.16, 0.38), rng.uniform(0.5, 1.0)
        half = np.array([flat * size, size] if across else [size, flat * size])
        gap, place = rng.uniform(0.05, 0.3) * RADIUS, rng.random()
        wide = glyph.shape[1] * height / glyph.shape[0]
        start = SIDE / 2 - (wide + gap + 2 * half[0]) / 2
        one, triangle = np.full(2, SIDE / 2), np.full(2, SIDE / 2)
        if place < 0.8:  # the triangle right of the 1, as in the box
            one[0], triangle[0] = start + wide / 2, start + wide + gap + half[0]
            triangle[1] += rng.uniform(-0.35, 0.35) * height
        elif place < 0.88:  # left of it
            one[0], triangle[0] = start + 2 * half[0] + gap + wide / 2, start + half[0]
            triangle[1] += rng.uniform(-0.2, 0.4) * height
        else:  # below it, or above
            height *= 0.75
            sign = 1 if place < 0.97 else -1
            one[1] += sign * (height / 2 - (height + gap + 2 * half[1]) / 2)
            triangle[0] += rng.uniform(-0.1, 0.1) * RADIUS
            triangle[1] = one[1] + sign * (height / 2 + gap + half[1])
        off = rng.normal(0, 1.5, 2)
        lay(figure, glyph, *(one + off), height)
        corners = np.array([[-1, -1], [1, 0], [-1, 1]] if across else [[-1, -1], [1, -1], [0, 1]], float)
        if across and rng.random() < 0.06:
            corners[:, 0] *= -1
        points = ((corners * half + triangle + off) * 16).astype(np.int32)
        cv2.fillPoly(figure, [points], 1.0, cv2.LINE_AA, shift=4)
        return figure

    def _figure(self, sign: str) -> Floats:
        chance = self._rng.random()
        if chance < 0.2:
            return self._stroked(sign)
        if chance < 0.5 and sign == "1":
            return self._plain_one()
        return printed(sign, self._fonts[self._rng.integers(len(self._fonts))])

    def _stroked(self, sign: str) -> Floats:
        """In one of OpenCV's pen fonts."""
        font, thick = int(self._rng.choice([0, 2, 3, 4, 6])), int(self._rng.integers(6, 20))
        sheet = np.zeros((220, 220), np.uint8)
        (w, h), _ = cv2.getTextSize(sign, font, 3.6, thick)
        cv2.putText(sheet, sign, (110 - w // 2, 110 + h // 2), font, 3.6, 255, thick, cv2.LINE_AA)
        return trimmed(sheet)

    def _plain_one(self) -> Floats:
        """The box's own 1: a stroke and a flag, short or long."""
        rng, sheet = self._rng, np.zeros((160, 120), np.uint8)
        thick, flag = int(rng.integers(8, 24)), rng.uniform(15, 62)
        cv2.line(sheet, (70, 15), (70, 145), 255, thick, cv2.LINE_AA)
        cv2.line(sheet, (70, 17), (int(70 - flag), int(17 + flag * rng.uniform(0.3, 1.1))), 255, thick, cv2.LINE_AA)
        if rng.random() < 0.2:
            cv2.line(sheet, (42, 145), (98, 145), 255, thick, cv2.LINE_AA)
        return trimmed(sheet)

    def _strange(self) -> Floats:
        """The white of a disc that is no face: empty, a letter, pips, strokes, a plane, a triangle alone."""
        rng, figure, middle = self._rng, np.zeros((SIDE, SIDE), np.float32), SIDE / 2
        kind = int(rng.integers(7))
        if kind == 6:  # a pip die, mistaken for a disc
            gap, size = rng.uniform(0.38, 0.6) * RADIUS, int(rng.uniform(0.08, 0.2) * RADIUS)
            turn = turned(rng.uniform(0, np.pi))
            for spot in SPOTS[int(rng.integers(1, 7))]:
                x, y = turn @ np.array(spot) * gap + middle + rng.normal(0, 1.5, 2)
                cv2.circle(figure, (int(x), int(y)), max(2, size), rng.uniform(0.5, 1.0), -1, cv2.LINE_AA)
        elif kind == 1:
            font = self._fonts[rng.integers(len(self._fonts))]
            letter = printed(str(rng.choice(list(STRANGE_FIGURES))), font)
            lay(figure, letter, middle, middle, RADIUS * rng.uniform(0.7, 1.4))
        elif kind == 2:
            for _ in range(rng.integers(1, 7)):
                cv2.circle(figure, self._spot(0.6), int(rng.integers(3, 10)), 1.0, -1, cv2.LINE_AA)
        elif kind == 3:
            for _ in range(rng.integers(1, 5)):
                cv2.line(figure, self._spot(0.8), self._spot(0.8), 1.0, int(rng.integers(2, 12)), cv2.LINE_AA)
        elif kind == 4:
            for (x0, y0, x1, y1), least, most in (
                ((0, -0.6, 0, 0.6), 5, 12),
                ((-0.6, 0, 0.6, 0), 4, 12),
                ((-0.25, 0.5, 0.25, 0.5), 3, 8),
            ):
                ends = (np.array([[x0, y0], [x1, y1]]) * RADIUS + middle).astype(int).tolist()
                cv2.line(figure, ends[0], ends[1], 1.0, int(rng.integers(least, most)), cv2.LINE_AA)
        elif kind == 5:
            corners = np.array([[-0.7, -1], [0.7, 0], [-0.7, 1]]) * RADIUS * rng.uniform(0.2, 0.6) + middle
            cv2.fillPoly(figure, [corners.astype(np.int32)], 1.0, cv2.LINE_AA)
        return figure

    def _spot(self, reach: float) -> tuple[int, int]:
        x, y = SIDE / 2 + self._rng.uniform(-reach, reach, 2) * RADIUS
        return int(x), int(y)

    def _disc(self, figure: Floats) -> Floats:
        """The figure in its dark disc on a white die on some table, grey levels."""
        rng = self._rng
        white, table = rng.uniform(110, 255), rng.uniform(10, 255)
        dark, bright = white * rng.uniform(0.08, 0.5), white * rng.uniform(0.75, 1.05)
        y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2 + 0.5
        disc = np.clip(RADIUS - np.hypot(x, y) + 0.5, 0, 1)
        figure = figure * disc
        half, power = RADIUS * rng.uniform(1.06, 1.45), rng.uniform(4, 16)  # the die's rounded square
        die = np.abs(x / half) ** power + np.abs(y / half) ** power < 1
        face = np.where(die, white, table) * (1 - disc) + disc * (dark * (1 - figure) + bright * figure)
        if rng.random() < 0.3:  # a lamp is mirrored in part of the face, or a shadow falls on it
            a, edge = rng.uniform(0, 2 * np.pi), rng.uniform(-1, 1) * RADIUS
            share = np.clip(0.5 + (x * np.cos(a) + y * np.sin(a) - edge) / rng.uniform(2, 60), 0, 1)
            lit = rng.uniform(10, 120) if rng.random() < 0.6 else None
            face = face * (1 - rng.uniform(0.2, 0.6) * share) if lit is None else face + lit * share
        return np.asarray(face)

    def _seen(self, face: Floats) -> tuple[Floats, Disc]:
        """The face as a camera sees it, small, flattened and spoilt, and where a finder with small errors sees it."""
        rng = self._rng
        wide = float(np.exp(rng.uniform(np.log(15), np.log(64))))
        flat = rng.uniform(0.55, 1) if rng.random() < 0.7 else 1.0
        lean, turn = rng.uniform(0, 2 * np.pi, 2)
        shrink = wide / (2 * RADIUS)
        if shrink < 0.9:
            face = cv2.GaussianBlur(face, (0, 0), 0.42 / shrink)
        axes = turned(lean) @ np.diag([1, flat]) @ turned(turn) * shrink
        size = int(wide * 1.6) + 6
        middle = np.full(2, size / 2)
        matrix = np.hstack([axes, (middle - axes @ np.full(2, SIDE / 2))[:, None]]).astype(np.float32)
        view = cv2.warpAffine(face.astype(np.float32), matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
        photo = self._spoilt(view, wide)
        long = wide * float(np.exp(rng.normal(0, 0.035)))
        short = long * flat * float(np.exp(rng.normal(0, 0.05)))
        x, y = middle + rng.normal(0, 0.025, 2) * wide
        return photo, Disc(x, y, long, short, float(lean + np.pi / 2) % np.pi, 255.0)

    def _spoilt(self, view: Floats, wide: float) -> Floats:
        """Uneven light, motion, blur, noise, haze, sharpening and JPEG."""
        rng = self._rng
        if rng.random() < 0.5:
            view = view + (rng.uniform(-60, 60) * np.linspace(-0.5, 0.5, len(view)))[:, None]
        # A lens mixes light, not the grey levels of a file: white bleeds into black.
        gamma = 2.2 if rng.random() < 0.5 else 1.0
        view = (np.maximum(view, 0) / 255) ** gamma
        if rng.random() < 0.5:
            kernel, way = np.zeros((9, 9), np.float32), rng.uniform(0, np.pi)
            step = np.array([np.cos(way), np.sin(way)]) * rng.uniform(1, 4) / 2
            a, b = (((4 + sign * step) * 16).round().astype(int).tolist() for sign in (-1, 1))
            cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_AA, 4)
            view = cv2.filter2D(view, -1, kernel / kernel.sum())
        view = cv2.GaussianBlur(view, (0, 0), rng.uniform(0.3, 1.4) * min(1, 0.4 + wide / 50))
        view = 255 * np.clip(view, 0, 1) ** (1 / gamma)
        view = view + rng.normal(0, rng.uniform(0, 8), view.shape)
        if rng.random() < 0.3:
            view = view * 0.6 + rng.uniform(0, 110)
        if rng.random() < 0.4:
            view = view + rng.uniform(0.2, 1.2) * (view - cv2.GaussianBlur(view, (0, 0), rng.uniform(0.8, 1.6)))
        photo = np.clip(view, 0, 255).astype(np.uint8)
        if rng.random() < 0.6:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 95))]
            return np.asarray(cv2.imdecode(cv2.imencode(".jpg", photo, quality)[1], cv2.IMREAD_GRAYSCALE))
        return photo


def usable_fonts() -> list[str]:
    """Files of the machine's Latin fonts that have figures."""
    listed = subprocess.run(["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True).stdout
    files = sorted(line.strip().rstrip(":") for line in listed.splitlines())
    return [file for file in files if file.endswith((".ttf", ".otf", ".t1", ".pfb")) and _fit(file)]


def _fit(file: str) -> bool:
    if any(word in file for word in UNFIT_FONTS):
        return False
    try:
        return all(printed(sign, file).size for sign in "1234")
    except (OSError, ValueError):
        return False


@cache
def printed(sign: str, font: str) -> Floats:
    """A sign in a font, white on black, without margins."""
    from PIL import Image, ImageDraw, ImageFont

    sheet = Image.new("L", (200, 200), 0)
    ImageDraw.Draw(sheet).text((100, 100), sign, font=ImageFont.truetype(font, 110), fill=255, anchor="mm")
    return trimmed(np.asarray(sheet))


def trimmed(sheet: Floats) -> Floats:
    ys, xs = np.nonzero(sheet > 30)
    return sheet[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1] if len(xs) else sheet


def lay(figure: Floats, glyph: Floats, x: float, y: float, height: float) -> None:
    """Puts a glyph of that height into the figure, its middle at (x, y); what sticks out is cut off."""
    w, h = max(1, int(glyph.shape[1] * height / glyph.shape[0])), max(1, int(height))
    small = cv2.resize(glyph, (w, h), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    left, top = int(x - w / 2), int(y - h / 2)
    part = figure[max(0, top) : top + h, max(0, left) : left + w]
    inside = small[max(0, -top) : max(0, -top) + part.shape[0], max(0, -left) : max(0, -left) + part.shape[1]]
    np.maximum(part, inside, out=part)


def turned(angle: float) -> Floats:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def strange_views(folder: Path) -> list[Floats]:
    """What the reader would take for a disc in photographs that show none of our dice."""
    views = []
    for file in sorted(file for file in folder.glob("*/*") if file.suffix.lower() in (".jpg", ".png")):
        grey = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
        views += [seen_view(grey, disc) for disc in discs_on_dice(grey)]
    return views


def face_loss(said: Any, numbers: Any) -> Any:
    from torch.nn import functional

    return functional.cross_entropy(said, numbers, label_smoothing=0.005)


def pooled(rng: np.random.Generator, draw: Callable[[], tuple[Floats, int]], strange: list[Floats]) -> Batch:
    """Batches from a slowly changing pool of drawings, some of each replaced by what is no face."""
    pool = [draw() for _ in range(POOL)]

    def batch() -> tuple[Floats, Floats]:
        for _ in range(FRESH):
            pool[int(rng.integers(POOL))] = draw()
        chosen = [pool[i] for i in rng.integers(0, POOL, BATCH)]
        for i in range(BATCH // 16 if strange else 0):
            chosen[i] = strange[int(rng.integers(len(strange)))], 0
        return np.stack([view for view, _ in chosen])[:, None], np.array([number for _, number in chosen])

    return batch


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the networks that read the landing dice's faces.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--photos", type=Path, metavar="DIR", help="photographs without landing dice")
    parser.add_argument("--only", choices=("faces", "arrows"), help="one of the two networks")
    parser.add_argument("--further", type=Path, metavar="DIR", help="go on from the weights in this folder, gently")
    parser.add_argument("--share", type=float, default=1.0, help="of the steps, for a quick trial")
    arguments = parser.parse_args()
    try:
        import onnx  # noqa: F401
        import torch  # noqa: F401
    except ImportError as missing:
        sys.exit(f"Training needs {missing.name}: pip install torch onnx pillow, then try again.")
    cv2.setNumThreads(1)
    rng = np.random.default_rng(3)
    draughtsman = Draughtsman(rng)
    rate = FURTHER_RATE if arguments.further else RATE

    def learn(name: str, layers: Layers, batch: Batch, steps: int, taken: tuple[int | str, ...]) -> None:
        before = weights_of(arguments.further / f"{name}.onnx") if arguments.further else None
        weights = train(layers, face_loss, batch, max(1, round(steps * arguments.share)), rate, before)
        export(layers, weights, taken, name, arguments.out / f"{name}.onnx")

    if arguments.only != "arrows":
        batch = pooled(rng, draughtsman.face, strange_views(arguments.photos) if arguments.photos else [])
        learn("landing_faces", LAYERS, batch, FACE_STEPS, ("n", 1, RADII, DIRECTIONS + 2 * WRAP))
    if arguments.only != "faces":
        learn(
            "landing_arrows", ARROWS, pooled(rng, draughtsman.arrow, []), ARROW_STEPS, ("n", 1, ARROW_SIDE, ARROW_SIDE)
        )


if __name__ == "__main__":
    main()
