"""Passages: our own summaries of the rulebook's paragraphs, looked up when no ruling fits."""

import math

from msgspec import Struct

from rules.judge.reading import Reader, Reading
from rules.judge.rulings import Passage


class Found(Struct, frozen=True):
    passage: Passage
    score: float  # how much of the question stands there, 0 to 1


class Passages:
    def __init__(
        self, passages: tuple[Passage, ...], reader: Reader, known: list[frozenset[str]] | None = None
    ) -> None:
        self.passages = passages
        self.meanings = known or [
            frozenset(reader.read(f"{passage.heading} {passage.text}", ours=True).meanings) for passage in self.passages
        ]
        counts: dict[str, int] = {}
        for meanings in self.meanings:
            for meaning in meanings:
                counts[meaning] = counts.get(meaning, 0) + 1
        self.rarity = {meaning: math.log(1 + len(passages) / count) for meaning, count in counts.items()}
        self.rarest = math.log(1 + len(passages))

    def search(self, question: Reading) -> list[Found]:
        """The passages that speak of most of what is asked, the best first."""
        asked = {m: sure for m, sure in question.meanings.items() if m[0] != "?"}
        total = sum(self.rarity.get(meaning, self.rarest) for meaning in asked)
        if not total:
            return []
        found = [
            Found(passage, sum(self.rarity[m] * sure for m, sure in asked.items() if m in meanings) / total)
            for passage, meanings in zip(self.passages, self.meanings, strict=True)
        ]
        return sorted((each for each in found if each.score), key=lambda each: -each.score)[:6]
