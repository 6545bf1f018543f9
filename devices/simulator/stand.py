"""Puts a simulated gauge on a pseudo-terminal or a TCP port, in real time, and takes fault commands."""

import threading
import time
from collections.abc import Callable
from typing import Final

from devices.frame import Decoder, encode
from devices.protocol import Reset, Welcome
from devices.simulator.body import BUTTON_NAMES, Body, Look
from devices.simulator.line import Line, LineError
from devices.simulator.noise import Faults, Noise

_BUSY, _IDLE = 0.0001, 0.001  # seconds between two looks at the line, while it speaks and while it rests
_BUSY_FOR = 0.02
_PRESS = 0.05

HELP: Final = """\
drop P, garble P, insert P   this share of bytes, in percent (0 ends it)
duplicate P                  this share of frames comes a second time, up to 0.3 s late
delay MS                     everything takes so much longer
silent S                     the gauge says nothing for S seconds
reset, power                 the reset button; the power plug
version N                    the gauge claims to speak protocol N, 0 to 255
press next|yes|no            a button
unplug S                     the port is gone for S seconds
clear                        ends every fault
look                         what the gauge shows"""


class Stand:
    """Runs the body in a thread of its own. `url` is what a host opens."""

    def __init__(self, body: Body, line: Line, seed: int = 1) -> None:
        self.body, self.line = body, line
        self.faults = Faults()
        self._down, self._up = Noise(self.faults, seed), Noise(self.faults, seed + 1)
        self._silent_until = self._plugged_at = 0.0
        self._version: int | None = None
        self._decoder = Decoder()
        self._releases: list[tuple[float, int]] = []  # in the body's time: a busy machine must not swallow a press
        self._lock = threading.RLock()
        self._closing = threading.Event()
        self.began = time.monotonic() - body.now  # the body's time 0 on the machine's clock
        self.heard_at = 0.0  # the body's time when the last byte came
        self.line.plug()
        self._plugged = True
        self.plugged_since = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="stand", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return self.line.url

    def command(self, text: str) -> str:
        """Carries out one fault command and says so. Raises ValueError, with a sentence."""
        word, *rest = text.split() or [""]
        commands: dict[str, Callable[..., str]] = {
            "drop": self._share("drop"),
            "garble": self._share("garble"),
            "insert": self._share("insert"),
            "duplicate": self._share("duplicate"),
            "delay": self._delay,
            "silent": self._silent,
            "reset": lambda: self._reset(Reset.BUTTON),
            "power": lambda: self._reset(Reset.POWER),
            "version": self._claim,
            "press": self._press,
            "unplug": self._unplug,
            "clear": self._clear,
            "look": lambda: describe(self.look()),
        }
        if word not in commands:
            raise ValueError(f"There is no command {word!r}; there are {', '.join(commands)}.")
        try:
            with self._lock:
                return commands[word](*rest)
        except (TypeError, ValueError) as fault:
            usage = next(line for line in HELP.splitlines() if word in line)
            raise ValueError(f"{text.strip()!r} is not understood; say: {' '.join(usage.split())}.") from fault

    def look(self) -> Look:
        with self._lock:
            return self.body.look()

    def looks(self) -> list[Look]:
        with self._lock:
            return self.body.looks()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self.line.unplug()

    # Commands

    def _share(self, fault: str) -> Callable[[str], str]:
        def change(percent: str) -> str:
            share = float(percent) / 100
            if not 0 <= share <= 1:
                raise ValueError(percent)
            setattr(self.faults, fault, share)
            return f"{fault} {share:.1%}"

        return change

    def _delay(self, milliseconds: str) -> str:
        self.faults.delay = _time(milliseconds) / 1000
        return f"delay {self.faults.delay * 1000:.0f} ms"

    def _silent(self, seconds: str) -> str:
        self._silent_until = time.monotonic() + _time(seconds)
        return f"silent for {seconds} s"

    def _reset(self, cause: Reset) -> str:
        self.body.reset(cause)
        return "started again"

    def _claim(self, version: str) -> str:
        number = int(version)
        if not 0 <= number <= 255:  # one byte of WELCOME
            raise ValueError(version)
        self._version = number
        return f"claims protocol {self._version}"

    def _press(self, name: str) -> str:
        button = BUTTON_NAMES.index(name)
        self.body.hold(button, True)
        self._releases.append((self.body.now + _PRESS, button))
        return f"pressed {name}"

    def _unplug(self, seconds: str) -> str:
        self._plugged_at = time.monotonic() + _time(seconds)
        return f"unplugged for {seconds} s"

    def _clear(self) -> str:
        for fault in ("drop", "garble", "insert", "duplicate", "delay"):
            setattr(self.faults, fault, 0.0)
        self._silent_until, self._version = 0.0, None
        return "no faults"

    # The thread

    def _run(self) -> None:
        spoke_at = 0.0
        while not self._closing.is_set():
            data = self.line.read(_BUSY if time.monotonic() - spoke_at < _BUSY_FOR else _IDLE)
            now = time.monotonic()
            with self._lock:
                self._plug(now)
                said = self._exchange(data, now, now - self.began)
            if data or said:
                spoke_at = now

    def _plug(self, now: float) -> None:
        if self._plugged == (now >= self._plugged_at):
            return
        if self._plugged:
            self.line.unplug()
            self._down.clear()
            self._up.clear()
        else:
            try:
                self.line.plug()
            except LineError:  # its name was taken meanwhile: plugged in again once that is free
                return
            self.plugged_since = time.monotonic()
        self._plugged = not self._plugged

    def _exchange(self, data: bytes, now: float, body_now: float) -> bool:
        self._down.send(data, now)
        if arrived := self._down.arrived(now):
            self.body.receive(arrived)
            self.heard_at = self.body.now
        said = False
        while True:
            self.body.run(min([body_now, *(due for due, _ in self._releases)]))
            self._release()
            out = self._falsified(self.body.transmitted())
            said = said or bool(out)
            if now >= self._silent_until:
                self._up.send(out, now)
            if self.body.now >= body_now:
                break
        self.line.write(self._up.arrived(now))
        return said

    def _release(self) -> None:
        for due, button in [release for release in self._releases if release[0] <= self.body.now]:
            self.body.hold(button, False)
            self._releases.remove((due, button))

    def _falsified(self, data: bytes) -> bytes:
        """With another version in every WELCOME, where that was asked for."""
        if self._version is None:
            return data
        out = b""
        for frame in self._decoder.feed(data):
            payload = frame.payload
            if frame.kind == Welcome.KIND:
                payload = bytes((self._version,)) + payload[1:]
            out += encode(frame.kind, frame.sequence, payload)
        return out


def _time(text: str) -> float:
    """A stretch of time that ends one day."""
    time = float(text)
    if not 0 <= time < float("inf"):
        raise ValueError(text)
    return time


def describe(look: Look) -> str:
    lamps = "".join(str(lamp + 1) if look.lamps >> lamp & 1 else "." for lamp in range(4))
    off = "OFF " if look.off else ""
    return f"{off}[{look.digits}] lamps {lamps} needle {look.pulse:.0f} us {look.sound or 'silent'}"
