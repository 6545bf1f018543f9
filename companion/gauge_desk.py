"""The gauge as the app knows it: one for the app's whole life, a real one or one that is simulated here."""

import contextlib
from collections.abc import Callable
from typing import Any, Protocol

from companion.sentence import Sentence
from devices import face
from devices.discovery import candidates
from devices.face import Face
from devices.gauge import Gauge, Status
from devices.link import Press

FLAGSHIP = "hit-the-silk"  # whose face is shown while no table is played
SWEEP = (0.0, 1.0, 0.5)  # the needle's way through a test, as shares of the dial
SERVO = (500, 2500)  # microseconds: what any servo can take
OFF = "off"  # in the settings, instead of a URL


class Attendant(Protocol):
    """Whoever is told what the gauge does; of its buttons and its link in the gauge's own thread."""

    def pressed(self, press: Press) -> None: ...

    def changed(self, status: Status) -> None: ...

    def show(self) -> None:
        """The gauge shows something else, or is another: it is to show what stands. In the screen's thread."""
        ...


class GaugeDesk:
    """Owns the gauge's driver. Nothing in it raises for what a cable does."""

    def __init__(self, url: str = "", *, search: Callable[[], list[str]] = candidates) -> None:
        """Without a URL it looks for a gauge by itself; OFF looks for none."""
        self.url, self._search = url, search
        self.game = FLAGSHIP
        self._attendant: Attendant | None = None
        self._stand: Any = None
        self._step = 0
        self.gauge = self._driver(url)

    def attend(self, attendant: Attendant | None) -> None:
        """Who hears of its buttons from now on: the table that is played."""
        self._attendant = attendant

    @property
    def face(self) -> Face:
        return face.load(self.game)

    @property
    def simulated(self) -> bool:
        return self._stand is not None

    def status(self) -> Status:
        return self.gauge.status()

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

    def show_again(self) -> None:
        """The gauge shows again what the table says."""
        if self._attendant is not None:
            self._attendant.show()

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
                return Sentence("No gauge can be simulated here: {why}.", why=trouble.strerror or str(trouble))
            self._replace(self._stand.url)
        else:
            self._replace(self.url)
            self._stand.close()
            self._stand = None
        return ""

    def turn_to(self, url: str) -> None:
        """Another port from now on; empty to look for one, OFF for none."""
        self.url = url
        if not self.simulated:
            self._replace(url)

    def close(self) -> None:
        self.gauge.close()
        if self._stand is not None:
            with contextlib.suppress(OSError):
                self._stand.close()
            self._stand = None

    def _driver(self, url: str) -> Gauge:
        named, search = (None, list) if url == OFF else (url or None, self._search)
        return Gauge(named, on_press=self._pressed, on_change=self._changed, search=search)

    def _replace(self, url: str) -> None:
        self.gauge.close()
        self.gauge = self._driver(url)
        self.show_again()

    def _pressed(self, press: Press) -> None:
        if self._attendant is not None:
            self._attendant.pressed(press)

    def _changed(self, status: Status) -> None:
        if self._attendant is not None:
            self._attendant.changed(status)
