"""What tells yes from no (`rules/judge/polarity.py`), learnt from the wordings, each asked with itself left out."""

import math

from rules.judge import Judge, scope
from rules.judge.polarity import Features, Sides, gathered
from tests.judge.learning.regression import regression

MOST = 10  # so many of the other wordings are compared, the most alike
FOLDS = 5


def learn_polarity(judges: list[Judge]) -> tuple[dict[str, float], dict[str, float]]:
    """The weights between two questions, and from all of them towards yes."""
    samples = [
        Sample(judge, number, place, yes, sides, number % FOLDS)
        for judge in judges
        for number in range(len(judge.entries))
        for place, yes, sides in judge.index.sides(number)
        if place % 2
    ]
    right = 0
    for fold in range(FOLDS):  # on points that were not learnt from
        between, towards = learn(samples, fold)
        for sample in (each for each in samples if each.fold == fold):
            sample.vote(between)
            right += (scope.weighed(towards, sample.features()) > 0) == sample.yes
    print(f"{right / len(samples):.1%} of {len(samples):,} wordings told yes from no, each left out")
    return learn(samples)


class Sample:
    """One wording that is answered with yes or no, and the others of its point."""

    def __init__(self, judge: Judge, entry: int, place: int, yes: bool, sides: Sides, fold: int) -> None:
        self.polarity, self.says = judge.index.polarity, judge.index.says(entry)
        self.yes, self.sides, self.fold = yes, sides, fold
        others = [(yes, other) for at, yes, other in judge.index.sides(entry) if at != place]
        self.others = sorted(others, key=lambda each: -self.polarity.alike(sides, each[1]))[:MOST]
        self.compared = [self.polarity.compare(sides, other) for _, other in self.others]
        self.votes = 0.0

    def features(self) -> Features:
        return self.polarity.features(self.sides, self.votes, self.says)

    def vote(self, weights: dict[str, float]) -> None:
        self.votes = gathered(
            (yes, compared["alike"], sum(weights.get(name, 0.0) * value for name, value in compared.items()))
            for (yes, _), compared in zip(self.others, self.compared, strict=True)
        )


def learn(samples: list[Sample], without: int = -1) -> tuple[dict[str, float], dict[str, float]]:
    """The weights between two questions, and from all of them towards yes; from all folds but one."""
    samples = [sample for sample in samples if sample.fold != without]
    pairs = [
        (compared, sample.yes == yes, math.exp(3 * compared["alike"]))
        for sample in samples
        for (yes, _), compared in zip(sample.others, sample.compared, strict=True)
    ]
    between = regression(pairs)
    for sample in samples:
        sample.vote(between)
    towards = regression([(each.features(), each.yes, 1.0) for each in samples])
    return between, towards
