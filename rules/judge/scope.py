"""Whether a question is about this game at all, and how sure an answer is: two weighed sums over how well it fits.

The weights are learnt (`make learn`): these from the questions of `tests/judge/dev/`.
"""

import math
from collections.abc import Mapping

from rules.judge.index import Index, Match
from rules.judge.polarity import Features
from rules.judge.reading import Reading

UNSURE = 2.4  # an answer counts as sure (0.5 and above) only where it is right far more often than not


def about(index: Index, own: frozenset[str], question: Reading, matches: list[Match]) -> Features:
    """What tells that a question is about the game; `own` are the meanings that only this game has."""
    meant = {m: index.weight(m) for m in question.meanings if m[0] != "?"}
    total = sum(meant.values()) or 1.0
    foreign = [weight for meaning, weight in meant.items() if meaning[0] == "^"]
    unknown = [weight for meaning, weight in meant.items() if meaning[0] == "~"]
    told = {m: weight for m, weight in meant.items() if _bare(m) in own}
    best = matches[0]
    there = index.pools[best.number]
    return {
        "always": 1.0,
        "score": max(match.score for match in matches),
        "covered": max(match.covered for match in matches),
        "learnt": best.learnt,
        "elsewhere": best.elsewhere,
        "second": best.second,
        "outside": best.outside,
        "foreign words": float(min(len(foreign), 3)),
        "foreign": sum(foreign) / total,
        "unknown words": float(min(len(unknown), 4)),
        "unknown": sum(unknown) / total,
        "unknown share": len(unknown) / max(1, len(meant)),
        "own": min(sum(told.values()) / index.heaviest, 3.0),
        "own share": sum(told.values()) / total,
        "own there": float(min(sum(_bare(meaning) in there for meaning in told), 4)),
        "figures": float(bool(question.figures)),
        "length": min(len(meant), 10) / 10,
        "first person": float(question.first_person),
    }


def sure(matches: list[Match], scope: float) -> Features:
    """What tells that the best match is the right answer."""
    best = matches[0]
    second = next((match.total for match in matches[1:] if match.answer != best.answer), 0.0)
    return {
        "always": 1.0,
        "score": best.score,
        "learnt": best.learnt,
        "second": best.second,
        "ahead": best.total - second,
        "share": best.share,
        "strange": best.strange,
        "likely": math.log(best.likely / (1.0001 - best.likely)) if best.polar else 2.5,
        "polar": float(best.polar),
        "open": float(best.verdict == "open"),
        "fact": float(best.verdict == "fact"),
        "scope": max(-3.0, min(3.0, scope)),
    }


def weighed(weights: Mapping[str, float], features: Features) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def share(odds: float) -> float:
    """Logarithmic odds as a number from 0 to 1."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def _bare(meaning: str) -> str:
    return meaning.removeprefix("not:").removeprefix("again:")
