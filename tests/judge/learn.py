"""Learns what tells yes from no (`rules/judge/polarity.py`) from the wordings, and writes `assets/rulings/polarity.toml`.

Run it after rulings were added or changed: `python -m tests.judge.learn`.
"""

import math
from pathlib import Path

import numpy as np

from rules.judge import Judge, judged
from rules.judge.polarity import Features, Sides, gathered

OUT = Path(__file__).parents[2] / "assets/rulings/polarity.toml"
RARE = 20  # what is seen less often tells nothing
FOLDS = 5
Vector = np.ndarray


class Sample:
    """One wording that is answered with yes or no, and the others of its point."""

    def __init__(self, judge: Judge, entry: int, place: int, yes: bool, sides: Sides, fold: int) -> None:
        self.polarity, self.says = judge.index.polarity, judge.index.says(entry)
        self.yes, self.sides, self.fold = yes, sides, fold
        self.others = [(yes, other) for at, yes, other in judge.index.sides(entry) if at != place]
        self.compared = [self.polarity.compare(sides, other) for _, other in self.others]
        self.votes = 0.0

    def vote(self, weights: dict[str, float]) -> None:
        self.votes = gathered(
            (yes, compared["alike"], sum(weights.get(name, 0.0) * value for name, value in compared.items()))
            for (yes, _), compared in zip(self.others, self.compared, strict=True)
        )


def main() -> None:
    samples = [
        Sample(judge, number, place, yes, sides, number % FOLDS)
        for judge in map(Judge, sorted(judged()))
        for number in range(len(judge.entries))
        for place, yes, sides in judge.index.sides(number)
    ]
    right = 0
    for fold in range(FOLDS):  # on points that were not learnt from
        between, towards = learn([sample for sample in samples if sample.fold != fold])
        for sample in (each for each in samples if each.fold == fold):
            sample.vote(between)
            features = sample.polarity.features(sample.sides, sample.votes, sample.says)
            right += (sum(towards.get(name, 0.0) * value for name, value in features.items()) > 0) == sample.yes
    print(f"{right / len(samples):.1%} of {len(samples):,} wordings told right, each left out")
    between, towards = learn(samples)
    lines = ["# What tells yes from no, learnt from the wordings: written by `python -m tests.judge.learn`."]
    for name, weights in (("between", between), ("towards", towards)):
        lines += ["", f"[{name}]", *(f'"{key}" = {weights[key]}' for key in sorted(weights))]
    OUT.write_text("\n".join(lines) + "\n")


def learn(samples: list[Sample]) -> tuple[dict[str, float], dict[str, float]]:
    """The weights between two questions, and from all of them towards yes."""
    pairs = [
        (compared, sample.yes == yes, math.exp(3 * compared["alike"]))
        for sample in samples
        for (yes, _), compared in zip(sample.others, sample.compared, strict=True)
    ]
    between = regression(pairs)
    for sample in samples:
        sample.vote(between)
    towards = regression(
        [(each.polarity.features(each.sides, each.votes, each.says), each.yes, 1.0) for each in samples]
    )
    return between, towards


def regression(rows: list[tuple[Features, bool, float]]) -> dict[str, float]:
    """Logistic regression by Newton's method, with large weights held back."""
    seen: dict[str, int] = {}
    for features, _, _ in rows:
        for name in features:
            seen[name] = seen.get(name, 0) + 1
    names = sorted(name for name, count in seen.items() if count >= RARE)
    column = {name: place for place, name in enumerate(names)}
    x: Vector = np.zeros((len(rows), len(names)))
    for row, (features, _, _) in enumerate(rows):
        for name, value in features.items():
            if name in column:
                x[row, column[name]] = value
    y = np.array([same for _, same, _ in rows], float)
    importance = np.array([weight for _, _, weight in rows])
    learnt: Vector = np.zeros(len(names))
    for _ in range(12):
        guess = 1 / (1 + np.exp(-x @ learnt))
        slope = x.T @ (importance * (guess - y)) + 5.0 * learnt
        bend = (x * (importance * guess * (1 - guess))[:, None]).T @ x + 5.0 * np.eye(len(names))
        learnt -= np.linalg.solve(bend, slope)
    return {name: round(float(learnt[place]), 2) for name, place in column.items() if abs(learnt[place]) >= 0.05}


if __name__ == "__main__":
    main()
