"""A session of Escape Master, where nobody has a turn and nobody taps during a round: two taps and the camera."""

from pathlib import Path

import pytest

from companion.session import DONE
from tests.companion.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, ("Ann", "Ben", "Cat"), "solo", "escape-master")


def test_a_round_takes_two_taps_and_the_hands_before_the_camera(table: Table) -> None:
    session = table.session
    assert table.asked == "Ann: Start!."
    session.accept()
    assert table.asked == ": Escape Master!. Who is out?" and table.choices == ["Ann", "Ben", "Cat"]
    session.answer("Cat")
    assert table.asked == "Ann: Count a hand. Which cards are left?" and "hand" in session.wants
    table.lay("3-mouse", None)
    table.lay("doom-master", None)
    session.answer(DONE)
    assert table.asked == "Ben: Count a hand. Which cards are left?"
    table.lay("4-mouse", None)
    session.answer(DONE)
    assert [chair.badges[0].text for chair in session.board.chairs] == ["4", "1", "0"]
    assert table.asked == "Ben: Start!."


def test_the_gauge_starts_the_round(table: Table) -> None:
    table.session.press(1)
    assert table.done == ["Ann's “Start!”"]


def test_with_two_players_the_gauges_buttons_tell_who_is_out(tmp_path: Path) -> None:
    table = Table(tmp_path, ("Ann", "Ben"), "solo", "escape-master")
    table.session.press(1)
    table.session.press(2)
    assert table.done[-1] == "Ben's “Escape Master!”"


def test_a_hand_may_be_typed_as_a_number(table: Table) -> None:
    table.session.accept()
    table.session.answer("Cat")
    table.session.touch("count-number")
    table.session.answer(5)
    table.session.answer(1)
    assert table.done[-1] == "Ann's hand"
    assert table.session.board.chairs[0].badges[2].says == "6 cards were left in hand"


def test_a_hand_that_is_empty_after_all_is_none(table: Table) -> None:
    table.session.accept()
    table.session.answer("Cat")
    assert table.choices[-1] == DONE
    table.session.answer(DONE)
    assert table.done[-1] == "Ann's hand"


def test_the_stacks_are_followed_without_a_tap_round_after_round(table: Table) -> None:
    for _ in range(2):
        table.session.accept()
        table.lay("7-start", "stack-2", copy=1)
        table.lay("6-mouse", "stack-2", copy=1)
        table.lay("5-mouse", "stack-2", copy=1)
        assert table.session.board.piles[1].top == "5-mouse" and table.session.board.piles[1].count == 3
        assert table.asked == ": Escape Master!. Who is out?"
        table.session.answer("Cat")
        table.session.answer(DONE)
        table.session.answer(DONE)


def test_what_cannot_lie_on_a_stack_is_told(table: Table) -> None:
    table.session.accept()
    table.lay("7-start", "stack-1")
    table.lay("dead-end", "stack-1")
    table.lay("8-teen", "stack-1")
    assert table.session.refusal is not None and "closed that Stack" in table.session.refusal.says


def test_an_early_draw_is_objected_to(table: Table) -> None:
    table.session.accept()
    table.session.touch("draw", by="Ann")
    assert "can-play" in [button.do for button in table.session.buttons]
    table.session.touch("can-play", by="Ben")
    assert table.done[-1] == "Ben's “I can play”"


def test_a_story_card_that_is_due_is_asked_for_before_the_start(tmp_path: Path) -> None:
    table = Table(tmp_path, ("Ann", "Ben", "Cat", "Dan"), "alliance", "escape-master")
    session = table.session
    session.accept()
    session.answer("Ann")
    session.answer("Cat")
    for number in (2, 5):
        session.touch("count-number")
        session.answer(number)
        session.answer(0)
    assert table.asked == ": Draw the Story card. Which of the two draws it?" and table.choices == ["Ben", "Dan"]
    session.touch("start")  # they say nothing
    assert session.board.headline == "Round 2"
