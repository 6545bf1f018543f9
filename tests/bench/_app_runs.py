"""One measurement a process, for tests/bench/app.py: `python -m tests.bench._app_runs first_frame`."""

import ctypes
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

SECONDS = 6.0
EVENINGS, ACTIONS = 10, 300


def first() -> None:
    """Linux gives every session its share of the processor: ours goes before whatever else runs here, if it may."""
    with suppress(OSError):
        os.setsid()
        Path("/proc/self/autogroup").write_text("-15")


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


def film(path: Path) -> None:
    """Six seconds of a rendered table, 1280 × 720, ten pictures a second: cards are laid on a pile, lie there, and are
    taken away again, so that the eyes have something to read and the screen has something to ask."""
    import cv2
    import msgspec

    from companion.demo.deed import Lay, Take
    from companion.demo.table import DemoTable
    from vision.stickers import stickers_of

    table = DemoTable("hit-the-silk", 1)
    cards = {sticker.card: sticker for sticker in stickers_of("hit-the-silk")}
    pictures = []

    def show(number: int) -> None:
        table.show()
        for _ in range(number):
            pictures.append(cv2.imencode(".jpg", table.stage.frame(), (cv2.IMWRITE_JPEG_QUALITY, 92))[1].tobytes())

    for card in ("steal", "poison", "handcuffs"):
        table.move(Lay(cards[card], "discard"))
        show(2)
        table.put_away()
        show(8)
        table.move(Take(cards[card]))
        show(10)
    path.write_bytes(msgspec.msgpack.encode(pictures))


class Loop:
    """A camera of thirty pictures a second that shows the film (WINGMAN_FILM) over and over; like most webcams it
    sends JPEG."""

    name, live = "The bench's camera", False

    def __init__(self) -> None:
        import msgspec

        self._film = msgspec.msgpack.decode(Path(os.environ["WINGMAN_FILM"]).read_bytes(), type=list[bytes])
        self._at, self._next = 0, 0.0

    def open(self) -> None:
        self._next = time.monotonic()

    def grab(self) -> Any:
        import cv2
        import numpy as np

        self._next = max(self._next + 1 / 30, time.monotonic() - 1 / 30)
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._at += 1
        jpeg = self._film[self._at // 3 % len(self._film)]
        return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)

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
            Clock.schedule_interval(self.look, 0)
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
    """Megabytes at the end of each evening, all played on the table's screen, drawn, with the camera and the eyes
    running; and what is still held once the table is closed and free memory was given back."""
    import companion.app.app  # noqa: F401  it configures Kivy, so it comes first
    from companion.shelf import begin
    from rules.game import Setup
    from tests.app.harness import Harness
    from vision.sources import FrameSource

    after, held = [], []
    with Harness() as h:
        for _ in range(EVENINGS):
            h.app.source = FrameSource(Loop())
            h.app._open(begin(Setup("hit-the-silk", ("Ann", "Ben", "Cat", "Dan"))))
            session = h.app.session
            session.at_once = False
            for step in range(ACTIONS):
                _something(session, step)
                h.frames(2)
                if step % 3 == 0:
                    h.draw()
            after.append(resident())
            h.app.close_table()
            h.app.go("home")
            h.draw()
            held.append(resident(trimmed=True))
    return {"after": after, "held": held}


def _something(session: Any, step: int) -> None:
    """An action, a vote for waiting, an answer; a game that is near its end is taken back a little."""
    view = session.evening.view
    if session.board.outcome is not None or view["phase"] not in ("turn", "vote") or view["altitude"] < 3000:
        for _ in range(12):
            session.undo()
        return
    if session.refusal is not None:
        session.dismiss()
    elif (proposal := session.proposal) is not None and not proposal.choices:
        session.accept()
    elif proposal is not None:
        session.answer(proposal.choices[-1 if proposal.do == "vote" else step % len(proposal.choices)].value)
    else:
        ready = [button.do for button in session.buttons if button.ready]
        session.touch(ready[step % len(ready)])


def resident(trimmed: bool = False) -> float:
    """What is freed stays with the process for a while, now more, now less; `trimmed`, it is returned first."""
    if trimmed:
        gc.collect()
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


if __name__ == "__main__":
    first()
    print(json.dumps(globals()[sys.argv[1]]()))
