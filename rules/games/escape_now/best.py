"""How few cards any team can do with: a lower bound that is proved, not typed in.

Every turn costs one card: laid beside a puzzle, paid for a move or a question, or discarded after replenishing. So the
cards spent are counted from what nobody can save:

* beside the puzzles. Every puzzle wants each of its traits and then a Lucky Shot, or its full number of cards; there
  are only so many Lucky Shots, and the double puzzle (four cards with three traits, five with four) saves most by one;
* for moves. Every puzzle is visited. A pawn begins on one that lies face up for nothing; any other costs a move;
* for replenishing. What is laid and paid comes out of hands: the cards dealt, and at most four more for each
  replenishing, which draws up to five and discards one.
"""

from rules import bag
from rules.games.escape_now.box import Box
from rules.games.escape_now.cards import LUCKY_SHOT

FEWEST_TRAITS = 3  # of two puzzle cards, where they share one


def best_minutes(box: Box, last_traits: int = FEWEST_TRAITS) -> int:
    """The most minutes that any team can have left; `last_traits` is what the double puzzle shows, once it is known."""
    return max(box.minutes - fewest_cards(box, last_traits), 0)


def fewest_cards(box: Box, last_traits: int = FEWEST_TRAITS) -> int:
    laid = fewest_beside_puzzles(box, last_traits)
    moves = fewest_moves(box)
    dealt = box.hands * box.tables["dealt"]
    gained = box.tables["full_hand"] - 1
    replenishings = max(-(-(laid + moves - dealt) // gained), 0)
    return laid + moves + replenishings


def fewest_beside_puzzles(box: Box, last_traits: int) -> int:
    """Lucky Shots finish where they save most."""
    single, double = box.tables["puzzle"], box.tables["double_puzzle"]
    singles = len(box.layout.places) - 1
    savings = sorted([double - (last_traits + 1), *[single - 3] * singles], reverse=True)
    shots = bag.count(box.deck, LUCKY_SHOT)
    return int(double + single * singles - sum(max(saved, 0) for saved in savings[:shots]))


def fewest_moves(box: Box) -> int:
    layout = box.layout
    begun = min(box.hands, layout.face_up(0).bit_count())
    return len(layout.places) - begun
