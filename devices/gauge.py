"""The gauge as the game sees it: say what to show and go on. One thread does the rest, and nothing ever comes back up.

gauge = Gauge("/dev/ttyUSB0", on_press=table.button)     # or Gauge() to look for one
gauge.show(face, 16000)
gauge.sound("vote")
gauge.status().sentence                                  # "The gauge on /dev/ttyUSB0 is linked."
"""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import astuple, dataclass, field, replace
from enum import Enum
from typing import Final, TypeVar

from devices.discovery import PATIENCE, candidates, no_gauge, wrong_firmware
from devices.face import Face
from devices.link import Ear, Happening, Link, Linked, Picture, Press, Unlinked, WrongFirmware
from devices.port import Port, PortError
from devices.protocol import PATTERNS, Calibrated, Pong, Reason, Refused, Shown, State, Welcome
from devices.twin import Snapshot, Twin

T = TypeVar("T")
RETRY: Final = 0.1  # seconds between two attempts at a port
LOOK_AROUND: Final = 1.0  # seconds between two looks for new ports


class LinkState(Enum):
    SEARCHING = "searching"
    GREETING = "greeting"
    LINKED = "linked"
    SILENT = "silent"
    WRONG_FIRMWARE = "wrong firmware"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Statistics:
    links: int = 0  # how often a link was made
    resends: int = 0  # since the port was opened, as `bad`
    bad: int = 0  # frames that came damaged from the gauge
    presses: int = 0
    repeats: int = 0  # presses that came again and were not told again
    presses_lost: int = 0  # that found the gauge's queue full
    refusals: int = 0
    round_trip: float | None = None  # seconds, of the last change
    gauge_bad: int = 0  # frames that came damaged to the gauge
    gauge_overrun: int = 0
    gauge_uptime: float = 0.0
    gauge_free: int = 0  # bytes of RAM
    callback_failures: int = 0


@dataclass(frozen=True, slots=True)
class Status:
    state: LinkState
    sentence: str
    url: str | None
    welcome: Welcome | None
    twin: Snapshot
    statistics: Statistics


@dataclass(slots=True)
class _Wish:
    """What the game last said; guarded by the gauge's lock."""

    picture: Callable[[int], Picture] = field(default=lambda digits: Picture())
    order: int = 0  # the buzzer byte
    sounds_until: float = 0.0
    calibration: tuple[int, int, int] | None = None


