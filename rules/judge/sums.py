"""Sums: what the numbers in a question come to, compared with the game's data or with each other.

"Three of us jumped with £75k, enough?" and "Two want to jump, two to wait. Do we?" hang on arithmetic, not on wordings.
Each game's file says what can be compared (`[[sums]]`).
"""

from collections.abc import Iterable, Mapping
from itertools import chain, pairwise

from msgspec import Struct

from rules.judge import figures
from rules.judge.language import PUNCTUATION, is_number, number, stem
from rules.judge.reading import Reading
from rules.judge.rulings import Book, Outcome, Quantity, Sum, VerdictName

NEAR = 6  # words before or behind a number in which what it counts may stand
WORTH = "£$"
PLAYERS = "player"
AROUND = frozenset(["player", "other", "game", "team", "all", "play", "turn", "own-turn", "now", "two-others", "only"])
BETWEEN = frozenset(["to", "against", "versus", "vs", "v"])  # the two numbers of a tie


class Reckoned(Struct, frozen=True):
    """What a comparison came to."""

    sum: Sum
    verdict: VerdictName
    says: str


def reckon(book: Book, reading: Reading, given: Mapping[str, int], players: tuple[int, ...]) -> Reckoned | None:
    """The first comparison for which the question has all numbers and the right words; `given` are its figures."""
    for each in book.sums:
        if _is_asked(each, reading) and (said := _compared(book.game, each, reading, given, players)):
            return said
    return None


def _is_asked(each: Sum, reading: Reading) -> bool:
    """Whether the question has the words for it and no others, which would change what is asked."""
    asked = reading.meanings.keys()
    known = {*AROUND, *each.besides, *each.straight, *each.turned, *each.cards, *chain(*each.means)}
    others = [m for m in asked if m[0] not in "#@?" and m.removeprefix("again:") not in known]
    plain = sum(m[0] == "#" for m in reading.order) <= len(each.counts) and len(asked & {*each.cards}) < 2
    return plain and not others and any(asked >= {*group} for group in each.means)


def _compared(
    game: str, each: Sum, reading: Reading, given: Mapping[str, int], players: tuple[int, ...]
) -> Reckoned | None:
    stated = _stated(reading.words, each.counts)
    named = len(each.counts) if each.figure is None else 0
    if len(stated) < len(each.counts):
        tie, named = (_even(reading.words) if each.figure is None else None), 0
        if tie is None:
            return None
        stated = dict.fromkeys(each.counts, tie)
    asked, *others = (stated[name] for name in each.counts)
    card = next((meaning for meaning in reading.meanings if meaning in each.cards), "")
    value = figures.value(game, each.figure, given, card, players) if each.figure else others[0]
    if not isinstance(value, int):
        return None
    if each.surplus:
        value = others[0] - value
    outcome: Outcome = "equal" if asked == value else "more" if asked > value else "fewer"
    yes = (outcome in each.yes) != _turned(each, reading.order, named)
    verdict: VerdictName = "fact" if reading.form == "open" else "yes" if yes else "no"
    return Reckoned(
        each, verdict, getattr(each, outcome).format_map(figures.Shown({**given, **stated, "value": value}))
    )


def _turned(each: Sum, order: Iterable[str], named: int) -> bool:
    """Whether it is asked for the opposite: "Do we lose with that?", "So we wait?". The last such word counts, but not
    the first ones where they only name what was counted."""
    telling = [meaning for meaning in order if meaning in each.turned or meaning in each.straight][named:]
    return bool(telling) and telling[-1] in each.turned


def _stated(words: tuple[str, ...], counts: Mapping[str, Quantity]) -> dict[str, int]:
    """Every quantity that the words give a number for: the first that fits, each number once."""
    numbers = {place: number(word) for place, word in enumerate(words) if is_number(word)}
    stated: dict[str, int] = {}
    for name, quantity in counts.items():
        for place, value in numbers.items():
            if _is_that(quantity, words, place) and quantity.least <= value // quantity.unit <= quantity.most:
                stated[name] = value // quantity.unit
                del numbers[place]
                break
    return stated


def _even(words: tuple[str, ...]) -> int | None:
    """The number of a tie: "3-3", "three to three"."""
    spoken = [word for word in words if word not in BETWEEN]
    return next((number(one) for one, other in pairwise(spoken) if is_number(one) and one == other), None)


def _is_that(quantity: Quantity, words: tuple[str, ...], place: int) -> bool:
    worth = words[place][0] in WORTH or number(words[place]) > quantity.surely
    if worth != quantity.money:
        return False
    if not quantity.of and not quantity.by:
        return True
    ahead, before = words[place + 1 : place + 1 + NEAR], words[max(0, place - NEAR) : place]
    if ahead and stem(ahead[0]) == PLAYERS and PLAYERS not in quantity.of:
        return False  # "two players visited it" counts players
    return _names(quantity.of, ahead) or _names(quantity.by, before[::-1])


def _names(stems: tuple[str, ...], words: Iterable[str]) -> bool:
    """Whether one of these stands among the words, before any number or stop."""
    for word in words:
        if word in PUNCTUATION or is_number(word):
            return False
        if stem(word) in stems:
            return True
    return False
