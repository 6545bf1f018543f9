"""Counts outlines that were found, missed and invented, and the time they took."""

import time
from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines import find_outlines

# Shared area over joint area of an outline that was found.
FOUND = 0.9


@dataclass
class Outlined:
    """The finder's tally over several frames."""

    found: int = 0
    cards: int = 0
    false: int = 0
    frames: int = 0
    seconds: float = 0.0

    def count(self, frame: Image, free: list[Floats], lying: list[Floats]) -> None:
        """One more frame: cards that must be found, and all that lie there and may be."""
        start = time.process_time()
        seen = [outline.corners for outline in find_outlines(frame)]
        self.seconds += time.process_time() - start
        self.found += sum(any(_shared(s, card) > FOUND for s in seen) for card in free)
        self.false += sum(not any(_shared(s, card) > FOUND for card in lying) for s in seen)
        self.cards += len(free)
        self.frames += 1

    def __str__(self) -> str:
        return (
            f"{self.found / self.cards:.1%} of {self.cards}, {self.false} false; "
            f"{self.found / (self.cards + self.false):.1%} with the false ones counted, "
            f"{self.seconds / self.frames * 1000:.0f} ms a frame"
        )


def _shared(a: Floats, b: Floats) -> float:
    one, other = a.astype(np.float32), b.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(one, other)
    return float(area / (cv2.contourArea(one) + cv2.contourArea(other) - area))
