"""Learns the judge's weights and writes them to `assets/rulings/learnt.toml`.

What tells yes from no (`rules/judge/polarity.py`) is learnt from the wordings, each asked with itself left out; what
tells that a question is about the game and how sure an answer is (`rules/judge/scope.py`), from these and from
`tests/judge/dev/`.

Run it after rulings were added or changed: `python -m tests.judge.learn`.
"""

import math
from itertools import count
from pathlib import Path

import numpy as np

from rules.judge import Judge, judged, scope
from rules.judge.polarity import Features, Sides, gathered
from tests.judge.quality import out_of_scope, questions

OUT = Path(__file__).parents[2] / "assets/rulings/learnt.toml"
MOST = 10  # so many of the other wordings are compared, the most alike
RARE = 20  # what is seen less often tells nothing
FOLDS = 5
EVERY, EVERY_SCOPE = 7, 23  # every seventh wording is asked for the confidence, fewer for the scope
Vector = np.ndarray


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


def main() -> None:
    judges = [Judge(game) for game in sorted(judged())]
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
    print(f"{right / len(samples):.1%} of {len(samples):,} wordings told right, each left out")
    between, towards = learn(samples)
    for judge in judges:
        judge.learnt |= {"between": between, "towards": towards}
        judge.index.polarity.between, judge.index.polarity.towards = between, towards
    inside = learn_scope(judges)
    for judge in judges:
        judge.learnt["scope"] = inside
    write({"between": between, "towards": towards, "scope": inside, "sure": learn_sure(judges)})


def write(learnt: dict[str, dict[str, float]]) -> None:
    lines = ["# The judge's weights, learnt from its wordings: written by `python -m tests.judge.learn`."]
    for name, weights in learnt.items():
        lines += ["", f"[{name}]", *(f'"{key}" = {weights[key]}' for key in sorted(weights))]
    OUT.write_text("\n".join(lines) + "\n")


def learn_scope(judges: list[Judge]) -> dict[str, float]:
    """What tells questions about the game from others."""
    rows: list[tuple[Features, bool, float]] = []
    for judge in judges:
        own = frozenset((*judge.book.words, *judge.reader.lexicon.classes))
        asked = [(each.ask, True, frozenset[int](), 1.0) for each in questions("dev", judge.game)]
        asked += [(text, False, frozenset[int](), 1.0) for text in out_of_scope("dev")]
        texts = [wording for entry in judge.entries for _, wording in entry.wordings()]
        asked += [(text, True, frozenset([n]), 0.5) for n, text in enumerate(texts) if n % EVERY_SCOPE == 0]
        for text, is_inside, left_out, weight in asked:
            reading = judge.reader.read(text)
            matches = judge.index.search(reading, left_out)
            if matches:
                rows.append((scope.about(judge.index, own, reading, matches[0]), is_inside, weight))
    learnt = regression(rows, 0.5)
    inside_kept = [scope.weighed(learnt, features) >= 0 for features, is_inside, _ in rows if is_inside]
    refused = [scope.weighed(learnt, features) < 0 for features, is_inside, _ in rows if not is_inside]
    print(f"about the game: {np.mean(inside_kept):.1%} kept, {np.mean(refused):.1%} of the others refused")
    return learnt


def learn_sure(judges: list[Judge]) -> dict[str, float]:
    """What tells right answers from wrong ones."""
    rows: list[tuple[Features, bool, float]] = []
    for judge in judges:
        asked = [(each.ask, each.verdict, each.section, frozenset[int](), 3.0) for each in questions("dev", judge.game)]
        places = count()
        for entry in judge.entries:
            for (verdict, wording), place in zip(entry.wordings(), places, strict=False):
                if place % EVERY == 0:
                    asked.append((wording, (verdict,), (entry.heading, *entry.see), frozenset([place]), 1.0))
        for text, verdicts, sections, left_out, weight in asked:
            reading = judge.reader.read(text)
            matches = judge.index.search(reading, left_out)
            if matches and (fits := judge.fits(reading, matches)) >= 0:
                best = matches[0]
                right = best.verdict in verdicts and best.entry.heading in sections
                rows.append((scope.sure(matches, fits), right, weight))
    learnt = regression(rows)
    odds = [(scope.weighed(learnt, features) - scope.UNSURE, right) for features, right, _ in rows]
    sure = [right for each, right in odds if each >= 0]
    print(f"sure: {len(sure) / len(odds):.1%} of the answers, of these wrong {1 - np.mean(sure):.1%}")
    return learnt


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


def regression(rows: list[tuple[Features, bool, float]], held_back: float = 5.0) -> dict[str, float]:
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
        slope = x.T @ (importance * (guess - y)) + held_back * learnt
        bend = (x * (importance * guess * (1 - guess))[:, None]).T @ x + held_back * np.eye(len(names))
        learnt -= np.linalg.solve(bend, slope)
    return {name: round(float(learnt[place]), 2) for name, place in column.items() if abs(learnt[place]) >= 0.05}


if __name__ == "__main__":
    main()
