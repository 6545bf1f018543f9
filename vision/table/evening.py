"""A scripted evening with its truth: what a perfect watcher would report of a film."""

import numpy as np
from numpy.random import Generator

from vision.stickers import Sticker, stickers_of
from vision.table.camera import Pose
from vision.table.film import Act

ZONES = {"draw": -162.5, "discard": -77.5, "laundry": 7.5, "lockbox": 92.5, "box": 177.5}
"""Where the middle of each Hit the Silk! zone lies from the table's middle, in millimetres."""

Told = tuple[str, tuple[str, int], str | None]
"""Kind of change, card, and the zone after it (before it, for one that left)."""


def evening(random: Generator, minutes: float, every: float = 6.0) -> tuple[list[Act], list[Told]]:
    """Acts about `every` seconds: cards laid on empty zones or piles, taken off, carried over; hands just passing."""
    deck = list(stickers_of("hit-the-silk"))
    random.shuffle(deck)
    piles: dict[str, list[Sticker]] = {zone: [] for zone in ZONES}
    acts: list[Act] = []
    told: list[Told] = []
    now = 4.0
    while now < minutes * 60 - 12:
        full = [zone for zone, pile in piles.items() if pile]
        choice = random.choice(["lay", "lay", "take", "carry", "pass"]) if full else "lay"
        zone = str(random.choice(full if choice in ("take", "carry") else list(ZONES)))
        if choice == "pass":
            acts.append(Act(now, None, None))
        elif choice == "lay":
            acts.append(_laid(now, deck.pop(), zone, piles, told, "appeared", random))
        else:
            card = piles[zone].pop()
            key = (card.card, card.copy)
            if choice == "take":
                acts.append(Act(now, card, None))
                told.append(("left", key, zone))
                deck.insert(0, card)
            else:
                other = str(random.choice([z for z in ZONES if z != zone]))
                acts.append(_laid(now, card, other, piles, told, "moved", random))
            if piles[zone]:
                under = piles[zone][-1]
                told.append(("top", (under.card, under.copy), zone))
        now += every * random.uniform(0.7, 1.5)
    return acts, told


def _laid(
    now: float,
    card: Sticker,
    zone: str,
    piles: dict[str, list[Sticker]],
    told: list[Told],
    kind: str,
    random: Generator,
) -> Act:
    key = (card.card, card.copy)
    told.append((kind, key, zone))
    if piles[zone]:
        told.append(("top", key, zone))
    piles[zone].append(card)
    turn = float(np.clip(random.normal(0, 2), -5, 5))
    # A card's sticker sits in its corner: the card is laid so that its middle is in the zone's.
    return Act(now, card, Pose(ZONES[zone] + random.uniform(-3, 3), random.uniform(-3, 3), turn))
