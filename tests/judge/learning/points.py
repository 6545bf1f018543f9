"""Learns from every wording which point a question is about, with which verdict: writes `assets/rulings/learnt/`.

Two support vector machines, one for points and verdicts together and one for points alone, are added up and thinned
out: of each answer the heaviest weights stay. scikit-learn does the work; the judge itself needs none of it.
"""

from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC

from rules.judge import Judge
from rules.judge.learner import ELSEWHERE, FINEST, Weights, checksum, lessons
from rules.judge.rulings import TURNED, elsewhere, heard
from rules.judge.traits import is_ban, traits

OUT = Path(__file__).parents[3] / "assets/rulings/learnt"
SEEN = 2  # a trait that fewer wordings have tells nothing of others
KEPT = 1000  # weights an answer
POINTS = 0.8  # how much the point alone counts


def learn_points(judge: Judge) -> Weights:
    classes = judge.reader.lexicon.classes
    at_hand = [(entry.id, verdict, wording) for entry in judge.entries for verdict, wording in entry.wordings()]
    asked: list[tuple[set[str], str, str]] = []
    for point, verdict, wording in (*at_hand, *heard(judge.game)):
        reading = judge.reader.read(wording, ours=True)
        asked.append((traits(reading, classes), point, TURNED.get(verdict, verdict) if is_ban(reading) else verdict))
    asked += [(traits(judge.reader.read(text), classes), *ELSEWHERE) for text in elsewhere(judge.game)]
    counted = TfidfVectorizer(analyzer=lambda each: each, min_df=SEEN, norm="l2")
    table = counted.fit_transform([found for found, _, _ in asked])
    both = LinearSVC().fit(table, [f"{point} {verdict}" for _, point, verdict in asked])
    points = LinearSVC().fit(table, [point for _, point, _ in asked])
    answers = [tuple(name.split(" ")) for name in both.classes_]
    of_point = [list(points.classes_).index(point) for point, _ in answers]
    weights = both.coef_ + POINTS * points.coef_[of_point]
    bias = both.intercept_ + POINTS * points.intercept_[of_point]
    return packed(judge.game, answers, bias, weights, counted)


def packed(game: str, answers: Sequence[Any], bias: Any, weights: Any, counted: Any) -> Weights:
    least = np.sort(np.abs(weights), axis=1)[:, -KEPT]
    weights[np.abs(weights) < least[:, None]] = 0
    scale = np.abs(weights).max(axis=1) / FINEST
    whole = np.round(weights / scale[:, None]).astype(np.int8)
    names = counted.get_feature_names_out()
    marks = np.array([checksum(name) for name in names])
    order = [place for place in np.argsort(marks, kind="stable") if whole[:, place].any()]
    order = [place for n, place in enumerate(order) if not n or marks[place] != marks[order[n - 1]]]
    ends, places, small = array("I"), array("H"), array("b")
    for place in order:
        (there,) = whole[:, place].nonzero()
        places.extend(there.tolist())
        small.extend(whole[there, place].tolist())
        ends.append(len(places))
    return Weights(
        lessons(game),
        list(answers),
        [round(float(each), 4) for each in bias],
        [round(float(each), 6) for each in scale],
        array("I", [int(marks[place]) for place in order]).tobytes(),
        array("f", [float(counted.idf_[place]) for place in order]).tobytes(),
        ends.tobytes(),
        places.tobytes(),
        small.tobytes(),
    )


def write(game: str, weights: Weights) -> None:
    OUT.mkdir(exist_ok=True)
    (OUT / f"{game}.msgpack").write_bytes(msgspec.msgpack.encode(weights))
