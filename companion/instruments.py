"""What stands on the table beside the tablet: the camera that looks, the gauge that shows, the clocks that run. Camera
and gauge have threads of their own; the screen asks for the newest picture and sentence, and never waits."""

import logging
from dataclasses import dataclass
from threading import Thread
from typing import Any

from companion.gauge_desk import GaugeDesk
from companion.gauge_link import GaugeLink
from companion.sentence import Sentence
from companion.session import Session, Trouble
from companion.settings import Settings
from companion.table_clocks import Reading, TableClocks

log = logging.getLogger(__name__)
OFF = "off"


@dataclass(frozen=True, slots=True)
class Picture:
    """What the camera shows, ready for a screen: rows from the top, four bytes a pixel (red, green, blue, opaque)."""

    seq: int
    width: int
    height: int
    rgba: bytes


class Instruments:
    """For one session; `close` ends every thread and waits for it."""

    def __init__(self, session: Session, settings: Settings, desk: GaugeDesk | None = None, source: Any = None) -> None:
        """`desk` owns the gauge, where there is one; `source` takes the place of the camera that the settings name."""
        self._session, self._settings, self._source = session, settings, source
        self._eyes: Any = None
        self._trouble = ""  # why the camera cannot be opened at all
        self._closed = False
        self._starting = Thread(target=self._start, name="instruments", daemon=True)
        self._starting.start()
        self._clocks = TableClocks(session, settings.clocks)
        self._gauge = GaugeLink(session, desk) if desk is not None else None

    # ---------------------------------------------------------------- what they show

    @property
    def sees(self) -> bool:
        """Whether there is a camera at all."""
        return self._source is not None or self._settings.camera != OFF

    @property
    def mirrored(self) -> bool:
        """Whether the picture is shown the other way round; outlines are as the camera saw them."""
        return self._settings.mirrored

    @property
    def sight(self) -> Any:
        """What the eyes read last, with outlines; none before the first frame."""
        return self._eyes.sight if self._eyes is not None else None

    def picture(self, after: int, width: int) -> Picture | None:
        """The newest frame, if it is newer, for a view of so many pixels."""
        if self._eyes is None or self._source is None:
            return None
        frame = self._source.latest(after)
        return None if frame is None else picture_of(frame, width, self._settings.mirrored)

    def camera_status(self) -> str:
        if not self.sees:
            return Sentence("The camera is off.")
        if self._source is None:
            return self._trouble or Sentence("The camera is being opened.")
        return self._source.status.sentence

    @property
    def clock(self) -> Reading | None:
        """The clock that runs, where the table wants one."""
        return self._clocks.read()

    def hold(self) -> None:
        """A break for the clocks, or its end."""
        self._clocks.toggle()

    def tick(self) -> str | None:
        """Lets the gauge show the clock; returns the sound that is due."""
        if self._gauge is not None:
            shown = self._clocks.read()
            self._gauge.show_clock(shown.left if shown is not None else None)
        return self._clocks.sound()

    # ---------------------------------------------------------------- life

    def close(self) -> None:
        self._closed = True
        self._starting.join()
        if self._eyes is not None:
            self._eyes.stop()
        self._clocks.close()
        if self._gauge is not None:
            self._gauge.close()

    def _start(self) -> None:
        """Cameras take their time, and so does loading what reads them: not on the screen's thread."""
        game = self._session.evening.game.id
        try:
            if self.sees:
                self._open_eyes(game)
        except Exception as trouble:
            log.exception("An instrument did not start.")
            self._no_camera(Sentence("The camera cannot be used: {why}", why=str(trouble)))

    def _no_camera(self, why: str) -> None:
        self._trouble = why
        self._session.post(Trouble("camera", why))

    def _open_eyes(self, game: str) -> None:
        import cv2

        from companion.eyes import Eyes
        from vision.grabbers import grabber_for
        from vision.sources import FrameSource
        from vision.sources import Trouble as NoCamera

        cv2.setNumThreads(1)  # one core reads; the others are the screen's
        if self._source is None:
            try:
                self._source = FrameSource(grabber_for(self._settings.camera))
            except NoCamera as why:
                self._no_camera(str(why))
                return
        eyes = Eyes(self._source, self._session, game, matcher=_matcher(game))
        if not self._closed:
            eyes.start()
            self._eyes = eyes


def _matcher(game: str) -> Any:
    """The faces of this table's own cards, where they were enrolled."""
    from companion import places
    from vision.enrolment.album import BrokenAlbum, load_album
    from vision.enrolment.matching import Matcher

    try:
        album = load_album(places.enrolled(game))
    except BrokenAlbum:
        return None
    return Matcher(album.faces) if album.faces else None


def picture_of(frame: Any, width: int, mirrored: bool) -> Picture:
    """Halved until it is less than twice as wide as it is shown, which costs less than any other scale; four bytes a
    pixel are what a texture takes fastest."""
    import cv2

    image = frame.image
    while image.shape[1] >= 2 * width:
        image = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    if mirrored:
        image = cv2.flip(image, 1)
    rgba = cv2.cvtColor(image, cv2.COLOR_BGR2RGBA)
    return Picture(frame.seq, image.shape[1], image.shape[0], rgba.tobytes())
