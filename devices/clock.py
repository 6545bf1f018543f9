"""Clocks of the table. They run on the host; the gauge only shows how much is left.

Three kinds: `game` (Escape Now!'s minutes, Escape Master's round), `turn`, and `discussion` before a vote.
"""

import math
from collections.abc import Mapping

from devices.face import CLOCKS

TICKING = 10  # the last seconds, each with a tick


class Clock:
    """Counts down from `seconds`, only while it runs. Every method is given the time, so tests need not wait."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._left = seconds
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    def left(self, now: float) -> float:
        spent = now - self._since if self._since is not None else 0.0
        return max(0.0, self._left - spent)

    def start(self, now: float) -> None:
        """From the full time."""
        self._left, self._since = self.seconds, now

    def pause(self, now: float) -> None:
        self._left, self._since = self.left(now), None

    def resume(self, now: float) -> None:
        if self._since is None:
            self._since = now

    def stop(self) -> None:
        self._left, self._since = self.seconds, None


class Clocks:
    """A table's clocks: which one is on show, and what is to sound."""

    def __init__(self, seconds: Mapping[str, float]) -> None:
        """Raises ValueError for a clock of no known kind."""
        for name in seconds:
            if name not in CLOCKS:
                raise ValueError(f"There is no {name} clock; there are {', '.join(CLOCKS)}.")
        self._clocks = {name: Clock(seconds[name]) for name in CLOCKS if name in seconds}
        self._sounded: dict[str, int] = {}

    def __getitem__(self, name: str) -> Clock:
        return self._clocks[name]

    def start(self, name: str, now: float) -> None:
        """A discussion stops the turn's clock: talk before a vote costs nobody's turn."""
        if name == "discussion" and "turn" in self._clocks:
            self._clocks["turn"].pause(now)
        self._clocks[name].start(now)
        self._sounded.pop(name, None)

    def end_discussion(self, now: float) -> None:
        self._clocks["discussion"].stop()
        turn = self._clocks.get("turn")
        if turn is not None and turn.left(now) < turn.seconds:
            turn.resume(now)

    def on_show(self, now: float) -> tuple[str, float] | None:
        """The most pressing clock that runs, and whole seconds left: it reads 0 only when time is up."""
        for name, clock in self._clocks.items():
            if clock.running:
                return name, math.ceil(clock.left(now))
        return None

    def sound(self, now: float) -> str | None:
        """A pattern to sound now, each only once: a tick in the last seconds, and when time is up."""
        shown = self.on_show(now)
        if shown is None:
            return None
        name, left = shown[0], int(shown[1])
        if left > TICKING or self._sounded.get(name) == left:
            return None
        self._sounded[name] = left
        return "tick" if left else "time-up"
