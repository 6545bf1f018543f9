"""Text that is never cut off: `Text` grows downwards, `Fit` keeps to its box and makes its letters smaller instead."""

from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Core
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, OptionProperty
from kivy.uix.label import Label

from companion.app.theme import theme

SMALLEST = 9.0  # dp; only what is much too long for its box comes down to it
STEP = 0.94

Builder.load_string(
    """
#:import theme companion.app.theme.theme
#:import tr companion.app.i18n.tr

<Words>:
    font_name: "panel"
    epoch: theme.epoch
    valign: "middle"

<Text>:
    font_size: self.wanted
    text_size: self.width, None
    size_hint_y: None
    height: self.texture_size[1]

<Fit>:
    text_size: self.size
    halign: "center"
"""
)


class Words(Label):
    """Words in one of the theme's sizes and colours."""

    role = OptionProperty("body", options=("caption", "body", "title", "figure", "huge"))
    tone = OptionProperty("ink", options=("ink", "muted", "accent", "warn", "good", "accent_ink", "ground"))
    wanted = NumericProperty(20)
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("role", "tone", "epoch"):
            self.fbind(name, self._dress)
        self._dress()

    def _dress(self, *_: Any) -> None:
        self.color = getattr(theme, self.tone)
        self.wanted = getattr(theme, self.role)


class Text(Words):
    """A paragraph as wide as it is given."""


class Fit(Words):
    """Words in a box of their own size. `lines` is how many lines they may take."""

    lines = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        self._soon = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        for name in ("size", "text", "wanted", "bold", "lines"):
            self.fbind(name, self._soon)
        self._soon()

    def _fit(self, *_: Any) -> None:
        width = self.width - self.padding[0] - self.padding[2]
        height = self.height - self.padding[1] - self.padding[3]
        if width > 1 and height > 1:
            self.font_size = fitting(self.text, self.bold, float(self.wanted), width, height, int(self.lines))


@lru_cache(4096)
def fitting(text: str, bold: bool, wanted: float, width: float, height: float, lines: int) -> float:
    """The largest size up to the wanted one at which a text keeps within its box, no word broken."""
    size = wanted
    while size > dp(SMALLEST):
        if fits(text, bold, size, width, height, lines):
            return size
        size *= STEP
    return dp(SMALLEST)


def fits(text: str, bold: bool, size: float, width: float, height: float, lines: int) -> bool:
    wide, high = measured(text, bold, size)
    if wide <= width and high <= height:
        return True
    if lines < 2 or any(measured(word, bold, size)[0] > width for word in text.split()):
        return False
    wrapped = measured(text, bold, size, width)
    return wrapped[1] <= height and wrapped[1] <= measured("Hg", bold, size)[1] * (lines + 0.5)


@lru_cache(8192)
def measured(text: str, bold: bool, size: float, width: float | None = None) -> tuple[float, float]:
    """Pixels that a text takes, wrapped at a width or in one line."""
    core = Core(text=text or " ", font_name="panel", font_size=size, bold=bold, text_size=(width, None))
    core.resolve_font_name()
    wide, high = core.render()
    return float(wide), float(high)
