"""What every simulated gauge can do. Time is its own: it passes only when somebody calls `run`."""

from dataclasses import dataclass
from typing import Protocol

from devices.protocol import PATTERNS, Reset

BUTTON_NAMES = ("next", "yes", "no")


@dataclass(frozen=True, slots=True)
class Look:
    """What a person at the table sees and hears."""

    at: float  # the gauge's own time, seconds
    digits: str
    lamps: int
    off: bool  # the OFF flag
    pulse: float  # the needle, as servo pulse in microseconds
    tone: int  # the buzzer timer's compare value, 0 for silence

    @property
    def sound(self) -> str:
        """The name of the pattern that is heard just now, "" for silence."""
        return next((p.name for p in PATTERNS if p.ticks == self.tone and self.tone), "")


class Body(Protocol):
    @property
    def now(self) -> float:
        """Seconds since the gauge was switched on."""
        ...

    @property
    def resets(self) -> int:
        """How often it started again, whoever asked for it."""
        ...

    def run(self, until: float) -> None:
        """Lets time pass; returns early when a whole frame has left the gauge."""
        ...

    def receive(self, data: bytes) -> None: ...

    def transmitted(self) -> bytes: ...

    def hold(self, button: int, down: bool) -> None: ...

    def reset(self, cause: Reset = Reset.BUTTON) -> None: ...

    def look(self) -> Look: ...

    def looks(self) -> list[Look]:
        """Every settled look since the last call, oldest first."""
        ...
