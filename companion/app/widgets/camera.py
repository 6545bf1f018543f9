"""What the camera sees, with what was read in it drawn over it. Keeps the picture's own shape."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.i18n import _
from companion.app.theme import theme
from companion.app.widgets.painted import letters


class CameraView(ButtonBehavior, Widget):
    """Shows `instruments` (a Lookout, or what is like one); stands still without them."""

    instruments = ObjectProperty(None, allownone=True)
    waits = BooleanProperty(False)  # something else is drawn in this turn of the loop
    shown = NumericProperty(0)  # pictures so far
    says = StringProperty("")  # why there is nothing to see yet

    def __init__(self, **kwargs: Any) -> None:
        self._seq = 0
        self._texture: Texture | None = None
        self._frame: Rectangle | None = None  # where the picture is drawn
        self._sight: Any = None
        self._clock: Any = None
        super().__init__(**kwargs)
        for name in ("pos", "size"):
            self.fbind(name, self._draw)

    def on_instruments(self, *_: Any) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._seq, self._sight, self.says = 0, None, ""
        if self.instruments is not None:
            self._clock = Clock.schedule_interval(self._look, 0)  # a new picture waits for no beat of ours

    def _look(self, _dt: float) -> None:
        if self.get_root_window() is None:
            if self.parent is None:
                self._clock.cancel()  # its sheet is gone
            return
        if self.width < 2 or self.waits:
            return
        picture = self.instruments.picture(self._seq, max(2, int(self.width)))
        sight = self.instruments.sight
        if picture is not None:
            self._seq = picture.seq
            self.shown += 1
            self._take(picture)
        if sight is not self._sight or (picture is not None and self._frame is None):
            self._sight = sight
            self._draw()
        elif picture is not None and self._frame is not None:
            self._frame.texture = self._texture
        self.says = "" if self._texture is not None else _(self.instruments.camera_status())

    def _take(self, picture: Any) -> None:
        size = (picture.width, picture.height)
        if self._texture is None or self._texture.size != size:
            self._texture = Texture.create(size=size, colorfmt="rgba")
            self._texture.flip_vertical()
        self._texture.blit_buffer(picture.rgba, colorfmt="rgba", bufferfmt="ubyte")

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        self._frame = None
        if self._texture is None or min(self.size) < 2:
            return
        wide, high = self._texture.size
        scale = min(self.width / wide, self.height / high)
        size = (wide * scale, high * scale)
        left, low = self.center_x - size[0] / 2, self.center_y - size[1] / 2
        with self.canvas:
            Color(1, 1, 1, 1)
            self._frame = Rectangle(texture=self._texture, pos=(left, low), size=size)
            if self._sight is not None:
                for outline in self._sight.zones:
                    Color(*theme.muted[:3], 0.5)
                    self._outline(outline, left, low, size, 1.0)
                for outline in self._sight.cards:
                    Color(*(theme.accent_fill if outline.steady else theme.muted))
                    self._outline(outline, left, low, size, 2.0)
                    self._name(outline, left, low, size)

    def _across(self, x: float) -> float:
        return 1 - x if self.instruments is not None and self.instruments.mirrored else x

    def _outline(self, outline: Any, left: float, low: float, size: tuple[float, float], width: float) -> None:
        points = [
            part for x, y in outline.corners for part in (left + self._across(x) * size[0], low + (1 - y) * size[1])
        ]
        if len(points) >= 4:
            SmoothLine(points=points, width=width, close=True)

    def _name(self, outline: Any, left: float, low: float, size: tuple[float, float]) -> None:
        text = outline.text.replace("-", " ")
        picture = letters(text, True, max(11.0, size[0] * 0.035), "left")
        x, y = (sum(part) / len(outline.corners) for part in zip(*outline.corners, strict=True))
        at = (left + self._across(x) * size[0] - picture.size[0] / 2, low + (1 - y) * size[1] - picture.size[1] / 2)
        Color(0, 0, 0, 0.65)
        Rectangle(pos=(at[0] - 3, at[1]), size=(picture.size[0] + 6, picture.size[1]))
        Color(1, 1, 1, 1)
        Rectangle(texture=picture, pos=at, size=picture.size)
