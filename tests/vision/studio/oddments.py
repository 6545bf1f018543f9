"""What lies about on a table beside the dice and may look like one: coins, counters, tiles, badges, pages, pip dice."""

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from tests.vision.studio.dice import PRINT, Solid
from tests.vision.studio.prints import _font, clouds, word
from tests.vision.studio.scene import Print
from vision.images import Image

Colour = tuple[int, int, int]
Spot = tuple[float, float]
METALS: tuple[Colour, ...] = ((196, 202, 205), (88, 158, 192), (70, 98, 150))
SIGNS = "0123456789ABCDEFGHJKLMNPRSTUVWX?!*+"


def oddment(rng: np.random.Generator, at: Spot) -> Print:
    """One of them, lying anyhow."""
    made = (_coin, _counter, _counter, _chip, _button, _tile, _badges, _badges, _page)
    image, size, edge, gloss = made[rng.integers(len(made))](rng)
    return Print("oddment", image, size, at, float(rng.uniform(0, 2 * np.pi)), edge, gloss)


Made = tuple[Image, tuple[float, float], float, float]


def _round(image: Image, across: float, gloss: float) -> Made:
    return image, (across, across), across / 2, gloss


def _sheet(colour: Colour, wide: int = PRINT, high: int = PRINT) -> tuple[Pillow.Image, ImageDraw.ImageDraw]:
    sheet = Pillow.new("RGB", (wide, high), colour)
    return sheet, ImageDraw.Draw(sheet)


def _ring(draw: ImageDraw.ImageDraw, share: float, colour: Colour | None, line: int = 0) -> None:
    middle, radius = PRINT / 2, share * PRINT / 2
    box = (middle - radius, middle - radius, middle + radius, middle + radius)
    draw.ellipse(box, fill=colour) if line == 0 else draw.ellipse(box, outline=colour, width=line)


def _sign(rng: np.random.Generator, draw: ImageDraw.ImageDraw, at: Spot, high: float, ink: Colour) -> None:
    sign = "".join(rng.choice(list(SIGNS), rng.integers(1, 3)))
    draw.text(at, sign, ink, _font(int(rng.integers(4)), max(8, round(high))), anchor="mm")


def _any(rng: np.random.Generator, low: int = 0, high: int = 255) -> Colour:
    if rng.random() < 0.35:
        grey = int(rng.uniform(low, high))
        return grey, grey, grey
    return tuple(int(v) for v in rng.uniform(low, high, 3))  # type: ignore[return-value]


def _array(sheet: Pillow.Image) -> Image:
    return np.ascontiguousarray(np.asarray(sheet))


def _coin(rng: np.random.Generator) -> Made:
    metal = METALS[rng.integers(len(METALS))]
    dark, bright = (tuple(min(255, int(v * by)) for v in metal) for by in (0.55, 1.2))
    sheet, draw = _sheet(metal)
    if rng.random() < 0.4:  # two metals
        _ring(draw, rng.uniform(0.6, 0.75), METALS[rng.integers(len(METALS))])
    _ring(draw, 0.97, bright, int(rng.integers(4, 12)))
    _ring(draw, rng.uniform(0.82, 0.9), dark, int(rng.integers(2, 6)))
    if rng.random() < 0.5:
        _sign(rng, draw, (PRINT * rng.uniform(0.4, 0.55), PRINT / 2), PRINT * rng.uniform(0.4, 0.65), dark)
    else:
        for _ in range(rng.integers(3, 9)):  # a head, worn
            x, y = rng.normal(PRINT / 2, PRINT * 0.1, 2)
            w, h = rng.uniform(0.08, 0.28, 2) * PRINT
            draw.ellipse((x - w, y - h, x + w, y + h), fill=(dark, bright, metal)[rng.integers(3)])
    worn = 0.75 + 0.5 * clouds(rng, PRINT, PRINT, 0.8)[..., None]
    image = np.clip(_array(sheet) * worn, 0, 255).astype(np.uint8)
    return _round(cv2.GaussianBlur(image, (0, 0), 2), float(rng.uniform(16, 27)), 1.0)


def _counter(rng: np.random.Generator) -> Made:
    """Dark or pale, with rings, a sign or nothing on it; the worst have a dark middle, a white edge and a figure."""
    outer = _any(rng, 190, 255) if rng.random() < 0.4 else _any(rng)
    sheet, draw = _sheet(outer)
    for share in sorted(rng.uniform(0.3, 0.95, rng.integers(1, 4)), reverse=True):
        if rng.random() < 0.6:
            _ring(draw, share, _any(rng, 10, 110) if rng.random() < 0.5 else _any(rng))
        else:
            _ring(draw, share, _any(rng), int(rng.integers(3, 12)))
    if rng.random() < 0.6:
        ink = _any(rng, 210, 255) if rng.random() < 0.6 else _any(rng)
        _sign(rng, draw, (PRINT / 2, PRINT / 2), PRINT * rng.uniform(0.25, 0.6), ink)
    return _round(_array(sheet), float(rng.uniform(10, 30)), 0.6)


def _chip(rng: np.random.Generator) -> Made:
    colour, pale = _any(rng), _any(rng, 200, 255)
    sheet, draw = _sheet(colour)
    parts = int(rng.choice([4, 6, 8]))
    for k in range(parts):
        draw.pieslice((0, 0, PRINT, PRINT), 360 * k / parts, 360 * (k + 0.4) / parts, fill=pale)
    _ring(draw, 0.75, colour)
    _ring(draw, 0.62, pale if rng.random() < 0.5 else _any(rng))
    _sign(rng, draw, (PRINT / 2, PRINT / 2), PRINT * 0.3, colour)
    return _round(_array(sheet), float(rng.uniform(26, 40)), 0.5)


