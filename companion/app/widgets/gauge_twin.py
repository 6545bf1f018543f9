"""The gauge as it stands on the table: needle, digits and lamps, as far as it has said that it shows them."""

import math
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Core
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import rgba, theme
from companion.app.widgets.text import fitting

LAMPS = ("#f0e442", "#cc79a7", "#d55e00", "#56b4e9")
DISPLAY, SEGMENTS, GHOST = rgba("#140a08"), rgba("#ff5a3c"), rgba("#3a1712")

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<GaugeTwin>:
    epoch: theme.epoch
"""
)


class GaugeTwin(Widget):
    view = ObjectProperty(None, allownone=True)  # a GaugeView
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "view", "epoch"):
            self.fbind(name, self._soon)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.view is None or min(self.size) < 40:
            return
        radius = min(self.width / 2.1, self.height / 3.1)
        x, y = self.center_x, self.y + self.height - radius * 1.08
        with self.canvas:
            self._needle(x, y, radius)
            self._digits(x, y - radius * 1.22, radius)
            self._lamps(x, y - radius * 1.78, radius)

    def _needle(self, x: float, y: float, radius: float) -> None:
        Color(*theme.panel)
        SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=100)
        Color(*(theme.accent if self.view.linked else theme.line))
        SmoothLine(circle=(x, y, radius * 0.97), width=max(1.5, radius * 0.015))
        for step in range(11):
            angle = math.radians(-90 + 18 * step)
            Color(*theme.ink)
            ends = [(x + radius * part * math.sin(angle), y + radius * part * math.cos(angle)) for part in (0.8, 0.9)]
            SmoothLine(points=[*ends[0], *ends[1]], width=max(1.2, radius * (0.014 if step % 5 == 0 else 0.007)))
        angle = math.radians(-90 + 180 * max(0.0, min(1.0, self.view.needle)))
        Color(*(theme.accent_fill if self.view.linked else theme.line))
        tip = (x + radius * 0.78 * math.sin(angle), y + radius * 0.78 * math.cos(angle))
        SmoothLine(points=[x, y, *tip], width=max(2.0, radius * 0.03), cap="round")
        SmoothEllipse(pos=(x - radius * 0.08, y - radius * 0.08), size=(radius * 0.16, radius * 0.16))

    def _digits(self, x: float, y: float, radius: float) -> None:
        wide, high = radius * 1.9, radius * 0.42
        Color(*DISPLAY)
        SmoothRoundedRectangle(pos=(x - wide / 2, y - high / 2), size=(wide, high), radius=[high * 0.15])
        text = " ".join(self.view.digits) if self.view.linked else "–" * 4
        Color(*(SEGMENTS if self.view.linked else GHOST))
        size = fitting(text, True, high * 0.8, wide * 0.92, high, 1)
        core = Core(text=text, font_name="panel", font_size=size, bold=True)
        core.refresh()
        w, h = core.texture.size
        Rectangle(texture=core.texture, size=(w, h), pos=(x - w / 2, y - h / 2))

    def _lamps(self, x: float, y: float, radius: float) -> None:
        lamps = self.view.lamps or (False,) * 4
        for number, on in enumerate(lamps):
            at = x + radius * 0.45 * (number - (len(lamps) - 1) / 2)
            colour = rgba(LAMPS[number % len(LAMPS)])
            Color(*(colour if on else theme.raised))
            SmoothEllipse(pos=(at - radius * 0.13, y - radius * 0.13), size=(radius * 0.26, radius * 0.26))
            Color(*(colour if on else theme.line))
            SmoothLine(circle=(at, y, radius * 0.14), width=1.5)
