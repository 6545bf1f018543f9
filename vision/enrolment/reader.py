"""Reads unmarked cards in a frame by an album of enrolled faces."""

from functools import cached_property

import cv2
import numpy as np

from vision.enrolment.face import FLAT, clockwise_from_top_left, flatten, spread
from vision.enrolment.landmarks import Landmarks
from vision.enrolment.matching import KNOWN, Match, Matcher
from vision.images import Floats, Image
from vision.observation import Card, Corners
from vision.outlines import find_outlines
from vision.outlines.outline import overlap

# Near-twins are told apart by this much of their difference at the least. Of 723 looks at twins of both renderers that
# named some card, in light from good to awful, outlines known to a pixel, 682 come to it, and 4 the wrong way: a number
# in hardly another shade than its ground, the two learnt under different lamps.
DECIDED = 0.3
# A card that lies alone and looks no longer than this beside its width may lie the other way: from 40 degrees off the
# vertical its long sides may look a tenth shorter than its short ones, from 45 a fifth.
SQUARE = 1.25
# Of two cards that cover so much of each other one was seen twice.
COVERED = 0.3


class EnrolledCards:
    """Callable: BGR frame to the enrolled cards that lie free in it."""

    def __init__(self, matcher: Matcher) -> None:
        self._matcher = matcher

    @cached_property
    def _landmarks(self) -> Landmarks:
        return Landmarks(self._matcher.pictures)

    def __call__(self, frame: Image) -> list[Card]:
        """Cards whose name is sure; strangers and undecided twins are left out."""
        seen: list[Card] = []
        for outline in find_outlines(frame):
            self._look(frame, outline.corners, seen)
        for corners in self._landmarks.find(frame, [np.array(card.corners) for card in seen]):
            self._look(frame, corners, seen)
        return seen

    def _look(self, frame: Image, corners: Floats, seen: list[Card]) -> None:
        """Add the card that lies there to those that were seen, unless it was."""
        if any(overlap(corners, np.array(card.corners)) > COVERED for card in seen):
            return
        corners, match = self.named(frame, corners)
        if match is not None and match.lead >= DECIDED:
            corners = clockwise_from_top_left(corners, match.upside_down)
            seen.append(Card(match.id, 1, "enrolled", min(1.0, match.certainty + 0.3), _plain(corners)))

    def named(self, frame: Image, corners: Floats) -> tuple[Floats, Match | None]:
        """The card, and its corners; where none fits, also those of one that lies across."""
        found = self._fitted(frame, corners)
        if found[1] is None and _as_good_as_square(corners):
            across = self._fitted(frame, np.roll(corners, 1, axis=0))
            found = found if across[1] is None else across
        return found

    def _fitted(self, frame: Image, corners: Floats) -> tuple[Floats, Match | None]:
        """The card, and its corners. An outline may have settled on a frame, a shadow or the table's grain: where no
        card fits, or twins are hardly told apart, the likeliest are laid over what is there, and tell better where its
        corners are."""
        match, places = self._matcher.asked(flatten(frame, corners))
        for lies in places:
            there = spread(corners, cv2.perspectiveTransform(FLAT[None], lies)[0])
            again = self._matcher.ranked(flatten(frame, there))[0]
            if again.certainty >= KNOWN and (match is None or again.likeness >= match.likeness):
                return there, again
        return corners, match


def _as_good_as_square(quad: Floats) -> bool:
    """Whether its sides do not tell which are the short ones."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    across, down = sides[0] + sides[2], sides[1] + sides[3]
    return bool(max(across, down) <= SQUARE * min(across, down))


def _plain(quad: Floats) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
