"""Finds the card in a photo of a single one, as it is taken to enrol it: nothing tells its size, and print has frames
too. Such a photo is large, so that shadows and faint sides show."""

import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import edges_of
from vision.outlines.one_card.faint_border import bordered
from vision.outlines.one_card.faint_end import lengthened
from vision.outlines.one_card.faint_side import completed
from vision.outlines.one_card.margin import Margin
from vision.outlines.one_card.shadow import unshadowed
from vision.outlines.one_card.shape import odd
from vision.outlines.one_card.sides import farther, on_steepest
from vision.outlines.one_card.whole import figures, likelihood
from vision.outlines.outline import ALONE, Outline, in_frame, short_side_first, view
from vision.outlines.proposals import card_shaped

FAINT = 0.4
"""Support that the outline of a card needs which has nearly the table's colour here and there."""
SURE = 1.3
"""Where a figure has less support than others need: that and how far it and what is no table are the same, together."""
BARE = 0.3
"""With less of that a figure is a part of the table."""
ANOTHER = 0.4
"""What lies beside a card and covers this share of it is another card."""
PARTED = 0.96
"""Share of a line across a figure that is table where it is two cards side by side."""
STARTS, ROUNDS = 8, 4
"""Outlines near which the likeliest is looked for, and how often one side is moved."""


class OneCard:
    """A photo of one card. What may be missing of its outline is asked for once it is known how it looks."""

    def __init__(self, photo: Image) -> None:
        self._lab, self._scale = view(photo)
        self._edges = edges_of(self._lab)
        self._margin = Margin(self._lab)

    def outline(self, usual: float | None = None) -> Outline | None:
        """The card, however much is printed on it; None where nothing has edges all round. The `usual` shape of the
        box's cards, if it is known, tells the card from a frame on it."""
        edges, margin = self._edges, self._margin
        quads = figures(self._lab, edges, margin)
        quads = quads[edges.supports(quads) >= FAINT]
        if not len(quads):
            return None
        best = self._settled(quads[np.argsort(-self._likely(quads, usual))[:STARTS]], usual)
        support = float(edges.supports(best[None])[0])
        covered = margin.covered(best)
        if covered < BARE or (support < ALONE and support + covered < SURE):
            return None
        corners = bordered(self._lab, unshadowed(edges, short_side_first(best, None)))
        return in_frame(Outline(corners, support), None, self._scale)

    def _likely(self, quads: Floats, usual: float | None) -> Floats:
        likely = likelihood(self._edges, self._margin, quads)
        if usual is None:
            return likely
        size = self._lab.shape[1], self._lab.shape[0]
        return np.asarray(likely - [odd(quad, size, usual) for quad in quads])

    def _settled(self, quads: Floats, usual: float | None) -> Floats:
        """The likeliest outline near any of these: some may lie on the card's edge on three sides, on a frame on the
        fourth."""
        quads = np.array([on_steepest(self._edges, quad) for quad in quads])
        for _ in range(ROUNDS):
            best = quads[int(self._likely(quads, usual).argmax())]
            others = farther(self._edges, best)
            quads = np.concatenate([best[None], others[card_shaped(others)]])
        return on_steepest(self._edges, best)

    def is_one_of_several(self, card: Outline) -> bool:
        """Whether something like another card lies beside it, or table runs right through it."""
        seen = self._seen(card)
        return self._margin.another(seen) > ANOTHER or self._margin.parts(seen) >= PARTED

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
