"""The table's clocks: which one runs when, what a break costs, and what the gauge and the ears get of it."""

from pathlib import Path

import pytest

from companion.table_clocks import TableClocks
from tests.companion.table import Table


class Hands:
    """Time that goes on when it is told to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, ("Ann", "Ben", "Cat"))


@pytest.fixture
def time() -> Hands:
    return Hands()


def text(clocks: TableClocks) -> str:
    shown = clocks.read()
    return f"{shown.name} {shown.text}{' held' * shown.paused}" if shown is not None else ""


def test_nobody_is_timed_who_did_not_ask_for_it(table: Table, time: Hands) -> None:
    clocks = TableClocks(table.session, {"turn": 0}, time)
    table.session.touch("end-turn")
    time.at += 1000
    assert (clocks.read(), clocks.sound()) == (None, None)


def test_every_turn_has_the_whole_time_and_undo_gives_it_anew(table: Table, time: Hands) -> None:
    clocks = TableClocks(table.session, {"turn": 90}, time)
    time.at += 30
    assert text(clocks) == "turn 1:00"
    table.session.touch("end-turn")
    assert text(clocks) == "turn 1:30"
    time.at += 5
    table.session.undo()
    assert text(clocks) == "turn 1:30"


@pytest.mark.parametrize(
    ("wanted", "in_the_vote"), [({"turn": 90}, ""), ({"turn": 90, "discussion": 60}, "discussion 0:50")]
)
def test_a_vote_costs_nobody_their_turn(table: Table, time: Hands, wanted: dict[str, int], in_the_vote: str) -> None:
    clocks = TableClocks(table.session, wanted, time)
    for _ in range(6):
        table.session.touch("end-turn")
    assert "vote" in table.session.board.asks.lower() or table.session.proposal is not None
    time.at += 10
    assert text(clocks) == in_the_vote
    for _ in range(3):
        table.session.answer("wait")
    time.at += 10
    assert text(clocks) == "turn 1:20"


def test_the_last_seconds_tick_then_it_sounds_once_and_play_goes_on(table: Table, time: Hands) -> None:
    clocks = TableClocks(table.session, {"turn": 30}, time)
    heard = []
    for _ in range(400):
        time.at += 0.1
        heard.append(clocks.sound())
    assert [sound for sound in heard if sound] == ["tick"] * 10 + ["time-up"]
    table.session.touch("end-turn")
    assert table.done == ["end of Ann's turn"]


def test_a_break_holds_the_clock_and_playing_on_ends_it(table: Table, time: Hands) -> None:
    clocks = TableClocks(table.session, {"turn": 90}, time)
    time.at += 10
    clocks.toggle()
    time.at += 600
    assert text(clocks) == "turn 1:20 held"
    clocks.toggle()
    time.at += 10
    assert text(clocks) == "turn 1:10"
    clocks.toggle()
    table.session.touch("end-turn")
    assert text(clocks) == "turn 1:30"


def test_a_round_of_escape_master_is_timed_while_it_is_played(tmp_path: Path, time: Hands) -> None:
    table = Table(tmp_path, ("Ann", "Ben", "Cat"), "solo", "escape-master")
    clocks = TableClocks(table.session, {"game": 600}, time)
    assert text(clocks) == ""
    table.session.touch("start")
    time.at += 61
    assert text(clocks) == "game 8:59"
