"""Gauge faces: data for all five games, and what becomes of a game's number on the dial."""

from dataclasses import astuple
from importlib.resources import files
from pathlib import Path

import pytest

from devices.digits import reading
from devices.face import games, load, parse
from devices.protocol import CLOCK_MAX, NO_CLOCK, Layout, Shown, State
from devices.simulator.pure import PureGauge
from tests.devices.talk import EPOCH, Talk

GAMES = ["dig-your-way-out", "escape-master", "escape-now", "escape-plan", "hit-the-silk"]


def test_all_five_games_have_a_face() -> None:
    assert games() == GAMES


@pytest.mark.parametrize("digits", [4, 8])
@pytest.mark.parametrize("game", GAMES)
def test_every_mark_and_alarm_can_be_shown_on_every_gauge(game: str, digits: int) -> None:
    face = load(game)
    talk = Talk(PureGauge(digits))
    talk.greet()
    places = [face.low, face.high, *(mark.at for mark in face.marks)]
    for sequence, place in enumerate(places, 1):
        for clock in (None, 61.0):
            alarms = tuple(alarm.name for alarm in face.alarms)
            picture = face.picture(place, clock=clock, alarms=alarms, digits=digits)
            shown = talk.ask(State(EPOCH, *astuple(picture)), Shown, sequence * 2 + (clock is not None))
            assert shown.value == picture.value
    assert face.clocks["turn"] and face.clocks["discussion"]


@pytest.mark.parametrize(
    ("game", "value", "reads"),
    [
        ("hit-the-silk", 16500, " 16.501.30"),
        ("escape-now", 60, "  6001.30"),
        ("escape-master", 7, "   701.30"),
        ("dig-your-way-out", 12, "  1201.30"),
        ("escape-plan", 23, "  2.301.30"),
    ],
)
def test_what_the_digits_read(game: str, value: int, reads: str) -> None:
    picture = load(game).picture(value, clock=90)
    assert reading(8, picture.layout, picture.value, picture.clock) == reads


def test_four_digits_show_the_clock_while_it_runs_and_else_the_value() -> None:
    silk = load("hit-the-silk")
    assert silk.picture(16500, digits=4).layout & 15 == Layout.VALUE
    assert silk.picture(16500, clock=5, digits=4).layout & 15 == Layout.CLOCK


def test_the_needle_stops_at_the_ends_and_the_clock_at_its_last_digit() -> None:
    silk = load("hit-the-silk")
    assert (silk.picture(-500).value, silk.picture(99_000).value) == (0, 250)
    assert (silk.picture(0).clock, silk.picture(0, clock=1e6).clock) == (NO_CLOCK, CLOCK_MAX)


def test_vote_marks_stand_where_the_rulebook_puts_them() -> None:
    votes = [mark.at for mark in load("hit-the-silk").marks if mark.label == "vote"]
    assert votes == [21000, 17000, 13000, 9000, 5000]


def good() -> str:
    return (files("assets") / "gauge" / "hit-the-silk.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("high = 25000", "high = 0", "its range is empty"),
        ("count = 100", "count = 1", "does not fit four digits"),
        ("at = 21000", "at = 26000", "a mark lies off the dial"),
        ("lamp = 1", "lamp = 5", "a lamp that is not there"),
        ('sound = "vote"', 'sound = "trumpet"', "a sound that is not there"),
        ("turn = 90", "lunch = 90", "a clock that is not known"),
        ("turn = 90", "turn = 9000", "a clock does not fit"),
        ('digits = "both"', 'digits = "roman"', "cannot be read"),
        ("low = 0", "", "cannot be read"),
        ("low = 0", "low =", "cannot be read"),
    ],
)
def test_a_face_at_fault_says_why(old: str, new: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse("hit-the-silk", good().replace(old, new))


def test_an_unknown_game_or_alarm_says_what_there_is() -> None:
    with pytest.raises(ValueError, match="there is one for dig-your-way-out, escape-master"):
        load("chess")
    with pytest.raises(ValueError, match="it has vote, poison, ground, time-up"):
        load("hit-the-silk").alarm("shark")


def test_devices_know_no_game() -> None:
    """A face is data: no game's name stands in the code."""
    code = "".join(path.read_text() for path in (Path(__file__).parents[2] / "devices").glob("*.py"))
    assert not [game for game in GAMES if f'"{game}"' in code]
