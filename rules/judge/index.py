"""The index: which point of the rules a question is about, by what both speak of, in which form and circumstances."""

import math
from array import array
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.judge.language import words
from rules.judge.learner import ELSEWHERE, Learner
from rules.judge.lexicon import Lexicon
from rules.judge.network import Network
from rules.judge.polarity import OPPOSED, Polarity, Sides, tone
from rules.judge.reading import Reader, Reading
from rules.judge.rulings import TURNED, Entry, VerdictName
from rules.judge.traits import is_ban, traits

FOREIGN = 0.9  # a word that speaks of something else weighs so much of the rarest word that the game has
UNKNOWN = 0.3  # and one that nobody knows so much
AGAIN = 0.5  # the same thing a second time ("a Wisdom on a Wisdom")
GENERIC = 0.2  # and so much if it is one of those that fit everywhere
BESIDES = 0.55  # what a point says in other wordings counts so much
COVERED, USED = 0.6, 0.4  # how much it matters that the question is explained, and the wording used up
PAIRS = 0.07
NEAREST = 2.0  # how much it counts, beside what was learnt, that a wording is like the question
LEANING = 0.6  # and how much that its point rather says yes, or no
SECOND = 0.1  # and how much the second opinion,
UNLIKELY = -12.0  # which calls nothing less likely than this
OUTSIDE = 0.8  # against a point that holds only for other figures
UNHEARD = -1.0  # what the learner says of an answer that it has not met
TOGETHER = 6.0  # how much more a point that fits better has to say
CLASH = 0.16
OPEN = 1.06
WRONG_FORM = 0.72  # "how many" answered with yes
AS_FACT = 0.92  # "what …" answered with the statement of a yes or no
AS_POLAR = 0.85  # yes or no, where only the statement's own question is alike
DECIDED = 10  # so many points by the nearest wording, and by what was learnt, are looked at closely
MOST_CANDIDATES = 60
# Meanings that only tell how something is asked count less than what is asked about.
LIGHT = {"?what": 0.15, "?how": 0.3, "?happens": 0.5, "?which": 0.5, "?number": 0.8, "?where": 0.8, "?who": 0.7}
LIGHT |= {"?when": 0.6, "?why": 0.5, "player": 0.25, "card": 0.35, "game": 0.25, "turn": 0.5, "player's": 0.25}


class Wording(Struct, frozen=True, gc=False):
    """One way of asking about one point, read once."""

    entry: int
    verdict: VerdictName
    reading: Reading
    total: float  # what all its meanings weigh


class Match(Struct, frozen=True):
    """How well a question fits a point, in its best wording."""

    entry: Entry
    verdict: VerdictName
    score: float  # 0 to 1
    covered: float  # how much of the question the point explains, 0 to 1
    strange: float  # how much of it no point of the game speaks of, 0 to 1
    number: int  # the entry's place
    likely: float = 1.0  # how likely yes is yes and no is no, where it is one of them
    learnt: float = 0.0  # what the learner says of it: about 1 where it fits, -1 where it does not
    second: float = UNLIKELY  # and the second opinion: 0 where it is certain, below where it is not
    total: float = 0.0  # all of this weighed
    elsewhere: float = 0.0  # what the learner says of its being in no book of this game
    outside: float = UNLIKELY  # and the second opinion
    share: float = 1.0  # how much of what speaks for any answer speaks for this one, 0 to 1

    @property
    def polar(self) -> bool:
        return self.verdict in ("yes", "no")

    @property
    def answer(self) -> tuple[str, str]:
        """What it comes to at the table: matches with the same are no rivals."""
        return self.verdict, self.entry.heading


