"""A Stack: what its top card counts as, which ranks go on it, and what lies there afterwards."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from rules.bag import Kind
from rules.games.escape_master.cards import ADDABLE, DEAD_END, DOOM, FACES, KING, LETTERS, LOW, RANK, TRIBE, WISDOM

Ranks = int  # a set of ranks, as bits

UP, FREELY, DOWN = 1, 0, -1  # the ways in which a player may go on, by the Trap they are in
FACE_RANKS: Ranks = sum(1 << rank for rank in LETTERS)
ALONE: tuple[Ranks, ...] = tuple(FACE_RANKS if card == DOOM else rank and 1 << rank for card, rank in enumerate(RANK))
_ALL: Ranks = sum(1 << rank for rank in range(LOW, KING + 1))


class Stack(Struct, frozen=True, gc=False):
    top: Kind
    ranks: Ranks  # what the top counts as: a Doom Master may be a J, a Q or a K; a Wisdom and a Dead End are no number
    size: int = 1  # how many of its cards the table knows of

    @property
    def closed(self) -> bool:
        return self.top == DEAD_END

    @property
    def wild(self) -> bool:
        return self.top == WISDOM


def stack_of(top: Kind) -> Stack:
    """A Stack of which only the top card is known."""
    return Stack(top, ALONE[top])


@cache
def following(ranks: Ranks, way: int = FREELY) -> Ranks:
    """Playing on Stacks: the ranks one up and one down, K and 1 being neighbours. A Trap leaves one way and no loop."""
    up, down = ranks << 1 & _ALL, ranks >> 1 & _ALL
    if way == UP:
        return up
    if way == DOWN:
        return down
    loop = (1 << LOW if ranks >> KING & 1 else 0) | (1 << KING if ranks >> LOW & 1 else 0)
    return up | down | loop


def value(cards: Sequence[Kind]) -> Ranks:
    """What these cards count as when they are laid down together; nothing if they make no number."""
    if len(cards) == 1:
        return ALONE[cards[0]]
    if is_suit_combination(cards):
        return 1 << sum(RANK[card] for card in cards)
    return 1 << RANK[cards[0]] if is_face_combination(cards) else 0


def is_suit_combination(cards: Sequence[Kind]) -> bool:
    return len(cards) == 2 and all(card in ADDABLE for card in cards) and TRIBE[cards[0]] == TRIBE[cards[1]]


def is_face_combination(cards: Sequence[Kind]) -> bool:
    return len(cards) == 2 and all(card in FACES for card in cards) and RANK[cards[0]] == RANK[cards[1]]


def after(stack: Stack | None, cards: Sequence[Kind], way: int = FREELY) -> Stack:
    """The Stack once these cards lie on it, the last one on top. Play goes on from that card, never from a sum."""
    top = cards[-1]
    ranks = ALONE[top]
    if top == DOOM and stack is not None and stack.ranks:  # it was the letter that fitted
        ranks = ranks & following(stack.ranks, way) or ranks
    return Stack(top, ranks, len(cards) + (0 if stack is None else stack.size))
