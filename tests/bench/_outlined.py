"""Counts outlines that were found, missed and invented, and the processor time a frame took."""

import time
from dataclasses import dataclass

import cv2
import numpy as np

from tests.bench.measure import row
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

    @property
    def share(self) -> float:
        """Cards found, of those that lie there and those that do not."""
        return self.found / (self.cards + self.false)

    def __str__(self) -> str:
        return f"{self.found} of {self.cards}, {self.false} false, {self.seconds / self.frames * 1000:.0f} ms"

    def row(self, what: str, bar: float | None) -> None:
        """Printed beside its bar; figures without one are only told."""
        if bar is None:
            print(f"{what:70} {self.share:>7.1%} ({self})", flush=True)
        else:
            row(f"{what} ({self})", f"{self.share:.1%}", f"≥ {bar:.0%}", self.share >= bar)


def _shared(a: Floats, b: Floats) -> float:
    one, other = a.astype(np.float32), b.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(one, other)
    return float(area / (cv2.contourArea(one) + cv2.contourArea(other) - area))
