"""What a table agrees in its own words: an event like any other, on the disk before it is shown, undone like one."""

from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.evening import Evening
from companion.history import tell
from rules.action import Unreadable
from tests.companion.evenings import SETUP, clock

QUESTION, ANSWER = "Who starts the game?", "The youngest."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "evening.jsonl"
    with Evening.begin(path, SETUP, clock()) as evening:
        evening.agree(f"  {QUESTION}\n", ANSWER, "ON YOUR TURN")
        evening.agree("May we peek?", "No.")
        evening.undo()
    return path


def test_an_agreement_outlives_the_evening_and_an_undone_one_does_not(path: Path) -> None:
    with Evening.resume(path) as evening:
        assert not evening.recovered
        assert evening.agreements == ((QUESTION, ANSWER, "ON YOUR TURN"),)
        evening.redo()
        assert [question for question, _, _ in evening.agreements] == ["May we peek?", QUESTION]


def test_an_agreement_changes_nothing_else(path: Path) -> None:
    with Evening.resume(path) as evening:
        before = evening.view
        evening.agree("Is humming allowed?", "Yes.")
        assert evening.view == before


def test_the_history_tells_it(path: Path) -> None:
    first, second, _ = tell(path).moments
    assert first.label == f"Table ruling: {QUESTION} {ANSWER}" and not first.undone
    assert second.undone


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 301, "a\x07b", None, 7, ["no"]])
def test_what_is_no_sentence_is_refused_and_not_written(path: Path, text: Any) -> None:
    with Evening.resume(path) as evening:
        events = evening.events
        with pytest.raises(Unreadable, match="A table ruling needs"):
            evening.agree(text, ANSWER)
        with pytest.raises(Unreadable, match="A table ruling needs"):
            evening.agree(QUESTION, text)
        assert evening.events == events


def test_a_script_may_agree_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text(
        '{"game": "hit-the-silk", "players": ["Ann", "Ben", "Cat"]}\n'
        f'{{"question": "{QUESTION}", "agreed": "{ANSWER}"}}\n'
        '{"question": "", "agreed": "Yes."}\n'
    )
    assert main(["play", str(script)]) == 2
    _, agreed, refused = capsys.readouterr().out.splitlines()
    assert agreed.startswith('{"ok":true') and refused.startswith('{"ok":false')
