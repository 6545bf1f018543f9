"""What the judge learns from: a question's traits, small enough that many questions share them."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

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


def traits(reading: Reading, classes: Mapping[str, str]) -> set[str]:
    """Its meanings, its words, and how it asks; each also beside its neighbours. `classes` tells what is a card."""
    return {
        *_meant(reading, classes),
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
    yield from (f"{one} … {other}" for one, other in zip(order, order[2:], strict=False))
    yield from (f"aside {meaning}" for meaning in reading.aside)
    yield from (f"small {word}" for word in reading.small)
    for name, value in reading.figures.items():
        yield f"figure {name}"
        yield f"figure {name} {value}"


def _worded(words: list[str]) -> Iterator[str]:
    yield from (f"“{word}”" for word in words)
    yield from (f"“{one} {other}”" for one, other in pairwise(words))
    yield from (f"“{a} {b} {c}”" for a, b, c in zip(words, words[1:], words[2:], strict=False))
