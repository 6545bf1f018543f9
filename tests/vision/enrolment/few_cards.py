"""A small deck with two pairs of near-twins, and a photo of any of its cards."""

import numpy as np

from tests.vision.scenes.camera import Light
from tests.vision.scenes.deck import deck, loose_cards
from vision.images import Image

CARDS = deck(21, plain=8, twins=2)
STEADY = Light(blur=0.6, noise=0.008, jpeg=92)


def photo_of(card: str, seed: int = 1) -> Image:
    frame, _ = loose_cards(CARDS, [card], np.random.default_rng(seed), STEADY, 8.0, 960, 260.0)
    return frame
