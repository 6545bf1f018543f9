"""Text that is never cut off: `Text` grows downwards, `Fit` keeps to its box and makes its letters smaller instead."""

import re
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
MEASURED = 48.0  # pixels: the size at which widths are measured
SPARE = 1.06  # what small letters may be wider, being set to whole pixels
PARTS = re.compile(r"\S+?-(?=\S)|\S+\s*")  # where a line may end: after a word, after a hyphen
LINE = 1.22  # the height of a line, in sizes

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
    size = min(wanted, MEASURED * width / measured(text, bold), height / LINE)
    if lines > 1 and size < wanted:
        broken = wanted
        while broken > size:
            rows = wrapped(text, bold, broken, width)
            if rows and len(rows) <= lines and len(rows) * LINE * broken <= height:
                return max(dp(SMALLEST), broken)
            broken *= STEP
    while size > dp(SMALLEST) and measured(text, bold, size) > width:  # small letters are set to whole pixels
        size *= 0.97
    return max(dp(SMALLEST), size)


@lru_cache(4096)
def wrapped(text: str, bold: bool, size: float, width: float) -> tuple[str, ...]:
    """The lines that a text takes at a size; none where a single word is too wide."""
    rows: list[str] = []
    room = width * MEASURED / size / SPARE
    for word in PARTS.findall(text):
        if measured(word.strip(), bold) > room:
            return ()
        longer = rows[-1] + word if rows else word
        if rows and measured(longer.strip(), bold) <= room:
            rows[-1] = longer
        else:
            rows.append(word)
    return tuple(row.strip() for row in rows)


@lru_cache(8192)
def measured(text: str, bold: bool, size: float = MEASURED) -> float:
    """Pixels that a line takes. Those of other sizes follow from it, nearly."""
    core = Core(text=text or " ", font_name="panel", font_size=size, bold=bold)
    core.resolve_font_name()
    return max(1.0, float(core.get_extents(text or " ")[0]))
