"""Widgets that draw themselves, words and all, on one canvas: a screen of buttons costs little more than its letters.

Whatever is drawn as words is kept in `words`, for whoever reads the screen without eyes.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakSet

from kivy.clock import Clock
from kivy.core.text import Label as Core
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.text import fitting, measured, wrapped

Colour = Any


@dataclass(frozen=True, slots=True)
class Drawn:
    """One piece of words on a canvas."""

    text: str
    size: float  # of the letters, in pixels
    colour: tuple[float, ...]
    box: tuple[float, float, float, float]  # where the letters are: left, bottom, right, top
    room: tuple[float, float]  # how much there was


class Painted(Widget):
    """Draws itself anew, once a frame at most, whenever something that it shows has changed."""

    SHOWS: tuple[str, ...] = ()  # the properties that it shows

    def __init__(self, **kwargs: Any) -> None:
        self.words: list[Drawn] = []
        self.redraw = Clock.create_trigger(self._redraw, -1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "opacity", *self.SHOWS):
            self.fbind(name, self.redraw)
        _all.add(self)
        self.redraw()

    def paint(self) -> None:
        """Draws onto the open canvas."""
        raise NotImplementedError

    def _redraw(self, *_: Any) -> None:
        self.canvas.clear()
        self.words = []
        if min(self.size) > 1:
            with self.canvas:
                self.paint()

    def write(
        self,
        text: str,
        box: tuple[float, float, float, float],
        size: float,
        colour: Colour,
        *,
        bold: bool = False,
        lines: int = 1,
        halign: str = "center",
    ) -> float:
        """Words into a box (left, bottom, width, height), smaller where they must be; returns how high they are."""
        x, y, wide, high = box
        if not text.strip() or wide < 2 or high < 2:
            return 0.0
        size = fitting(text, bold, size, round(wide), round(high), lines)
        one_line = lines < 2 or measured(text, bold, size) <= round(wide)
        rows = () if one_line else wrapped(text, bold, size, round(wide))
        texture = letters("\n".join(rows) or text, bold, size, halign)
        w, h = texture.size
        left = x if halign == "left" else x + wide - w if halign == "right" else x + (wide - w) / 2
        low = y + (high - h) / 2
        Color(*colour)
        Rectangle(texture=texture, size=(w, h), pos=(round(left), round(low)))
        self.words.append(Drawn(text, size, tuple(colour), (left, low, left + w, low + h), (wide, high)))
        return float(h)


@lru_cache(192)
def letters(text: str, bold: bool, size: float, halign: str) -> Any:
    """The picture of a text, white; coloured when it is drawn."""
    core = Core(text=text, font_name="panel", font_size=size, bold=bold, halign=halign)
    core.refresh()
    return core.texture


_all: WeakSet[Painted] = WeakSet()


def _everything(*_: Any) -> None:
    for widget in list(_all):
        if widget.get_root_window() is not None:
            widget.redraw()
        else:
            widget.canvas.clear()  # drawn when its screen comes back
            widget.words = []


def wake(page: Widget) -> None:
    """Draws whatever of a screen was left out while it was not shown."""
    for widget in page.walk():
        if isinstance(widget, Painted):
            widget.redraw()


theme.fbind("epoch", _everything)
