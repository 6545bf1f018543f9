"""The table's clocks, for those who want them: a turn's, a discussion's before a vote, a round's. They follow the
session and hurry nobody by force: when time is up it sounds, and play goes on."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.panel.stage import stage
from companion.session import Session
from devices.clock import Clocks


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clock shows now."""

    name: str  # discussion, turn or game
    left: int  # seconds
    paused: bool

    @property
    def text(self) -> str:
        return f"{self.left // 60}:{self.left % 60:02d}"


class TableClocks:
    """For one session, in its thread."""

    def __init__(self, session: Session, seconds: Mapping[str, int], now: Callable[[], float] | None = None) -> None:
        """`seconds` by a clock's name; 0 is a clock that nobody wants."""
        self._session, self._now = session, now or time.monotonic
        self._on = {name: length for name, length in seconds.items() if length > 0}
        self._clocks = Clocks(self._on)
        self._held: float | None = None  # since when there is a break
        self._lost = 0.0  # in breaks, which no clock counts
        self._turn: int | None = None
        self._timed = ""
        self._talking = False
        self._unlisten = session.listen(lambda news: self._follow())
        self._follow()

    def read(self) -> Reading | None:
        """The clock that presses most; none runs at a table that is over."""
        shown = self._clocks.on_show(self._time())
        return Reading(shown[0], int(shown[1]), self._held is not None) if shown is not None else None

    def sound(self) -> str | None:
        """`tick` or `time-up`, each once, when it is due."""
        return self._clocks.sound(self._time())

    def toggle(self) -> None:
        """Holds every clock, for a break; or lets them go on."""
        if self._held is None:
            self._held = self._now()
        else:
            self._lost += self._now() - self._held
            self._held = None

    def close(self) -> None:
        self._unlisten()

    def _time(self) -> float:
        return (self._now() if self._held is None else self._held) - self._lost

    def _follow(self) -> None:
        """What runs is what the table does now. Whoever goes on playing has ended the break."""
        board = self._session.board
        going = board.outcome is None
        turn = getattr(self._session.evening.state, "turn", None) if going else None
        timed = board.timed if going else ""
        talking = stage(self._session) == "vote"
        if (turn, timed, talking) == (self._turn, self._timed, self._talking):
            return
        if self._held is not None:
            self.toggle()
        if turn != self._turn:
            self._run("turn", turn is not None)
        if timed != self._timed:
            self._run("game", bool(timed))
        if talking != self._talking:
            self._talk(talking)
        self._turn, self._timed, self._talking = turn, timed, talking

    def _run(self, name: str, on: bool) -> None:
        if name in self._on:
            if on:
                self._clocks.start(name, self._time())
            else:
                self._clocks[name].stop()

    def _talk(self, talking: bool) -> None:
        """A vote stops the turn's clock, whether or not the talk before it is timed."""
        if "discussion" in self._on:
            if talking:
                self._clocks.start("discussion", self._time())
            else:
                self._clocks.end_discussion(self._time())
        elif "turn" in self._on:
            turn = self._clocks["turn"]
            (turn.pause if talking else turn.resume)(self._time())
