"""Yes or no: which way a point answers a question, read off all its wordings and its own statement.

Two questions about one point have the same answer or opposite ones. What tells it is how they are put ("may I keep
it?", "must I give it up?"), what one denies and the other does not, and words that turn each other round (before,
after). How much each of these tells is learnt from the wordings themselves, each asked with itself left out
(`make learn`, which writes `assets/rulings/learnt.toml`).
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.judge.reading import Reading

Features = dict[str, float]
CLOSE = 0.4  # from here on two questions are nearly the same
ASIDE = 0.4  # what is only told before a question matters so much
NEARER = 8.0  # how much more a wording has to say that is more alike
# Meanings that turn each other round.
OPPOSED: tuple[tuple[str, str], ...] = (
    ("before", "after"),
    ("above", "below"),
    ("first", "last"),
    ("gain", "lose"),
    ("win", "lose"),
    ("self", "other"),
    ("self", "player"),
    ("buy", "sell"),
    ("open", "closed"),
    ("more", "fewer"),
    ("free", "cost"),
    ("keep", "discard"),
    ("keep", "lose"),
    ("keep", "return"),
    ("hold", "discard"),
    ("stay", "leave"),
    ("stay", "return"),
    ("stay", "remove"),
    ("same", "different"),
    ("show", "secret"),
    ("success", "fail"),
    ("truth", "lie"),
    ("survive", "die"),
    ("ascending", "descending"),
    ("face-up", "face-down"),
    ("random", "choose"),
    ("top", "bottom"),
    ("start", "end"),
    ("own-turn", "others-turn"),
    ("half", "all"),
    ("all", "#1"),
    ("both", "#1"),
    ("everyone", "#1"),
    ("left", "right"),
    ("discard-pile", "draw-pile"),
    ("discard-pile", "box"),
    ("only", "more"),
    ("only", "other"),
    ("at-once", "after"),
    ("permanent", "round"),
    ("optional", "must"),
    ("nothing", "take"),
    ("nothing", "all"),
    ("nothing", "gain"),
    ("win", "die"),
    ("alone", "company"),
    ("alone", "other"),
    ("survive", "lose"),
    ("keep", "give"),
    ("give", "take"),
    ("free", "handcuffs"),
    ("public", "secret"),
    ("truth", "double-cross"),
    ("play", "discard"),
    ("remaining", "empty"),
)
OPPOSITES: dict[str, frozenset[str]] = {
    meaning: frozenset(b if a == meaning else a for a, b in OPPOSED if meaning in (a, b))
    for pair in OPPOSED
    for meaning in pair
}
# Meanings that may turn an answer when only one of the two has them.
TURNING = frozenset(
    [
        *("refuse", "ignore", "stop", "avoid", "keep", "secret", "all", "both", "only", "several", "twice", "more"),
        *("second", "once", "maximum", "#1", "#2", "#3", "everyone", "other", "same", "different", "self", "lose"),
        *("nothing", "alone", "permanent", "others-turn", "at-once", "secret", "lie", "minimum", "half", "random"),
        *("free", "remove", "survive", "die", "useless", "reach", "number", "optional", "enough", "empty", "fewer"),
    ]
)
# Meanings that a statement would name if it allowed them.
UNSAID = (
    *("all", "both", "only", "several", "twice", "more", "second", "once", "#1", "#2", "everyone", "other", "same"),
    *("self", "after", "before", "maximum", "keep", "free", "empty", "secret", "lose", "remove"),
)


class Sides(Struct, frozen=True, gc=False):
    """What a text affirms and what it denies."""

    said: frozenset[str]
    denied: frozenset[str]
    modality: str
    aside: frozenset[str] = frozenset()  # said only before it asks
    small: frozenset[str] = frozenset()
    tone: frozenset[str] = frozenset()  # for a statement: whether it allows, demands, forbids, limits

    @classmethod
    def of(cls, reading: Reading, tone: frozenset[str] = frozenset()) -> "Sides":
        meant = [meaning for meaning in reading.meanings if meaning[0] not in "?~^"]
        denied = frozenset(meaning[4:] for meaning in meant if meaning.startswith("not:"))
        said = frozenset(m for m in meant if not m.startswith("not:"))
        aside = frozenset(meaning.removeprefix("not:") for meaning in reading.aside)
        return cls(said, denied, reading.modality, aside, reading.small, tone)


class Polarity:
    """Weighs the wordings of a point for and against."""

    def __init__(self, weights: Mapping[str, Mapping[str, float]], weight: Callable[[str], float]) -> None:
        self.between = weights["between"]
        self.towards = weights["towards"]
        self.weight = weight

    def lean(self, question: Sides, wordings: Iterable[tuple[bool, Sides]], says: Sides) -> float:
        """For yes (above 0) or for no (below), as logarithmic odds."""
        features = self.features(question, gathered(self._votes(question, wordings)), says)
        return sum(self.towards.get(name, 0.0) * value for name, value in features.items())

    def _votes(self, question: Sides, wordings: Iterable[tuple[bool, Sides]]) -> Iterator[tuple[bool, float, float]]:
        """Of each wording: its verdict, how alike it is, and how surely it has the same answer."""
        weights = self.between
        for yes, other in wordings:
            compared = self.compare(question, other)
            yield yes, compared["alike"], sum(weights.get(name, 0.0) * value for name, value in compared.items())

    def alike(self, one: Sides, other: Sides) -> float:
        """How far two texts speak of the same, denied or not, 0 to 1."""
        a, b = one.said | one.denied, other.said | other.denied
        aside = (one.aside - other.said - other.denied) | (other.aside - one.said - one.denied)
        everything = sum(ASIDE * self.weight(each) if each in aside else self.weight(each) for each in a | b)
        return sum(map(self.weight, a & b)) / everything if everything else 0.0

    def compare(self, one: Sides, other: Sides) -> Features:
        """What tells whether two questions about one point have the same answer."""
        first, second = sorted((one.modality, other.modality))
        alike = self.alike(one, other)
        features = {"always": 1.0, f"put {first}/{second}": 1.0, "alike": alike}
        if alike > CLOSE:
            features["close"] = closely = (alike - CLOSE) / (1 - CLOSE)
            features[f"close {'same' if first == second else 'other'}"] = closely
        denied = (one.denied & other.said - one.said) | (other.denied & one.said - other.said)
        denied -= one.aside | other.aside
        if denied:
            features["denied"] = 1.0
            features["denied alike"] = alike
        if (len(one.denied) - len(other.denied)) % 2:
            features["denials odd"] = 1.0
        only_one, only_other = one.said - other.said, other.said - one.said
        if any(OPPOSITES.get(meaning, frozenset()) & only_other for meaning in only_one):
            features["opposed"] = 1.0
            features["opposed alike"] = alike
        for meaning in ((only_one | only_other) & TURNING) - one.aside - other.aside:
            features[f"turn {meaning}"] = 1.0
        for word in one.small ^ other.small:
            features[f"small {word}"] = 1.0
        return features

    def features(self, question: Sides, votes: float, says: Sides) -> Features:
        """What tells yes from no: the wordings' votes, and how the point's own statement is put."""
        put = question.modality
        total = sum(map(self.weight, question.said | question.denied)) or 1.0
        covered = sum(map(self.weight, question.said & says.said)) / total
        features = {"always": 1.0, "votes": votes, "said": covered, f"put {put}": 1.0, f"said {put}": covered}
        if any(OPPOSITES.get(meaning, frozenset()) & (says.said - question.said) for meaning in question.said):
            features["opposed"] = features[f"opposed {put}"] = 1.0
        if (question.denied & says.said) | (says.denied & question.said):
            features["denied"] = 1.0
        if question.denied:
            features["denies"] = 1.0
        for tone in says.tone:
            features[f"tone {tone} {put}"] = 1.0
        for meaning in UNSAID:
            if meaning in question.said and meaning not in says.said:
                features[f"unsaid {meaning}"] = 1.0
        return features


def gathered(votes: Iterable[tuple[bool, float, float]]) -> float:
    """Votes (for yes or no, how alike, how surely the same answer) as one number."""
    total = weights = 0.0
    for yes, alike, same in votes:
        weight = math.exp(NEARER * alike)
        total += (same if yes else -same) * weight
        weights += weight
    return total / weights if weights else 0.0


def tone(found: Sequence[str], tones: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """Whether a statement allows, demands, forbids or limits something, by its words."""
    spoken = set(found)
    return frozenset(name for name, words in tones.items() if not spoken.isdisjoint(words))
