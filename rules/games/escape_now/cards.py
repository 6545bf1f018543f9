"""The cards: five traits and the Lucky Shot as action cards, and every pair of traits as a puzzle card."""

from functools import cache
from itertools import combinations

from rules.library import toml

DATA = toml("games/escape-now/box.toml")
ACTION_IDS: tuple[str, ...] = tuple(DATA["cards"])
LUCKY_SHOT = ACTION_IDS.index("lucky-shot")
TRAITS = range(LUCKY_SHOT)  # the kinds of card that are traits

# Both traits are needed, and two puzzle cards together always show three or four: the ten cards are the ten pairs.
PAIRS: tuple[tuple[int, int], ...] = tuple(combinations(TRAITS, 2))
FIRST_PUZZLE = len(ACTION_IDS)  # a puzzle card's kind is this and its place among the pairs

_NAMES: tuple[str, ...] = tuple(card["name"] for card in DATA["cards"].values())
IDS: tuple[str, ...] = (*ACTION_IDS, *(f"{ACTION_IDS[one]}-{ACTION_IDS[other]}" for one, other in PAIRS))
NAMES: tuple[str, ...] = (*_NAMES, *(f"{_NAMES[one]} + {_NAMES[other]}" for one, other in PAIRS))


@cache
def traits_of(puzzles: int) -> int:
    """The traits that these puzzle cards show; both are bits."""
    return sum(
        1 << trait for trait in TRAITS if any(trait in pair for index, pair in enumerate(PAIRS) if puzzles >> index & 1)
    )


@cache
def names_of(traits: int) -> tuple[str, ...]:
    """The ids of these traits (bits), in the book's order."""
    return tuple(ACTION_IDS[trait] for trait in TRAITS if traits >> trait & 1)
