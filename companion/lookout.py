"""Eyes on the device's camera. They are opened and closed off the screen's thread, and by one at a time: there is only
one camera, and the next who wants it waits until the last has let go."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition, Lock, Thread
from typing import Any
from weakref import WeakSet

from companion.sentence import Sentence

log = logging.getLogger(__name__)
OFF = "off"
CAMERA = Lock()
"""Held by whoever looks through the camera."""
_keepers: "WeakSet[Thread]" = WeakSet()


@dataclass(frozen=True, slots=True)
class Picture:
    """What the camera shows, ready for a screen: rows from the top, four bytes a pixel (red, green, blue, opaque)."""

    seq: int
    width: int
    height: int
    rgba: bytes


class Lookout:
    """Looks through the camera while it is wanted, and tells a listener what it sees. Nobody who asks it waits."""

    def __init__(
        self,
        listener: Any,
        game: str,
        camera: str,
        *,
        mirrored: bool = False,
        source: Any = None,
        matcher: Callable[[], Any] = lambda: None,
        also: Callable[[Any], None] | None = None,
    ) -> None:
        """`source` takes the camera's place; `matcher` makes what knows the faces of cards; `also` gets every frame
        that was looked at, in the eyes' thread."""
        self.sees = source is not None or camera != OFF
        """Whether there is a camera at all."""
        self.mirrored = mirrored
        """Whether the picture is shown the other way round; outlines are as the camera saw them."""
        self._listener, self._game, self._camera, self._given = listener, game, camera, source
        self._matcher, self._also = matcher, also
        self._source: Any = None
        self._eyes: Any = None
        self._trouble = ""  # why the camera cannot be opened at all
        self._wanted, self._over = True, False
        self._changed = Condition()
        self._keeper = Thread(target=self._keep, name="lookout", daemon=True)
        if self.sees:
            _keepers.add(self._keeper)
            self._keeper.start()

    # ---------------------------------------------------------------- what is to be seen

    @property
    def sight(self) -> Any:
        """What the eyes read last, with outlines; none before the first frame."""
        eyes = self._eyes
        return eyes.sight if eyes is not None else None

    def picture(self, after: int, width: int) -> Picture | None:
        """The newest frame, if it is newer, for a view of so many pixels."""
        source = self._source
        frame = source.latest(after) if source is not None else None
        return None if frame is None else picture_of(frame, width, self.mirrored)

    def camera_status(self) -> str:
        """How the camera is doing, as a sentence."""
        source = self._source
        if not self.sees:
            return Sentence("The camera is off. Switch it on in the settings.")
        if source is None:
            return self._trouble or Sentence("The camera is being opened.")
        return source.status.sentence

    # ---------------------------------------------------------------- life

    def look(self, wanted: bool = True) -> None:
        """From now on it is wanted, or not for the time being."""
        with self._changed:
            self._wanted = wanted
            self._changed.notify_all()

    def close(self) -> None:
        """Lets go of the camera for good, as soon as it can."""
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _keep(self) -> None:
        while self._until(wanted=True):
            with CAMERA:
                try:
                    if self._is(wanted=True):
                        self._watch()
                except Exception as trouble:
                    log.exception("The camera cannot be used.")
                    self._fail(Sentence("The camera cannot be used: {why}", why=str(trouble)))
            self._until(wanted=False)

    def _watch(self) -> None:
        """Cameras take their time, and so does loading what reads them."""
        import cv2

        from companion.eyes import Eyes
        from vision.sources import FrameSource, Trouble
        from vision.sources.grabbers import grabber_for

        cv2.setNumThreads(1)  # one core reads; the others are the screen's
        try:
            source = self._given or FrameSource(grabber_for(self._camera))
        except Trouble as why:
            self._fail(str(why))
            return
        eyes = Eyes(source, self._listener, self._game, matcher=self._matcher(), also=self._also)
        if self._is(wanted=False):
            return
        eyes.start()
        self._source, self._eyes, self._trouble = source, eyes, ""
        try:
            self._until(wanted=False)
        finally:
            self._source = self._eyes = None
            eyes.stop()

    def _fail(self, why: str) -> None:
        from companion.session import Trouble

        self._trouble = why
        self._listener.post(Trouble("camera", why))

    def _is(self, wanted: bool) -> bool:
        return (self._wanted and not self._over) is wanted

    def _until(self, wanted: bool) -> bool:
        """Waits for it; False when it is all over."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or self._is(wanted))
            return not self._over


def wait_for_all() -> None:
    """Returns when every lookout that was closed has let go of the camera: an app that ends waits for that."""
    for keeper in list(_keepers):
        keeper.join()


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
