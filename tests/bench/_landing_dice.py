"""Counts landing dice that were read right, wrong or not at all, as `companion scan` reads them: glance and all.

Every die counts, also what nobody could read. How many such there are is printed beside: dice whose disc is seen with
less than SMALL pixels across its shorter diameter, by the geometry alone, and dice in whose disc the picture shows no
more than DROWNED grey levels between its dark and its bright parts, noise smoothed away.
"""

import time
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

import cv2
import numpy as np

from tests.bench.measure import row
from vision.images import Image, grey
from vision.observation import Die
from vision.picture import Picture
from vision.scan import SKILLS

SMALL = 14.0
"""Pixels: a figure has half of them, a triangle beside it three or four."""
DROWNED = 20.0
"""Grey levels; the figure itself has 150 and more in even light."""
RIGHT, WRONG = 0.98, 0.005


class Thrown(Protocol):
    """A die as a renderer laid it."""

    face: str
    centre: tuple[float, float]
    side: float
    short: float


class Read:
    """The reader's tally over several frames."""

    def __init__(self) -> None:
        self._look, self.tally, self._seconds, self._frames = SKILLS["landing-dice"](), Counter[str](), 0.0, 0

    def count(self, frame: Image, thrown: Iterable[Thrown]) -> None:
        """One more frame."""
        picture = Picture(frame)
        _ = picture.markers  # looked for anyway, and not by this reader
        start = time.process_time()
        seen = [one for one in self._look(picture) if isinstance(one, Die)]
        self._seconds += time.process_time() - start
        self._frames += 1
        for die in thrown:
            near = [one for one in seen if np.hypot(*np.subtract(one.centre, die.centre)) < 0.4 * die.side]
            seen = [one for one in seen if one not in near]
            how = "unsure" if not near else "right" if [one.face for one in near] == [die.face] else "wrong"
            self.tally[how] += 1
            self.tally["dice"] += 1
            if die.short < SMALL or _levels(frame, die) < DROWNED:
                self.tally["unreadable"] += 1
                self.tally["unreadable, " + how] += 1
        self.tally["false"] += len(seen)

    def rows(self, name: str) -> None:
        """Print them beside their bars."""
        tally, dice = self.tally, self.tally["dice"]
        right, wrong = tally["right"] / dice, (tally["wrong"] + tally["false"]) / dice
        row(f"landing dice, {name}: right", f"{right:.1%} of {dice}", ">= 98 %", right >= RIGHT)
        row(
            f"landing dice, {name}: wrong, or seen where none is",
            f"{wrong:.1%} ({tally['wrong']} + {tally['false']})",
            "<= 0.5 %",
            wrong <= WRONG,
        )
        print(
            f"  counted above though too small ({SMALL:.0f} px) or drowned: {tally['unreadable']}, of which "
            f"{tally['unreadable, right']} right, {tally['unreadable, wrong']} wrong; "
            f"{self._seconds / self._frames * 1000:.0f} ms a frame",
            flush=True,
        )


def _levels(frame: Image, die: Thrown) -> float:
    """Grey levels between the dark and the bright in a die's disc."""
    (x, y), reach = die.centre, max(3, round(0.4 * die.short))
    part = frame[
        max(0, round(y) - reach - 3) : round(y) + reach + 4, max(0, round(x) - reach - 3) : round(x) + reach + 4
    ]
    if part.size == 0:
        return 0.0
    low, high = np.percentile(cv2.GaussianBlur(grey(part), (0, 0), 1.0)[3:-3, 3:-3], (3, 97))
    return float(high - low)
