"""The table's clocks: game, turn and discussion."""

import pytest

from devices.clock import Clock, Clocks


def test_a_clock_counts_down_only_while_it_runs() -> None:
    clock = Clock(60)
    assert clock.left(1000.0) == 60
    clock.start(1000.0)
    assert clock.left(1010.0) == 50
    clock.pause(1010.0)
    assert clock.left(2000.0) == 50
    clock.resume(2000.0)
    assert clock.left(2020.0) == 30
    assert clock.left(9999.0) == 0
    clock.stop()
    assert (clock.left(9999.0), clock.running) == (60, False)


def test_resuming_twice_loses_no_time() -> None:
    clock = Clock(60)
    clock.start(0.0)
    clock.resume(20.0)
    assert clock.left(20.0) == 40


def test_the_most_pressing_clock_is_on_show() -> None:
    clocks = Clocks({"game": 3600, "turn": 60, "discussion": 30})
    assert clocks.on_show(0.0) is None
    clocks.start("game", 0.0)
    assert clocks.on_show(0.5) == ("game", 3600)
    clocks.start("turn", 1.0)
    assert clocks.on_show(2.0) == ("turn", 59)
    clocks.start("discussion", 3.0)
    assert clocks.on_show(3.0) == ("discussion", 30)


def test_talk_before_a_vote_costs_nobodys_turn() -> None:
    clocks = Clocks({"turn": 60, "discussion": 30})
    clocks.start("turn", 0.0)
    clocks.start("discussion", 20.0)
    assert clocks["turn"].left(45.0) == 40
    clocks.end_discussion(45.0)
    assert clocks.on_show(50.0) == ("turn", 35)


def test_a_discussion_outside_any_turn_starts_no_turn() -> None:
    clocks = Clocks({"turn": 60, "discussion": 30})
    clocks.start("discussion", 0.0)
    clocks.end_discussion(10.0)
    assert clocks.on_show(10.0) is None


def test_the_last_seconds_tick_and_the_end_sounds_once() -> None:
    clocks = Clocks({"turn": 12})
    clocks.start("turn", 0.0)
    sounds = [sound for tenth in range(150) if (sound := clocks.sound(tenth / 10))]
    assert sounds == ["tick"] * 10 + ["time-up"]
    clocks.start("turn", 20.0)
    assert clocks.sound(31.5) == "tick"


def test_a_clock_reads_zero_only_when_time_is_up() -> None:
    clocks = Clocks({"turn": 5})
    clocks.start("turn", 0.0)
    assert clocks.on_show(4.9) == ("turn", 1)
    assert clocks.on_show(5.0) == ("turn", 0)


def test_only_known_clocks_exist() -> None:
    with pytest.raises(ValueError, match="There is no lunch clock"):
        Clocks({"lunch": 3600})
