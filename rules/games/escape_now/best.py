"""How few cards any team can do with: a lower bound that is proved, not typed in.

Every turn costs one card: laid beside a puzzle, paid for a move or a question, or discarded after replenishing. So the
cards spent are the turns taken: those that lay a card, and the others.

Cards laid. Every puzzle wants each of its traits and then a Lucky Shot, or its full number of cards. There are only so
many Lucky Shots, and the double puzzle (four cards with three traits, five with four) saves most by one.

Other turns are at least

* moves and replenishings. Every puzzle is visited: a pawn begins on one that lies face up for nothing, any other costs
  a move. What is laid or paid for moves comes out of hands: the cards dealt, and at most four more for each
  replenishing, which draws up to five and discards one;
* or a turn of every pawn after each bottleneck, and a move to each puzzle that is not opened by one. A bottleneck is a
  moment that no team gets around and at which whatever is still to be solved and lies face up has only just been turned
  up. No pawn stands there then, so nobody's next turn lays a card, and nothing more is turned up before all of them.
"""

from functools import cache

from rules import bag
from rules.games.escape_now.box import Box
from rules.games.escape_now.cards import LUCKY_SHOT
from rules.games.escape_now.layout import Layout

FEWEST_TRAITS = 3  # of two puzzle cards, where they share one


def best_minutes(box: Box, last_traits: int = FEWEST_TRAITS) -> int:
    """The most minutes that any team can have left; `last_traits` is what the double puzzle shows, once it is known."""
    return max(box.minutes - fewest_cards(box, last_traits), 0)


def fewest_cards(box: Box, last_traits: int = FEWEST_TRAITS) -> int:
    laid = fewest_laid(box, last_traits)
    return laid + max(moves_and_replenishings(box, laid), turns_at_bottlenecks(box))


def fewest_laid(box: Box, last_traits: int) -> int:
    """Lucky Shots finish where they save most."""
    single, double = box.tables["puzzle"], box.tables["double_puzzle"]
    singles = len(box.layout.places) - 1
    savings = sorted([double - (last_traits + 1), *[single - 3] * singles], reverse=True)
    shots = bag.count(box.deck, LUCKY_SHOT)
    return int(double + single * singles - sum(savings[:shots]))


def fewest_moves(box: Box) -> int:
    begun = min(box.hands, box.layout.face_up(0).bit_count())
    return len(box.layout.places) - begun


def moves_and_replenishings(box: Box, laid: int) -> int:
    moves, dealt = fewest_moves(box), box.hands * box.tables["dealt"]
    gained = box.tables["full_hand"] - 1
    return moves + max(-(-(laid + moves - dealt) // gained), 0)


def turns_at_bottlenecks(box: Box) -> int:
    found = bottlenecks(box.layout)
    opened = sum((box.layout.face_up(solved) & ~solved).bit_count() for solved in found)
    return box.hands * len(found) + fewest_moves(box) - opened


@cache
def bottlenecks(layout: Layout) -> tuple[int, ...]:
    """What is solved (as bits) at each of them: all before a puzzle that everything else leads to or comes from, when
    that one is turned up; or that one as well, when it is solved."""
    everything = sum(1 << place for place in layout.places)
    before = {place: _before(layout, place) for place in layout.places}
    found = set()
    for place in layout.places:
        after = sum(1 << other for other in layout.places if before[other] >> place & 1)
        if before[place] | after | 1 << place == everything:
            found |= {before[place], before[place] | 1 << place}
    return tuple(sorted(found - {0, everything}))


def _before(layout: Layout, place: int) -> int:
    """Every place that has to be solved before this one is turned up."""
    found = layout.after[place]
    for other in layout.places:
        if layout.after[place] >> other & 1:
            found |= _before(layout, other)
    return found