def _button(rng: np.random.Generator) -> Made:
    colour, hole = _any(rng), _any(rng, 0, 60)
    sheet, draw = _sheet(colour)
    _ring(draw, 0.8, tuple(int(v * 0.8) for v in colour))  # type: ignore[arg-type]
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1))[:: int(rng.choice([1, 3]))]:
        at = PRINT / 2 + 0.12 * PRINT * np.array([x, y])
        draw.ellipse((*(at - 14), *(at + 14)), fill=hole)
    return _round(_array(sheet), float(rng.uniform(9, 22)), 0.8)


def _tile(rng: np.random.Generator) -> Made:
    """A letter tile or a domino's half."""
    sheet, draw = _sheet(_any(rng, 150, 250))
    _sign(rng, draw, (PRINT / 2, PRINT / 2), PRINT * rng.uniform(0.5, 0.9), _any(rng, 0, 90))
    return _array(sheet), (float(rng.uniform(14, 24)),) * 2, 2.0, 0.4


def _badges(rng: np.random.Generator) -> Made:
    """A card or a tile with figures in discs, much as on a die but flat, and some larger than a die's."""
    wide, high = (int(v * PRINT / 40) for v in rng.uniform(25, 90, 2))
    pale = _any(rng, 200, 255) if rng.random() < 0.7 else _any(rng)
    sheet, draw = _sheet(pale, wide, high)
    for _ in range(rng.integers(1, 6)):
        radius = rng.uniform(3, 9) * PRINT / 40
        x, y = rng.uniform(radius, max(wide - radius, radius + 1)), rng.uniform(radius, max(high - radius, radius + 1))
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_any(rng, 10, 120))
        _sign(rng, draw, (x, y), radius * rng.uniform(0.9, 1.5), pale)
    return _array(sheet), (wide * 40 / PRINT, high * 40 / PRINT), 2.0, 0.5


def _page(rng: np.random.Generator) -> Made:
    """Print, from small text to a large title."""
    wide, high = int(rng.uniform(300, 700)), int(rng.uniform(200, 600))
    paper, ink = _any(rng, 215, 255), _any(rng, 0, 90)
    if rng.random() < 0.3:
        paper, ink = ink, paper
    sheet, draw = _sheet(paper, wide, high)
    y = 10
    while y < high - 20:
        size = int(rng.choice([14, 20, 30, 60, 110], p=[0.3, 0.3, 0.2, 0.12, 0.08]))
        line = " ".join(word(rng) for _ in range(8))
        draw.text((12, y), line.upper() if rng.random() < 0.4 else line, ink, _font(int(rng.integers(4)), size))
        y += round(size * rng.uniform(1.1, 1.8))
    return _array(sheet), (wide / 6, high / 6), 0.5, 0.3


def cloth(rng: np.random.Generator) -> Print:
    """Over the whole table: dotted, striped or checked."""
    side, one, two = 900, _any(rng), _any(rng)
    image = np.full((side, side, 3), one, np.uint8)
    step = int(rng.uniform(8, 40))
    kind = rng.integers(3)
    if kind == 0:
        radius = max(2, int(step * rng.uniform(0.2, 0.45)))
        for row, y in enumerate(range(0, side, step)):
            for x in range(row % 2 * step // 2, side, step):
                cv2.circle(image, (x, y), radius, two, -1, cv2.LINE_AA)
    else:
        lines = np.arange(side) // step % 2 == 0
        image[:, lines] = two
        if kind == 2:
            image[lines] = image[lines] // 2 + np.array(two, np.uint8) // 2
    return Print("cloth", image, (900.0, 900.0), gloss=0.1)


def pip_die(rng: np.random.Generator, at: Spot) -> Solid:
    """A plain die, white with dark pips or of any other colours."""
    body, ink = (_any(rng, 215, 255), _any(rng, 0, 80)) if rng.random() < 0.6 else (_any(rng), _any(rng))
    radius, prints = rng.uniform(0.07, 0.13) * PRINT, []
    for pips in rng.permutation(6)[:5] + 1:
        sheet, draw = _sheet(body)
        big = radius * (1.6 if pips == 1 and rng.random() < 0.3 else 1)
        for x, y in PIPS[int(pips)]:
            u, v = PRINT * (0.5 + 0.26 * x), PRINT * (0.5 + 0.26 * y)
            draw.ellipse((u - big, v - big, u + big, v + big), fill=ink)
        prints.append(_array(sheet))
    return Solid(
        "pips",
        float(rng.uniform(12, 20)),
        at,
        float(rng.uniform(0, 6.28)),
        prints,
        float(rng.uniform(0.15, 0.4)),
        float(rng.random()),
    )


DIAGONAL, OTHERS, BESIDE = [(-1, -1), (1, 1)], [(1, -1), (-1, 1)], [(-1, 0), (1, 0)]
PIPS = {
    1: [(0, 0)],
    2: DIAGONAL,
    3: [*DIAGONAL, (0, 0)],
    4: DIAGONAL + OTHERS,
    5: [*DIAGONAL, *OTHERS, (0, 0)],
    6: DIAGONAL + OTHERS + BESIDE,
}
