"""What the judge has learnt: that it is what `make learn` makes of the wordings, and what holds without it."""

import msgspec
import pytest

from rules import library
from rules.judge import Judge, judge, judged, learner
from rules.judge.language import words
from rules.judge.rulings import TURNED, elsewhere, heard


@pytest.mark.parametrize("game", sorted(judged()))
def test_what_was_learnt_fits_the_wordings(game: str) -> None:
    """Else run `make learn`."""
    weights = msgspec.msgpack.decode(library.blob(f"rulings/learnt/{game}.msgpack"), type=learner.Weights)
    assert weights.lessons == learner.lessons(game)
    known = {(entry.id, verdict) for entry in judge(game).entries for verdict, _ in entry.wordings()}
    assert known <= {(point, verdict) for point, verdict in weights.answers} | {
        (point, TURNED.get(verdict, verdict)) for point, verdict in weights.answers
    }


@pytest.mark.parametrize("game", sorted(judged()))
def test_what_was_heard_names_rulings_that_exist(game: str) -> None:
    strength = {entry.id: entry.strength for entry in judge(game).entries}
    asked = [(point, verdict, " ".join(words(wording))) for point, verdict, wording in heard(game)]
    assert {point for point, _, _ in asked} <= strength.keys()
    assert all((verdict == "open") == (strength[point] == "silent") for point, verdict, _ in asked)
    assert len({wording for _, _, wording in asked}) == len(asked)
    assert elsewhere(game)


def test_a_judge_that_has_learnt_nothing_still_goes_by_the_nearest_wording(monkeypatch: pytest.MonkeyPatch) -> None:
    blob = library.blob

    def nothing_learnt(path: str) -> bytes:
        if "learnt" in path or "network" in path:
            raise FileNotFoundError(path)
        return blob(path)

    monkeypatch.setattr(library, "blob", nothing_learnt)
    beginner = Judge("hit-the-silk")
    matches = beginner.index.search(beginner.reader.read("Can I shoot without a bullet?"))
    assert matches[0].entry.heading == "8 SHOOT A PLAYER"
