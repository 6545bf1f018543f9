"""One session with a gauge, without a port: bytes and times go in, bytes and happenings come out.

The gauge is kept equal to one wanted picture: sent when it changes, sent again until it is acknowledged,
and every 0.4 s as a sign of life. The newest picture wins; nothing queues.
"""

from collections import deque
from dataclasses import astuple, dataclass
from typing import Final

from devices.frame import RESYNC, Decoder, Frame, pack
from devices.protocol import (
    NO_CLOCK,
    TABLE,
    VERSION,
    Calibrate,
    Calibrated,
    Heard,
    Hello,
    Layout,
    Message,
    Ping,
    Pong,
    Pressed,
    Reason,
    Refused,
    Shown,
    State,
    Stranger,
    Welcome,
)

GREET_EVERY: Final = 0.05
RESEND: Final = 0.04  # more than a round trip with any USB bridge
HEARTBEAT: Final = 0.4  # three may be lost before the gauge says OFF
PING_EVERY: Final = 1.0
SILENT: Final = 3.0  # without an acknowledgement: greet anew


@dataclass(frozen=True, slots=True)
class Picture:
    """What the gauge is to show, as STATE carries it."""

    value: int = 0
    low: int = 0
    high: int = 1
    layout: int = int(Layout.BLANK)
    clock: int = NO_CLOCK
    lamps: int = 0
    buzzer: int = 0


@dataclass(frozen=True, slots=True)
class Linked:
    welcome: Welcome


@dataclass(frozen=True, slots=True)
class Unlinked:
    """The gauge started again, or fell silent; it is being greeted anew."""

    restarted: bool


@dataclass(frozen=True, slots=True)
class WrongFirmware:
    """It speaks another version or another message table."""

    version: int


@dataclass(frozen=True, slots=True)
class Press:
    """A button went down. `boot` and `event` name this press for ever."""

    button: int
    boot: int
    event: int


Happening = Linked | Unlinked | WrongFirmware | Press | Shown | Refused | Pong | Calibrated


class Ear:
    """Remembers which presses were told, across sessions, so that each is told once."""

    def __init__(self) -> None:
        self._heard: deque[Press] = deque(maxlen=64)
        self.repeats = 0

    def first_time(self, press: Press) -> bool:
        if press in self._heard:
            self.repeats += 1
            return False
        self._heard.append(press)
        return True


