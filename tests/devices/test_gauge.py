"""The host's thread on real pseudo-terminals and sockets: never blocks, never raises, always says how it stands."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from devices.discovery import probe
from devices.face import load
from devices.gauge import Gauge, LinkState, Status
from devices.link import Picture, Press
from devices.simulator.line import Line, PtyLine, TcpLine
from devices.simulator.pure import PureGauge
from devices.simulator.stand import Stand
from tests.devices.bridge import Bridge
from tests.devices.child import Child, off_after_kill, wait_until

SILK = load("hit-the-silk")


@pytest.fixture
def pty(tmp_path: Path) -> PtyLine:
    return PtyLine(tmp_path / "gauge")


@pytest.fixture
def stand(pty: PtyLine) -> Iterator[Stand]:
    stand = Stand(PureGauge(), pty)
    yield stand
    stand.close()


Opener = Callable[..., Gauge]


@pytest.fixture
def opened() -> Iterator[Opener]:
    gauges: list[Gauge] = []

    def open_gauge(*arguments: object, **named: object) -> Gauge:
        gauges.append(Gauge(*arguments, **named))  # type: ignore[arg-type]
        return gauges[-1]

    yield open_gauge
    for gauge in gauges:
        gauge.close()


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_a_value_is_shown_and_the_twin_follows(kind: str, pty: PtyLine, opened: Opener) -> None:
    line: Line = pty if kind == "pty" else TcpLine()
    stand = Stand(PureGauge(), line)
    gauge = opened(stand.url)
    gauge.show(SILK, 16500, clock=95, alarms=("vote",))
    wait_until(lambda: gauge.status().twin.digits == " 16.501.35")
    wait_until(lambda: stand.look().pulse == 1660)
    look, twin = stand.look(), gauge.status().twin
    assert (look.digits, look.lamps) == (" 16.501.35", 1)
    assert (twin.lamps, twin.on) == ((True, False, False, False), True)
    wait_until(lambda: gauge.status().twin.needle == pytest.approx(0.66))
    stand.close()


def test_a_gauge_behind_a_network_bridge(opened: Opener) -> None:
    stand = Stand(PureGauge(), TcpLine())
    bridge = Bridge(stand.url)
    gauge = opened(bridge.url)
    gauge.show(SILK, 16500)
    wait_until(lambda: gauge.status().twin.value == 165, limit=10)
    assert stand.look().digits == " 16.5    "
    gauge.close()
    bridge.close()
    stand.close()


def test_saying_what_to_show_never_waits_even_with_nobody_there(opened: Opener) -> None:
    gauge = opened("/dev/there-is-no-such-port")
    begin = time.monotonic()
    for value in range(0, 25000, 10):
        gauge.show(SILK, value)
        gauge.sound("tick")
    assert time.monotonic() - begin < 1.0
    wait_until(lambda: gauge.status().state is LinkState.TROUBLE)
    assert "plug the gauge in" in gauge.status().sentence


def test_the_gauge_comes_back_by_itself_after_unplugging(stand: Stand, opened: Opener) -> None:
    changes: list[Status] = []
    gauge = opened(stand.url, on_change=changes.append)
    gauge.show(SILK, 9000)
    assert gauge.wait_linked(5)
    stand.command("unplug 0.4")
    wait_until(lambda: gauge.status().state is LinkState.TROUBLE)
    assert not gauge.status().twin.on
    assert gauge.wait_linked(5)
    wait_until(lambda: stand.look().digits == "  9.0    ")
    assert any("was unplugged" in change.sentence for change in changes)
    assert gauge.status().statistics.links == 2


def test_the_gauge_comes_back_by_itself_after_a_reset(stand: Stand, opened: Opener) -> None:
    changes: list[Status] = []
    gauge = opened(stand.url, on_change=changes.append)
    gauge.show(SILK, 9000)
    assert gauge.wait_linked(5)
    stand.command("reset")
    wait_until(lambda: gauge.status().statistics.links == 2)
    wait_until(lambda: stand.look().digits == "  9.0    ")
    assert any("started again" in change.sentence for change in changes)


def test_a_gauge_that_falls_silent_is_dark_on_the_screen_too(stand: Stand, opened: Opener) -> None:
    gauge = opened(stand.url)
    gauge.show(SILK, 9000)
    wait_until(lambda: gauge.status().twin.on)
    stand.command("silent 4")
    assert wait_until(lambda: not gauge.status().twin.on) < 2.5
    wait_until(lambda: gauge.status().state is LinkState.SILENT)
    wait_until(lambda: gauge.status().twin.on, limit=10)


@pytest.mark.parametrize(("version", "advice"), [("0", "older firmware"), ("9", "newer firmware")])
def test_other_firmware_is_named(stand: Stand, opened: Opener, version: str, advice: str) -> None:
    stand.command(f"version {version}")
    gauge = opened(stand.url)
    wait_until(lambda: gauge.status().state is LinkState.WRONG_FIRMWARE)
    assert advice in gauge.status().sentence
    stand.command("clear")
    assert gauge.wait_linked(5)


def test_two_gauges_are_told_apart_and_taken_by_one_host_each(tmp_path: Path, opened: Opener) -> None:
    stands = [Stand(PureGauge(), PtyLine(tmp_path / name)) for name in ("one", "two")]
    urls = [stand.url for stand in stands]
    numbered = opened(urls[1])
    assert numbered.wait_linked(5)
    numbered.calibrate(1000, 2000, 2)
    wait_until(lambda: "stored its calibration" in numbered.status().sentence)
    numbered.close()
    assert [found.sentence.split(",")[0] for found in map(probe, urls)] == ["a gauge", "gauge number 2"]
    first = opened(search=lambda: urls)
    assert first.wait_linked(5)
    second = opened(search=lambda: urls)
    assert second.wait_linked(5)
    assert {first.status().url, second.status().url} == set(urls)
    for stand in stands:
        stand.close()


def test_no_gauge_at_all_is_said_and_a_new_one_is_found(stand: Stand, opened: Opener) -> None:
    plugged: list[str] = []
    gauge = opened(search=lambda: plugged)
    wait_until(lambda: gauge.status().sentence == "No gauge is plugged in.")
    plugged.append(stand.url)
    assert gauge.wait_linked(5)


def test_presses_arrive_and_a_faulty_game_does_not_stop_the_gauge(stand: Stand, opened: Opener) -> None:
    presses: list[Press] = []

    def faulty(press: Press) -> None:
        presses.append(press)
        raise RuntimeError("the game has a bug")

    gauge = opened(stand.url, on_press=faulty)
    assert gauge.wait_linked(5)
    for name in ("next", "yes", "no"):
        stand.command(f"press {name}")
        time.sleep(0.15)
    wait_until(lambda: len(presses) == 3)
    assert [press.button for press in presses] == [0, 1, 2]
    assert gauge.status().statistics.callback_failures == 3
    assert gauge.status().state is LinkState.LINKED


def test_a_faulty_picture_or_search_does_not_stop_the_gauge_either(stand: Stand, opened: Opener) -> None:
    def faulty(*_: int) -> list[str]:
        raise RuntimeError("a bug")

    gauge = opened(stand.url)
    gauge.show(SILK, 9000)
    wait_until(lambda: gauge.status().twin.value == 90)
    gauge.show_picture(faulty)
    wait_until(lambda: gauge.status().statistics.callback_failures > 0)
    gauge.show_picture(lambda digits: Picture(value=-1))
    gauge.show(SILK, 8000)
    wait_until(lambda: gauge.status().twin.value == 80)
    gauge.show_picture(lambda digits: Picture(value=70000))
    time.sleep(0.1)
    gauge.show(SILK, 7000)
    wait_until(lambda: gauge.status().twin.value == 70)
    lost = opened(search=faulty)
    wait_until(lambda: lost.status().statistics.callback_failures > 0)
    assert lost.status().sentence == "No gauge is plugged in."


def test_presses_over_a_bad_line_that_is_also_unplugged_come_once(stand: Stand, opened: Opener) -> None:
    presses: list[Press] = []
    gauge = opened(stand.url, on_press=presses.append)
    assert gauge.wait_linked(5)
    stand.command("garble 2")
    names = ["next", "yes", "no"] * 4
    for turn, name in enumerate(names):
        stand.command(f"press {name}")
        if turn % 4 == 0:
            stand.command("unplug 0.1")
        time.sleep(0.25)
    wait_until(lambda: len(presses) >= len(names), limit=10)
    time.sleep(0.3)
    assert [("next", "yes", "no")[press.button] for press in presses] == names


def test_a_sound_is_heard_once_and_not_again_after_a_late_link(stand: Stand, opened: Opener) -> None:
    gauge = opened(stand.url)
    assert gauge.wait_linked(5)
    stand.looks()
    gauge.sound("turn")
    time.sleep(0.9)
    assert [look.sound for look in stand.looks() if look.sound] == ["turn"]
    stand.command("reset")
    time.sleep(0.5)
    assert [look.sound for look in stand.looks() if look.sound] == []


def test_only_a_pattern_or_an_alarm_that_nobody_knows_is_an_error(stand: Stand, opened: Opener) -> None:
    gauge = opened(stand.url)
    with pytest.raises(ValueError):
        gauge.sound("trumpet")
    with pytest.raises(ValueError, match="no alarm 'shark'"):
        gauge.show(SILK, 9000, alarms=("shark",))


def test_a_killed_host_leaves_off_behind(tmp_path: Path, firmware: None) -> None:
    child = Child("simavr", tmp_path / "gauge")
    off_after = off_after_kill(child)
    child.close()
    assert 1.4 <= off_after <= 1.6


def test_calibration_is_refused_in_words(stand: Stand, opened: Opener) -> None:
    gauge = opened(stand.url)
    assert gauge.wait_linked(5)
    gauge.calibrate(100, 2000, 0)
    wait_until(lambda: gauge.status().statistics.refusals > 0)
    assert "cannot" in gauge.status().sentence


def test_the_statistics_tell_of_a_bad_line(stand: Stand, opened: Opener) -> None:
    gauge = opened(stand.url)
    assert gauge.wait_linked(5)
    gauge.show(SILK, 9000)
    wait_until(lambda: gauge.status().twin.value == 90)
    stand.command("silent 0.5")
    time.sleep(1.0)
    stand.command("garble 20")
    time.sleep(1.0)
    stand.command("clear")
    time.sleep(1.2)
    statistics = gauge.status().statistics
    assert statistics.resends > 0
    assert statistics.bad + statistics.gauge_bad > 0
    assert statistics.round_trip is not None
    assert statistics.gauge_uptime > 1
