"""An album of the small deck."""

import numpy as np
import pytest

from tests.vision.enrolment.few_cards import CARDS, STEADY
from tests.vision.scenes.deck import loose_cards
from vision.enrolment.album import Album
from vision.enrolment.face import flatten


@pytest.fixture(scope="session")
def album() -> Album:
    made = Album("hit-the-silk")
    rng = np.random.default_rng(5)
    for card in CARDS:
        frame, laid = loose_cards(CARDS, [card], rng, STEADY, 8.0, 960, 260.0)
        made.add(card, flatten(frame, laid[0].corners.astype(np.float32)))
    return made