class Link:
    def __init__(self, epoch: int, ear: Ear, picture: Picture, now: float) -> None:
        """`epoch` names the session, 1 to 65535; it must not be the last one's."""
        self.welcome: Welcome | None = None
        self.resends = 0
        self.frames = 0
        self.round_trip: float | None = None  # of the last state that was acknowledged at once
        self._epoch, self._ear, self._picture = epoch, ear, picture
        self._decoder = Decoder()
        self._out = bytearray(RESYNC)
        self._sequence = 0
        self._sent: Picture | None = None  # under the present sequence number
        self._acked = False
        self._tries = 0
        self._sent_at = self._greeted_at = now - 60
        self._pinged_at = self._acked_at = now
        self._wrong = False
        self._calibration: tuple[int, int, int] | None = None

    @property
    def acknowledged(self) -> bool:
        """What is wanted is on show, as far as the gauge has said."""
        return self._acked and self._sent == self._picture

    @property
    def bad(self) -> int:
        """Frames that came damaged."""
        return self._decoder.bad

    def want(self, picture: Picture) -> None:
        self._picture = picture

    def calibrate(self, parked: int, full: int, unit: int) -> None:
        """Asked again with every heartbeat until the gauge says Calibrated or Refused."""
        self._calibration = (parked, full, unit)

    def due(self, now: float) -> bytes:
        """What is to be written now."""
        if self.welcome is None:
            if now - self._greeted_at >= (GREET_EVERY if not self._wrong else 1.0):
                self._greeted_at = now
                self._say(Hello(VERSION, TABLE, self._epoch))
        else:
            if now >= self._next_state():
                self._say_state(now)
            if now - self._pinged_at >= PING_EVERY:
                self._pinged_at = now
                self._say(Ping(int(now * 1000) & 0xFFFFFFFF))
        out, self._out = bytes(self._out), bytearray()
        return out

    def next_due(self) -> float:
        """When `due` will next have something to say, if nothing comes in and nothing else is wanted."""
        if self.welcome is None:
            return self._greeted_at + (GREET_EVERY if not self._wrong else 1.0)
        return min(self._next_state(), self._pinged_at + PING_EVERY, self._acked_at + SILENT)

    def receive(self, data: bytes, now: float) -> list[Happening]:
        """Takes what was read, which may be nothing, and says what happened."""
        happenings: list[Happening] = []
        for frame in self._decoder.feed(data):
            self.frames += 1
            happening = self._hear(frame, now)
            if happening is not None:
                happenings.append(happening)
        if self.welcome is not None and now - self._acked_at >= SILENT:
            happenings.append(self._greet_anew(now, restarted=False))
        return happenings

    def _next_state(self) -> float:
        if self._sent is None:
            return self._sent_at
        if not self._acked:
            return self._sent_at + RESEND
        return self._sent_at + (0 if self._sent != self._picture else HEARTBEAT)

    def _say(self, message: Message, sequence: int | None = None) -> None:
        self._out += pack(message, self._sequence if sequence is None else sequence)

    def _say_state(self, now: float) -> None:
        self._tries += 1
        if self._sent != self._picture:
            self._sequence = (self._sequence + 1) & 0xFF
            self._sent, self._tries = self._picture, 0
        elif not self._acked:
            self.resends += 1
        self._acked, self._sent_at = False, now
        self._say(State(self._epoch, *astuple(self._picture)))
        if self._calibration:
            self._say(Calibrate(self._epoch, *self._calibration))

    def _hear(self, frame: Frame, now: float) -> Happening | None:
        if frame.kind == Welcome.KIND:
            return self._on_welcome(frame, now)
        message = frame.message()
        if self.welcome is None or message is None:
            return None
        if isinstance(message, Pressed):
            self._say(Heard(message.boot, message.event))
            press = Press(message.button, message.boot, message.event)
            return press if self._ear.first_time(press) else None
        if isinstance(message, Stranger):
            return self._greet_anew(now, restarted=True) if message.epoch == self._epoch else None
        if isinstance(message, Shown):
            return self._on_shown(message, frame.sequence, now)
        if isinstance(message, Calibrated):
            if (message.parked, message.full, message.unit) == self._calibration:
                self._calibration = None
            return message
        if isinstance(message, Refused):
            return self._on_refused(message, now)
        return message if isinstance(message, Pong) else None

    def _on_welcome(self, frame: Frame, now: float) -> Happening | None:
        if len(frame.payload) < 5:
            return None
        version, table = frame.payload[0], int.from_bytes(frame.payload[1:5], "little")
        if (version, table) != (VERSION, TABLE):
            self.welcome, self._wrong = None, True
            return WrongFirmware(version)
        message = frame.message()
        if not isinstance(message, Welcome):
            return None
        if message.epoch != self._epoch:  # it started again, or answers somebody else's greeting
            self._greeted_at = now - 60
            return self._greet_anew(now, restarted=True) if self.welcome is not None else None
        if self.welcome is not None:
            return None
        self.welcome, self._wrong, self._sent, self._acked_at = message, False, None, now
        return Linked(message)

    def _greet_anew(self, now: float, restarted: bool) -> Unlinked:
        # A new epoch: states of the old session that are still under way must not count in the new one.
        self._epoch = self._epoch % 0xFFFF + 1
        self.welcome, self._sent = None, None
        self._greeted_at = now - 60
        return Unlinked(restarted)

    def _on_shown(self, shown: Shown, sequence: int, now: float) -> Shown | None:
        if shown.epoch != self._epoch or sequence != self._sequence or self._sent is None:
            return None
        if not self._acked and self._tries == 0:
            self.round_trip = now - self._sent_at
        self._acked, self._acked_at = True, now
        return shown

    def _on_refused(self, refused: Refused, now: float) -> Refused | None:
        if refused.epoch != self._epoch:
            return None
        if refused.reason == Reason.PULSE:
            self._calibration = None
        else:  # the same picture would be refused again: only a sign of life, until another is wanted
            self._acked, self._acked_at = True, now
        return refused
