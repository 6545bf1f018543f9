"""An icon as a widget of its own."""

from typing import Any

from kivy.graphics import Color
from kivy.properties import ColorProperty, StringProperty

from companion.app.theme import theme
from companion.app.widgets.icons import strokes
from companion.app.widgets.painted import Painted


class Icon(Painted):
    """Centred in its box, in one of the theme's colours or in a colour of its own."""

    SHOWS = ("name", "tone", "color")

    name = StringProperty("")
    tone = StringProperty("ink")
    color = ColorProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint", (None, None))
        super().__init__(**kwargs)

    def paint(self) -> None:
        side = min(self.size)
        if self.name:
            Color(*(self.color or getattr(theme, self.tone)))
            strokes(self.name, self.center_x - side / 2, self.center_y - side / 2, side)
