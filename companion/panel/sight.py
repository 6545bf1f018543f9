"""A camera to try things with, without a table: does it see the cards, is this picture good enough to learn from?"""

import contextlib
import threading
from typing import Any

from companion.eyes import RATE, Gaze, Sight
from companion.instruments import Picture, picture_of
from companion.sentence import Sentence
from vision.enrolment.guide import Taken, take
from vision.grabbers import grabber_for
from vision.sources import FrameSource, Trouble

OFF = Sentence("The camera is off. Switch it on in the settings.")


class Lookout:
    """Looks through the camera without a table: to test it, or to take pictures of one's cards."""

    def __init__(self, camera: str, game: str, mirrored: bool = False, guide: bool = False) -> None:
        """With `guide` every frame is also judged as a picture of one card."""
        self.sight: Sight | None = None
        self.taken: Taken | None = None
        self._guide, self.mirrored = guide, mirrored
        self._says: str = OFF
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None
        self._source: FrameSource | None = None
        if camera == "off":
            return
        try:
            self._source = FrameSource(grabber_for(camera))
        except Trouble as trouble:
            self._says = str(trouble)
            return
        self._source.start()
        self._thread = threading.Thread(target=self._run, args=(game,), name="lookout", daemon=True)
        self._thread.start()

    @property
    def says(self) -> str:
        """How the camera is doing, as a sentence."""
        return self._source.status.sentence if self._source is not None else self._says

    def picture(self, after: int, width: int) -> Picture | None:
        """The newest frame, if it is newer, for a view of so many pixels."""
        frame = self._source.latest(after) if self._source is not None else None
        return None if frame is None else picture_of(frame, width, self.mirrored)

    def stop(self) -> None:
        self._halt.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._source is not None:
            self._source.stop()

    def _run(self, game: str) -> None:
        assert self._source is not None
        gaze, seq = Gaze(game), 0
        while not self._halt.wait(1 / RATE):
            frame = self._source.latest(seq, wait=0.25)
            if frame is None:
                continue
            seq = frame.seq
            with contextlib.suppress(Exception):  # an odd picture: the next one is another
                gaze.see(frame, WANTED)
                self.sight = gaze.sight
                if self._guide:
                    self.taken = take(frame.image)


WANTED: frozenset[str] = frozenset()


def names(found: Any) -> str:
    """What is in the picture, counted: "2 steal, 1 key"."""
    counted: dict[str, int] = {}
    for outline in found.cards if found is not None else ():
        counted[outline.text] = counted.get(outline.text, 0) + 1
    return ", ".join(f"{number} {name.replace('-', ' ')}" for name, number in sorted(counted.items()))
