"""The clock in the top line: there when it is wanted, held by a tap, on the gauge as well."""

from types import SimpleNamespace

import pytest

from rules.game import Setup
from tests.app.harness import Harness

SETUP = Setup("hit-the-silk", ("Ann", "Ben", "Cat"), "core", "Ann")


def chip(h: Harness) -> str:
    reading = h.app.clock
    return "" if reading is None else reading.text


def test_a_tap_holds_the_turns_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("companion.table_clocks.time", SimpleNamespace(monotonic=lambda: now))
    with Harness(clocks={"turn": 60}) as h:
        h.app.begin(SETUP)
        h.frames(3)
        now += 13
        h.app._beat()
        assert chip(h) == "0:47" and "0:47" in h.texts()
        h.tap("0:47")
        now += 60
        h.app._beat()
        assert chip(h) == "0:47" and h.app.clock.paused
        h.tap("0:47")
        now += 7
        h.app._beat()
        assert chip(h) == "0:40" and not h.app.clock.paused


def test_without_clocks_nothing_is_shown() -> None:
    with Harness() as h:
        h.app.begin(SETUP)
        h.frames(3)
        h.app._beat()
        assert h.app.clock is None
        assert not [button for button in h.buttons() if getattr(button, "icon", "") == "clock"]
