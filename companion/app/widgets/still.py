"""What changes seldom, kept as one picture: a camera beside it is shown at full rate without drawing the rest again."""

from typing import Any

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle, Translate
from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import theme


class Still(BoxLayout):
    """Looks and feels like a box; whatever moves all the time lies over it as a sibling, not inside it."""

    canvas: Any

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas:
            self._fbo = Fbo(size=(2, 2), with_stencilbuffer=True)  # scrolling is cut out with stencils
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
        with self._fbo.before:
            self._ground = ClearColor(*theme.ground)
            ClearBuffers()
            self._shift = Translate()
        self._fbo.add_reload_observer(lambda fbo: fbo.ask_update())  # the tablet slept, and its pictures are lost
        for name in ("pos", "size"):
            self.fbind(name, self._fit)
        theme.bind(ground=self._colour)  # not `fbind`, which would keep it for good

    def add_widget(self, *args: Any, **kwargs: Any) -> None:
        canvas, self.canvas = self.canvas, self._fbo
        super().add_widget(*args, **kwargs)
        self.canvas = canvas

    def remove_widget(self, *args: Any, **kwargs: Any) -> None:
        canvas, self.canvas = self.canvas, self._fbo
        super().remove_widget(*args, **kwargs)
        self.canvas = canvas

    def _fit(self, *_: Any) -> None:
        size = (max(2, round(self.width)), max(2, round(self.height)))
        if self._fbo.size != size:
            self._fbo.size = size
            self._picture.texture = self._fbo.texture
            self._picture.texture.mag_filter = self._picture.texture.min_filter = "nearest"  # pixel by pixel
        self._shift.xy = (-self.x, -self.y)
        self._picture.pos, self._picture.size = self.pos, size

    def _colour(self, *_: Any) -> None:
        self._ground.rgba = theme.ground
