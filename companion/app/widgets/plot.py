"""The needle over an evening: a line from scene to scene, with the face's marks across it."""

from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Core
from kivy.graphics import Color, Rectangle, SmoothEllipse, SmoothLine
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import theme

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Plot>:
    epoch: theme.epoch
"""
)


class Plot(Widget):
    """`on_scene(number)` tells where on the line a finger is."""

    story = ObjectProperty(None, allownone=True)  # a Chronicle
    at = NumericProperty(0)
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._soon = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.register_event_type("on_scene")
        for name in ("pos", "size", "story", "at", "epoch"):
            self.fbind(name, self._soon)

    def on_scene(self, number: int) -> None:
        pass

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        line = self.story.line if self.story is not None else ()
        if len(line) < 2 or min(self.size) < 60:
            return
        face = self.story.face
        self._left, self._wide = self.x + theme.caption * 3, self.width - theme.caption * 4
        low, high = face.low, max(value for _, value in line)
        high = max(high, low + 1)

        def height(value: float) -> float:
            return self.y + theme.caption + (self.height - theme.caption * 2.2) * (value - low) / (high - low)

        with self.canvas:
            drawn: list[float] = []
            for mark in face.marks:
                y = height(mark.at)
                if low <= mark.at <= high:
                    Color(*theme.line)
                    SmoothLine(points=[self._left, y, self._left + self._wide, y], width=1)
                    if all(abs(y - other) > theme.caption * 1.1 for other in drawn):
                        drawn.append(y)
                        self._text(f"{mark.at:,}", self.x, y)
            points = [part for number, value in line for part in (self._x(number), height(value))]
            Color(*theme.accent)
            SmoothLine(points=points, width=max(2.0, theme.gap * 0.3), joint="round", cap="round")
            values = dict(line)
            here = max((number for number in values if number <= self.at), default=0)
            Color(*theme.ink)
            x, y, r = self._x(self.at), height(values.get(here, low)), theme.gap
            SmoothLine(points=[x, self.y + theme.caption, x, self.top - theme.caption], width=1.2)
            SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))

    def _x(self, number: float) -> float:
        return self._left + self._wide * number / max(1, len(self.story.scenes) - 1)

    def _text(self, text: str, x: float, y: float) -> None:
        core = Core(text=text, font_name="panel", font_size=theme.caption * 0.85)
        core.refresh()
        Color(*theme.muted)
        Rectangle(texture=core.texture, size=core.texture.size, pos=(x, y - core.texture.height / 2))

    def _tell(self, touch: Any) -> bool:
        if self.story is None or not self.collide_point(*touch.pos):
            return False
        share = (touch.x - self._left) / max(1.0, self._wide)
        last = len(self.story.scenes) - 1
        self.dispatch("on_scene", max(0, min(last, round(share * last))))
        return True

    def on_touch_down(self, touch: Any) -> bool:
        return self._tell(touch)

    def on_touch_move(self, touch: Any) -> bool:
        return self._tell(touch)
