"""Surfaces and arrangements."""

from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.app.theme import theme

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Panel>:
    orientation: "vertical"
    padding: theme.pad
    spacing: theme.gap
    canvas.before:
        Color:
            rgba: getattr(theme, self.surface) if theme.epoch else theme.panel
        SmoothRoundedRectangle:
            pos: self.pos
            size: self.size
            radius: [theme.radius]

<Scroll>:
    do_scroll_x: False
    bar_width: dp(6)
    bar_color: theme.muted
    bar_inactive_color: theme.muted  # the same: a bar that fades draws everything behind it thirty times
    scroll_type: ["bars", "content"]
    always_overscroll: False

<Flow>:
    size_hint_y: None
    height: self.minimum_height
    spacing: theme.gap
"""
)


class Panel(BoxLayout):
    """A surface one level above what it lies on."""

    surface = StringProperty("panel")


class Scroll(ScrollView):
    """Up and down, with a bar that is seen. A touch counts as a tap until it has moved a good way."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("scroll_distance", dp(20))
        kwargs.setdefault("scroll_timeout", 250)
        super().__init__(**kwargs)
        self._soon = Clock.create_trigger(self._make_room, -1)
        for name in ("size", "viewport_size"):
            self.fbind(name, self._soon)

    def _make_room(self, *_: Any) -> None:
        """The bar lies beside what scrolls, not over it. What fits as a whole needs no bar."""
        content = self._viewport
        if content is not None and content.size_hint_x is not None and self.width > 1:
            share = 1 - theme.pad / self.width if content.height > self.height + 1 else 1.0
            if content.size_hint_x != share:
                content.size_hint_x = share
                self._trigger_update_from_scroll()


class Flow(GridLayout):
    """A grid of as many columns as fit, none narrower than `least`, as few rows as possible."""

    least = NumericProperty(140)
    most = NumericProperty(12)  # columns

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=1, **kwargs)
        for name in ("width", "least", "most", "children"):
            self.fbind(name, self._columns)

    def _columns(self, *_: Any) -> None:
        self.cols = columns(len(self.children), self.width, self.least, self.spacing[0], int(self.most))


def columns(number: int, width: float, least: float, gap: float, most: int = 12) -> int:
    """How many columns so many things take: as few rows as fit, and the rows as even as they can be."""
    if not number:
        return 1
    fitting = max(1, min(most, int((width + gap) // (least + gap))))
    rows = -(-number // fitting)
    return -(-number // rows)
