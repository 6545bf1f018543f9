"""Spelling: the word of the game's own vocabulary that a word unknown to it was probably meant to be."""

import math
import re
from collections.abc import Iterable

from rules.judge.language import stem

SHORTEST = 2
COMMON = 0.25  # how much more likely a common word is meant than a rare one
SOUNDS = (
    (re.compile(r"^(kn|gn|wr|ps)"), lambda m: m.group()[1]),
    (re.compile(r"ph"), lambda m: "f"),
    (re.compile(r"ght"), lambda m: "t"),
    (re.compile(r"wh"), lambda m: "w"),
    (re.compile(r"c(?=[eiy])|z"), lambda m: "s"),
    (re.compile(r"ck|c|q"), lambda m: "k"),
    (re.compile(r"dg|j"), lambda m: "g"),
    (re.compile(r"sh|ti(?=o)|ch"), lambda m: "x"),
    (re.compile(r"(?<=.)[aeiouyhw]+"), lambda m: ""),
    (re.compile(r"(.)\1+"), lambda m: m.group(1)),
)


class Speller:
    """Knows a vocabulary, and corrects words to those of it that are worth it.

    `strong` words are those of its wordings, the most common first, `small` ones hold a sentence together; `foreign`
    ones speak of something else, and are meant as they stand unless a strong word sounds the same. All others are
    known, but never guessed.
    """

    def __init__(
        self, vocabulary: Iterable[str], strong: Iterable[str], small: Iterable[str] = (), foreign: Iterable[str] = ()
    ) -> None:
        self.strong = {word: place for place, word in enumerate(strong)}
        self.foreign = frozenset(foreign) - self.strong.keys()
        self.guessed = frozenset((*self.strong, *small))
        self.known = frozenset(vocabulary) | self.guessed | self.foreign
        self.stems = frozenset(map(stem, self.known))
        self._by_length: dict[int, list[tuple[str, int, float]]] = {}  # filled when a word has to be looked for
        self._answers: dict[str, tuple[str, float]] = {}

    def knows(self, word: str) -> bool:
        return word in self.known or stem(word) in self.stems

    def correct(self, word: str) -> tuple[str, float]:
        """The word meant and how sure that is, from 0 (no idea) to 1 (it stands there)."""
        if self.knows(word) and word not in self.foreign:
            return word, 1.0
        if len(word) < SHORTEST or len(word) > 24:
            return word, 0.0
        if word not in self._answers:
            if len(self._answers) > 2000:
                self._answers.clear()
            self._answers[word] = self._search(word)
        return self._answers[word]

    def _search(self, word: str) -> tuple[str, float]:
        most = 1 if len(word) < 5 or word in self.foreign else 2 if len(word) < 9 else 3
        signs, heard = letters(word), sound(word)
        if not self._by_length:
            for known in self.guessed:
                if len(known) > SHORTEST:
                    rare = COMMON * math.log(1 + self.strong.get(known, len(self.strong)))
                    self._by_length.setdefault(len(known), []).append((known, letters(known), rare))
        best, best_cost, off = word, 99.0, 99.0
        for length in range(len(word) - most, len(word) + most + 1):
            for candidate, candidate_signs, rare in self._by_length.get(length, ()):
                if (signs ^ candidate_signs).bit_count() > 2 * most:
                    continue
                steps = distance(word, candidate, most)
                if steps > most:
                    continue
                alike = sound(candidate) == heard
                if not alike and (len(word) < 5 or word[0] != candidate[0]) and not _near_enough(word, candidate):
                    continue
                if steps == most > 1 and not alike and (len(word) < 7 or word[0] != candidate[0]):
                    continue
                cost = steps - 0.7 * alike - 0.3 * (word[0] == candidate[0]) - 0.25 * (candidate in self.strong)
                cost -= 0.4 * (sorted(word) == sorted(candidate))
                if (cost + rare, candidate) < (best_cost, best):
                    best, best_cost, off = candidate, cost + rare, cost
        if off > 2.5 or (word in self.foreign and (best not in self.strong or sound(best) != heard)):
            return word, 0.0
        return best, max(0.6, 0.95 - 0.12 * max(off, 0))


def _near_enough(word: str, candidate: str) -> bool:
    """For a word that sounds different: the same letters in another order, or all the same but for one at an end."""
    if sorted(word) == sorted(candidate) or (word[0] == candidate[0] and word[-1] == candidate[-1]):
        return True
    return candidate[:-1] in (word, word[:-1]) or (len(word) > 4 and word[1:] == candidate[1:])


def letters(word: str) -> int:
    """Which letters a word has, as bits."""
    bits = 0
    for sign in word:
        bits |= 1 << (ord(sign) & 31)
    return bits


def sound(word: str) -> str:
    """Roughly how a word is heard."""
    for pattern, heard in SOUNDS:
        word = pattern.sub(heard, word)
    return word


def distance(a: str, b: str, most: int) -> int:
    """Letters added, dropped, changed or swapped with their neighbour; anything above `most` is `most` + 1."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, sign in enumerate(a, 1):
        above, before_that, row = row, before, [i]
        for j, other in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (sign != other))
            if i > 1 and j > 1 and sign == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before_that[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before = above
    return row[-1]
