"""The gauge's twin for the screen. It knows only what the gauge acknowledged: when that is old, it is dark too."""

from dataclasses import dataclass

from devices.digits import dashes, pulse, reading
from devices.protocol import PATTERNS, SILENCE, SLEW, Flag, Shown, Welcome

_SERVO_FRAME = 0.02


@dataclass(frozen=True, slots=True)
class Snapshot:
    on: bool
    digits: str  # from left to right, points after their digit
    needle: float  # 0 parked, 1 full scale
    value: int | None  # in the face's counts
    clock: int | None  # seconds; whether it is shown, the digits tell
    lamps: tuple[bool, ...]
    sound: str  # the pattern's name while it sounds, else ""
    calibrated: bool


class Twin:
    def __init__(self) -> None:
        self._welcome: Welcome | None = None
        self._shown: Shown | None = None
        self._at = 0.0

    def linked(self, welcome: Welcome) -> None:
        self._welcome, self._shown = welcome, None

    def unlinked(self) -> None:
        self._shown = None

    def acknowledged(self, shown: Shown, now: float) -> None:
        self._shown, self._at = shown, now

    def snapshot(self, now: float) -> Snapshot:
        welcome, shown = self._welcome, self._shown
        digits, lamps = (welcome.digits, welcome.lamps) if welcome else (8, 4)
        if welcome is None or shown is None or now - self._at >= SILENCE:
            return Snapshot(False, dashes(digits), 0.0, None, None, (False,) * lamps, "", True)
        return Snapshot(
            on=True,
            digits=reading(digits, shown.layout, shown.value, shown.clock),
            needle=self._needle(welcome, shown, now),
            value=shown.value,
            clock=shown.clock,
            lamps=tuple(bool(shown.lamps >> lamp & 1) for lamp in range(lamps)),
            sound=self._sound(shown, now),
            calibrated=not shown.flags & Flag.UNCALIBRATED,
        )

    def _needle(self, welcome: Welcome, shown: Shown, now: float) -> float:
        """Where it stood when acknowledged, and on from there at the needle's own speed."""
        aim = pulse(welcome.parked, welcome.full, shown.value, shown.low, shown.high)
        way = (now - self._at) / _SERVO_FRAME * SLEW
        at = shown.pulse + max(-way, min(way, aim - shown.pulse))
        return (at - welcome.parked) / (welcome.full - welcome.parked)

    def _sound(self, shown: Shown, now: float) -> str:
        pattern = PATTERNS[shown.buzzer & 15]
        return pattern.name if shown.buzzer and now - self._at < pattern.seconds else ""
