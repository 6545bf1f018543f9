"""The gauge beside the table: it follows every step, its buttons answer, and without it play goes on."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.gauge_desk import GaugeDesk
from companion.gauge_link import GaugeLink
from companion.session import Trouble
from devices.simulator.line import PtyLine
from devices.simulator.pure import PureGauge
from devices.simulator.stand import Stand
from tests.companion.table import Table

VOTE_LAMP = 1


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    stand = Stand(PureGauge(), PtyLine(tmp_path / "gauge"))
    yield stand
    stand.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, ("Ann", "Ben", "Cat"))


@pytest.fixture
def link(table: Table, stand: Stand) -> Iterator[GaugeLink]:
    desk = GaugeDesk(stand.url)
    link = GaugeLink(table.session, desk)
    assert desk.gauge.wait_linked(20)
    yield link
    link.close()
    desk.close()


def until(condition: Callable[[], object], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


def shows(stand: Stand, digits: str, lamps: int = 0) -> None:
    until(lambda: digits in stand.look().digits and stand.look().lamps == lamps)


def test_the_needle_follows_play_and_undo(table: Table, stand: Stand, link: GaugeLink) -> None:
    shows(stand, "16.0")
    table.session.touch("end-turn")
    shows(stand, "15.5")
    table.session.undo()
    shows(stand, "16.0")


def test_a_vote_lights_its_lamp_and_the_buttons_cast_it(table: Table, stand: Stand, link: GaugeLink) -> None:
    for _ in range(6):
        table.session.touch("end-turn")
    shows(stand, "13.0", VOTE_LAMP)
    stand.command("press no")
    until(lambda: table.session.pump())
    assert table.done[-1] == "Ann's vote"
    stand.command("press yes")
    until(lambda: table.session.pump())
    assert table.session.evening.view["vote"]["cast"] == {"Ann": "wait", "Ben": "jump"}


def test_next_ends_the_turn(table: Table, stand: Stand, link: GaugeLink) -> None:
    stand.command("press next")
    until(lambda: table.session.pump())
    assert table.done == ["end of Ann's turn"]


def test_unplugged_it_is_said_once_and_play_goes_on(table: Table, stand: Stand, link: GaugeLink) -> None:
    stand.command("unplug 1")
    until(lambda: table.session.pump() and "gauge" in table.session.troubles)
    table.session.touch("end-turn")
    assert table.done == ["end of Ann's turn"]
    until(lambda: table.session.pump() and "gauge" not in table.session.troubles)
    shows(stand, "15.5")
    told = [news.sentence for news in table.news if isinstance(news, Trouble)]
    assert told[0].endswith(".") and told[-1] == ""


def test_a_table_without_a_gauge_says_nothing(table: Table) -> None:
    desk = GaugeDesk(search=list)
    link = GaugeLink(table.session, desk)
    time.sleep(0.2)
    table.session.pump()
    link.close()
    desk.close()
    assert table.news == []
