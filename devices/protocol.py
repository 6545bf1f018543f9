"""The wire's vocabulary: every message, every limit, every buzzer pattern. The firmware's protocol.h is made from it.

All numbers are little endian. A message's place in a frame is told in frame.py, who says what when in link.py.
"""

import struct
import zlib
from dataclasses import astuple, dataclass, fields
from enum import IntEnum, IntFlag
from typing import Annotated, ClassVar, Final, Self, get_type_hints

VERSION: Final = 1
BAUD: Final = 115200
SILENCE: Final = 1.5  # seconds without a STATE after which the gauge says OFF
NO_CLOCK: Final = 0xFFFF
CLOCK_MAX: Final = 99 * 60 + 59
PULSE_MIN: Final = 500  # what hobby servos bear, in microseconds
PULSE_MAX: Final = 2500
SLEW: Final = 40  # microseconds of pulse in each 20 ms servo frame: full sweep in half a second
QUEUE: Final = 8  # button presses that the gauge keeps until they are heard

U8 = Annotated[int, "B"]
U16 = Annotated[int, "H"]
U32 = Annotated[int, "I"]


class Layout(IntEnum):
    """What the digits show. The high half of the byte counts the digits after the point."""

    BLANK = 0
    VALUE = 1
    CLOCK = 2
    BOTH = 3  # value on the left four digits, clock on the right four


class Flag(IntFlag):
    """What SHOWN says beside the values."""

    MOVING = 1  # the needle is still on its way
    UNCALIBRATED = 2  # no needle calibration in EEPROM: the shipped one is in use


class Reason(IntEnum):
    """Why the gauge refused a STATE or a CALIBRATE."""

    RANGE = 1
    DIGITS = 2  # the value or the layout does not fit this board's digits
    PULSE = 3


class Reset(IntFlag):
    """Why the gauge last started: the reset register of the ATmega328P."""

    POWER = 1
    BUTTON = 2  # the reset pin, which opening the port of an Uno also pulls
    BROWN_OUT = 4
    WATCHDOG = 8


@dataclass(frozen=True, slots=True)
class Pattern:
    """One buzzer signal: `times` beeps of `on` ms with `off` ms between. No two share a tone."""

    name: str
    hertz: int
    on: int
    off: int
    times: int

    @property
    def seconds(self) -> float:
        return (self.on + self.off) * self.times / 1000

    @property
    def ticks(self) -> int:
        """Timer ticks (4 us) in half a wave, less one: the timer's compare value."""
        return round(250_000 / (2 * self.hertz)) - 1 if self.hertz else 0


PATTERNS: Final = (
    Pattern("silent", 0, 0, 0, 0),
    Pattern("tick", 2000, 30, 30, 1),
    Pattern("turn", 1000, 150, 50, 1),
    Pattern("vote", 1500, 200, 100, 2),
    Pattern("poison", 500, 400, 200, 3),
    Pattern("ground", 3000, 100, 100, 10),
    Pattern("time-up", 750, 500, 250, 3),
)


@dataclass(frozen=True, slots=True)
class Message:
    KIND: ClassVar[int]
    FORMAT: ClassVar[struct.Struct]

    def pack(self) -> bytes:
        return self.FORMAT.pack(*astuple(self))

    @classmethod
    def unpack(cls, payload: bytes) -> Self:
        """Raises ValueError where the length is not this message's."""
        if len(payload) != cls.FORMAT.size:
            raise ValueError(f"{cls.__name__} has {cls.FORMAT.size} bytes, not {len(payload)}")
        return cls(*cls.FORMAT.unpack(payload))


