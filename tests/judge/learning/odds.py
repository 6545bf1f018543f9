"""What tells that a question is about the game, and how sure an answer is (`rules/judge/scope.py`).

Learnt from `tests/judge/dev/` alone: of its own wordings the judge is surer than it should be.
"""

import numpy as np

from rules.judge import Judge, scope
from rules.judge.polarity import Features
from tests.judge.learning.regression import regression
from tests.judge.quality import out_of_scope, questions

Rows = list[tuple[Features, bool, float]]


def learn_scope(judges: list[Judge]) -> dict[str, float]:
    """What tells questions about the game from others."""
    rows: Rows = []
    for judge in judges:
        own = frozenset((*judge.book.words, *judge.reader.lexicon.classes))
        asked = [(each.ask, True) for each in questions("dev", judge.game)]
        for text, inside in [*asked, *((text, False) for text in out_of_scope("dev"))]:
            reading = judge.reader.read(text)
            if matches := judge.index.search(reading):
                rows.append((scope.about(judge.index, own, reading, matches), inside, 1.0))
    learnt = regression(rows, 0.5)
    kept = [scope.weighed(learnt, features) >= 0 for features, inside, _ in rows if inside]
    refused = [scope.weighed(learnt, features) < 0 for features, inside, _ in rows if not inside]
    print(f"about the game: {np.mean(kept):.1%} kept, {np.mean(refused):.1%} of the others refused")
    return learnt


def learn_sure(judges: list[Judge]) -> dict[str, float]:
    """What tells right answers from wrong ones."""
    rows: Rows = []
    for judge in judges:
        for each in questions("dev", judge.game):
            reading = judge.reader.read(each.ask)
            matches = judge.index.search(reading)
            if matches and (fits := judge.fits(reading, matches)) >= 0:
                right = matches[0].verdict in each.verdict and matches[0].entry.heading in each.section
                rows.append((scope.sure(matches, fits), right, 1.0))
    learnt = regression(rows, 2.0)
    odds = [(scope.weighed(learnt, features) - scope.UNSURE, right) for features, right, _ in rows]
    sure = [right for each, right in odds if each >= 0]
    print(f"sure: {len(sure) / len(odds):.1%} of the answers, of these wrong {1 - np.mean(sure):.1%}")
    return learnt
