"""What the judge learns from: a question's traits, small enough that many questions share them."""

from collections.abc import Iterator, Mapping
from itertools import combinations, islice, pairwise

from rules.judge.language import PUNCTUATION
from rules.judge.reading import Reading

# What people write for one another counts as the same word.
SOUNDS = {"too": "two", "2": "two", "their": "there", "they're": "there", "loose": "lose", "then": "than"}
SOUNDS |= {
    "hole": "whole",
    "brake": "break",
    "braking": "breaking",
    "were": "where",
    "license": "licence",
    "its": "it's",
}

MOST_MEANINGS = 24  # of a question are put together in pairs: a long tale has too many


def traits(reading: Reading, classes: Mapping[str, str]) -> set[str]:
    """Its meanings, its words, and how it asks, alone and together. `classes` tells what is a card."""
    return {
        *_meant(reading, classes),
        *_together(reading),
        *_worded([SOUNDS.get(word, word) for word in reading.words if word not in PUNCTUATION]),
    }


def is_ban(reading: Reading) -> bool:
    """Whether it asks if something is forbidden: then it is learnt, and answered, as if it asked for leave."""
    return reading.modality == "ban"


def _meant(reading: Reading, classes: Mapping[str, str]) -> Iterator[str]:
    order, put = reading.order, "leave" if is_ban(reading) else reading.modality
    yield from reading.meanings
    yield f"asks {reading.form}"
    yield f"puts {put}"
    yield from (f"any {classes[meaning]}" for meaning in order if meaning in classes)
    yield from (f"{put} {meaning}" for meaning in order)
    yield from (f"{one} {other}" for one, other in pairwise(order))
    yield from (f"aside {meaning}" for meaning in reading.aside)
    yield from (f"small {word}" for word in reading.small)
    for name, value in reading.figures.items():
        yield f"figure {name}"
        yield f"figure {name} {value}"


def _together(reading: Reading) -> Iterator[str]:
    """Which meanings occur in one question, wherever they stand, and how it asks about each: yes and no hang on that
    rather than on neighbours."""
    meanings = sorted(islice(reading.meanings, MOST_MEANINGS))
    yield from (f"{one} & {other}" for one, other in combinations(meanings, 2))
    yield from (f"asks {reading.form} {meaning}" for meaning in meanings)
    yield from (f"small {word} {meaning}" for word in reading.small for meaning in meanings)


def _worded(words: list[str]) -> Iterator[str]:
    yield from (f"“{word}”" for word in words)
    yield from (f"“{one} {other}”" for one, other in pairwise(words))
