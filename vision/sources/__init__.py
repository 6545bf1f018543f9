"""Where frames come from: one thread a camera, the newest frame wins, and trouble is told and retried, never raised."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import cv2
import numpy as np

from vision.images import Image

log = logging.getLogger(__name__)

FROZEN_AFTER = 4.0
"""Seconds of identical frames. A sensor's noise makes every live frame new: a repeated one comes from a hung driver."""
RETRY_FIRST = 0.5
RETRY_MOST = 8.0
"""Seconds before a camera that went away is tried again; the wait doubles up to the second figure."""
JOIN_WITHIN = 10.0
"""Seconds that stop() waits for a driver to come back from a read. Readers bound their own reads below this."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture and when it was taken."""

    seq: int
    """Counts from 1; gaps are frames that nobody asked for in time."""
    time: float
    """Seconds of the source's clock."""
    image: Image
    """BGR, 8 bits. Shared: whoever draws on it takes a copy."""


@dataclass(frozen=True, slots=True)
class Status:
    """How a source is doing."""

    state: Literal["starting", "running", "trouble", "ended", "stopped"]
    sentence: str
    """For the person at the table."""


class Trouble(Exception):
    """Why no frame came, as a sentence. The source goes on trying."""


class Grabber(Protocol):
    """One kind of camera or file. Used by one thread only."""

    name: str
    live: bool
    """A live source is reopened when it ends or repeats itself; a recording has simply ended."""

    def open(self) -> None:
        """Raises Trouble."""
        ...

    def grab(self) -> Image | None:
        """The next frame, within a few seconds; None at the end. Raises Trouble."""
        ...

    def close(self) -> None:
        """May be called at any time after open, also twice."""
        ...


class FrameSource:
    """Runs a grabber on a thread of its own."""

    def __init__(self, grabber: Grabber, clock: Callable[[], float] = time.monotonic) -> None:
        self._grabber = grabber
        self._clock = clock
        self._newest: Frame | None = None
        self._status = Status("starting", f"{grabber.name} is being opened.")
        self._changed = threading.Condition()
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None
        self._stuck: threading.Thread | None = None
        """One that was stopped and has not come back from its driver yet."""

    @property
    def status(self) -> Status:
        """How it is doing now."""
        with self._changed:
            return self._status

    def start(self) -> None:
        """Begins to look; returns at once."""
        if self._thread is None:
            self._halt = threading.Event()
            self._newest = None  # what was seen before a break is old by now
            name = f"frames from {self._grabber.name}"
            self._thread = threading.Thread(target=self._run, args=(self._halt, self._stuck), name=name, daemon=True)
            self._thread.start()

    def latest(self, after: int = 0, wait: float = 0.0) -> Frame | None:
        """The newest frame if its number is above `after`, waiting up to `wait` seconds for one."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None and self._newest.seq > after, wait)
            return self._newest if self._newest is not None and self._newest.seq > after else None

    def stop(self) -> None:
        """Ends the thread and waits for it."""
        self._halt.set()
        if self._thread is not None:
            self._thread.join(JOIN_WITHIN)
            self._stuck = self._thread if self._thread.is_alive() else None
            self._thread = None
        self._say("stopped", f"{self._grabber.name} is off.")

    def _run(self, halt: threading.Event, before_us: threading.Thread | None) -> None:
        if before_us is not None:
            before_us.join()  # a grabber is used by one thread only
        wait = RETRY_FIRST
        while not halt.is_set():
            before = self._newest
            try:
                self._grabber.open()
                self._watch(halt)
                if not self._grabber.live:
                    self._say("ended", f"{self._grabber.name} has ended.")
                    return
                raise Trouble(f"{self._grabber.name} stopped sending.")
            except Exception as trouble:  # a driver of any kind, in any state: nothing of it may end the thread
                if halt.is_set():
                    return
                if not isinstance(trouble, Trouble | OSError | cv2.error):
                    log.exception("%s has failed.", self._grabber.name)
                if self._newest is not before:
                    wait = RETRY_FIRST
                what = str(trouble) if isinstance(trouble, Trouble) else f"{self._grabber.name} has failed."
                self._say("trouble", f"{what} Trying again.")
            finally:
                self._close()
            halt.wait(wait)
            wait = min(2 * wait, RETRY_MOST)

    def _close(self) -> None:
        try:
            self._grabber.close()
        except Exception:
            log.exception("%s cannot be closed.", self._grabber.name)

    def _watch(self, halt: threading.Event) -> None:
        """Takes frames until the grabber ends or fails, or repeats itself."""
        fresh_at = self._clock()
        last: Image | None = None
        while not halt.is_set():
            image = self._grabber.grab()
            if image is None or halt.is_set():
                return
            now = self._clock()
            if self._grabber.live and last is not None and np.array_equal(image, last):
                if now - fresh_at > FROZEN_AFTER:
                    raise Trouble(f"{self._grabber.name} sends the same picture over and over.")
                continue
            fresh_at, last = now, image
            with self._changed:
                self._newest = Frame(self._newest.seq + 1 if self._newest else 1, now, image)
                self._status = Status("running", f"{self._grabber.name} is running.")
                self._changed.notify_all()

    def _say(self, state: Literal["starting", "running", "trouble", "ended", "stopped"], sentence: str) -> None:
        with self._changed:
            self._status = Status(state, sentence)
            self._changed.notify_all()


class SteppedSource:
    """The same face without thread or waiting: every call takes the next frame, a fixed time after the last."""

    def __init__(self, grabber: Grabber, step: float = 0.2) -> None:
        self._grabber = grabber
        self._step = step
        self._seq = 0
        self.status = Status("starting", f"{grabber.name} is not open yet.")

    def start(self) -> None:
        """Opens the grabber. Raises Trouble: a test wants to know."""
        self._grabber.open()
        self.status = Status("running", f"{self._grabber.name} is running.")

    def latest(self, after: int = 0, wait: float = 0.0) -> Frame | None:
        """The next frame; None at the end."""
        image = self._grabber.grab()
        if image is None:
            self.status = Status("ended", f"{self._grabber.name} has ended.")
            return None
        self._seq += 1
        return Frame(self._seq, self._seq * self._step, image)

    def stop(self) -> None:
        """Closes the grabber."""
        self._grabber.close()
        self.status = Status("stopped", f"{self._grabber.name} is off.")
