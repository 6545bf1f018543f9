"""The colours of a picture, coarsely numbered: made once, they let a table be learnt again and again."""

import numpy as np

from vision.images import Image

STEPS = (12, 6, 6)
"""Levels of CIE Lab that count as one colour: light changes more over a table than its colour does."""
COUNTS = tuple(255 // step + 1 for step in STEPS)
COLOURS = COUNTS[0] * COUNTS[1] * COUNTS[2]
HALF = 2
"""The table is looked at in a picture this many times smaller."""


def inks(lab: Image) -> Image:
    """The number of every pixel's colour, in a smaller picture."""
    light, red, blue = (lab[::HALF, ::HALF, k] // np.uint8(step) for k, step in enumerate(STEPS))
    return np.asarray((light.astype(np.uint16) * COUNTS[1] + red) * COUNTS[2] + blue)
