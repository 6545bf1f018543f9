"""Reads unmarked cards in a frame by an album of enrolled faces."""

import numpy as np

from vision.enrolment.face import clockwise_from_top_left, flatten
from vision.enrolment.matching import Matcher
from vision.images import Floats, Image
from vision.observation import Card, Corners
from vision.outlines import find_outlines

# Rivals that differ by less than this on their differing pixels are a coin toss: neither is told.
DECIDED = 0.04


class EnrolledCards:
    """Callable: BGR frame to the enrolled cards that lie free in it."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    def __call__(self, frame: Image) -> list[Card]:
        """Cards whose name is sure; strangers and undecided twins are left out."""
        seen = []
        for outline in find_outlines(frame):
            match = self._matcher(flatten(frame, outline.corners.astype(np.float32)))
            if match is not None and match.lead >= DECIDED:
                corners = _plain(clockwise_from_top_left(outline.corners, match.upside_down))
                seen.append(Card(match.id, 1, "enrolled", min(1.0, match.certainty + 0.3), corners))
        return seen


def _plain(quad: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
