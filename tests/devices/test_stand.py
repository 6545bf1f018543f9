"""The simulator's fault commands, over a real line: users and tests share them."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from devices.discovery import probe
from devices.gauge import Gauge
from devices.simulator.body import Body
from devices.simulator.line import LineError, PtyLine
from devices.simulator.pure import PureGauge
from devices.simulator.simavr import SimavrGauge
from devices.simulator.stand import Stand
from tests.devices.child import wait_until


@pytest.fixture(params=["pure", "simavr"])
def stand(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stand]:
    if request.param == "simavr":
        request.getfixturevalue("firmware")
    body: Body = PureGauge() if request.param == "pure" else SimavrGauge()
    stand = Stand(body, PtyLine(tmp_path / "gauge"))
    yield stand
    stand.close()


@pytest.mark.parametrize("fault", ["drop 100", "garble 100", "silent 30"])
def test_a_dead_line_has_no_gauge_until_it_is_cleared(stand: Stand, fault: str) -> None:
    stand.command(fault)
    assert probe(stand.url, patience=0.4).welcome is None
    stand.command("clear")
    assert probe(stand.url).welcome is not None


@pytest.mark.parametrize("fault", ["insert 2", "duplicate 50", "delay 60", "drop 1", "garble 1"])
def test_a_poor_line_is_good_enough(stand: Stand, fault: str) -> None:
    stand.command(fault)
    gauge = Gauge(stand.url)
    try:
        assert gauge.wait_linked(10)
        wait_until(lambda: gauge.status().twin.on, limit=10)
    finally:
        gauge.close()


def test_a_wrong_version_is_claimed(stand: Stand) -> None:
    stand.command("version 9")
    assert "newer firmware (protocol 9, not 1)" in probe(stand.url).sentence
    stand.command("version 0")
    assert "older firmware (protocol 0, not 1)" in probe(stand.url).sentence
    stand.command("clear")
    assert probe(stand.url).welcome is not None


def test_a_reset_and_a_loss_of_power_are_counted(stand: Stand) -> None:
    first = probe(stand.url).welcome
    starts = []
    for cause in ("reset", "power"):
        stand.command(cause)
        welcome = probe(stand.url).welcome
        assert first is not None and welcome is not None
        starts.append((welcome.boot >> 16) - (first.boot >> 16))
    assert starts == [1, 2]


def test_look_says_what_a_person_would_see(stand: Stand) -> None:
    wait_until(lambda: stand.command("look").startswith("OFF [--------]"))


def test_the_name_of_a_gauge_that_was_killed_is_taken_again(tmp_path: Path) -> None:
    link = tmp_path / "gauge"
    link.symlink_to("/dev/pts/999999")
    line = PtyLine(link)
    line.plug()
    assert link.is_char_device()
    with pytest.raises(LineError, match="is there already"):
        PtyLine(link).plug()
    line.unplug()
    assert not link.is_symlink()


def test_a_name_that_somebody_took_meanwhile_is_waited_for(tmp_path: Path) -> None:
    link = tmp_path / "gauge"
    stand = Stand(PureGauge(), PtyLine(link))
    try:
        stand.command("unplug 0.2")
        wait_until(lambda: not link.is_symlink())
        link.write_text("mine")
        wait_until(lambda: time.monotonic() > stand.plugged_since + 0.4)
        assert link.read_text() == "mine"
        link.unlink()
        wait_until(link.is_symlink)
        assert probe(stand.url).welcome is not None
    finally:
        stand.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "explode",
        "drop",
        "drop many",
        "drop 101",
        "press both",
        "reset now",
        "version 256",
        "version -1",
        "silent inf",
        "unplug nan",
    ],
)
def test_what_is_not_understood_is_said(stand: Stand, text: str) -> None:
    with pytest.raises(ValueError, match=r"There is no command|is not understood; say"):
        stand.command(text)
