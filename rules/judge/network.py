"""A second opinion on which point a question is about: a small neural network, taught on all wordings of all games.

Every word is a row of numbers, such that words of like meaning have like rows; three neighbouring words together stir
some of the network's features, and the strongest stirring of each, beside the mean of all words, speaks for or against
each answer. So it understands what is put in words that no wording has. `make learn` writes `assets/rulings/network/`.
"""

import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from operator import mul

import msgspec
from msgspec import Struct

from rules import library
from rules.judge.learner import Verdict, checksum

BETWEEN = 1  # so many neighbours on either side are seen together with a word
MOST_WORDS = 40  # of a question are read
LANE = 32  # bits
MIDDLE = 1 << (LANE - 1)  # so that there is as much room below as above
Answer = tuple[str, Verdict]  # a point, and what it says
UNKNOWN = 0  # the row of a word that is in no list


class Vectors(Struct, frozen=True, array_like=True):
    """What is written down of the words, for all games."""

    words: bytes  # "I": the words' checksums, ascending
    rows: bytes  # "b": a row for UNKNOWN, then one a word
    scale: float
    features: bytes  # "b": for each place (before, at, behind) and each feature a row as long as a word's
    scales: list[float]  # a feature each
    bias: list[float]


class Answers(Struct, frozen=True, array_like=True):
    """What is written down of one game: how much the words' mean and each feature speak for an answer."""

    lessons: str  # that it was learnt from
    answers: list[tuple[str, Verdict]]
    weights: bytes  # "b"
    scale: list[float]
    bias: list[float]


class Words:
    """The part that all games share: a question's words as one row of numbers.

    All features are worked out at once: their weights for one number of a word stand side by side in one long integer,
    LANE bits each, which is multiplied by that number. That is some ten times as fast as one by one.
    """

    def __init__(self, vectors: Vectors) -> None:
        self._words, self._rows = array("I", vectors.words), array("b", vectors.rows)
        self._wide, self._count = len(self._rows) // (len(self._words) + 1), len(vectors.bias)
        self._scale, self._bias = vectors.scale, vectors.bias
        self._scales = [scale * vectors.scale for scale in vectors.scales]
        self._middle = _packed([0] * self._count)  # what a lane holds for 0
        weights, each = array("b", vectors.features), self._count * self._wide
        self._columns = [
            _packed(weights[begin + at : begin + each : self._wide]) - self._middle
            for begin in range(0, len(weights), each)
            for at in range(self._wide)
        ]

    def features(self, words: Sequence[str]) -> list[float]:
        """The mean of all words, and the strongest stirring of each feature."""
        rows = [self._row(word) for word in words[:MOST_WORDS]] or [self._row("")]
        beyond = [array("b", bytes(self._wide))] * BETWEEN
        around = [*beyond, *rows, *beyond]
        strongest = [0] * self._count
        for place in range(len(rows)):
            window = chain.from_iterable(around[place : place + 2 * BETWEEN + 1])
            stirred = sum(map(mul, window, self._columns), self._middle)
            strongest = list(map(max, strongest, array("I", stirred.to_bytes(self._count * LANE // 8, "little"))))
        mean = [self._scale * sum(column) / len(rows) for column in zip(*rows, strict=True)]
        felt = zip(strongest, self._scales, self._bias, strict=True)
        return [*mean, *(max(0.0, scale * (lane - MIDDLE) + bias) for lane, scale, bias in felt)]

    def _row(self, word: str) -> "array[int]":
        mark = checksum(word)
        at = bisect_left(self._words, mark)
        row = at + 1 if at < len(self._words) and self._words[at] == mark else UNKNOWN
        return self._rows[row * self._wide : (row + 1) * self._wide]


def _packed(numbers: Iterable[int]) -> int:
    """Small numbers side by side in one integer, each from the middle of its lane."""
    return int.from_bytes(array("I", [MIDDLE + number for number in numbers]).tobytes(), "little")


class Network:
    """How likely each of some answers is to be what a question is about."""

    def __init__(self, words: Words, answers: Answers) -> None:
        self.words = words
        self._places = {answer: place for place, answer in enumerate(answers.answers)}
        self._weights, self._scale, self._bias = array("b", answers.weights), answers.scale, answers.bias

    def scores(self, words: Sequence[str], among: Iterable[Answer]) -> dict[Answer, float]:
        """The logarithm of each one's share, among these; without those it has not met."""
        features = self.words.features(words)
        said = {answer: self._says(self._places[answer], features) for answer in among if answer in self._places}
        highest = max(said.values(), default=0.0)
        whole = highest + math.log(sum(math.exp(each - highest) for each in said.values()) or 1.0)
        return {answer: each - whole for answer, each in said.items()}

    def _says(self, place: int, features: list[float]) -> float:
        wide = len(features)
        weights = self._weights[place * wide : (place + 1) * wide]
        return self._bias[place] + self._scale[place] * sum(map(mul, weights, features))


@cache
def common() -> Words:
    """What all games share, read once."""
    return Words(msgspec.msgpack.decode(library.blob("rulings/network/words.msgpack"), type=Vectors))


def load(game: str) -> Network | None:
    """What was learnt of a game; nothing of one whose rulings were just begun."""
    try:
        written = library.blob(f"rulings/network/{game}.msgpack")
    except FileNotFoundError:
        return None
    return Network(common(), msgspec.msgpack.decode(written, type=Answers))
