"""Draws the faces of landing dice as many artists would: fonts, pens, triangles anywhere beside the 1; and other discs.

A drawing is the white of a face, 0 to 1, upright, SIDE pixels wide; its disc has RADIUS.
"""

import subprocess
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.scenes.die_render import SPOTS

Floats = NDArray[Any]

SIDE = 128
"""Pixels of a drawn face."""
RADIUS = SIDE * 0.4
"""Of its disc."""
STRANGE_FIGURES = "ABCDEFGHJKLMPQRSTUVWXYZ567890?!&%#+"
UNFIT_FONTS = ("Symbol", "Dingbat", "Emoji", "D050", "Math", "Braille", "Music", "Icons")
PLACES = {
    "1-across": {"right": 0.62, "left": 0.16, "below": 0.13, "above": 0.09},
    "1-down": {"right": 0.42, "left": 0.11, "below": 0.4, "above": 0.07},
}
"""Where the triangle stands from the 1, and how often: the box has it on the right, but below the 1 one that points
down suits many as well, and may touch it."""
LEFTWARDS = 0.12
"""How often a triangle that points across points to the left."""
EVEN = 0.82
"""A triangle's height over its base, on the whole: most are about as long on all three sides."""
FOOTED, FOOT, TUCKED_IN = 0.45, 0.5, 0.6
"""How often a plain 1 stands on a foot, how wide for its height a 1 is that has one, and how often the triangle beside
it reaches over the foot."""
STRANGE_KINDS = (0.06, 0.2, 0.08, 0.1, 0.09, 0.05, 0.1, 0.22, 0.1)
"""How often a strange disc is of each kind: empty, a letter, spots, strokes, a plane, a triangle, pips, a number, a
part of a code."""
OUTLINED = 0.07
"""How often only its outline is white."""


