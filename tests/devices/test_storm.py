"""The real host logic against both bodies on bad lines: the needle may be dark, but it may never be wrong."""

import pytest

from devices.link import Picture, Press, Refused, Unlinked
from devices.protocol import Pong
from devices.simulator.body import Body
from devices.simulator.noise import Faults
from devices.simulator.simavr import SimavrGauge
from tests.devices.lab import Lab
from tests.devices.relink import after_reset, after_return
from tests.devices.soak import soak
from tests.devices.storm import FLIPPED, MIXED, REPEATED, storm


@pytest.mark.parametrize("minutes", [4, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("faults", [FLIPPED, MIXED], ids=["flipped", "mixed"])
def test_minutes_on_a_bad_line(simavr: SimavrGauge, faults: Faults, minutes: int) -> None:
    """A safeguard that is missing shows in the first of them; four see sixteen bits of milliseconds run over thrice."""
    report = storm(simavr, faults, seconds=60 * minutes)
    assert report.wrong == []
    assert report.looks > 2_000 * minutes
    assert report.damaged > 1_000 * minutes
    assert report.told == report.pressed
    assert report.latencies[int(len(report.latencies) * 0.99)] <= 0.25
    assert report.resets == 0


@pytest.mark.parametrize("faults", [FLIPPED, MIXED, REPEATED], ids=["flipped", "mixed", "repeated"])
def test_another_minute_on_each_body(body: Body, faults: Faults) -> None:
    report = storm(body, faults, seconds=60, seed=2)
    assert report.wrong == []
    assert report.looks > 1_500
    assert report.told == report.pressed


@pytest.mark.parametrize("hours", [0.25, pytest.param(1, marks=pytest.mark.slow)])
def test_part_of_an_hour_of_an_evening(firmware: None, hours: float) -> None:
    """In a quarter, sequence numbers run over three times and sixteen bits of milliseconds thirteen times. What takes
    longer than that to run over, no hour would show either."""
    report = soak(hours)
    assert report.wrong == []
    assert report.looks > 3_500 * hours
    assert (report.resets, report.leaked) == (0, 0)
    assert report.told == report.pressed > 100 * hours


@pytest.mark.parametrize("seed", range(5))
def test_relink_after_the_port_returns(body: Body, seed: int) -> None:
    assert after_return(body, seed) <= 0.25


@pytest.mark.parametrize("seed", range(5))
def test_relink_after_a_reset(body: Body, seed: int) -> None:
    assert after_reset(body, seed) <= 0.25


def test_the_newest_picture_wins(body: Body) -> None:
    lab = Lab(body)
    lab.run_until(lambda: lab.linked)
    for value in range(1, 100):
        lab.show(Picture(value, 0, 100, 1))
    lab.run_until(lambda: lab.link.acknowledged)
    assert {shown.value for shown in lab.acks()} <= {0, 99}
    assert body.look().digits.strip() == "99"


def test_a_gauge_that_hears_nothing_for_a_while_shows_the_newest_afterwards(body: Body) -> None:
    lab = Lab(body)
    lab.run_until(lambda: lab.linked)
    lab.cut = True
    for value in range(300):  # more than the sequence numbers can tell apart
        lab.show(Picture(value, 0, 300, 1))
        lab.run(0.05)
    assert body.look().off
    lab.cut = False
    lab.run(0.5)
    assert body.look().digits.strip() == "299"


def test_a_refused_picture_leaves_the_gauge_dark_not_wrong(body: Body) -> None:
    lab = Lab(body)
    lab.show(Picture(1, 0, 2, 1))
    lab.run(1.0)
    lab.show(Picture(3, 0, 2, 1))
    lab.run(2.0)
    assert any(isinstance(happening, Refused) for _, happening in lab.happenings)
    assert body.look().off
    lab.show(Picture(2, 0, 2, 1))
    lab.run(0.5)
    assert body.look().digits.strip() == "2"


def test_presses_across_cuts_and_resets_are_told_exactly_once(body: Body) -> None:
    lab = Lab(body, MIXED)
    pressed = []
    for turn in range(60):
        lab.press(turn % 3)
        pressed.append(turn % 3)
        lab.run(0.06)
        if turn % 3 == 0:
            body.reset()
        if turn % 4 == 0:
            lab.cut = True
            lab.run(0.3)
            lab.cut = False
        lab.run(1.0)
    lab.run(3.0)
    assert [press.button for press in lab.presses()] == pressed
    assert len(set(lab.presses())) == len(pressed)


def test_lost_presses_reach_the_host_as_a_count(body: Body) -> None:
    lab = Lab(body)
    lab.run(0.5)
    lab.cut = True
    for _ in range(10):
        lab.press(0)
        lab.run(0.08)
    lab.cut = False
    lab.run(5.0)
    assert len([h for _, h in lab.happenings if isinstance(h, Press)]) == 8
    assert [h for _, h in lab.happenings if isinstance(h, Pong)][-1].lost == 2


def test_a_silent_gauge_is_noticed(body: Body) -> None:
    lab = Lab(body)
    lab.run(0.5)
    lab.cut = True
    lab.run(4.0)
    assert Unlinked(restarted=False) in [happening for _, happening in lab.happenings]


def test_the_stack_leaves_half_of_the_memory_free(simavr: SimavrGauge) -> None:
    lab = Lab(simavr, MIXED)
    lab.run(20.0)
    free = [happening.free for _, happening in lab.happenings if isinstance(happening, Pong)][-1]
    assert 2048 - free <= 1024
    assert simavr.overruns == 0
