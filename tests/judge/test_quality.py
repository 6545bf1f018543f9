"""The bars that the judge must clear on questions it has not seen; `python -m tests.bench judge` has the figures."""

from functools import cache

import pytest

from rules.judge import judge, judged
from tests.judge.quality import Marks, mark, out_of_scope, questions

GAMES = sorted(judged())


@cache
def held_out(game: str) -> Marks:
    """What the set came to, asked once."""
    return mark(judge(game).ask, questions("held_out", game))


@pytest.mark.parametrize("game", GAMES)
def test_verdict_and_heading_are_right_for_nine_in_ten(game: str) -> None:
    marks = held_out(game)
    assert marks.asked >= (80 if game == "hit-the-silk" else 40)
    assert marks.right >= 0.9 * marks.asked, "\n".join(marks.failures)
    assert marks.found >= 0.97 * marks.asked
    assert marks.admitted == marks.open


def test_confidently_wrong_is_one_in_fifty_at_most_and_misspelling_costs_little() -> None:
    sets = [held_out(game) for game in GAMES]
    assert sum(marks.wrong for marks in sets) <= 0.02 * sum(marks.asked for marks in sets)
    misspelled, right = sum(marks.misspelled for marks in sets), sum(marks.misspelled_right for marks in sets)
    spelled = sum(marks.asked for marks in sets) - misspelled
    assert right / misspelled >= (sum(marks.right for marks in sets) - right) / spelled - 0.05


def test_strangers_are_answered_right_nine_times_in_ten() -> None:
    sets = [mark(judge(game).ask, questions("strangers", game)) for game in GAMES]
    assert sum(marks.right for marks in sets) >= 0.9 * sum(marks.asked for marks in sets)
    assert sum(marks.wrong for marks in sets) <= 0.02 * sum(marks.asked for marks in sets)
    assert sum(marks.admitted for marks in sets) == sum(marks.open for marks in sets)


def test_what_is_out_of_scope_is_refused() -> None:
    asked = [judge(game).ask(text).source for game in GAMES for text in out_of_scope("held_out")]
    assert asked.count("none") >= 0.95 * len(asked)
