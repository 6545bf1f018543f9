"""Turns enrolled pictures the same way up: nobody minds how a card lay when it was photographed, but cards of one
design, and near-twins above all, are compared the same way up.

Whether that is upright nobody knows; it is the first picture's way.
"""

import numpy as np
from numpy.typing import NDArray

from vision.images import Floats

CLEARLY = 0.1
"""By how much more two pictures must agree when one is turned round, to be taken for lying so: of unlike cards, chance
may make either way the likelier one."""


def turned_round(upright: Floats, turned: Floats) -> NDArray[np.bool_]:
    """Which pictures lie the other way up than the first, by unit rows that describe each as it lies and turned round.

    From the first on, always the picture that is most like one of those known is known by that one: so twins, which are
    most alike, never depend on what hardly agrees either way.
    """
    same, other = upright @ upright.T, upright @ turned.T - CLEARLY
    alike, round_ = np.maximum(same, other), other > same
    known, nearest, likest = np.zeros(len(alike), bool), np.zeros(len(alike), int), alike[0].copy()
    lies = np.zeros(len(alike), bool)
    known[0] = True
    for _ in range(1, len(alike)):
        picture = int(np.where(known, -np.inf, likest).argmax())
        lies[picture] = lies[nearest[picture]] ^ round_[picture, nearest[picture]]
        known[picture] = True
        nearer = alike[picture] > likest
        nearest[nearer], likest[nearer] = picture, alike[picture][nearer]
    return lies
