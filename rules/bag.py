"""A bag of cards: how many there are of each kind, in one integer.

Each kind has eight bits, so adding a card is an addition, and a bag costs nothing to copy, compare or hash.
Up to 255 copies of a kind fit; no box comes near.
"""

from collections.abc import Iterable, Iterator

Bag = int
Kind = int

EMPTY: Bag = 0
BITS = 8


def one(kind: Kind) -> Bag:
    """A bag with a single card of this kind."""
    return 1 << BITS * kind


def bag_of(kinds: Iterable[Kind]) -> Bag:
    bag = EMPTY
    for kind in kinds:
        bag += 1 << BITS * kind
    return bag


def count(bag: Bag, kind: Kind) -> int:
    return bag >> BITS * kind & 255


def size(bag: Bag) -> int:
    return sum(counts(bag))


def counts(bag: Bag) -> bytes:
    """The number of cards of kind 0, 1, 2 … up to the last kind that is there."""
    return bag.to_bytes((bag.bit_length() + 7) // BITS, "little")


def kinds(bag: Bag) -> Iterator[tuple[Kind, int]]:
    """Each kind that is there, with its number."""
    for kind, number in enumerate(counts(bag)):
        if number:
            yield kind, number


def cards(bag: Bag) -> list[Kind]:
    """Every card, by kind."""
    return [kind for kind, number in enumerate(counts(bag)) for _ in range(number)]


def covers(bag: Bag, other: Bag) -> bool:
    """Is every card of the other bag in this one?

    One bit is lent to each kind; where the other bag has more, it is not paid back. Counts up to 127, 256 kinds.
    """
    return (bag | _LENT) - other & _LENT == _LENT


_LENT = int.from_bytes(b"\x80" * 256, "little")
