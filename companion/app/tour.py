"""The demo in the app: the same evening, shown as it happens. Without a screen, pictures of it are left behind."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app.app import WingmanApp  # first: it configures Kivy

# isort: split
from kivy.base import EventLoop
from kivy.core.window import Window

from companion.demo import Demo
from companion.lookout import Picture, picture_of

PACE = 1.6  # seconds between two deeds, for people who watch
BUSY = 6  # deeds until a table is worth a picture
SETTLES = 4  # frames that a changed screen takes


class Closed(Exception):
    """Somebody has closed the window before the end."""


class DemoEyes:
    """The demonstration's camera, as a table's screen asks for it."""

    sees = True
    mirrored = False
    clock = None

    def __init__(self, demo: Demo) -> None:
        self._demo = demo

    @property
    def sight(self) -> Any:
        return self._demo.camera.gaze.sight

    def picture(self, after: int, width: int) -> Picture | None:
        sight = self.sight
        return picture_of(sight.frame, width, False) if sight is not None and sight.frame.seq > after else None

    def camera_status(self) -> str:
        return "The camera looks at a rendered table."

    def tick(self) -> None:
        """Nobody is in a hurry here."""

    def look(self, wanted: bool = True) -> None:
        """It always does."""

    def close(self, wait: bool = False) -> None:
        """The demonstration ends its camera itself."""


class Tour:
    """`with Tour(demo) as tour:` and hand `tour.step` to whoever plays the demonstration."""

    def __init__(self, demo: Demo, pictures: Path | None = None) -> None:
        """With `pictures` nobody watches: a picture of every kind of screen goes into that folder."""
        self._demo, self._pictures = demo, pictures
        self._steps = 0
        self.taken: list[Path] = []

    def __enter__(self) -> "Tour":
        EventLoop.ensure_window()
        self._app = WingmanApp()
        self._app.settings.gauge = "off"  # the demonstration has a gauge of its own
        if self._pictures is not None:
            self._app.settings.sound = self._app.settings.motion = False
        self._app._run_prepare()  # Kivy's own way in; the loop is ours, so that an evening can be played between frames
        self._app.attend(self._demo.session, DemoEyes(self._demo))
        self._frames(SETTLES)
        return self

    def __exit__(self, *_: object) -> None:
        self._app.stop()

    def step(self, _deed: object) -> None:
        """After everything that was recorded: people get to see it."""
        self._steps += 1
        self._app.follow()
        if self._pictures is None:
            self._linger(PACE)
        elif (name := self._app.screens.current) != "table" or self._steps == BUSY:
            self._picture(name)

    def end(self) -> None:
        """The result stays until somebody closes the window."""
        self._app.follow()
        if self._pictures is not None:
            self._picture(self._app.screens.current)
            return
        while not EventLoop.quit:
            EventLoop.idle()

    def _picture(self, name: str) -> None:
        assert self._pictures is not None
        path = self._pictures / f"{name}.png"
        if path in self.taken:
            return
        self._pictures.mkdir(parents=True, exist_ok=True)
        self._frames(SETTLES)
        Path(Window.screenshot(name=str(path))).replace(path)
        self.taken.append(path)

    def _linger(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        self._frames(1, lambda: time.monotonic() < until)

    def _frames(self, number: int, further: Callable[[], bool] = lambda: False) -> None:
        while number > 0 or further():
            if EventLoop.quit:
                raise Closed
            EventLoop.idle()
            number -= 1
