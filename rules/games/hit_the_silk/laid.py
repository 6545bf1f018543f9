"""Where played cards come to lie on the mat."""

from rules.action import Card
from rules.bag import Kind
from rules.games.hit_the_silk.cards import FLANNEL

Laid = tuple[tuple[Card, str], ...]


def discarded(kind: Kind) -> Laid:
    """CHANGING A CARD: face up on the Discard pile, a Flannel on the Laundry."""
    return ((Card(kind), "laundry" if kind == FLANNEL else "discard"),)