class Index:
    """All wordings of a game, by their meanings."""

    def __init__(
        self,
        entries: list[Entry],
        reader: Reader,
        tones: Mapping[str, list[str]],
        learnt: Mapping[str, Any],
        learner: Learner,
        network: Network | None = None,
        readings: list[Reading] | None = None,
        pools: list[frozenset[str]] | None = None,
    ) -> None:
        """`readings` of all wordings, and the `pools` of each point's meanings, where they are known already."""
        self.entries = entries
        self.reader = reader
        self.tones = tones
        self.polarity = Polarity(learnt, self.weight)
        self.learner, self.network = learner, network
        self._answers = [
            (number, verdict)
            for number, entry in enumerate(entries)
            for verdict in dict.fromkeys(verdict for verdict, _ in entry.wordings())
        ]
        self._sides: dict[
            int, list[tuple[int, bool, Sides]]
        ] = {}  # a point's yes and no wordings, once it is asked for
        self._says: dict[int, Sides] = {}
        self.lexicon: Lexicon = reader.lexicon
        listed = [
            (number, verdict, wording) for number, entry in enumerate(entries) for verdict, wording in entry.wordings()
        ]
        readings = readings or [reader.read(wording, ours=True) for _, _, wording in listed]
        read = [(number, verdict, each) for (number, verdict, _), each in zip(listed, readings, strict=True)]
        self.pools: list[frozenset[str]] = pools or self._pools(read)
        self.weights = _weights(self.pools)
        self._known: dict[str, float] = {}
        self.heaviest = max(self.weights.values(), default=1.0)
        self.wordings: list[Wording] = []
        self.by_meaning: dict[str, array[int]] = {}
        self._known = {meaning: self.weight(meaning) for meaning in set().union(*self.pools)}
        for number, verdict, reading in read:
            total = sum([self._known[meaning] for meaning in reading.meanings])
            for meaning in reading.meanings:
                self.by_meaning.setdefault(meaning, array("H")).append(len(self.wordings))
            self.wordings.append(Wording(number, verdict, reading, total or 1.0))

    def weight(self, meaning: str) -> float:
        """How much a meaning tells."""
        if (known := self._known.get(meaning)) is not None:
            return known
        bare = meaning.removeprefix("not:")
        if meaning.startswith("again:"):
            return AGAIN * self.weights.get(bare.removeprefix("again:"), 0.0)
        known = self.weights.get(meaning) or self.weights.get(bare)
        if known is None:
            strange = FOREIGN if bare[0] == "^" else UNKNOWN
            known = (GENERIC if bare in self.lexicon.generic else strange) * self.heaviest
        return known * LIGHT.get(meaning, 1.0)

    def is_strange(self, meaning: str) -> bool:
        bare = meaning.removeprefix("not:").removeprefix("again:")
        return bare not in self.weights and bare not in self.lexicon.generic and bare[0] not in "?#@"

    def search(self, question: Reading) -> list[Match]:
        """The points that fit, the best first; one match a point and verdict."""
        asked = question.meanings
        weights = {meaning: self.weight(meaning) for meaning in asked}
        total = sum(weights.values())
        if not any(meaning[0] not in "?#@~^" for meaning in asked):
            return []
        strange = sum(weight for meaning, weight in weights.items() if self.is_strange(meaning)) / total
        found: dict[int, float] = {}
        for meaning, sure in asked.items():
            share = weights[meaning] * sure
            for number in self.by_meaning.get(meaning, ()):
                found[number] = found.get(number, 0.0) + share
            for kin, nearness in self._kin(meaning):
                for number in self.by_meaning.get(kin, ()):
                    if meaning not in self.wordings[number].reading.meanings:
                        found[number] = found.get(number, 0.0) + share * nearness
        ranked = sorted(found, key=lambda number: -found[number] / (self.wordings[number].total + total))
        best: dict[tuple[int, str], Match] = {}  # by point, and whether it is asked for yes or no
        for number in ranked[:MOST_CANDIDATES]:
            match = self._match(question, weights, total, strange, self.wordings[number], found[number])
            key = (match.number, "polar" if match.polar else match.verdict)
            if key not in best or match.score > best[key].score:
                best[key] = match
        return self._weigh(question, best, strange)

    def _weigh(self, question: Reading, best: dict[tuple[int, str], Match], strange: float) -> list[Match]:
        """Every answer of the likeliest points, by the nearest wording and by what was learnt together."""
        heard = self.learner.scores(traits(question, self.lexicon.classes))
        turned = TURNED if is_ban(question) else {}
        asked = [(self.entries[number].id, turned.get(verdict, verdict)) for number, verdict in self._answers]
        learnt = [heard.get(answer, UNHEARD) for answer in asked]
        nearest = sorted(best.values(), key=lambda match: -match.score)
        likely = sorted(range(len(learnt)), key=lambda place: -learnt[place])[:DECIDED]
        looked_at = {match.number for match in nearest[:DECIDED]} | {self._answers[place][0] for place in likely}
        among = [place for place, (number, _) in enumerate(self._answers) if number in looked_at]
        thought = self.network.scores(question.words, [ELSEWHERE, *(asked[at] for at in among)]) if self.network else {}
        outside = {
            "elsewhere": heard.get(ELSEWHERE, UNHEARD),
            "outside": max(UNLIKELY, thought.get(ELSEWHERE, UNLIKELY)),
        }
        leans = {number: self.lean(number, Sides.of(question)) for number in looked_at}
        matches: list[Match] = []
        for place in among:
            number, verdict = self._answers[place]
            says, thinks = learnt[place], max(UNLIKELY, thought.get(asked[place], UNLIKELY))
            entry = self.entries[number]
            polar = verdict in ("yes", "no")
            near = best.get((number, "polar" if polar else verdict))
            match = near or Match(entry, verdict, 0.0, 0.0, strange, number)
            sure = 1 / (1 + math.exp(-leans[number] if verdict == "yes" else leans[number])) if polar else 1.0
            total = says + SECOND * thinks + NEAREST * match.score + (LEANING * (sure - 0.5) if polar else 0.0)
            total -= OUTSIDE * (_fits_figures(entry, question.figures) < 1.0)
            matches.append(
                replace(match, verdict=verdict, likely=sure, learnt=says, second=thinks, total=total, **outside)
            )
        highest = max(match.total for match in matches)
        said: dict[tuple[str, str], float] = {}  # what each answer has for it in all points
        for match in matches:
            said[match.answer] = said.get(match.answer, 0.0) + math.exp(TOGETHER * (match.total - highest))
        everything = sum(said.values())
        winner = max(said, key=lambda answer: said[answer])
        matches = [replace(match, share=said[match.answer] / everything) for match in matches]
        matches.sort(key=lambda match: (match.answer != winner, -match.total))
        return [*matches, *(match for match in nearest if match.number not in looked_at)]

    def lean(self, number: int, question: Sides) -> float:
        """How far a point answers with yes (above 0) or no, as logarithmic odds."""
        votes = [(yes, sides) for _, yes, sides in self.sides(number)]
        return self.polarity.lean(question, votes, self.says(number))

    def sides(self, number: int) -> list[tuple[int, bool, Sides]]:
        """The wordings of a point that are answered with yes or no."""
        if number not in self._sides:
            self._sides[number] = [
                (place, wording.verdict == "yes", Sides.of(wording.reading))
                for place, wording in enumerate(self.wordings)
                if wording.entry == number and wording.verdict in ("yes", "no")
            ]
        return self._sides[number]

    def says(self, number: int) -> Sides:
        """What a point's own statement affirms and denies."""
        if number not in self._says:
            text = self.entries[number].says
            self._says[number] = Sides.of(self.reader.read(text, ours=True), tone(words(text), self.tones))
        return self._says[number]

    def likeness(self, one: Reading, other: Reading) -> float:
        """How far two questions speak of the same, 0 to 1."""
        weights = {meaning: self.weight(meaning) for meaning in (*one.meanings, *other.meanings)}
        both = sum(
            weight for meaning, weight in weights.items() if meaning in one.meanings and meaning in other.meanings
        )
        return both / sum(weights.values()) if one.figures == other.figures and any(weights.values()) else 0.0

    def _match(
        self,
        question: Reading,
        weights: Mapping[str, float],
        total: float,
        strange: float,
        wording: Wording,
        shared: float,
    ) -> Match:
        entry = self.entries[wording.entry]
        pool = self.pools[wording.entry]
        there = wording.reading.meanings
        elsewhere = sum(
            weight * question.meanings[meaning]
            for meaning, weight in weights.items()
            if meaning in pool and meaning not in there and not self._has_kin(meaning, there)
        )
        shared = min(shared, total, wording.total)
        covered = min(1.0, (shared + BESIDES * elsewhere) / total)
        used = shared / wording.total
        score = covered**COVERED * used**USED
        score *= 1 - PAIRS + PAIRS * _common_pairs(question.order, wording.reading.order)
        score -= CLASH * (
            _contradictions(question.meanings, there) + _turned_round(question.order, wording.reading.order)
        )
        verdict, factor = self._fit_form(wording, question.form)
        score *= factor * _fits_figures(entry, question.figures)
        if verdict == "open":
            score *= OPEN  # rather admit that the book is silent than settle what it does not
        return Match(entry, verdict, max(0.0, min(1.0, score)), covered, strange, wording.entry)

    def _fit_form(self, wording: Wording, form: str) -> tuple[VerdictName, float]:
        """Who asks "what" gets the statement without its yes or no; who asks for yes or no, rather not a statement."""
        if form == "polar" and wording.verdict == "fact":
            entry = self.entries[wording.entry]
            return ("yes", AS_POLAR) if entry.yes or entry.no else ("fact", WRONG_FORM)
        if form == "open" and wording.verdict in ("yes", "no"):
            return "fact", AS_FACT
        return wording.verdict, 1.0

    def _kin(self, meaning: str) -> Iterable[tuple[str, float]]:
        """Meanings that are nearly this one: related words, and "any card" for a card."""
        yield from self.lexicon.near.get(meaning, {}).items()
        kind = self.lexicon.classes.get(meaning)
        if kind:
            yield f"any{kind}", 0.9

    def _has_kin(self, meaning: str, there: Mapping[str, float]) -> bool:
        return any(kin in there for kin, _ in self._kin(meaning))

    def _pools(self, read: list[tuple[int, VerdictName, Reading]]) -> list[frozenset[str]]:
        pools: list[set[str]] = [set() for _ in self.entries]
        for number, _, reading in read:
            pools[number].update(reading.meanings)
        for number, entry in enumerate(self.entries):
            pools[number].update(self.reader.read(entry.says, ours=True).meanings)
            pools[number].update(self.reader.read(entry.heading, ours=True).meanings)
        return [frozenset(pool) for pool in pools]


