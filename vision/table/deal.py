"""Puts cards on the synthetic table: fans as players hold them, loose cards, and the mat's corner tags."""

from dataclasses import replace

import numpy as np
from numpy.random import Generator

from vision.stickers import Sticker
from vision.table.camera import Camera, Pose
from vision.table.faces import CARD_MM, PAPERS, Print, sticker_side
from vision.table.light import Light
from vision.table.scene import LaidCard, LaidTag, Scene

REACH = 125.0
"""Millimetres from the pivot under the thumb to the upper edge of a fanned card."""


def fan(
    cards: list[Sticker], x: float, y: float, turn: float, made: Print | None = None, lean: float = 0.0
) -> list[LaidCard]:
    """A hand of cards as a right-handed player fans it about (x, y): each covers the right of the one before,
    but for its sticker."""
    made = made or Print()
    whole, _ = sticker_side(made)
    step = np.degrees((whole + 0.8 * made.inset) / (REACH - whole - made.inset))
    laid = []
    for k, card in enumerate(cards):
        angle = float(turn + step * (k - (len(cards) - 1) / 2))
        a = np.radians(angle)
        away = REACH - CARD_MM[1] / 2
        x_axis, y_axis = (np.cos(a), np.sin(a)), (-np.sin(a), np.cos(a))
        # The card's left edge passes near the pivot: its middle stands half a width to the right of that line.
        middle = np.add(np.multiply(x_axis, CARD_MM[0] / 2 - 8), np.multiply(y_axis, -away))
        lifted = 0.3 * k
        pose = Pose(float(x + middle[0]), float(y + middle[1]), angle, lifted, lean)
        laid.append(LaidCard(card, pose, made))
    return laid


def fans(deck: list[Sticker], random: Generator, made: Print, hands: int = 3, each: int = 10) -> list[LaidCard]:
    """Hands of cards round the table, drawn at random from the deck."""
    order = random.permutation(len(deck))
    laid: list[LaidCard] = []
    for hand in range(hands):
        drawn = [deck[int(i)] for i in order[hand * each : (hand + 1) * each]]
        x = (hand - (hands - 1) / 2) * 175 + random.uniform(-15, 15)
        y = random.uniform(20, 60) + (70 if hand % 2 else 0)
        laid += fan(drawn, x, y, random.uniform(-12, 12), made)
    return laid


def scattered(deck: list[Sticker], random: Generator, made: Print, count: int = 10) -> list[LaidCard]:
    """Loose cards at any turn, in cells so that they seldom overlap."""
    order = random.permutation(len(deck))[:count]
    cells = random.permutation(12)
    laid = []
    for index, cell in zip(order, cells, strict=False):
        x = (cell % 4 - 1.5) * 125 + random.uniform(-12, 12)
        y = (cell // 4 - 1) * 105 + random.uniform(-8, 8)
        laid.append(LaidCard(deck[int(index)], Pose(float(x), float(y), random.uniform(0, 360)), made))
    return laid


def corner_tags(wide: float = 480.0, high: float = 280.0) -> list[LaidTag]:
    """Tags 0 to 3 round a rectangle about the table's middle, clockwise from the far left."""
    spots = ((-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2))
    return [LaidTag(number, Pose(*spot)) for number, spot in enumerate(spots)]


def varied(made: Print, random: Generator) -> Print:
    """The same sticker from another printer, on another paper."""
    return replace(
        made,
        gain=float(random.uniform(-0.08, 0.08)),
        ink=int(random.integers(15, 60)),
        paper=int(random.integers(len(PAPERS))),
    )


def swayed(camera: Camera, light: Light, random: Generator) -> tuple[Camera, Light]:
    """A stand and a lamp that are never quite as set up."""
    camera = replace(
        camera,
        tilt=camera.tilt + random.uniform(-3, 3),
        turn=random.uniform(-6, 6),
        look_y=random.uniform(-15, 15),
    )
    light = replace(
        light,
        level=light.level * random.uniform(0.8, 1.1),
        warmth=random.uniform(-0.1, 0.15),
        noise=light.noise * random.uniform(0.6, 1.3),
    )
    return camera, light


def random_table(laid: list[LaidCard], random: Generator) -> Scene:
    """Some table top under the cards."""
    return Scene(tuple(laid), str(random.choice(["wood", "cloth", "plain"])), int(random.integers(1000)))