# Host to gauge


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Begins a session. Version and table come first for ever, so that strangers can still tell each other apart."""

    KIND: ClassVar[int] = 0x01
    version: U8
    table: U32
    epoch: U16


@dataclass(frozen=True, slots=True)
class State(Message):
    """All that the gauge shows, absolute: sending it twice changes nothing."""

    KIND: ClassVar[int] = 0x02
    epoch: U16
    value: U16  # in the face's counts: 250 is 25,000 ft
    low: U16  # the face's range: where the needle is parked, and full scale
    high: U16
    layout: U8
    clock: U16  # seconds, or NO_CLOCK
    lamps: U8
    buzzer: U8  # low half: pattern; high half: counts up so that the same pattern can sound again


@dataclass(frozen=True, slots=True)
class Ping(Message):
    KIND: ClassVar[int] = 0x03
    token: U32


@dataclass(frozen=True, slots=True)
class Heard(Message):
    """The host has this button press for good."""

    KIND: ClassVar[int] = 0x04
    boot: U32
    event: U16


@dataclass(frozen=True, slots=True)
class Calibrate(Message):
    """Servo pulses in microseconds for a parked needle and full scale, and the number on the gauge's back."""

    KIND: ClassVar[int] = 0x05
    epoch: U16
    parked: U16
    full: U16
    unit: U8


# Gauge to host


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    """Answers HELLO with its epoch; unasked, with epoch 0, right after a start."""

    KIND: ClassVar[int] = 0x81
    version: U8
    table: U32
    epoch: U16
    boot: U32
    firmware: U8
    reset: U8
    digits: U8
    lamps: U8
    buttons: U8
    unit: U8
    parked: U16
    full: U16


@dataclass(frozen=True, slots=True)
class Shown(Message):
    """Acknowledges STATE; its frame carries the sequence number of the state that is on show."""

    KIND: ClassVar[int] = 0x82
    epoch: U16
    value: U16
    low: U16
    high: U16
    layout: U8
    clock: U16
    lamps: U8
    buzzer: U8  # as in STATE while it sounds, 0 when it is done
    flags: U8
    pulse: U16  # where the needle stands now, microseconds


@dataclass(frozen=True, slots=True)
class Pong(Message):
    KIND: ClassVar[int] = 0x83
    token: U32
    uptime: U32  # milliseconds
    bad: U16  # frames that were damaged on the way to the gauge
    overrun: U16  # bytes that came faster than the gauge could take them
    lost: U16  # button presses that found the queue full
    free: U16  # bytes of RAM that no stack ever reached


@dataclass(frozen=True, slots=True)
class Pressed(Message):
    """A button, resent until HEARD. Boot and event together never repeat."""

    KIND: ClassVar[int] = 0x84
    boot: U32
    event: U16
    button: U8


@dataclass(frozen=True, slots=True)
class Refused(Message):
    KIND: ClassVar[int] = 0x85
    epoch: U16
    reason: U8


@dataclass(frozen=True, slots=True)
class Calibrated(Message):
    """What is now in EEPROM, read back."""

    KIND: ClassVar[int] = 0x86
    parked: U16
    full: U16
    unit: U8


@dataclass(frozen=True, slots=True)
class Stranger(Message):
    """A STATE came from a session that this gauge does not know: greet first."""

    KIND: ClassVar[int] = 0x8F
    epoch: U16


MESSAGES: Final[tuple[type[Message], ...]] = (
    Hello,
    State,
    Ping,
    Heard,
    Calibrate,
    Welcome,
    Shown,
    Pong,
    Pressed,
    Refused,
    Calibrated,
    Stranger,
)
BY_KIND: Final = {message.KIND: message for message in MESSAGES}


def columns(message: type[Message]) -> list[tuple[str, str]]:
    """Each field's name and struct letter, in wire order."""
    hints = get_type_hints(message, include_extras=True)
    return [(field.name, hints[field.name].__metadata__[0]) for field in fields(message)]


for _message in MESSAGES:
    _message.FORMAT = struct.Struct("<" + "".join(letter for _, letter in columns(_message)))


def table_text() -> str:
    """The message table as one text: whoever hashes it alike speaks alike."""
    rows = [f"{m.KIND:02x} {m.__name__} " + " ".join(f"{n}:{c}" for n, c in columns(m)) for m in MESSAGES]
    rows += [f"{p.name} {p.hertz} {p.on} {p.off} {p.times}" for p in PATTERNS]
    return "\n".join(rows)


TABLE: Final = zlib.crc32(table_text().encode())
MAX_PAYLOAD: Final = max(message.FORMAT.size for message in MESSAGES)
