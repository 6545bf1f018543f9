"""What was learnt from all wordings: which point a question is probably about, and with which verdict.

A linear model, made by `make learn`: every trait of a question speaks for some answers and against
others. It has read far more wordings than the index holds, and keeps of them only these weights.
"""

import json
import math
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from hashlib import sha256
from zlib import crc32

import msgspec
from msgspec import Struct

from rules import library

Verdict = str
ELSEWHERE: tuple[str, Verdict] = ("", "elsewhere")  # the answer to what is not in the book
RECKONED = frozenset(["engine", "circumstances", "scene", "sums"])
ANSWERED = frozenset(["says", "proof", "sides", "see", "strength", "switch"])
FINEST = 127  # a weight is a whole number up to this, times its answer's scale


class Weights(Struct, frozen=True, array_like=True):
    """What is written down: the traits in order, each followed by the answers it speaks for or against."""

    lessons: str  # that it was learnt from
    answers: list[tuple[str, Verdict]]  # point and verdict
    bias: list[float]
    scale: list[float]
    traits: bytes  # "I": the traits' checksums, ascending
    rarity: bytes  # "f": how much each tells
    ends: bytes  # "I": where each trait's weights end
    places: bytes  # "H": answers
    weights: bytes  # "b"


class Learner:
    """Answers that a question may be about, each with how much speaks for it."""

    def __init__(self, weights: Weights) -> None:
        self.answers = weights.answers
        self._bias, self._scale = weights.bias, weights.scale
        self._traits, self._rarity = array("I", weights.traits), array("f", weights.rarity)
        self._ends = array("I", weights.ends)
        self._places, self._weights = array("H", weights.places), array("b", weights.weights)

    def scores(self, traits: Iterable[str]) -> dict[tuple[str, Verdict], float]:
        """One number an answer: about 1 for what fits, -1 for what does not."""
        sums = [0.0] * len(self.answers)
        length = 0.0
        for trait in traits:
            mark = checksum(trait)
            at = bisect_left(self._traits, mark)
            if at == len(self._traits) or self._traits[at] != mark:
                continue
            rarity = self._rarity[at]
            length += rarity * rarity
            begin, end = self._ends[at - 1] if at else 0, self._ends[at]
            for place, weight in zip(self._places[begin:end], self._weights[begin:end], strict=True):
                sums[place] += rarity * weight
        whole = math.sqrt(length) or 1.0
        told = zip(self.answers, self._bias, self._scale, sums, strict=True)
        return {answer: bias + scale * total / whole for answer, bias, scale, total in told}


def load(game: str) -> Learner:
    """What was learnt of a game; of one whose rulings were just begun, nothing."""
    try:
        written = library.blob(f"rulings/learnt/{game}.msgpack")
    except FileNotFoundError:
        return Learner(Weights("", [], [], [], b"", b"", b"", b"", b""))
    return Learner(msgspec.msgpack.decode(written, type=Weights))


def checksum(trait: str) -> int:
    """A trait as four bytes: two that share theirs are rare, and then merely count as one."""
    return crc32(trait.encode())


def lessons(game: str) -> str:
    """What a game's weights are learnt from, as one number to compare: its words and wordings. What a point says, how
    that is proven and what is asked of engine and sums may change without being learnt anew."""
    book = {part: told for part, told in library.toml(f"rulings/{game}.toml").items() if part not in RECKONED}
    book["rulings"] = [{part: one[part] for part in one if part not in ANSWERED} for one in book["rulings"]]
    files = ["words.toml", f"asked/{game}.txt", f"heard/{game}.txt", "elsewhere/every.txt", f"elsewhere/{game}.txt"]
    heard = [line for file in files for line in library.lines(f"rulings/{file}")]
    return sha256("\n".join((json.dumps(book, sort_keys=True), *heard)).encode()).hexdigest()
