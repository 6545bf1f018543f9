"""Judges are made once, whoever asks at the same time, and only the last two stay in memory."""

import threading
import time

import pytest

import rules.judge
from rules.judge import judge


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose judges were made, each as slowly as a real one."""
    found: list[str] = []

    class Slow:
        def __init__(self, game: str) -> None:
            found.append(game)
            time.sleep(0.05)

    monkeypatch.setattr(rules.judge, "Judge", Slow)
    monkeypatch.setattr(rules.judge, "_made", {})
    return found


def test_two_who_ask_first_get_the_same_judge(made: list[str]) -> None:
    got: list[object] = []
    asking = [threading.Thread(target=lambda: got.append(judge("hit-the-silk"))) for _ in range(4)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert made == ["hit-the-silk"]
    assert len(got) == 4 and len(set(map(id, got))) == 1


def test_the_last_two_are_kept(made: list[str]) -> None:
    for game in ("hit-the-silk", "escape-now", "hit-the-silk", "escape-plan", "hit-the-silk"):
        judge(game)
    assert made == ["hit-the-silk", "escape-now", "escape-plan"]
    assert list(rules.judge._made) == ["escape-plan", "hit-the-silk"]
    judge("escape-now")
    assert made[-1] == "escape-now"


def test_a_game_that_has_no_rulings_leaves_nothing_behind(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: str) -> None:
        raise ValueError(game)

    monkeypatch.setattr(rules.judge, "Judge", refuse)
    with pytest.raises(ValueError):
        judge("chess")
    assert not rules.judge._made and not rules.judge._making.locked()