def _weights(pools: list[frozenset[str]]) -> dict[str, float]:
    """The rarer a meaning among the points, the more it tells them apart."""
    counts: dict[str, int] = {}
    for pool in pools:
        for meaning in pool:
            counts[meaning] = counts.get(meaning, 0) + 1
    return {meaning: math.log(1 + len(pools) / (count + 0.5)) for meaning, count in counts.items()}


def _common_pairs(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """How many of the shorter text's neighbouring meanings stand together in the other."""
    if len(a) < 2 or len(b) < 2:
        return 1.0
    first = {frozenset(pair) for pair in pairwise(a)}
    second = {frozenset(pair) for pair in pairwise(b)}
    return len(first & second) / min(len(first), len(second))


def _contradictions(asked: Mapping[str, float], there: Mapping[str, float]) -> float:
    """What the question denies and the wording affirms, or the other way round; and plain opposites."""
    clashes = 0.0
    for one, other in ((asked, there), (there, asked)):
        for meaning in one:
            if meaning.startswith("not:") and meaning[4:] in other and meaning not in other:
                clashes += 1
    for a, b in OPPOSED:
        if (a in asked and b in there and a not in there and b not in asked) or (
            b in asked and a in there and b not in there and a not in asked
        ):
            clashes += 1
    return clashes


def _turned_round(asked: tuple[str, ...], worded: tuple[str, ...]) -> bool:
    """Whether one has "a before b" and the other "b before a"."""
    for a, b, same in (("before", "before", True), ("after", "after", True), ("before", "after", False)):
        for one, other in ((asked, worded), (worded, asked)):
            if a in one and b in other:
                here, there = one.index(a), other.index(b)
                left, right = set(one[:here]), set(one[here + 1 :])
                first, last = (other[:there], other[there + 1 :]) if same else (other[there + 1 :], other[:there])
                crossed = (left - right) & set(last) - set(first), (right - left) & set(first) - set(last)
                if all(crossed):
                    return True
    return False


def _fits_figures(entry: Entry, figures: Mapping[str, int]) -> float:
    """A point that holds only up to 6,000 ft is no answer at 9,000, and the best one at 5,000."""
    factor = 1.0
    for name, value in figures.items():
        if name in entry.given:
            low, high = entry.given[name]
            factor *= 1.08 if low <= value <= high else 0.45
        if name in entry.among:
            factor *= 1.08 if value in entry.among[name] else 0.45
        if name in entry.besides:
            factor *= 1.08 if value not in entry.besides[name] else 0.45
    return factor
