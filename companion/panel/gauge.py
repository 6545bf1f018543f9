"""The gauge as the app knows it: one for the app's whole life, a real one or one that is simulated here."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from devices import face
from devices.face import Face
from devices.gauge import Gauge, LinkState, Status
from devices.link import Press

SWEEP = (0.0, 1.0, 0.5)  # the needle's way through a test, as shares of the dial
SERVO = (500, 2500)  # microseconds: what any servo can take
STEP = 10
NAMES = ("next", "yes", "no")


@dataclass(frozen=True, slots=True)
class GaugeView:
    """What the gauge screen shows."""

    linked: bool
    says: str
    needle: float
    digits: str
    lamps: tuple[bool, ...]
    sound: str
    facts: tuple[tuple[str, str], ...]  # name and figure
    parked: int
    full: int
    unit: int
    simulated: bool


class GaugeDesk:
    """Owns the gauge's driver. Nothing in it raises for what a cable does."""

    def __init__(self, url: str = "", on_press: Callable[[Press], None] | None = None) -> None:
        self._url = url
        self._on_press = on_press
        self._stand: Any = None
        self.gauge = self._driver(url or None)
        self.game = "hit-the-silk"
        self._step = 0

    def attend(self, on_press: Callable[[Press], None] | None) -> None:
        """Whoever is told of its buttons from now on: the table that is played."""
        self._on_press = on_press

    @property
    def face(self) -> Face:
        return face.load(self.game)

    @property
    def simulated(self) -> bool:
        return self._stand is not None

    def view(self) -> GaugeView:
        status = self.gauge.status()
        welcome, twin = status.welcome, status.twin
        return GaugeView(
            status.state is LinkState.LINKED,
            status.sentence,
            twin.needle,
            twin.digits,
            twin.lamps,
            twin.sound,
            _facts(status),
            welcome.parked if welcome else 1000,
            welcome.full if welcome else 2000,
            welcome.unit if welcome else 0,
            self.simulated,
        )

    def test(self) -> None:
        """One step: the needle goes on, the next lamp lights, the next sound is heard."""
        shown = self.face
        alarms = [alarm.name for alarm in shown.alarms]
        share = SWEEP[self._step % len(SWEEP)]
        value = shown.low + round((shown.high - shown.low) * share)
        alarm = alarms[self._step % len(alarms)] if alarms else ""
        self.gauge.show(shown, value, clock=754, alarms=(alarm,) if alarm else ())
        if alarm:
            self.gauge.sound(shown.alarm(alarm).sound)
        self._step += 1

    def calibrate(self, parked: int, full: int, unit: int) -> None:
        low, high = SERVO
        self.gauge.calibrate(max(low, min(high, parked)), max(low, min(high, full)), max(0, min(255, unit)))

    def simulate(self, on: bool) -> str:
        """Puts a gauge of bits and bytes on a port of this machine, or takes it away; returns why not, if not."""
        if on == self.simulated:
            return ""
        if on:
            from devices.simulator.line import TcpLine
            from devices.simulator.pure import PureGauge
            from devices.simulator.stand import Stand

            try:
                self._stand = Stand(PureGauge(), TcpLine(0))
            except OSError as trouble:
                return f"No gauge can be simulated here: {trouble.strerror or trouble}."
            self._replace(self._stand.url)
        else:
            self._replace(self._url or None)
            self._stand.close()
            self._stand = None
        return ""

    def press(self, number: int) -> None:
        """A button of the simulated gauge."""
        if self._stand is not None:
            self._stand.command(f"press {NAMES[number]}")

    def close(self) -> None:
        self.gauge.close()
        if self._stand is not None:
            with contextlib.suppress(OSError):
                self._stand.close()
            self._stand = None

    def _driver(self, url: str | None) -> Gauge:
        return Gauge(url, on_press=self._pressed)

    def _replace(self, url: str | None) -> None:
        self.gauge.close()
        self.gauge = self._driver(url)

    def _pressed(self, press: Press) -> None:
        if self._on_press is not None:
            self._on_press(press)


def _facts(status: Status) -> tuple[tuple[str, str], ...]:
    counted = status.statistics
    trip = f"{counted.round_trip * 1000:.0f} ms" if counted.round_trip is not None else "–"
    found = [("port", status.url or "–"), ("answer", trip), ("sent again", str(counted.resends))]
    found += [("damaged", str(counted.bad + counted.gauge_bad)), ("buttons", str(counted.presses))]
    if status.welcome is not None:
        found.insert(0, ("firmware", str(status.welcome.firmware)))
    return tuple(found)
