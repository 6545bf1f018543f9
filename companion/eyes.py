"""The app's eyes: a thread that takes the newest frame, reads it, and posts what has changed to the session."""

import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from companion.session import Already, Trouble
from companion.session.session import Post, Sighting
from vision.enrolment.matching import Matcher
from vision.mat import View
from vision.observation import Plane, Point
from vision.scan import guarded
from vision.sources import Frame, Status
from vision.tracking.rest import Thrown
from vision.tracking.tracker import Change
from vision.tracking.unmarked import EnrolledReader
from vision.tracking.watch import Watch

log = logging.getLogger(__name__)

RATE = 10.0
"""Frames a second that are looked at, at most."""
DICE_REACH = 40.0
"""Pixels around a die in which a throw must have been seen to move."""
CARD_REACH = 60.0
"""Pixels around the middle of a card without a sticker in which it must have been seen to be laid."""
SETTLING = 1.2
"""Seconds after the first frame, or after the camera was moved, in which whatever comes into view lay there before."""
BEHIND = 5
"""How far the eyes' thread stands behind the screen's when both want the same core: a `nice` value."""
BESIDES_CARDS = frozenset({"dice", "die", "plane"})
"""What costs more to look for than all the cards."""


class Source(Protocol):
    """Where frames come from: a `vision.sources.FrameSource`, or a stepped one."""

    @property
    def status(self) -> Status: ...
    def start(self) -> None: ...
    def latest(self, after: int = 0, wait: float = 0.0) -> Frame | None: ...
    def stop(self) -> None: ...


class Listener(Protocol):
    """The session, as the eyes know it."""

    @property
    def wants(self) -> frozenset[str]: ...
    def post(self, thing: Post) -> None: ...


@dataclass(frozen=True, slots=True)
class Outline:
    """Something that was read, to be drawn over the picture. Corners are shares of its width and height."""

    text: str
    """A card id, a die's face, a zone's name; empty for a card that is nobody's business."""
    corners: tuple[Point, ...]
    zone: str | None = None
    steady: bool = True
    """Counts as lying there; else it is just coming, going, or half hidden."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eyes saw last."""

    frame: Frame
    cards: tuple[Outline, ...] = ()
    dice: tuple[Outline, ...] = ()
    zones: tuple[Outline, ...] = ()
    plane: Plane | None = None
    mat: str = "none"
    """`seen`, `kept` (from before) or `none`."""


class Gaze:
    """Reads frames one after another; no thread of its own."""

    def __init__(self, game: str, matcher: Matcher | None = None) -> None:
        """`matcher` knows the faces of a box whose cards carry no stickers."""
        self._watch = Watch(game, enrolled=guarded(EnrolledReader(game, matcher)) if matcher else None)
        self._settled_at: float | None = None
        self._dice_since: float | None = None  # when somebody began to wait for dice
        self.sight: Sight | None = None

    def see(self, frame: Frame, wants: frozenset[str] = frozenset()) -> list[Sighting]:
        """What has changed with this frame; `wants` are the senses that somebody waits for."""
        now = frame.time
        matter = bool(wants & BESIDES_CARDS)
        events = self._watch.see(frame.image, now, dice_matter=matter)
        self._dice_since = (self._dice_since if self._dice_since is not None else now) if matter else None
        view = self._watch.view
        assert view is not None
        if self._settled_at is None or view.bumped:
            self._settled_at = now + SETTLING
        self.sight = self._sight(frame, view, fans="hand" in wants)
        events = [event for event in events if not (isinstance(event, Thrown) and self._lay_there(event))]
        return [Already(e) if isinstance(e, Change) and self._lay_before(e) else e for e in events]

    def _lay_before(self, change: Change) -> bool:
        """What came into view too early to have been laid; or later, where nothing has moved since: looks at cards
        without stickers take long."""
        if self._settled_at is None or change.kind not in ("appeared", "moved"):
            return False
        unmarked = [card.centre for card in self._watch.cards if card.by == "enrolled" and card.key == change.card]
        moved = [self._watch.tracker.moved_near(centre, CARD_REACH) for centre in unmarked]
        return change.at < self._settled_at or (bool(moved) and max(moved) < self._settled_at)

    def _lay_there(self, thrown: Thrown) -> bool:
        """Dice from before anybody waited for them: nothing has moved near them since."""
        since, near = self._dice_since, self._watch.tracker.moved_near
        return since is None or all(near(centre, DICE_REACH) <= since for centre in thrown.centres)

    def _sight(self, frame: Frame, view: View, fans: bool) -> Sight:
        """Cards off the piles are named only while hands are shown: else somebody has let the camera see their own."""
        high, wide = frame.image.shape[:2]
        lying = self._watch.tracker.cards

        def share(points: object) -> tuple[Point, ...]:
            array = np.asarray(points, float).reshape(-1, 2) / (wide, high)
            return tuple((float(x), float(y)) for x, y in array)

        return Sight(
            frame,
            tuple(
                Outline(c.id if c.zone or fans else "", share(c.corners), c.zone, c.key in lying)
                for c in self._watch.cards
            ),
            tuple(Outline(die.face, share([die.centre])) for die in self._watch.dice),
            tuple(Outline(name, share(corners)) for name, corners in view.outlines()),
            self._watch.plane,
            view.state,
        )


class Eyes:
    """Runs a gaze on a thread: at most ten frames a second, the newest one; `stop` ends it and waits."""

    def __init__(
        self,
        source: Source,
        session: Listener,
        game: str,
        *,
        matcher: Matcher | None = None,
        also: Callable[[Frame], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`also` gets every frame that was looked at, in the eyes' thread."""
        self._source, self._session, self._game, self._matcher, self._clock = source, session, game, matcher, clock
        self._also = also
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None
        self._gaze: Gaze | None = None
        self._trouble = ""
        self._failed = False

    @property
    def sight(self) -> Sight | None:
        """What was seen last. Any thread may ask."""
        return self._gaze.sight if self._gaze is not None else None

    def start(self) -> None:
        """Begins to look; returns at once."""
        if self._thread is None:
            self._halt.clear()
            self._source.start()
            self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends both threads, the source's and its own."""
        self._halt.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._source.stop()

    def _run(self) -> None:
        with suppress(OSError, AttributeError):  # the screen goes first, where threads have a rank of their own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)
        try:
            gaze = self._gaze = Gaze(self._game, self._matcher)
        except Exception as trouble:
            log.exception("The eyes cannot be opened.")
            self._session.post(Trouble("camera", f"The camera runs, but nothing can be read in it: {trouble}"))
            return
        seq, due = 0, 0.0
        while not self._halt.wait(max(0.0, due - self._clock())):
            frame = self._source.latest(seq, wait=0.25)
            self._tell_trouble(frame)
            if frame is None:
                continue
            due, seq = self._clock() + 1 / RATE, frame.seq
            try:
                found = gaze.see(frame, self._session.wants)
                if self._also is not None:
                    self._also(frame)
            except Exception:  # a picture so odd that a reader fails on it: the next one is another
                if not self._failed:
                    log.exception("A frame could not be read.")
                self._failed = True
                continue
            for sighting in found:
                self._session.post(sighting)

    def _tell_trouble(self, frame: Frame | None) -> None:
        status = self._source.status
        sentence = status.sentence if status.state == "trouble" else "" if frame is not None else self._trouble
        if sentence != self._trouble:
            self._trouble = sentence
            self._session.post(Trouble("camera", sentence))
