"""Drives the real app in this process: real touches, real frames, real pixels."""

import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.tests.common import UnitTestTouch
from kivy.uix.behaviors import ButtonBehavior

from companion.app import app as app_module
from companion.app.widgets import Seat
from companion.settings import Settings

SIZES = {"small": (1024, 600), "tablet": (1280, 800), "large": (1920, 1200), "portrait": (800, 1280)}


class Harness:
    """`with Harness() as h: h.tap("New table")`. Counts its taps."""

    def __init__(self, size: tuple[int, int] = (1280, 800), **settings: Any) -> None:
        self.size, self.taps = size, 0
        Settings(**{"motion": False, "sound": False, "camera": "off", "gauge": "off", **settings}).save()

    def __enter__(self) -> "Harness":
        EventLoop.ensure_window()
        self.window = EventLoop.window
        self.window.size = self.size
        self.app = app_module.WingmanApp()
        self.app._run_prepare()  # Kivy's own way in, less the loop
        self.frames(4)
        return self

    def __exit__(self, *_: object) -> None:
        self.app.stop()
        self.frames(1)
        for child in list(self.window.children):
            self.window.remove_widget(child)
        for event in Clock.get_events():
            event.cancel()
        gc.unfreeze()  # what the app set aside while it ran goes with it

    def frames(self, number: int = 1) -> None:
        """Everything that a frame does except drawing it: a screen is only drawn when it is looked at."""
        for _ in range(number):
            Clock.tick()
            EventLoop.dispatch_input()
            Builder.sync()
            Clock.tick_draw()
            Builder.sync()

    def draw(self) -> None:
        self.frames(2)
        self.window.dispatch("on_draw")

    def until(self, condition: Callable[[], Any], timeout: float = 30.0) -> Any:
        """Frames until it holds; fails when it never does."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if value := condition():
                return value
            self.frames(1)
            time.sleep(0.01)  # for whoever works in another thread
        raise AssertionError("it did not happen in time")

    @property
    def page(self) -> Any:
        return self.app.screens.current_screen

    # ---------------------------------------------------------------- finding

    def walk(self) -> Iterator[Any]:
        """Every widget that is shown."""

        def below(widget: Any) -> Iterator[Any]:
            yield widget
            for child in reversed(widget.children):
                if child.opacity > 0:
                    yield from below(child)

        yield from below(self.app.over)

    def texts(self) -> list[str]:
        found = [str(widget.text) for widget in self.walk() if getattr(widget, "text", "")]
        return found + [drawn.text for widget in self.walk() for drawn in getattr(widget, "words", ())]

    def buttons(self) -> list[Any]:
        return [widget for widget in self.walk() if isinstance(widget, ButtonBehavior)]

    def find(self, text: str) -> Any:
        """The button with these words, or whose words begin so; the one that lies on top."""
        named = [b for b in self.buttons() if getattr(b, "text", "") == text]
        named = named or [b for b in self.buttons() if getattr(b, "text", "").startswith(text)]
        named = named or [b for b in self.buttons() if getattr(b, "icon", "") == text]
        if not named:
            raise AssertionError(f"no button “{text}” among {[getattr(b, 'text', '') for b in self.buttons()]}")
        return named[-1]

    # ---------------------------------------------------------------- touching

    def tap(self, what: Any) -> None:
        widget = self.find(what) if isinstance(what, str) else what
        self.into_view(widget)
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        self.frames(1)
        touch.touch_up()
        self.frames(3)
        self.taps += 1

    def seat(self, name: str) -> None:
        """Taps a player's seat."""
        self.tap(next(widget for widget in self.walk() if isinstance(widget, Seat) and widget.name == name))

    def resize(self, size: tuple[int, int]) -> None:
        self.window.size = size
        self.frames(4)

    def into_view(self, widget: Any) -> None:
        """Scrolls as a person would before tapping."""
        from kivy.uix.scrollview import ScrollView

        parent = widget.parent
        while parent is not None and parent is not parent.parent:
            if isinstance(parent, ScrollView):
                x, y = widget.to_window(*widget.center)
                left, low = parent.to_window(*parent.pos)
                if not (low <= y <= low + parent.height and left <= x <= left + parent.width):
                    parent.scroll_to(widget, animate=False)
                    self.frames(2)
            parent = parent.parent

    def drag(self, widget: Any, to: tuple[float, float]) -> None:
        """Puts a finger on a widget, and takes it off at a place of the window."""
        x, y = widget.to_window(*widget.center)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.frames(1)
        for part in (0.25, 0.5, 0.75, 1.0):
            touch.touch_move(x + (to[0] - x) * part, y + (to[1] - y) * part)
            self.frames(1)
        touch.touch_up()
        self.frames(3)

    def shot(self, path: Path) -> Path:
        """The window as it is, into exactly this file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.draw()
        made = Path(self.window.screenshot(name=str(path)))
        made.replace(path)
        return path
