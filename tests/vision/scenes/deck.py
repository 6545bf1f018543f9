"""Draws decks of cards, near-twins among them, and lays cards on a table; the truth is what was asked for."""

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.scenes.camera import Camera, Floats, Image, Light, paste, spoil, spread_out, table_top
from tests.vision.scenes.cloths import cloth

WIDTH, HEIGHT, DOTS = 63, 88, 6  # millimetres, and pixels a millimetre of the drawing
WORDS = [
    "river",
    "stone",
    "candle",
    "harbour",
    "velvet",
    "copper",
    "meadow",
    "thunder",
    "pepper",
    "lantern",
    "saddle",
    "orchard",
    "comet",
    "bramble",
    "anchor",
]
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def _art(picture: Image, box: tuple[int, int, int, int], rng: np.random.Generator) -> None:
    x0, y0, x1, y1 = box
    part = picture[y0:y1, x0:x1]
    part[:] = rng.integers(40, 220, 3)
    for _ in range(rng.integers(5, 11)):
        ink = tuple(int(v) for v in rng.integers(0, 255, 3))
        x, y = (int(v) for v in rng.integers(0, (x1 - x0, y1 - y0)))
        size = int(rng.integers(12, 90))
        kind = rng.integers(4)
        if kind == 0:
            cv2.circle(part, (x, y), size, ink, -1, cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(part, (x, y), (x + size, y + int(size * rng.uniform(0.3, 2))), ink, -1)
        elif kind == 2:
            cv2.line(
                part,
                (x, y),
                tuple(int(v) for v in rng.integers(0, (x1 - x0, y1 - y0))),
                ink,
                int(rng.integers(4, 22)),
                cv2.LINE_AA,
            )
        else:
            points = (rng.uniform(-1, 1, (5, 2)) * size * 1.4 + (x, y)).astype(np.int32)
            cv2.fillPoly(part, [points], ink, cv2.LINE_AA)


def _lines(picture: Image, left: int, top: int, right: int, bottom: int, rng: np.random.Generator, font: int) -> None:
    for y in range(top, bottom, 26):
        text = " ".join(rng.choice(WORDS, 5))
        while cv2.getTextSize(text, font, 0.62, 1)[0][0] > right - left:
            text = text[:-1]
        cv2.putText(picture, text, (left, y), font, 0.62, (40, 40, 40), 1, cv2.LINE_AA)


def draw_card(art: int, title: str, number: str, layout: int) -> Image:
    """A card face. Cards that share `art` and `layout` differ in title or number only."""
    w, h = WIDTH * DOTS, HEIGHT * DOTS
    look, rng = np.random.default_rng(1000 + layout), np.random.default_rng(art)
    paper = look.integers(200, 250, 3)
    picture = np.full((h, w, 3), paper, np.uint8)
    font, ink = int(look.choice(FONTS)), tuple(int(v) for v in look.integers(0, 120, 3))
    edge = int(look.integers(10, 28))
    cv2.rectangle(picture, (edge, edge), (w - edge, h - edge), ink, int(look.integers(2, 9)))
    art_top = int(look.uniform(0.12, 0.22) * h)
    art_low = int(look.uniform(0.5, 0.68) * h)
    _art(picture, (edge + 14, art_top, w - edge - 14, art_low), rng)
    _lines(picture, edge + 20, art_low + 40, w - edge - 20, h - edge - 50, rng, font)
    cv2.putText(picture, title, (edge + 16, art_top - 12), font, 0.95, ink, 2, cv2.LINE_AA)
    for x, y in ((w - edge - 52, art_top - 10), (edge + 12, h - edge - 14)):
        cv2.putText(picture, number, (x, y), font, 1.15, ink, 3, cv2.LINE_AA)
    return picture


def deck(seed: int, plain: int = 60, twins: int = 15, layouts: tuple[int, ...] = (0, 1, 2, 3, 4)) -> dict[str, Image]:
    """`plain` cards and `twins` pairs of near-twins, by card id; twins are named `twin-3a` and `twin-3b`."""
    rng = np.random.default_rng(seed)
    cards = {}
    for i in range(plain):
        title = " ".join(rng.choice(WORDS, 2, replace=False))
        cards[f"plain-{i}"] = draw_card(seed * 7919 + i, title, str(rng.integers(1, 40)), int(rng.choice(layouts)))
    for i in range(twins):
        art, layout = seed * 7919 + 500 + i, int(rng.choice(layouts))
        a, b = (" ".join(rng.choice(WORDS, 2, replace=False)) for _ in range(2))
        first, second = (str(n) for n in rng.choice(40, 2, replace=False))
        cards[f"twin-{i}a"] = draw_card(art, a, first, layout)
        cards[f"twin-{i}b"] = draw_card(art, a if i % 2 else b, second if i % 2 else first, layout)
    return cards


def card_cover() -> np.ndarray:
    """A card's rounded corners, 3 mm."""
    r, w, h = 3 * DOTS, WIDTH * DOTS, HEIGHT * DOTS
    cover = np.zeros((h, w), np.float32)
    cv2.rectangle(cover, (r, 0), (w - r, h), 1.0, -1)
    cv2.rectangle(cover, (0, r), (w, h - r), 1.0, -1)
    for x in (r, w - r):
        for y in (r, h - r):
            cv2.circle(cover, (x, y), r, 1.0, -1, cv2.LINE_AA)
    return cover


@dataclass(frozen=True)
class LaidCard:
    """A card as it was laid: its id and its corners in the picture, clockwise from its own top left."""

    id: str
    corners: Floats


def loose_cards(
    cards: dict[str, Image],
    ids: list[str],
    rng: np.random.Generator,
    light: Light,
    tilt: float,
    width: int = 1920,
    across: float = 600.0,
    pairs: float = 0.0,
    pattern: str | None = None,
) -> tuple[Image, list[LaidCard]]:
    """The named cards lying on a table, none on another; a share `pairs` of them touch the one laid before. `pattern`
    names the cloth under them."""
    size = (width, width * 9 // 16)
    camera = Camera(size, across, tilt, rng.uniform(-10, 10))
    frame = table_top(size, rng) if pattern is None else spread_out(cloth(pattern, rng), camera)
    laid: list[LaidCard] = []
    places: list[tuple[Floats, float]] = []
    for card in ids:
        for _ in range(200):
            beside = pairs > 0 and bool(places) and rng.random() < pairs
            if beside:
                middle, turn = _beside(*places[-1], rng)
            else:
                middle = rng.uniform(-0.5, 0.5, 2) * (across, across * 9 / 16)
            if all(np.hypot(*(middle - other)) > 112 for other, _ in places[: len(places) - beside]):
                turn = turn if beside else rng.uniform(0, 2 * np.pi)
                shape = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (WIDTH / 2, HEIGHT / 2)
                corners = camera.pixels(shape @ _spin(turn).T + middle)
                if (corners > 8).all() and (corners < np.array(size) - 8).all():
                    break
        else:
            continue  # no room left
        places.append((middle, turn))
        shadow = corners + rng.uniform(-3, 3, 2)
        dim = np.full((8, 8, 3), 40, np.uint8)
        paste(frame, dim, shadow, np.full((8, 8), 0.3, np.float32))
        paste(frame, cards[card], corners, card_cover())
        laid.append(LaidCard(card, corners))
    return spoil(frame, light, rng), laid


def _beside(middle: Floats, turn: float, rng: np.random.Generator) -> tuple[Floats, float]:
    """The place of a card that nearly touches one that lies there, side by side or end to end."""
    gap, slide = rng.uniform(0.3, 1.2), rng.uniform(-10, 10)
    step = np.array([WIDTH + gap, slide] if rng.random() < 0.5 else [slide, HEIGHT + gap]) * rng.choice([-1, 1])
    return middle + _spin(turn) @ step, turn


def _spin(turn: float) -> Floats:
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
