"""A demonstration's camera, frame by frame: the rendered table goes through the real eyes into the session."""

from collections.abc import Callable, Sequence
from itertools import groupby

from companion.demo.deed import Fan, Fly, Motion, Take, Throw
from companion.demo.table import DemoTable
from companion.eyes import Gaze
from companion.session import Session
from vision.sources import Frame

STEP = 0.1
"""Seconds between two frames: the eyes look ten times a second."""
WARM_UP = 16
"""Frames before the first card is touched: what lies there by then lay there before."""
PATIENCE = 24
"""Frames after which a motion that nothing came of is given up: it meant nothing, or was not seen."""
GLANCE = 5
"""Frames in which a card at rest is taken notice of, with one to spare."""


class SteppedCamera:
    """Looks as long as need be after every motion, on a clock of its own."""

    def __init__(self, table: DemoTable, session: Session, game: str, on_frame: Callable[[], object] = bool) -> None:
        self._table, self._session, self._on_frame = table, session, on_frame
        self.gaze = Gaze(game)
        self.frames = 0

    def begin(self, lying: Sequence[Motion]) -> None:
        for motion in lying:
            self._table.move(motion)
        self._table.put_away()
        self.look(WARM_UP)

    def perform(self, motions: Sequence[Motion]) -> None:
        for taking, group in groupby(motions, key=lambda motion: isinstance(motion, Take)):
            for together in [list(group)] if taking else [[motion] for motion in group]:
                self._perform(together)

    def _perform(self, motions: Sequence[Motion]) -> None:
        for motion in motions:
            self._table.move(motion)
        if self._table.has_hand:
            self.look(1)
            self._table.withdraw_hand()
        shown = any(isinstance(motion, Fan | Throw | Fly) for motion in motions)
        before = self._session.evening.events
        self.look(PATIENCE if shown else GLANCE, lambda: shown and self._session.evening.events != before)

    def rest(self) -> None:
        self._table.put_away()
        self._table.show()

    def look(self, frames: int, enough: Callable[[], bool] = lambda: False, *, show: bool = True) -> None:
        """Takes so many frames of the table as it lies (or, without `show`, as it was shown last)."""
        if show:
            self._table.show()
        for _ in range(frames):
            self.frames += 1
            frame = Frame(self.frames, self.frames * STEP, self._table.stage.frame())
            for sighting in self.gaze.see(frame, self._session.wants):
                self._session.post(sighting)
            self._session.pump()
            self._on_frame()
            if enough():
                return
