"""The twin on the screen: only what was acknowledged, and only while it is fresh."""

from dataclasses import replace

import pytest

from devices.dial import draw
from devices.face import load
from devices.protocol import NO_CLOCK, TABLE, VERSION, Flag, Shown, Welcome
from devices.twin import Twin

WELCOME = Welcome(VERSION, TABLE, 1, 1, 1, 1, 8, 4, 3, 0, 1000, 2000)
SHOWN = Shown(1, 125, 0, 250, 0x13, 90, 0b0010, 0x13, Flag.MOVING, 1000)


@pytest.fixture
def twin() -> Twin:
    twin = Twin()
    twin.linked(WELCOME)
    twin.acknowledged(SHOWN, 10.0)
    return twin


def test_it_shows_what_was_acknowledged(twin: Twin) -> None:
    look = twin.snapshot(10.0)
    assert (look.on, look.digits, look.value, look.clock) == (True, " 12.501.30", 125, 90)
    assert look.lamps == (False, True, False, False)
    assert look.sound == "vote"


def test_the_needle_goes_on_at_its_own_speed_and_stops_where_it_should(twin: Twin) -> None:
    needles = [twin.snapshot(10.0 + after).needle for after in (0.0, 0.1, 0.25, 1.0)]
    assert needles == pytest.approx([0.0, 0.2, 0.5, 0.5])


def test_a_needle_that_runs_the_other_way() -> None:
    twin = Twin()
    twin.linked(replace(WELCOME, parked=2000, full=1000))
    twin.acknowledged(replace(SHOWN, pulse=2000), 0.0)
    assert twin.snapshot(1.0).needle == 0.5


@pytest.mark.parametrize("how", ["never linked", "unlinked", "old"])
def test_it_is_dark_when_nothing_is_known(how: str, twin: Twin) -> None:
    if how == "never linked":
        twin = Twin()
    if how == "unlinked":
        twin.unlinked()
    look = twin.snapshot(11.5 if how == "old" else 10.0)
    assert (look.on, look.digits, look.needle, any(look.lamps), look.sound) == (False, "--------", 0.0, False, "")


def test_a_sound_ends_by_itself(twin: Twin) -> None:
    assert twin.snapshot(10.7).sound == ""


def test_an_uncalibrated_needle_is_told(twin: Twin) -> None:
    assert twin.snapshot(10.0).calibrated
    twin.acknowledged(replace(SHOWN, flags=Flag.UNCALIBRATED), 10.0)
    assert not twin.snapshot(10.0).calibrated


def test_the_dial_in_text_points_where_the_needle_does(twin: Twin) -> None:
    silk = load("hit-the-silk")
    upright = draw(silk, twin.snapshot(11.0)).splitlines()
    assert len({line.index("█") for line in upright if "█" in line}) == 1
    assert "[ 12.501.30]" in upright[-1]
    assert "(*)poison" in upright[-1]
    twin.acknowledged(replace(SHOWN, value=0, clock=NO_CLOCK), 20.0)
    flat = draw(silk, twin.snapshot(21.0)).splitlines()
    assert [line.count("█") > 9 for line in flat if "█" in line] == [True]


def test_an_off_dial_has_no_needle() -> None:
    drawn = draw(load("hit-the-silk"), Twin().snapshot(0.0))
    assert "█" not in drawn
    assert drawn.endswith("[--------]  OFF")
