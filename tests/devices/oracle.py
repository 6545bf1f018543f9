"""Judges every look of a gauge against everything that the host ever asked for, in the order it asked."""

from dataclasses import dataclass, field

from devices.digits import dashes, pulse, reading
from devices.link import Picture
from devices.protocol import PATTERNS, SLEW
from devices.simulator.body import Look

PARKED, FULL = 1000, 2000
LATE = 0.03  # a servo frame and a half: digits and needle are not written in the same instant


@dataclass
class Oracle:
    """Digits, lamps, needle and buzzer must belong to one picture, and to no older one than was already on show."""

    digits: int = 8
    wrong: list[str] = field(default_factory=list)
    looks: int = 0
    shown: int = -1  # index of the newest picture seen on the gauge
    _asked: list[Picture] = field(default_factory=list)
    _by_reading: dict[tuple[str, int], int] = field(default_factory=dict)
    _aims: list[tuple[float, int]] = field(default_factory=list)  # when an aim came up, and where it is
    _pulse: float = PARKED
    _last: Look | None = None

    def asks(self, picture: Picture) -> None:
        """Readings must be unique: then a mixture of two pictures, or a third one, cannot pass for either."""
        key = (reading(self.digits, picture.layout, picture.value, picture.clock), picture.lamps)
        assert key not in self._by_reading, "the test asked twice for the same reading"
        self._by_reading[key] = len(self._asked)
        self._asked.append(picture)

    def sees(self, look: Look) -> None:
        self.looks += 1
        picture = self._picture(look)
        if not self._aims:
            self._aims.append((look.at, PARKED))
        aim = pulse(PARKED, FULL, picture.value, picture.low, picture.high) if picture else PARKED
        if aim != self._aims[-1][1]:
            self._aims.append((look.at, aim))
        self._judge_needle(look)
        self._judge_sound(look, picture)
        self._last = look

    def _picture(self, look: Look) -> Picture | None:
        if look.off:
            if look.digits != dashes(self.digits) or look.lamps or look.tone:
                self._complain(look, "OFF, and yet something is on show")
            return None
        if not look.digits and not look.lamps and not look.tone:
            return None  # dark: the chip is just starting
        index = self._by_reading.get((look.digits, look.lamps))
        if index is None:
            self._complain(look, "nobody asked for these digits with these lamps")
            return None
        if index < self.shown:
            self._complain(look, f"picture {index} after picture {self.shown}")
        self.shown = max(self.shown, index)
        return self._asked[index]

    def _judge_needle(self, look: Look) -> None:
        if look.pulse in (self._pulse, 0):  # 0: no pulse yet, the servo is limp
            return
        aims = [aim for when, aim in self._aims if when >= look.at - LATE] or []
        aims += [aim for when, aim in self._aims if when < look.at - LATE][-1:]
        steps = {self._pulse + max(-SLEW, min(SLEW, aim - self._pulse)) for aim in aims}
        if look.pulse not in steps:
            self._complain(look, f"the needle stepped from {self._pulse} to {look.pulse}, aims were {aims}")
        self._pulse = look.pulse
        del self._aims[:-8]

    def _judge_sound(self, look: Look, picture: Picture | None) -> None:
        wanted = PATTERNS[picture.buzzer & 15].ticks if picture else 0
        if look.tone not in (0, wanted):
            self._complain(look, f"sounds {look.sound}")

    def _complain(self, look: Look, what: str) -> None:
        self.wrong.append(f"{look.at:.3f} s: {what}: {look}")
