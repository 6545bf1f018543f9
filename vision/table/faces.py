"""Surfaces that we draw ourselves: table tops, card faces with their stickers, the mat, a hand."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.images import Image
from vision.stickers import Kind, Sticker, layout, tag_layout

CARD_MM = (63.0, 88.0)
PAPERS = ((252, 252, 252), (236, 246, 250), (225, 232, 238), (214, 208, 196))
"""Sticker papers, BGR: bright white, cream, recycled, blueish grey."""
BACKS = ((235, 240, 242), (200, 215, 225), (140, 170, 160), (150, 110, 70), (60, 50, 120), (45, 45, 45))
"""Card stock, BGR, from pale to nearly black."""


@dataclass(frozen=True, slots=True)
class Print:
    """How a sticker came out of the printer and was glued on."""

    kind: Kind = "aruco"
    mm: float | None = None
    """Side of the black square; None takes the size on the sheet."""
    gain: float = 0.0
    """Millimetres by which ink spreads (above 0) or starves."""
    ink: int = 25
    """Grey level of black ink."""
    paper: int = 0
    """Index into PAPERS."""
    inset: float = 3.0
    """Millimetres from the card's upper left edges."""


@lru_cache(maxsize=8)
def table_top(kind: str, seed: int, size: int = 1024) -> Image:
    """A square of wood, cloth, plain board or dark leather that repeats in no obvious way."""
    random = np.random.default_rng(seed)
    fine = random.normal(0, 1, (size, size)).astype(np.float32)
    if kind == "wood":
        grain = cv2.GaussianBlur(fine, (0, 0), sigmaX=60, sigmaY=1.2)
        rings = np.sin(np.linspace(0, random.uniform(20, 60), size)[:, None] + 60 * cv2.GaussianBlur(fine, (0, 0), 40))
        pattern = 3.0 * grain / grain.std() + 2.0 * rings + fine
        colour = np.array(random.choice([(70, 110, 160), (40, 70, 110), (120, 160, 195)]))
        strength = 5.0
    elif kind == "cloth":
        weave = np.sin(np.arange(size) * 1.9)[:, None] + np.sin(np.arange(size) * 2.1)[None, :]
        pattern = 2.0 * weave + 2.0 * fine
        colour = np.array(random.choice([(60, 95, 50), (90, 60, 50), (150, 150, 155)]))
        strength = 4.0
    else:
        pattern = cv2.GaussianBlur(fine, (0, 0), 2) * 4
        colour = np.array(random.choice([(190, 195, 200), (50, 48, 46), (110, 100, 95)]))
        strength = 3.0
    return np.asarray(np.clip(colour + strength * pattern[:, :, None], 0, 255), np.uint8)


@lru_cache(maxsize=512)
def card_face(sticker: Sticker, made: Print, density: float) -> Image:
    """A card with a sticker in its upper left corner, at `density` pixels a millimetre."""
    random = np.random.default_rng(sticker.number)
    wide, high = (round(side * density) for side in CARD_MM)
    stock = BACKS[0] if random.random() < 0.5 else BACKS[int(random.integers(len(BACKS)))]
    face = np.full((high, wide, 3), stock, np.uint8)
    edge = round(2.5 * density)
    ink = tuple(int(v) for v in random.integers(20, 235, 3))
    cv2.rectangle(face, (edge, edge), (wide - edge, high - edge), ink, max(1, edge // 3))
    for _ in range(14):  # an invented picture: shapes, a number, a rule text
        x, y = (int(v * density) for v in (random.uniform(8, 55), random.uniform(28, 80)))
        shade = tuple(int(v) for v in random.integers(0, 255, 3))
        if random.random() < 0.5:
            cv2.circle(face, (x, y), int(random.uniform(2, 9) * density), shade, -1, cv2.LINE_AA)
        else:
            cv2.rectangle(face, (x, y), (x + int(12 * density), y + int(7 * density)), shade, -1)
    for line in range(4):
        where = (round(8 * density), round((66 + 5 * line) * density))
        text = f"{sticker.card} {sticker.copy} {'lorem ipsum'[: 3 + 2 * line]}"
        cv2.putText(face, text, where, cv2.FONT_HERSHEY_DUPLEX, 0.1 * density, (20, 20, 20), 1, cv2.LINE_AA)
    sheet = sticker_image(sticker, made, density)
    at = round(made.inset * density)
    face[at : at + len(sheet), at : at + len(sheet)] = sheet
    return face


def sticker_side(made: Print) -> tuple[float, float]:
    """Millimetres of the whole sticker and of its black square."""
    plan = layout(made.kind, 0)
    mm = made.mm or plan.mm
    return mm * plan.side / (plan.side - 2 * plan.rim), mm


def sticker_image(sticker: Sticker, made: Print, density: float) -> Image:
    """A sticker alone: shrunk from a fine print, so that its edges fall between pixels as on paper."""
    whole, _ = sticker_side(made)
    fine: Image = layout(made.kind, sticker.number).draw(dpi=1200)
    spread = round(abs(made.gain) * len(fine) / whole)
    if spread:
        grow = cv2.erode if made.gain > 0 else cv2.dilate
        fine = grow(fine, np.ones((spread + 1, spread + 1), np.uint8))
    small = cv2.resize(fine, (round(whole * density),) * 2, interpolation=cv2.INTER_AREA)
    return _inked(small, made.ink, PAPERS[made.paper])


@lru_cache(maxsize=64)
def tag_image(number: int, mm: float, density: float) -> Image:
    """A mat, player or zone tag."""
    plan = tag_layout(number, mm)
    side = round(plan.side * plan.module * density)
    return _inked(cv2.resize(plan.draw(dpi=600), (side, side), interpolation=cv2.INTER_AREA), 25, PAPERS[0])


@lru_cache(maxsize=2)
def hand(density: float = 2.0) -> tuple[Image, Image]:
    """A hand with a forearm reaching away from the viewer's edge, and its mask; 110 x 400 mm."""
    wide, high = int(110 * density), int(400 * density)
    mask = np.zeros((high, wide), np.uint8)
    for k, length in enumerate((62, 78, 84, 76)):
        top = (int((28 + 18 * k) * density), int((90 - length) * density))
        cv2.line(mask, (top[0], int(110 * density)), top, 255, int(15 * density), cv2.LINE_AA)
    cv2.ellipse(mask, (wide // 2, int(115 * density)), (int(44 * density), int(48 * density)), 0, 0, 360, 255, -1)
    cv2.line(
        mask, (int(16 * density), int(120 * density)), (int(8 * density), int(80 * density)), 255, int(16 * density)
    )
    cv2.rectangle(mask, (int(22 * density), int(130 * density)), (int(88 * density), high), 255, -1)
    shade = cv2.GaussianBlur(mask, (0, 0), 9 * density).astype(np.float32) / 255
    image = np.clip(np.array((120, 150, 205)) * (0.55 + 0.5 * shade[:, :, None]), 0, 255).astype(np.uint8)
    image[int(210 * density) :] = (90, 60, 40)  # a sleeve
    return image, mask


def _inked(print_: Image, ink: int, paper: tuple[int, int, int]) -> Image:
    share = print_[:, :, None].astype(np.float32) / 255
    return (ink + share * (np.array(paper, np.float32) - ink)).astype(np.uint8)