class Artist:
    """Draws faces, no two alike."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._fonts = usable_fonts()

    def face(self, name: str) -> Floats:
        """One of the faces by its name."""
        rng, figure = self._rng, np.zeros((SIDE, SIDE), np.float32)
        glyph = self._figure(name[0])
        if len(name) == 1:
            x, y = SIDE / 2 + rng.normal(0, 0.04, 2) * RADIUS
            lay(figure, glyph, x, y, RADIUS * rng.uniform(0.8, 1.5))
            return figure
        across, place = name == "1-across", str(rng.choice(list(PLACES[name]), p=list(PLACES[name].values())))
        height = RADIUS * rng.uniform(0.75, 1.4)
        base = RADIUS * rng.uniform(0.24, 0.75)
        tall = min(base * EVEN * float(np.exp(rng.normal(0, 0.22))), 0.65 * RADIUS)
        half = np.array([tall, base] if across else [base, tall]) / 2
        gap = rng.uniform(0.03, 0.45) * RADIUS
        one, triangle = np.full(2, SIDE / 2), np.full(2, SIDE / 2)
        if place in ("right", "left"):
            sign = 1 if place == "right" else -1
            wide = glyph.shape[1] * height / glyph.shape[0]
            if wide > FOOT * height and rng.random() < TUCKED_IN:
                gap = -rng.uniform(0, 0.25) * wide
            one[0] -= sign * (gap + 2 * half[0]) / 2
            triangle[0] += sign * (gap + wide) / 2
            triangle[1] += rng.uniform(-0.4, 0.4 if gap > 0 else 0.0) * height
        else:
            sign = 1 if place == "below" else -1
            gap = rng.uniform(-0.05, 0.3) * RADIUS
            height = min(height, 1.75 * RADIUS - gap - 2 * half[1])
            one[1] -= sign * (gap + 2 * half[1]) / 2
            triangle[1] += sign * (gap + height) / 2
            triangle[0] += rng.uniform(-0.15, 0.15) * RADIUS
        off = rng.normal(0, 0.06, 2) * RADIUS
        lay(figure, glyph, *(one + off), height)
        self._triangle(figure, triangle + off, half, across)
        return figure

    def _triangle(self, figure: Floats, at: Floats, half: Floats, across: bool) -> None:
        rng = self._rng
        corners = np.array([[-1, -1], [1, 0], [-1, 1]] if across else [[-1, -1], [1, -1], [0, 1]], float)
        if across and rng.random() < LEFTWARDS:
            corners[:, 0] *= -1
        points = ((corners * half + at) * 16).astype(np.int32)
        sheet = np.zeros_like(figure)
        if rng.random() < OUTLINED:
            cv2.polylines(sheet, [points], True, 1.0, max(2, int(0.14 * RADIUS)), cv2.LINE_AA, 4)
        else:
            cv2.fillPoly(sheet, [points], 1.0, cv2.LINE_AA, 4)
        if rng.random() < 0.2:  # its corners rounded
            sheet = np.clip(cv2.GaussianBlur(sheet, (0, 0), 0.05 * RADIUS) * 3 - 1, 0, 1)
        np.maximum(figure, sheet, out=figure)

    def strange(self) -> Floats:
        """The white of a disc that is no face: empty, a letter, pips, strokes, a plane, a triangle alone, a number of
        several figures, part of a code."""
        rng, figure, middle = self._rng, np.zeros((SIDE, SIDE), np.float32), SIDE / 2
        kind, unit = int(rng.choice(9, p=STRANGE_KINDS)), RADIUS / 32
        if kind == 6:  # a pip die, mistaken for a disc
            gap, size = rng.uniform(0.38, 0.6) * RADIUS, int(rng.uniform(0.08, 0.2) * RADIUS)
            turn = turned(rng.uniform(0, np.pi))
            for spot in SPOTS[int(rng.integers(1, 7))]:
                x, y = turn @ np.array(spot) * gap + middle + rng.normal(0, 1.5, 2)
                cv2.circle(figure, (int(x), int(y)), max(2, size), rng.uniform(0.5, 1.0), -1, cv2.LINE_AA)
        elif kind == 1:
            letter = printed(str(rng.choice(list(STRANGE_FIGURES))), self._font())
            lay(figure, letter, middle, middle, RADIUS * rng.uniform(0.7, 1.4))
        elif kind == 2:
            for _ in range(rng.integers(1, 7)):
                cv2.circle(figure, self._spot(0.6), int(rng.uniform(3, 10) * unit), 1.0, -1, cv2.LINE_AA)
        elif kind == 3:
            for _ in range(rng.integers(1, 5)):
                cv2.line(figure, self._spot(0.8), self._spot(0.8), 1.0, int(rng.uniform(2, 12) * unit), cv2.LINE_AA)
        elif kind == 4:
            for (x0, y0, x1, y1), least, most in (
                ((0, -0.6, 0, 0.6), 5, 12),
                ((-0.6, 0, 0.6, 0), 4, 12),
                ((-0.25, 0.5, 0.25, 0.5), 3, 8),
            ):
                ends = (np.array([[x0, y0], [x1, y1]]) * RADIUS + middle).astype(int).tolist()
                cv2.line(figure, ends[0], ends[1], 1.0, int(rng.uniform(least, most) * unit), cv2.LINE_AA)
        elif kind == 5:
            corners = np.array([[-0.7, -1], [0.7, 0], [-0.7, 1]]) * RADIUS * rng.uniform(0.2, 0.6) + middle
            cv2.fillPoly(figure, [corners.astype(np.int32)], 1.0, cv2.LINE_AA)
        elif kind == 7:
            number = str(rng.choice([10, 25, 50, 100, int(rng.integers(10, 100)), int(rng.integers(10, 1000))]))
            font = self._font()
            signs = [printed(sign, font) for sign in number]
            high = max(len(sign) for sign in signs)
            signs = [cv2.copyMakeBorder(sign, high - len(sign), 0, 4, 4, cv2.BORDER_CONSTANT) for sign in signs]
            line = np.hstack(signs)
            wide = RADIUS * rng.uniform(0.8, 1.7)
            lay(figure, line, middle, middle, min(wide * line.shape[0] / line.shape[1], 1.3 * RADIUS))
        elif kind == 8:
            cells = int(rng.integers(3, 9))
            code = (rng.random((cells, cells)) < rng.uniform(0.3, 0.7)).astype(np.uint8) * 255
            if rng.random() < 0.4:  # a code's corner
                code[:] = 0
                code[cells // 3 : cells - cells // 3, cells // 3 : cells - cells // 3] = 255
            code = cv2.resize(code, (96, 96), interpolation=cv2.INTER_NEAREST)
            lay(figure, code, middle, middle, RADIUS * rng.uniform(0.7, 1.8))
        return figure

    def sign(self, sign: str) -> Floats:
        """A sign of any font, without margins, 0 to 255; mostly bolder than it was."""
        glyph = cv2.copyMakeBorder(printed(sign, self._font()), 8, 8, 8, 8, cv2.BORDER_CONSTANT)
        return trimmed(cv2.dilate(glyph, np.ones((int(self._rng.integers(1, 14)),) * 2, np.uint8)))

    def _figure(self, sign: str) -> Floats:
        """One figure without margins, 0 to 255, in any hand: a little wider or narrower, leaning, bolder or lighter."""
        rng, chance = self._rng, self._rng.random()
        if chance < 0.3:
            glyph = self._stroked(sign)
        elif chance < 0.5 and sign == "1":
            glyph = self._plain_one()
        elif chance < 0.4 and sign == "4":
            glyph = self._plain_four()
        else:
            glyph = printed(sign, self._font())
        if rng.random() < 0.4:
            glyph = cv2.copyMakeBorder(glyph, 14, 14, 40, 40, cv2.BORDER_CONSTANT)
            thick = np.ones((int(rng.integers(2, 9)),) * 2, np.uint8)
            changed = cv2.dilate(glyph, thick) if rng.random() < 0.7 else cv2.erode(glyph, thick[:5, :5])
            glyph = changed if (changed > 128).mean() > 0.3 * (glyph > 128).mean() else glyph
            lean = np.array([[1, rng.normal(0, 0.1), 0], [0, 1, 0]], np.float32)
            lean[0, 2] = -lean[0, 1] * glyph.shape[0] / 2
            glyph = trimmed(cv2.warpAffine(glyph, lean, glyph.shape[::-1]))
        stretch = float(np.exp(rng.normal(0, 0.1)))
        return cv2.resize(glyph, (max(2, round(glyph.shape[1] * stretch)), glyph.shape[0]))

    def _font(self) -> str:
        return self._fonts[self._rng.integers(len(self._fonts))]

    def _stroked(self, sign: str) -> Floats:
        """In one of OpenCV's pen fonts, up to so broad that a 4 has no hole left."""
        font, thick = int(self._rng.choice([0, 1, 2, 3, 4, 5, 6, 7])), int(self._rng.integers(6, 27))
        sheet = np.zeros((240, 240), np.uint8)
        (w, h), _ = cv2.getTextSize(sign, font, 3.6, thick)
        cv2.putText(sheet, sign, (120 - w // 2, 120 + h // 2), font, 3.6, 255, thick, cv2.LINE_AA)
        return trimmed(sheet)

    def _plain_one(self) -> Floats:
        """The box's own 1: a stroke and a flag, short or long."""
        rng, sheet = self._rng, np.zeros((160, 150), np.uint8)
        thick, flag = int(rng.integers(8, 26)), rng.uniform(0, 62)
        cv2.line(sheet, (70, 15), (70, 145), 255, thick, cv2.LINE_AA)
        cv2.line(sheet, (70, 17), (int(70 - flag), int(17 + flag * rng.uniform(0.3, 1.1))), 255, thick, cv2.LINE_AA)
        if rng.random() < FOOTED:
            foot = int(rng.integers(20, 44))
            cv2.line(sheet, (70 - foot, 145), (70 + foot, 145), 255, thick, cv2.LINE_AA)
        return trimmed(sheet)

    def _plain_four(self) -> Floats:
        """A 4 of three strokes, open or closed at the top."""
        rng, sheet = self._rng, np.zeros((170, 150), np.uint8)
        thick, x, bar = int(rng.integers(8, 26)), int(rng.integers(80, 115)), int(rng.integers(95, 120))
        cv2.line(sheet, (x, 15 if rng.random() < 0.7 else 60), (x, 150), 255, thick, cv2.LINE_AA)
        cv2.line(sheet, (x if rng.random() < 0.7 else x - 30, 15), (20, bar), 255, thick, cv2.LINE_AA)
        cv2.line(sheet, (20, bar), (min(135, x + int(rng.integers(10, 40))), bar), 255, thick, cv2.LINE_AA)
        return trimmed(sheet)

    def _spot(self, reach: float) -> tuple[int, int]:
        x, y = SIDE / 2 + self._rng.uniform(-reach, reach, 2) * RADIUS
        return int(x), int(y)


@cache
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
