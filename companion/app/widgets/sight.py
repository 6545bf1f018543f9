"""What the camera sees: its newest picture, never stretched, with a frame around everything that was read."""

from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Core
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.panel.sight import as_rgba

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<SightView>:
    epoch: theme.epoch
    canvas.before:
        Color:
            rgba: theme.panel
        SmoothRoundedRectangle:
            pos: self.pos
            size: self.size
            radius: [theme.radius]
    Fit:
        text: root.says
        tone: "muted"
        lines: 4
        pos: root.x + theme.pad, root.y
        size: root.width - 2 * theme.pad, root.height
        opacity: 0 if root.has_picture else 1
"""
)


class SightView(Widget):
    """Draws a `companion.eyes.Sight`; `says` is shown while there is none."""

    sight = ObjectProperty(None, allownone=True)
    says = StringProperty("")
    mirrored = BooleanProperty(False)
    has_picture = BooleanProperty(False)
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._soon = Clock.create_trigger(self._draw, -1)
        self._texture: Any = None
        self._seq = 0
        super().__init__(**kwargs)
        for name in ("pos", "size", "sight", "mirrored", "epoch"):
            self.fbind(name, self._soon)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        self.has_picture = self.sight is not None
        if self.sight is None or min(self.size) < 20:
            return
        frame = self.sight.frame
        high, wide = frame.image.shape[:2]
        if self._texture is None or self._texture.size != (wide, high):
            self._texture, self._seq = Texture.create(size=(wide, high), colorfmt="rgba"), 0
            self._texture.flip_vertical()
        if frame.seq != self._seq:
            self._texture.blit_buffer(as_rgba(frame.image), colorfmt="rgba", bufferfmt="ubyte")
            self._seq = frame.seq
        scale = min(self.width / wide, self.height / high)
        self._wide, self._high = wide * scale, high * scale
        self._left, self._low = self.center_x - self._wide / 2, self.center_y - self._high / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            coords = self._texture.tex_coords
            if self.mirrored:
                coords = (*coords[2:4], *coords[0:2], *coords[6:8], *coords[4:6])
            Rectangle(
                texture=self._texture,
                pos=(self._left, self._low),
                size=(self._wide, self._high),
                tex_coords=coords,
            )
            for zone in self.sight.zones:
                Color(*theme.ink[:3], 0.5)
                self._frame(zone.corners, 1.2)
            for found in (*self.sight.cards, *self.sight.dice):
                Color(*(theme.accent_fill if found.steady else theme.ink))
                self._frame(found.corners, 2.2)
                self._name(found.text, found.corners)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        if self.mirrored:
            x = 1 - x
        return self._left + x * self._wide, self._low + (1 - y) * self._high

    def _frame(self, corners: Any, width: float) -> None:
        points = [part for corner in corners for part in self._place(*corner)]
        if len(corners) > 2:
            SmoothLine(points=points, close=True, width=width)

    def _name(self, text: str, corners: Any) -> None:
        core = Core(text=text.replace("-", " "), font_name="panel", font_size=theme.caption * 0.9, bold=True)
        core.refresh()
        x = sum(corner[0] for corner in corners) / len(corners)
        y = min(corner[1] for corner in corners)
        at = self._place(x, y)
        wide, high = core.texture.size
        Color(*theme.ground[:3], 0.75)
        Rectangle(pos=(at[0] - wide / 2 - 4, at[1]), size=(wide + 8, high))
        Color(*theme.ink)
        Rectangle(texture=core.texture, pos=(at[0] - wide / 2, at[1]), size=core.texture.size)
