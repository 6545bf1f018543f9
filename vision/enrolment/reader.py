"""Reads unmarked cards in a frame by an album of enrolled faces."""

import cv2

from vision.enrolment.face import FLAT, clockwise_from_top_left, flatten, spread
from vision.enrolment.matching import KNOWN, Match, Matcher
from vision.images import Floats, Image
from vision.observation import Card, Corners
from vision.outlines import find_outlines

# Near-twins are told apart by this much of their difference at the least. Of twins of two decks that no bench measures,
# most of them made blurred or noisy, 44 of 455 named rightly stay below, and all 3 mistaken ones.
DECIDED = 0.52


class EnrolledCards:
    """Callable: BGR frame to the enrolled cards that lie free in it."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    def __call__(self, frame: Image) -> list[Card]:
        """Cards whose name is sure; strangers and undecided twins are left out."""
        seen = []
        for outline in find_outlines(frame):
            corners, match = self.named(frame, outline.corners)
            if match is not None and match.lead >= DECIDED:
                corners = clockwise_from_top_left(corners, match.upside_down)
                seen.append(Card(match.id, 1, "enrolled", min(1.0, match.certainty + 0.3), _plain(corners)))
        return seen

    def named(self, frame: Image, corners: Floats) -> tuple[Floats, Match | None]:
        """The card, and its corners. An outline may have settled on a frame, a shadow or the table's grain: where no
        card fits, the likeliest are laid over what is there, and tell better where its corners are."""
        match, places = self._matcher.asked(flatten(frame, corners))
        for lies in places:
            there = spread(corners, cv2.perspectiveTransform(FLAT[None], lies)[0])
            again = self._matcher.ranked(flatten(frame, there))[0]
            if again.certainty >= KNOWN:
                return there, again
        return corners, match


def _plain(quad: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
