"""A landing die: white, a dark disc with a figure, and for two of its faces an arrow across or down."""

from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Core
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.theme import rgba
from companion.app.widgets.icons import fan

WHITE, DARK = rgba("#f4f1ea"), rgba("#20262c")

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<LandingDie>:
    epoch: theme.epoch
"""
)


class LandingDie(Widget):
    face = StringProperty("")  # "3", "1-across"; empty = not thrown
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "face", "epoch"):
            self.fbind(name, self._soon)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        side = min(self.size)
        if side < 10:
            return
        x, y = self.center
        with self.canvas:
            Color(*WHITE)
            SmoothRoundedRectangle(pos=(x - side / 2, y - side / 2), size=(side, side), radius=[side * 0.2])
            Color(*DARK)
            SmoothEllipse(pos=(x - side * 0.38, y - side * 0.38), size=(side * 0.76, side * 0.76), segments=48)
            Color(*WHITE)
            figure, _, way = self.face.partition("-")
            if way == "across":
                self._figure(figure or "", x - side * 0.06, y, side * 0.5)
                fan([x + side * 0.14, y + side * 0.1, x + side * 0.29, y, x + side * 0.14, y - side * 0.1])
            elif way == "down":
                self._figure(figure or "", x, y + side * 0.06, side * 0.46)
                fan([x - side * 0.1, y - side * 0.19, x, y - side * 0.33, x + side * 0.1, y - side * 0.19])
            else:
                self._figure(figure or "?", x, y, side * 0.56)

    def _figure(self, text: str, x: float, y: float, size: float) -> None:
        core = Core(text=text, font_name="panel", font_size=size, bold=True)
        core.refresh()
        wide, high = core.texture.size
        Rectangle(texture=core.texture, size=(wide, high), pos=(round(x - wide / 2), round(y - high / 2)))
