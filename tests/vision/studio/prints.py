"""Draws decks of cards with Pillow: several designs, pictures from painted to photo-like, and near-twins."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from vision.images import Image

DOTS = 7  # pixels a millimetre
WIDE, HIGH = 63, 88
KIVY = Path(str(find_spec("kivy").origin)).parent  # type: ignore[union-attr]
FONTS = [
    Path(__file__).parents[3] / "assets" / "fonts" / "RobotoCondensed-Bold.ttf",
    *(KIVY / "data" / "fonts" / f"{name}.ttf" for name in ("Roboto-Bold", "DejaVuSans", "Roboto-Italic")),
]
SYLLABLES = [
    "ka",
    "ro",
    "mi",
    "ten",
    "sal",
    "bor",
    "ve",
    "lin",
    "dra",
    "mo",
    "pel",
    "kus",
    "ta",
    "ri",
    "on",
    "gar",
    "fe",
    "lu",
    "shi",
    "nor",
]
TWIN_KINDS = ("title", "number", "symbol", "colour", "text")


@cache
def _font(which: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS[which % len(FONTS)]), size)


def word(rng: np.random.Generator, most: int = 4) -> str:
    return "".join(rng.choice(SYLLABLES, rng.integers(2, most))).capitalize()


def clouds(rng: np.random.Generator, h: int, w: int, rough: float = 0.55) -> np.ndarray:
    """Fractal noise from 0 to 1: skies, stone, skin."""
    out, size, strength = np.zeros((h, w), np.float32), 2, 1.0
    while size < min(h, w) / 2:
        coarse = rng.normal(0, 1, (size * h // w + 2, size + 2)).astype(np.float32)
        out += strength * cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
        size, strength = size * 2, strength * rough
    out -= out.min()
    return out / max(float(out.max()), 1e-6)


def picture(rng: np.random.Generator, h: int, w: int) -> Image:
    """A landscape, a still life, a portrait of blobs or a flat emblem."""
    kind = rng.integers(4)
    one, two, three = (rng.integers(20, 235, 3).astype(np.float32) for _ in range(3))
    if kind == 0:
        sky = clouds(rng, h, w)[..., None]
        out = one * sky + two * (1 - sky)
        for layer in range(rng.integers(2, 5)):
            ridge = h * (0.35 + 0.18 * layer) + h * 0.25 * (clouds(rng, 8, w, 0.6)[4] - 0.5)
            under = np.arange(h)[:, None] > ridge[None]
            shade = rng.integers(15, 200, 3) * (0.6 + 0.4 * clouds(rng, h, w, 0.8))[..., None]
            out = np.where(under[..., None], shade, out)
    elif kind == 1:
        out = one * (0.5 + 0.5 * clouds(rng, h, w, 0.7))[..., None]
        for _ in range(rng.integers(4, 9)):
            mask = np.zeros((h, w), np.uint8)
            middle = tuple(int(v) for v in rng.uniform((0, 0), (w, h)))
            axes = tuple(int(v) for v in rng.uniform(0.06, 0.3, 2) * w)
            cv2.ellipse(mask, middle, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1, cv2.LINE_AA)
            light = np.hypot(
                *np.meshgrid(np.arange(w) - middle[0] + axes[0] / 3, np.arange(h) - middle[1] + axes[1] / 3)
            )
            ball = rng.integers(30, 255, 3) * np.clip(1.2 - light / (1.5 * max(axes)), 0.25, 1.2)[..., None]
            cover = (mask / 255.0)[..., None]
            out = out * (1 - cover) + ball * cover
    elif kind == 2:
        field = clouds(rng, h, w, 0.65)
        bands = np.floor(field * rng.integers(4, 8)) / 6
        out = one * bands[..., None] + two * (1 - bands[..., None]) + 25 * (clouds(rng, h, w, 0.9)[..., None] - 0.5)
    else:
        out = np.zeros((h, w, 3), np.float32) + one
        for i in range(rng.integers(2, 5)):
            n = int(rng.integers(3, 9))
            turn = np.arange(2 * n) * np.pi / n + rng.uniform(0, 6)
            reach = np.where(np.arange(2 * n) % 2, 1.0, rng.uniform(0.35, 0.9)) * min(h, w) * (0.45 - 0.09 * i)
            star = (
                np.stack([w / 2 + reach * np.cos(turn), h / 2 + reach * np.sin(turn)], 1)
                + rng.uniform(-0.1, 0.1, 2) * w
            )
            cv2.fillPoly(
                out, [star.astype(np.int32)], tuple(float(v) for v in (two, three, one * 0.5)[i % 3]), cv2.LINE_AA
            )
    return np.clip(out, 0, 255).astype(np.uint8)


def design(seed: int) -> dict[str, object]:
    """What the cards of one edition share."""
    rng = np.random.default_rng(90_000 + seed)
    border = [(246, 245, 240), (18, 18, 20), (212, 200, 172), (70, 44, 34), None][seed % 5]
    return {
        "border": border,
        "margin": float(rng.uniform(2.0, 4.5)) if border else 0.0,
        "box": [float(v) for v in (rng.uniform(3, 6), rng.uniform(10, 16), rng.uniform(44, 60))],
        "panel": tuple(int(v) for v in rng.integers(170, 245, 3))
        if seed % 3
        else tuple(int(v) for v in rng.integers(25, 90, 3)),
        "font": int(rng.integers(len(FONTS))),
        "badge": int(rng.integers(3)),
        "accent": tuple(int(v) for v in rng.integers(30, 220, 3)),
    }


def card(art: int, edition: int, title: str, number: str, symbol: int, accent: int, text: int) -> Image:
    """One face, BGR. Two with all but one argument alike are near-twins."""
    look = design(edition)
    w, h = WIDE * DOTS, HIGH * DOTS
    border, margin = look["border"], int(look["margin"] * DOTS)
    paper = Pillow.new("RGB", (w, h), border or look["panel"])
    draw = ImageDraw.Draw(paper)
    if border is not None:
        draw.rounded_rectangle((margin, margin, w - margin, h - margin), 2 * DOTS, fill=look["panel"])
    side, top, low = (int(v * DOTS) for v in look["box"])
    art_rng = np.random.default_rng(art)
    if edition % 5 == 4:  # full bleed
        paper.paste(Pillow.fromarray(picture(art_rng, h, w)))
        draw.rectangle((side, low, w - side, h - side), fill=look["panel"])
    else:
        paper.paste(Pillow.fromarray(picture(art_rng, low - top, w - 2 * side - margin)), (side + margin // 2, top))
    ink = (20, 20, 24) if sum(look["panel"]) > 380 else (238, 236, 228)
    font = look["font"]
    bar = (margin + DOTS, margin + DOTS, w - margin - DOTS, max(top - DOTS, margin + 6 * DOTS))
    colours = [look["accent"], (190, 40, 40), (40, 90, 190), (30, 140, 70), (200, 150, 20)]
    draw.rounded_rectangle(bar, DOTS, fill=look["panel"], outline=colours[accent % 5], width=3)
    draw.text((bar[0] + DOTS, (bar[1] + bar[3]) // 2), title, ink, _font(font, int(4.6 * DOTS)), anchor="lm")
    draw.text(
        (bar[2] - DOTS, (bar[1] + bar[3]) // 2), number, colours[accent % 5], _font(0, int(5.4 * DOTS)), anchor="rm"
    )
    words = np.random.default_rng(700 + text)
    y = low + 3 * DOTS
    while y < h - margin - 9 * DOTS:
        line = ""
        while draw.textlength(line, _font(font, int(2.7 * DOTS))) < w - 2 * side - margin - 14 * DOTS:
            line += word(words, 3).lower() + " "
        draw.text((side + margin, y), line, ink, _font(font, int(2.7 * DOTS)))
        y += int(3.5 * DOTS)
    x, y = w - margin - 6 * DOTS, h - margin - 6 * DOTS
    _symbol(draw, (x, y), 3.2 * DOTS, symbol, colours[accent % 5])
    _symbol(draw, (margin + 6 * DOTS, y), 2.0 * DOTS, symbol, ink)
    return np.ascontiguousarray(np.asarray(paper)[..., ::-1])


def _symbol(draw: ImageDraw.ImageDraw, at: tuple[float, float], size: float, which: int, ink: tuple[int, ...]) -> None:
    x, y = at
    if which % 5 == 0:
        draw.ellipse((x - size, y - size, x + size, y + size), fill=ink)
    elif which % 5 == 1:
        draw.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], fill=ink)
    elif which % 5 == 2:
        draw.polygon([(x, y - size), (x + size, y + size), (x - size, y + size)], fill=ink)
    elif which % 5 == 3:
        draw.rectangle((x - size * 0.85, y - size * 0.85, x + size * 0.85, y + size * 0.85), fill=ink)
    else:
        draw.rectangle((x - size / 3, y - size, x + size / 3, y + size), fill=ink)
        draw.rectangle((x - size, y - size / 3, x + size, y + size / 3), fill=ink)


def deck(seed: int, plain: int = 60, twins: int = 15, editions: tuple[int, ...] = (0, 1, 2, 3, 4)) -> dict[str, Image]:
    """`plain` cards and `twins` pairs, by id; twins are named for what tells them apart: `twin-title-3a`."""
    rng = np.random.default_rng(seed)
    cards = {}
    for i in range(plain):
        edition = int(rng.choice(editions))
        cards[f"plain-{i}"] = card(
            seed * 977 + i, edition, word(rng), str(rng.integers(1, 30)), int(rng.integers(5)), int(rng.integers(5)), i
        )
    for i in range(twins):
        kind, edition = TWIN_KINDS[i % len(TWIN_KINDS)], int(rng.choice(editions))
        first = [word(rng), str(rng.integers(1, 30)), int(rng.integers(5)), int(rng.integers(1, 5)), 500 + i]
        second = list(first)
        if kind == "title":
            second[0] = word(rng)
        elif kind == "number":
            second[1] = str(1 + int(first[1]) % 9)
        elif kind == "symbol":
            second[2] = first[2] + 1
        elif kind == "colour":
            second[3] = first[3] % 4 + 1
        else:
            second[4] = first[4] + 100
        for name, what in (("a", first), ("b", second)):
            cards[f"twin-{kind}-{i}{name}"] = card(seed * 977 + 600 + i, edition, *what)
    return cards
