"""Finds the card in a photo of a single one, as it is taken to enrol it: nothing tells its size, and print has frames
too. Such a photo is large, so that shadows and faint sides show."""

import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import edges_of
from vision.outlines.one_card.faint_border import bordered
from vision.outlines.one_card.faint_end import lengthened
from vision.outlines.one_card.faint_side import completed
from vision.outlines.one_card.shadow import unshadowed
from vision.outlines.one_card.sides import straightened
from vision.outlines.outline import Outline, in_frame, largest, proposed_by, short_side_first, view
from vision.outlines.proposals import area_of, areas_of, clockwise, propose

# A photo of one card shows it no smaller than this share of the photo: less would not do to enrol it.
SMALLEST = 0.04


class OneCard:
    """A photo of one card. What may be missing of its outline is asked for once it is known how it looks."""

    def __init__(self, photo: Image) -> None:
        self._lab, self._scale = view(photo)
        self._edges = edges_of(self._lab)

    def outline(self) -> Outline | None:
        """The largest card-shaped thing."""
        lab, edges = self._lab, self._edges
        rounds = propose(lab, edges)
        least = SMALLEST * lab.shape[0] * lab.shape[1]
        found = largest(proposed_by(edges, rounds[0]))
        if not found or area_of(found[0].corners) < least:
            # What stands out is something printed: the card's own outline is not whole, and must be drawn to its edges.
            quads = np.concatenate(rounds)
            large = [straightened(edges, clockwise(quad)) for quad in quads[areas_of(quads) >= least]]
            found = largest(proposed_by(edges, np.array(large).reshape(-1, 4, 2))) or found
        if not found:
            return None
        corners = bordered(lab, unshadowed(edges, short_side_first(found[0].corners, None)))
        return in_frame(Outline(corners, found[0].support), None, self._scale)

    def longer(self, rest: Outline) -> Outline | None:
        """The card of which `rest` is all but one end that has nearly the table's colour; None where it does not go
        on."""
        return self._instead(rest, lengthened(self._edges, self._seen(rest)))

    def wider(self, rest: Outline, by: float) -> Outline | None:
        """The card of which `rest` is all but a band along one side that has nearly the table's colour: so many times
        as wide or, below 1, as long as by its inverse. None where it does not go on so far."""
        return self._instead(rest, completed(self._edges, self._seen(rest), by))

    def _seen(self, card: Outline) -> Floats:
        """Its corners as the photo is looked at."""
        return np.asarray((card.corners + 0.5) * self._scale - 0.5)

    def _instead(self, rest: Outline, corners: Floats | None) -> Outline | None:
        """The card with these corners, as the photo is looked at."""
        return None if corners is None else Outline((corners + 0.5) / self._scale - 0.5, rest.support)
