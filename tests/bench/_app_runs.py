"""One measurement a process, for tests/bench/app.py: `python -m tests.bench._app_runs first_frame`."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SECONDS = 6.0
EVENINGS, ACTIONS = 10, 300


def bare_window() -> float:
    """Processor seconds from the start of Python to the first frame of a window with one label."""
    from kivy.app import App
    from kivy.config import Config

    Config.set("graphics", "width", "1280")
    Config.set("graphics", "height", "800")
    Config.set("graphics", "multisamples", "0")
    from kivy.uix.label import Label

    class Bare(App):
        def build(self) -> Any:
            return Label(text="Wingman")

    return _to_first_frame(Bare())


def first_frame() -> float:
    from companion.app.app import WingmanApp

    return _to_first_frame(WingmanApp())


def _to_first_frame(app: Any) -> float:
    from kivy.core.window import Window

    seen: list[float] = []

    def flipped(*_: Any) -> None:
        seen.append(time.process_time())
        app.stop()

    Window.bind(on_flip=flipped)
    app.run()
    return seen[0]


# ---------------------------------------------------------------- the camera


def frames() -> list[Any]:
    """Thirty pictures of a rendered table, 1280 × 720: cards that come and go keep the eyes busy."""
    import numpy as np

    from vision.table.camera import Camera
    from vision.table.evening import evening
    from vision.table.film import Film
    from vision.table.light import Light

    random = np.random.default_rng(1)
    acts, _ = evening(random, 1.0)
    film = Film(acts, Camera(), Light(), random)
    return [np.ascontiguousarray(film.frame(5.0 + k * 0.4)) for k in range(30)]


class Loop:
    """A live camera of thirty pictures a second, over and over."""

    name, live = "The bench's camera", False

    def __init__(self) -> None:
        self._frames, self._at, self._next = frames(), 0, 0.0

    def open(self) -> None:
        self._next = time.monotonic()

    def grab(self) -> Any:
        self._next += 1 / 30
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._at += 1
        return self._frames[self._at % len(self._frames)]

    def close(self) -> None: ...


def watch(app: Any, pictures: Callable[[], int]) -> dict[str, float]:
    """Camera pictures shown a second, and the longest time between two turns of the loop, in milliseconds."""
    from kivy.clock import Clock

    gaps: list[float] = []
    counted: list[int] = []
    began = [0.0]

    def turn(gap: float) -> None:
        now = time.perf_counter()
        if began[0] and now - began[0] > 2.0:  # everything has been loaded
            gaps.append(gap)
            counted.append(pictures())
        if began[0] and now - began[0] > 2.0 + SECONDS:
            app.stop()

    def begin(_: float) -> None:
        began[0] = time.perf_counter()

    Clock.schedule_interval(turn, 0)
    Clock.schedule_once(begin, 0.5)
    app.run()
    return {"shown": (counted[-1] - counted[0]) / SECONDS, "stall": 1000 * max(gaps)}


def bare_camera() -> dict[str, float]:
    from kivy.app import App
    from kivy.clock import Clock
    from kivy.config import Config

    Config.set("graphics", "width", "1280")
    Config.set("graphics", "height", "800")
    Config.set("graphics", "multisamples", "0")
    import cv2
    from kivy.graphics.texture import Texture
    from kivy.uix.image import Image

    from vision.sources import FrameSource

    source, shown = FrameSource(Loop()), [0]

    class Bare(App):
        def build(self) -> Any:
            self.picture = Image()
            self.picture.texture = Texture.create(size=(1280, 720), colorfmt="rgba")
            source.start()
            self.seq = 0
            Clock.schedule_interval(self.look, 1 / 30)
            return self.picture

        def look(self, _: float) -> None:
            frame = source.latest(self.seq)
            if frame is not None:
                self.seq = frame.seq
                rgba = cv2.cvtColor(frame.image, cv2.COLOR_BGR2RGBA)
                self.picture.texture.blit_buffer(rgba.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
                self.picture.canvas.ask_update()
                shown[0] += 1

        def on_stop(self) -> None:
            source.stop()

    return watch(Bare(), lambda: shown[0])


def table() -> dict[str, float]:
    from companion.app.app import WingmanApp
    from companion.settings import Settings

    Settings(sound=False, gauge="off").save()
    from companion.shelf import begin
    from rules.game import Setup
    from vision.sources import FrameSource

    app = WingmanApp()
    app.source = FrameSource(Loop())
    evening = begin(Setup("hit-the-silk", ("Ann", "Ben", "Cat", "Dan")))
    started = app.build

    def build() -> Any:
        root = started()
        app._open(evening)
        app.session.at_once = False
        return root

    app.build = build
    return watch(app, lambda: app.screens.get_screen("table").ids.camera.shown)


# ---------------------------------------------------------------- memory


def memory() -> dict[str, list[float]]:
    """Megabytes after each evening, all played on the table's screen."""
    import tests.app.conftest  # noqa: F401
    from companion.shelf import begin
    from rules.game import Setup
    from tests.app.harness import Harness

    after = []
    with Harness() as h:
        for _ in range(EVENINGS):
            h.app._open(begin(Setup("hit-the-silk", ("Ann", "Ben", "Cat", "Dan"))))
            session = h.app.session
            for step in range(ACTIONS):
                _something(session, step)
                h.frames(2)
                if step % 25 == 0:
                    h.draw()
            after.append(resident())
    return {"after": after}


def _something(session: Any, step: int) -> None:
    """An action, a vote for waiting, an answer; a game that is near its end is taken back a little."""
    view = session.evening.view
    if session.board.outcome is not None or view["phase"] not in ("turn", "vote") or view["altitude"] < 3000:
        for _ in range(12):
            session.undo()
        return
    if session.refusal is not None:
        session.dismiss()
    elif (proposal := session.proposal) is not None:
        session.answer(proposal.choices[-1 if proposal.do == "vote" else step % len(proposal.choices)].value)
    else:
        ready = [button.do for button in session.buttons if button.ready]
        session.touch(ready[step % len(ready)])


def resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]]()))
