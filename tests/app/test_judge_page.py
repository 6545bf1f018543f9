"""Asking the judge by touch: hold an action or a seat, tap an event, rule on it in the table's own words."""

from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from companion.app.widgets import Seat
from companion.app.widgets.entry import Entry
from companion.settings import Settings
from rules.game import Setup
from tests.app.harness import SIZES, Harness
from tests.app.measure import faults

SETUP = Setup("hit-the-silk", ("Ann", "Ben", "Cat", "Dee"))
QUESTION = "Who starts the game?"


def begin(h: Harness) -> None:
    h.app.begin(SETUP)
    h.until(lambda: h.page.name == "table" and any(getattr(b, "text", "") for b in h.page.ids.dock.walk()))
    h.frames(3)


def hold(h: Harness, widget: Any) -> None:
    """A finger that stays where it is."""
    h.into_view(widget)
    touch = UnitTestTouch(*widget.to_window(*widget.center))
    touch.touch_down()
    h.until(lambda: widget.was_held)
    touch.touch_up()
    h.frames(3)


def answered(h: Harness) -> Any:
    h.until(lambda: h.page.name == "judge" and h.page._ruling is not None and not h.page.busy)
    h.frames(3)
    return h.page._ruling


def ask(h: Harness, question: str) -> Any:
    h.app.go("judge", question=question)
    return answered(h)


def test_a_held_action_is_judged_and_not_done() -> None:
    with Harness() as h:
        begin(h)
        hold(h, h.find("Shoot"))
        ruling = answered(h)
        assert (ruling.verdict, ruling.source, ruling.section) == ("yes", "engine", "8 SHOOT A PLAYER")
        assert "Ann" in h.page.asked
        assert len(h.app.session.evening.steps) == 1


def test_a_held_seat_is_the_one_of_whom_it_is_asked() -> None:
    with Harness() as h:
        begin(h)
        hold(h, next(widget for widget in h.walk() if isinstance(widget, Seat) and widget.name == "Ben"))
        assert h.page.name == "judge"
        h.tap("Spy")
        h.tap("Cat")
        ruling = answered(h)
        assert (ruling.verdict, ruling.source, ruling.section) == ("no", "engine", "ON YOUR TURN")


def test_what_happened_last_is_judged_by_how_the_table_stood_before() -> None:
    with Harness() as h:
        begin(h)
        h.tap("Steal")
        h.seat("Ben")
        h.until(lambda: h.page.ticker)
        h.page.judge_last()
        ruling = answered(h)
        assert ruling.verdict == "yes" and "Steal" in h.page.asked
        h.app.back()
        h.tap("list")
        h.tap("Ann's Steal")
        assert answered(h).verdict == "yes"


def test_the_table_rules_in_its_own_words_and_takes_it_back() -> None:
    with Harness() as h:
        begin(h)
        assert ask(h, QUESTION).verdict == "open"
        entry = [widget for widget in h.walk() if isinstance(widget, Entry)][-1]  # the first one asks
        entry.text = "The youngest begins."
        h.tap("Record")
        h.until(lambda: "This table has ruled" in h.page.answer, 60)
        assert h.app.session.evening.agreements[0][:2] == (QUESTION, "The youngest begins.")
        assert "Table ruling" in h.app.session.undo_label
        h.app.session.undo()
        assert ask(h, QUESTION).verdict == "open"


def test_a_group_remembers_its_rulings_on_another_evening() -> None:
    with Harness() as h:
        begin(h)
        ask(h, "Is there a vote at 12,000 feet?")
        h.tap("Yes")
        h.until(lambda: "This table has ruled" in h.page.answer, 60)
    assert Settings.load().agreed["hit-the-silk"][0].answer == "Yes."
    kept = Settings.load().agreed
    with Harness(agreed=kept) as h:
        begin(h)
        assert "This group has ruled before" in ask(h, "Is there a vote at 12,000 feet?").answer


@pytest.mark.parametrize(
    ("size", "scale", "language"),
    [("small", 1.5, "de"), ("tablet", 1.0, "en"), ("portrait", 1.5, "en"), ("portrait", 1.0, "de")],
)
def test_nothing_is_cut_off_or_too_small(size: str, scale: float, language: str) -> None:
    with Harness(SIZES[size], text_scale=scale, language=language) as h:
        begin(h)
        ask(h, "Does the cash of players who die in handcuffs count?")
        assert faults(h) == []
        ask(h, QUESTION)
        assert faults(h) == []


def test_an_answer_that_nobody_waits_for_any_more_leaves_the_judge_free() -> None:
    with Harness() as h:
        h.app.go("judge", question=QUESTION)
        assert h.page.busy
        h.app.back()
        h.app.go("judge")
        assert not h.page.busy
        h.page.ask(QUESTION)
        assert answered(h).verdict


def test_a_judge_that_fails_says_so_and_can_be_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Harness() as h:
        h.app.go("judge")
        with monkeypatch.context() as patch:
            patch.setattr("companion.panel.judge.JudgeDesk.ask", lambda *_: 1 / 0)
            h.page.ask(QUESTION)
            h.until(lambda: not h.page.busy)
        assert "lost the thread" in h.app._toast.says
        h.page.ask(QUESTION)
        assert answered(h).verdict
