"""A gauge in pure Python: the same conduct as the firmware's, written apart from it, so that one tests the other."""

from collections import deque

from devices.digits import dashes, pulse, reading
from devices.frame import Decoder, Frame, pack
from devices.protocol import (
    BAUD,
    CLOCK_MAX,
    NO_CLOCK,
    PATTERNS,
    PULSE_MAX,
    PULSE_MIN,
    QUEUE,
    SILENCE,
    SLEW,
    TABLE,
    VERSION,
    Calibrate,
    Calibrated,
    Flag,
    Heard,
    Hello,
    Layout,
    Message,
    Ping,
    Pong,
    Pressed,
    Reason,
    Refused,
    Reset,
    Shown,
    State,
    Stranger,
    Welcome,
)
from devices.simulator.body import BUTTON_NAMES, Look

TICK = 0.001
LAMPS = 4
_SERVO, _RESEND = 20, 15  # ticks
_DEBOUNCE = 8  # ticks that a button must rest
_BYTE = 10 / BAUD


class PureGauge:
    _now: float
    _started: float
    _ticks: int
    _next_tick: float
    _sent: bytearray
    _sent_at: float

    def __init__(self, digits: int = 8) -> None:
        self.digits = digits
        self.resets = 0
        self._now = 0.0
        self._starts = 0
        self._calibration: tuple[int, int, int] | None = None  # survives a loss of power
        self._queue: deque[Pressed] = deque()  # survives a reset
        self._lost = 0
        self._held = [False] * len(BUTTON_NAMES)
        self._looks: deque[Look] = deque(maxlen=65536)
        self._start(Reset.POWER)

    # What Body asks for

    @property
    def now(self) -> float:
        return self._now

    def run(self, until: float) -> None:
        while self._now < until and not (self._sent and self._sent_at <= self._now):
            self._now = min(until, self._next_tick)
            while self._arriving and self._arriving[0][0] <= self._now:
                self._take(self._arriving.popleft()[1])
            if self._now >= self._next_tick:
                self._ticks += 1
                self._next_tick = self._started + (self._ticks + 1) * TICK
                self._tick()
            self._note()

    def receive(self, data: bytes) -> None:
        begin = max(self._now, self._arriving[-1][0] if self._arriving else 0.0)
        for place, byte in enumerate(data, 1):
            self._arriving.append((begin + place * _BYTE, byte))

    def transmitted(self) -> bytes:
        if self._sent_at > self._now:
            return b""
        sent, self._sent = bytes(self._sent), bytearray()
        return sent

    def hold(self, button: int, down: bool) -> None:
        self._held[button] = down

    def reset(self, cause: Reset = Reset.BUTTON) -> None:
        self.resets += 1
        if Reset.POWER in cause:
            self._queue.clear()
            self._lost = 0
        self._start(cause)

    def look(self) -> Look:
        state = self._state
        return Look(
            at=self._now,
            digits=reading(self.digits, state.layout, state.value, state.clock) if state else dashes(self.digits),
            lamps=state.lamps if state else 0,
            off=state is None,
            pulse=float(self._pulse),
            tone=self._tone(),
        )

    def looks(self) -> list[Look]:
        looks = list(self._looks)
        self._looks.clear()
        return looks

    # Life

    def _start(self, cause: Reset) -> None:
        self._cause = cause
        self._boot = self._starts << 16
        self._starts += 1
        self._decoder = Decoder()
        self._arriving: deque[tuple[float, int]] = deque()
        self._sent = bytearray()
        self._sent_at = 0.0
        self._epoch: int | None = None
        self._state: State | None = None
        self._sequence = 0
        self._heard_at = 0.0
        self._order, self._sounds_since = 0, 0.0
        self._pulse = self._parked
        self._next_event, self._resend_at = 0, 0
        self._rest = [0] * len(BUTTON_NAMES)
        self._down = [False] * len(BUTTON_NAMES)
        self._started = self._now
        self._ticks = 0
        self._next_tick = self._now + TICK
        self._noted: tuple[State | None, int, int] | None = None
        self._send(self._welcome(0))

    @property
    def _parked(self) -> int:
        return self._calibration[0] if self._calibration else 1000

    @property
    def _full(self) -> int:
        return self._calibration[1] if self._calibration else 2000

    def _welcome(self, epoch: int) -> Welcome:
        unit = self._calibration[2] if self._calibration else 0
        sizes = (self.digits, LAMPS, len(BUTTON_NAMES))
        return Welcome(VERSION, TABLE, epoch, self._boot, 1, int(self._cause), *sizes, unit, self._parked, self._full)

    def _send(self, message: Message, sequence: int = 0) -> None:
        frame = pack(message, sequence)
        self._sent += frame
        self._sent_at = max(self._now, self._sent_at) + len(frame) * _BYTE

    def _tick(self) -> None:
        self._buttons()
        if self._state and self._now - self._heard_at >= SILENCE:
            self._state, self._order = None, 0
        if self._queue and self._state and self._ticks >= self._resend_at:
            self._send(self._queue[0])
            self._resend_at = self._ticks + _RESEND
        if self._ticks % _SERVO == 0:
            away = self._aim() - self._pulse
            self._pulse += max(-SLEW, min(SLEW, away))

    def _buttons(self) -> None:
        for button, held in enumerate(self._held):
            self._rest[button] = self._rest[button] + 1 if held != self._down[button] else 0
            if self._rest[button] < _DEBOUNCE:
                continue
            self._down[button], self._rest[button] = held, 0
            if held and len(self._queue) == QUEUE:
                self._lost += 1
            elif held:
                self._queue.append(Pressed(self._boot, self._next_event, button))
                self._resend_at = self._ticks
            self._next_event += held

    def _aim(self) -> int:
        state = self._state
        return pulse(self._parked, self._full, state.value, state.low, state.high) if state else self._parked

    def _sounding(self) -> int:
        pattern = PATTERNS[self._order & 15]
        return self._order if self._now - self._sounds_since < pattern.seconds else 0

    def _tone(self) -> int:
        pattern = PATTERNS[self._sounding() & 15]
        if not pattern.hertz:
            return 0
        into = (self._now - self._sounds_since) * 1000 % (pattern.on + pattern.off)
        return pattern.ticks if into < pattern.on else 0

    def _note(self) -> None:
        seen = (self._state, self._pulse, self._tone())
        if seen != self._noted:
            self._noted = seen
            self._looks.append(self.look())

    # Messages

    def _take(self, byte: int) -> None:
        for frame in self._decoder.feed(bytes((byte,))):
            self._answer(frame)

    def _answer(self, frame: Frame) -> None:
        message = frame.message()
        if frame.kind == Hello.KIND and len(frame.payload) >= Hello.FORMAT.size:  # it may grow in later versions
            self._greet(Hello.unpack(frame.payload[: Hello.FORMAT.size]), frame.sequence)
        elif isinstance(message, State):
            self._judge(message, frame.sequence)
        elif isinstance(message, Ping):
            uptime = round((self._now - self._started) * 1000)
            self._send(Pong(message.token, uptime, self._decoder.bad, 0, self._lost, 1024), frame.sequence)
        elif isinstance(message, Heard):
            if self._queue and (self._queue[0].boot, self._queue[0].event) == (message.boot, message.event):
                self._queue.popleft()
        elif isinstance(message, Calibrate) and message.epoch == self._epoch:
            self._calibrate(message, frame.sequence)

    def _greet(self, hello: Hello, sequence: int) -> None:
        if (hello.version, hello.table) != (VERSION, TABLE):
            self._epoch, self._state, self._order = None, None, 0
        elif hello.epoch != self._epoch:
            self._epoch, self._sequence = hello.epoch, sequence
            if not self._boot & 0xFFFF:
                self._boot |= hello.epoch
        self._send(self._welcome(hello.epoch))

    def _judge(self, state: State, sequence: int) -> None:
        if state.epoch != self._epoch:
            self._send(Stranger(state.epoch), sequence)
            return
        if reason := self._fault(state):
            self._send(Refused(state.epoch, reason), sequence)
            return
        ahead = (sequence - self._sequence + 128) % 256 - 128
        if ahead >= 0:
            self._heard_at = self._now
        if ahead > 0 or (ahead == 0 and not self._state):
            self._state, self._sequence = state, sequence
            if state.buzzer != self._order:
                self._order, self._sounds_since = state.buzzer, self._now
        if self._state:
            self._send(self._shown(self._state), self._sequence)

    def _shown(self, state: State) -> Shown:
        flags = Flag(0)
        if self._pulse != self._aim():
            flags |= Flag.MOVING
        if not self._calibration:
            flags |= Flag.UNCALIBRATED
        shape = (state.value, state.low, state.high, state.layout, state.clock, state.lamps)
        return Shown(state.epoch, *shape, self._sounding(), flags, self._pulse)

    def _fault(self, state: State) -> Reason | None:
        kind, decimals = state.layout & 15, state.layout >> 4
        four = self.digits < 8 or kind == Layout.BOTH
        clock_ok = state.clock <= CLOCK_MAX or state.clock == NO_CLOCK
        if not (state.low < state.high and state.low <= state.value <= state.high and clock_ok):
            return Reason.RANGE
        if state.lamps >> LAMPS or state.buzzer & 15 >= len(PATTERNS):
            return Reason.RANGE
        if kind > Layout.BOTH or decimals > 3 or (kind == Layout.BOTH and self.digits < 8):
            return Reason.DIGITS
        if four and kind & Layout.VALUE and state.value > 9999:
            return Reason.DIGITS
        return None

    def _calibrate(self, wish: Calibrate, sequence: int) -> None:
        if not all(PULSE_MIN <= us <= PULSE_MAX for us in (wish.parked, wish.full)) or wish.parked == wish.full:
            self._send(Refused(wish.epoch, Reason.PULSE), sequence)
            return
        self._calibration = (wish.parked, wish.full, wish.unit)
        self._send(Calibrated(wish.parked, wish.full, wish.unit))
