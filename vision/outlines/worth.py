"""How well the edges of a picture bear out cards on a plane: planes are told apart by it."""

from dataclasses import dataclass

import numpy as np

from vision.images import Floats
from vision.outlines.edges import Edges, grown
from vision.outlines.ground import ends, ground, inside
from vision.outlines.proposals import areas_of
from vision.outlines.search import Rectangles, together
from vision.outlines.settle import FIRST_TWO, evidence, settle

# What looks like the rest of the table to the first share is a card like any other, to the second hardly one.
FLOOR = (0.7, 0.95)
# What is left of an outline's worth where table and card do not part at it, and how far from outlines the table is
# learnt, pixels.
ENDS, AWAY = 0.35, 6.0
# So many cards that are so sure on the whole leave no doubt about table and size.
ENOUGH, CONVINCING = 3, 0.55


@dataclass(frozen=True, slots=True)
class Worth:
    """How well the edges bear out a plane and its card size."""

    total: float = 0.0
    """Pixels that its cards cover, each by how surely it is one."""
    mean: float = 0.0
    cards: int = 0

    @property
    def convinces(self) -> bool:
        """Whether there is no need to look further: enough cards, and the table begins at their edges."""
        return self.cards >= ENOUGH and self.mean >= CONVINCING


def worths(edges: Edges, placed_on: list[Rectangles]) -> list[Worth]:
    """How well the edges bear out each plane and its card size, by the cards placed on it.

    All are settled at once, which costs little more than settling one plane's.
    """
    if not placed_on:
        return []
    cards = settle(edges, together(placed_on), passes=FIRST_TWO).corners()
    parts = np.cumsum([len(one.poses) for one in placed_on])[:-1]
    seen = np.split(evidence(edges, cards), parts)
    return [_worth(edges, *own) for own in zip(np.split(cards, parts), seen, strict=True)]


def worth_of(edges: Edges, cards: Floats) -> Worth:
    """What cards are worth as they lie."""
    return _worth(edges, cards, evidence(edges, cards))


def _worth(edges: Edges, cards: Floats, seen: Floats) -> Worth:
    """What cards with so much evidence are worth together.

    Frames have edges too, but cards are larger; a shadow is larger still, but fainter.
    """
    if not len(cards):
        return Worth()
    # Learnt a little away from the cards: round a frame lies the rest of its card.
    table = ground(edges.inks, grown(cards, AWAY))
    seen = seen * (ENDS + (1 - ENDS) * np.clip(ends(table, cards), 0, 1))
    # Tiles and checks are as regular as cards, but look like the rest of the floor.
    seen *= np.interp(inside(table, cards), FLOOR, (1.0, 0.1))
    areas, middles = areas_of(cards), cards.mean(1)
    reach = 0.4 * np.linalg.norm(cards[:, 0] - cards[:, 2], axis=1)
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) <= reach[:, None]
    kept: list[int] = []
    for i in np.argsort(-seen):
        if not near[i, kept].any():
            kept.append(int(i))
    total = float(seen[kept] @ areas[kept])
    return Worth(total, total / max(float(areas[kept].sum()), 1.0), len(kept))