class Gauge:
    def __init__(
        self,
        url: str | None = None,
        *,
        on_press: Callable[[Press], None] | None = None,
        on_change: Callable[[Status], None] | None = None,
        search: Callable[[], list[str]] = candidates,
    ) -> None:
        """Without a URL it looks for a gauge, again and again. Both callbacks run in the gauge's own thread."""
        self._url, self._search = url, search
        self._on_press, self._on_change = on_press, on_change
        self._lock = threading.Lock()
        self._wish = _Wish()
        self._ear, self._twin = Ear(), Twin()
        self._statistics = Statistics()
        self._state, self._sentence = LinkState.SEARCHING, "Looking for a gauge."
        self._welcome: Welcome | None = None
        self._refused = False  # the last picture; said until another one is shown
        self._at: str | None = None
        self._port: Port | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gauge", daemon=True)
        self._thread.start()

    def show(self, face: Face, value: int, *, clock: float | None = None, alarms: tuple[str, ...] = ()) -> None:
        """The newest one wins. Raises ValueError, at once and here, only for an alarm that the face does not have."""
        face.picture(value, clock=clock, alarms=alarms)
        self.show_picture(lambda digits: face.picture(value, clock=clock, alarms=alarms, digits=digits))

    def show_picture(self, picture: Callable[[int], Picture]) -> None:
        """For who lays out the dial himself: the function is given how many digits the gauge has."""
        with self._lock:
            self._wish.picture = picture
        self._wake()

    def sound(self, pattern: str) -> None:
        """Sounds once. Raises ValueError for a pattern that no gauge knows."""
        number = [known.name for known in PATTERNS].index(pattern)
        with self._lock:
            self._wish.order = (self._wish.order + 0x10) & 0xF0 | number
            # Over by then, heard or not: a gauge that comes back later must not sound an old alarm.
            self._wish.sounds_until = time.monotonic() + PATTERNS[number].seconds + 0.5
        self._wake()

    def calibrate(self, parked: int, full: int, unit: int) -> None:
        """Servo pulses in microseconds, and the gauge's own number. The answer is in a later status.

        Raises ValueError for what no message can carry; whether the pulses are good for a servo, the gauge judges.
        """
        if not (0 <= parked <= 0xFFFF and 0 <= full <= 0xFFFF and 0 <= unit <= 0xFF):
            raise ValueError("Pulses are microseconds from 500 to 2500, and a gauge's number goes from 0 to 255.")
        with self._lock:
            self._wish.calibration = (parked, full, unit)
        self._wake()

    def status(self) -> Status:
        with self._lock:
            return Status(
                state=self._state,
                sentence=self._sentence,
                url=self._at,
                welcome=self._welcome,
                twin=self._twin.snapshot(time.monotonic()),
                statistics=replace(self._statistics, repeats=self._ear.repeats),
            )

    def wait_linked(self, seconds: float) -> bool:
        """For scripts and tests; the game has no need to wait."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.status().state is LinkState.LINKED:
                return True
            time.sleep(0.002)
        return False

    def close(self) -> None:
        """The gauge itself says OFF a moment later."""
        self._closing.set()
        self._wake()
        if threading.current_thread() is not self._thread:  # a callback may close it too
            self._thread.join()

    # The thread

    def _run(self) -> None:
        while not self._closing.is_set():
            urls = [self._url] if self._url is not None else self._look_around()
            if not urls:
                self._tell(LinkState.SEARCHING, "No gauge is plugged in.")
            for url in urls:
                if self._closing.is_set():
                    return
                self._visit(url)
            self._closing.wait(RETRY if urls else LOOK_AROUND)

    def _look_around(self) -> list[str]:
        try:
            return self._search()
        except Exception:  # the system's list of ports is not ours to trust
            self._add(callback_failures=1)
            return []

    def _visit(self, url: str) -> None:
        try:
            port = Port(url)
        except PortError as error:
            self._tell(LinkState.TROUBLE, str(error))
            return
        self._port, self._at = port, url
        try:
            self._serve(port)
        except PortError as error:
            self._unlink()
            self._tell(LinkState.TROUBLE, str(error))
        finally:
            self._port = None
            port.close()

    def _serve(self, port: Port) -> None:
        """Until the port is gone, or nobody there has been a gauge for a while."""
        port.discard()
        now = time.monotonic()
        link = Link(1 + secrets.randbelow(0xFFFF), self._ear, Picture(), now)
        wrong, lonely_since = False, now
        if self._state is not LinkState.TROUBLE:  # else the trouble stays on the screen until it is over
            self._tell(LinkState.GREETING, f"Greeting what is on {port.url}.")
        while not self._closing.is_set():
            now = time.monotonic()
            wake_at = self._want(link, now)
            if data := link.due(now):
                port.write(data)
            data = port.read(min(link.next_due(), wake_at) - time.monotonic())
            now = time.monotonic()
            for happening in link.receive(data, now):
                wrong = isinstance(happening, WrongFirmware)
                self._take(happening, port.url, now)
            self._count(link)
            if link.welcome is not None or wrong:
                lonely_since = now
            elif now - lonely_since > PATIENCE:
                raise PortError(no_gauge(port.url, link.bad))

    def _want(self, link: Link, now: float) -> float:
        """Hands the newest wish to the link; returns when it will be another one by itself."""
        with self._lock:
            picture_of, order, until = self._wish.picture, self._wish.order, self._wish.sounds_until
            calibration, self._wish.calibration = self._wish.calibration, None
        sounding = now < until
        try:
            picture = picture_of(link.welcome.digits if link.welcome else 8)
            State(0, *astuple(picture)).pack()
        except Exception:  # the game's own function, or a number that no message can carry: the last picture stays
            self._add(callback_failures=1)
        else:
            link.want(replace(picture, buzzer=order if sounding else order & 0xF0))
        if calibration is not None:
            link.calibrate(*calibration)
        return until if sounding else now + 60

    def _take(self, happening: Happening, url: str, now: float) -> None:
        match happening:
            case Linked(welcome):
                with self._lock:
                    self._welcome = welcome
                    self._twin.linked(welcome)
                self._add(links=1)
                self._tell(LinkState.LINKED, f"The gauge on {url} is linked.")
            case Unlinked(restarted):
                self._unlink()
                why = "started again" if restarted else "does not answer any more"
                self._tell(LinkState.SILENT, f"The gauge on {url} {why}.")
            case WrongFirmware(version):
                self._unlink()
                self._tell(LinkState.WRONG_FIRMWARE, wrong_firmware(url, version))
            case Press():
                self._add(presses=1)
                self._call(self._on_press, happening)
            case Shown():
                with self._lock:
                    self._twin.acknowledged(happening, now)
                if self._refused:
                    self._refused = False
                    self._tell(LinkState.LINKED, f"The gauge on {url} is linked.")
            case Refused(_, reason):
                self._add(refusals=1)
                self._refused = reason != Reason.PULSE
                self._tell(LinkState.LINKED, f"The gauge on {url} cannot show this ({Reason(reason).name.lower()}).")
            case Calibrated(parked, full, unit):
                self._recalibrated(parked, full, unit)
                self._tell(LinkState.LINKED, f"The gauge on {url} has stored its calibration.")
            case Pong():
                self._pong(happening)

    def _recalibrated(self, parked: int, full: int, unit: int) -> None:
        with self._lock:
            if self._welcome:
                self._welcome = replace(self._welcome, parked=parked, full=full, unit=unit)
                self._twin.linked(self._welcome)

    def _pong(self, pong: Pong) -> None:
        with self._lock:
            self._statistics = replace(
                self._statistics,
                presses_lost=pong.lost,
                gauge_bad=pong.bad,
                gauge_overrun=pong.overrun,
                gauge_uptime=pong.uptime / 1000,
                gauge_free=pong.free,
            )

    def _count(self, link: Link) -> None:
        with self._lock:
            self._statistics = replace(self._statistics, resends=link.resends, bad=link.bad, round_trip=link.round_trip)

    def _add(self, links: int = 0, presses: int = 0, refusals: int = 0, callback_failures: int = 0) -> None:
        with self._lock:
            old = self._statistics
            self._statistics = replace(
                old,
                links=old.links + links,
                presses=old.presses + presses,
                refusals=old.refusals + refusals,
                callback_failures=old.callback_failures + callback_failures,
            )

    def _unlink(self) -> None:
        with self._lock:
            self._welcome = None
            self._twin.unlinked()

    def _tell(self, state: LinkState, sentence: str) -> None:
        with self._lock:
            if (state, sentence) == (self._state, self._sentence):
                return
            self._state, self._sentence = state, sentence
        self._call(self._on_change, self.status())

    def _call(self, callback: Callable[[T], None] | None, argument: T) -> None:
        """A fault in the game must not stop the gauge; it is counted, and the game has its own ways to tell it."""
        if callback is None:
            return
        try:
            callback(argument)
        except Exception:
            self._add(callback_failures=1)

    def _wake(self) -> None:
        port = self._port
        if port is not None:
            port.wake()
