"""A real board as a body: it keeps real time, cannot be looked at, and has no fingers of its own."""

import time

import pytest

from devices.digits import dashes, reading
from devices.frame import RESYNC, Decoder, pack
from devices.port import Port
from devices.protocol import SILENCE, TABLE, VERSION, Hello, Reset, Shown
from devices.simulator.body import Look


class RealBoard:
    """What it shows is known from what it acknowledges; tests that need hands or eyes are skipped, and say so."""

    resets = 0

    def __init__(self, url: str) -> None:
        self._port = Port(url)
        self._begin = time.monotonic()
        self._read = bytearray()
        self._decoder = Decoder()
        self._shown: Shown | None = None
        self._shown_at = 0.0
        self._rest(2.5)  # opening the port restarts an Uno, and its bootloader waits for an upload first
        self.receive(RESYNC + pack(Hello(VERSION, TABLE, 1)))  # ends the session of the test before
        self._rest(0.2)

    @property
    def now(self) -> float:
        return time.monotonic() - self._begin

    def run(self, until: float) -> None:
        while self.now < until:
            data = self._port.read(until - self.now)
            self._read += data
            for frame in self._decoder.feed(data):
                message = frame.message()
                if isinstance(message, Shown):
                    self._shown, self._shown_at = message, self.now
            if b"\0" in data:
                return

    def _rest(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.run(until)
        self._read.clear()
        self._shown = None

    def receive(self, data: bytes) -> None:
        self._port.write(data)

    def transmitted(self) -> bytes:
        data, self._read = bytes(self._read), bytearray()
        return data

    def hold(self, button: int, down: bool) -> None:
        pytest.skip(f"needs a finger on button {button + 1}")

    def reset(self, cause: Reset = Reset.BUTTON) -> None:
        pytest.skip("needs a finger on the reset button")

    def look(self) -> Look:
        shown = self._shown
        if shown is None or self.now - self._shown_at > SILENCE:
            return Look(self.now, dashes(8), 0, True, 0, 0)
        return Look(
            at=self.now,
            digits=reading(8, shown.layout, shown.value, shown.clock),
            lamps=shown.lamps,
            off=False,
            pulse=float(shown.pulse),
            tone=shown.buzzer,
        )

    def looks(self) -> list[Look]:
        pytest.skip("needs eyes and ears")

    def close(self) -> None:
        self._port.close()
