"""A gauge face: how a game's number is laid on the dial. Data in assets/gauge, one file a game."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from devices.digits import layout_byte
from devices.link import Picture
from devices.protocol import CLOCK_MAX, NO_CLOCK, PATTERNS, Layout

LAMPS = 4
CLOCKS = ("discussion", "turn", "game")


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the dial that the table should know."""

    at: int
    label: str


@dataclass(frozen=True, slots=True)
class Alarm:
    """A lamp and a sound with a name that the game calls."""

    name: str
    lamp: int  # counted from 1
    sound: str


@dataclass(frozen=True, slots=True)
class Face:
    game: str
    title: str
    unit: str
    low: int
    high: int
    count: int  # what one count on the wire and in the last digit is worth
    decimals: int
    digits: Layout
    marks: tuple[Mark, ...]
    alarms: tuple[Alarm, ...]
    clocks: dict[str, int]  # seconds of the clocks that a table may switch on
    origin: str  # where the range and the marks come from

    def picture(
        self, value: int, *, clock: float | None = None, alarms: tuple[str, ...] = (), digits: int = 8
    ) -> Picture:
        """The needle stops at the ends of the dial. Raises ValueError for an alarm that the face does not have."""
        seconds = NO_CLOCK if clock is None else max(0, min(CLOCK_MAX, round(clock)))
        return Picture(
            value=max(self.low, min(self.high, value)) // self.count,
            low=self.low // self.count,
            high=self.high // self.count,
            layout=layout_byte(self._layout(digits, seconds != NO_CLOCK), self.decimals),
            clock=seconds,
            lamps=sum({1 << self.alarm(name).lamp - 1 for name in alarms}),
        )

    def alarm(self, name: str) -> Alarm:
        for alarm in self.alarms:
            if alarm.name == name:
                return alarm
        known = ", ".join(alarm.name for alarm in self.alarms) or "none"
        raise ValueError(f"{self.title} has no alarm {name!r}; it has {known}.")

    def _layout(self, digits: int, has_clock: bool) -> Layout:
        """Four digits cannot hold both: there a running clock takes the value's place."""
        if self.digits != Layout.BOTH or digits >= 8:
            return self.digits
        return Layout.CLOCK if has_clock else Layout.VALUE


def games() -> list[str]:
    return sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml"))


@cache
def load(game: str) -> Face:
    """Raises ValueError, with a sentence, where the game has no face or its file is at fault."""
    if game not in games():
        raise ValueError(f"There is no gauge face for {game!r}; there is one for {', '.join(games())}.")
    return parse(game, (_folder() / f"{game}.toml").read_text(encoding="utf-8"))


def parse(game: str, text: str) -> Face:
    """Raises ValueError, with a sentence."""
    try:
        data = tomllib.loads(text)
        face = Face(
            game=game,
            title=data["title"],
            unit=data["unit"],
            low=data["low"],
            high=data["high"],
            count=data["count"],
            decimals=data["decimals"],
            digits=Layout[data["digits"].upper()],
            marks=tuple(Mark(**mark) for mark in data.get("marks", ())),
            alarms=tuple(Alarm(**alarm) for alarm in data.get("alarms", ())),
            clocks={name: int(seconds) for name, seconds in data["clocks"].items()},
            origin=data["origin"],
        )
    except (tomllib.TOMLDecodeError, KeyError, ValueError, TypeError, AttributeError) as fault:
        raise ValueError(f"The gauge face of {game} cannot be read: {fault}.") from fault
    _check(face)
    return face


def _check(face: Face) -> None:
    sounds = {pattern.name for pattern in PATTERNS}
    faults = [
        (face.low >= face.high, "its range is empty"),
        (face.count < 1 or face.high // face.count > 9999, "its range does not fit four digits"),
        (any(not face.low <= mark.at <= face.high for mark in face.marks), "a mark lies off the dial"),
        (any(not 1 <= alarm.lamp <= LAMPS for alarm in face.alarms), "an alarm has a lamp that is not there"),
        (any(name not in CLOCKS for name in face.clocks), "it has a clock that is not known"),
        (any(not 0 < seconds <= CLOCK_MAX for seconds in face.clocks.values()), "a clock does not fit the digits"),
        (any(alarm.sound not in sounds for alarm in face.alarms), "an alarm has a sound that is not there"),
    ]
    for fault, why in faults:
        if fault:
            raise ValueError(f"The gauge face of {face.game} is at fault: {why}.")


def _folder() -> Traversable:
    return files("assets") / "gauge"
