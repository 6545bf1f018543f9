"""Reads unmarked cards in a frame by an album of enrolled faces."""

from dataclasses import dataclass

import numpy as np

from vision.enrolment.face import clockwise_from_top_left, flatten
from vision.enrolment.matching import Matcher
from vision.outlines import find_outlines
from vision.images import Image

# Rivals that differ by less than this on their differing pixels are a coin toss: neither is told.
DECIDED = 0.04


@dataclass(frozen=True, slots=True)
class SeenCard:
    """An enrolled card lying in view."""

    id: str
    corners: tuple[tuple[float, float], ...]
    """Frame pixels, clockwise from the card's own top left."""
    confidence: float
    """0 to 1: how far the face stands out from what unrelated cards reach on it."""


class EnrolledCards:
    """Callable: BGR frame to the enrolled cards that lie free in it."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    def __call__(self, frame: Image) -> list[SeenCard]:
        """Cards whose name is sure; strangers and undecided twins are left out."""
        seen = []
        for outline in find_outlines(frame):
            match = self._matcher(flatten(frame, outline.corners.astype(np.float32)))
            if match is not None and match.lead >= DECIDED:
                corners = clockwise_from_top_left(outline.corners, match.upside_down)
                places = tuple((float(x), float(y)) for x, y in corners)
                seen.append(SeenCard(match.id, places, min(1.0, match.certainty + 0.3)))
        return seen
