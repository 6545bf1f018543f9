"""The tokens that every screen is drawn with: colours, spaces, type. Slate and cream, one accent a game.

`theme` is one object for the whole app; kv rules bind to its properties, so light and dark, text size and a turned
tablet take effect at once. Text on `ground`, `panel` and `raised` may be `ink`, `muted`, `accent`, `warn` or `good`;
text on `accent_fill` is `accent_ink`. A test holds each pair to a contrast of 4.5 : 1.
"""

from typing import Any

from kivy.event import EventDispatcher
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

Colour = tuple[float, float, float, float]

DARK = {
    "ground": "#0f151b",
    "panel": "#18212a",
    "raised": "#233040",
    "line": "#38495a",
    "ink": "#f6eedd",
    "muted": "#b3bbbf",
    "warn": "#ff8a6b",
    "good": "#6fdcae",
    "shade": "#05080bd9",
}
LIGHT = {
    "ground": "#ebe3d2",
    "panel": "#f8f3e8",
    "raised": "#ddd2bc",
    "line": "#bdb098",
    "ink": "#1a242e",
    "muted": "#48525a",
    "warn": "#98230a",
    "good": "#0a5c3c",
    "shade": "#1a242e99",
}
ACCENT_INK = "#1b1204"
ACCENTS = {  # by game: on dark surfaces and as a fill, and as text on light ones
    "hit-the-silk": ("#ffb648", "#7a4300"),
    "dig-your-way-out": ("#f2a07b", "#823612"),
    "escape-master": ("#c9b2ff", "#54339c"),
    "escape-plan": ("#74d3e8", "#0b5263"),
    "escape-now": ("#ff9d95", "#8f1d23"),
}
PLAIN_ACCENT = ACCENTS["hit-the-silk"]

# Okabe and Ito's colours, told apart by most colour-blind people too; a shape always goes with them.
PLAYERS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#0072b2", "#c8ccd0")
DARKER = 0.78
SHAPES = ("circle", "triangle", "square", "diamond", "pentagon", "star", "cross", "hexagon")

SMALLEST, LARGEST = 0.8, 1.6  # how far type and space follow the window


class Theme(EventDispatcher):
    dark = BooleanProperty(True)
    text_scale = NumericProperty(1.0)
    motion = BooleanProperty(True)
    game = StringProperty("")
    portrait = BooleanProperty(False)
    compact = BooleanProperty(False)  # a low window: leave out what is only nice
    epoch = NumericProperty(0)  # counts changes, for whoever draws by hand

    ground = ColorProperty(DARK["ground"])
    panel = ColorProperty(DARK["panel"])
    raised = ColorProperty(DARK["raised"])
    line = ColorProperty(DARK["line"])
    ink = ColorProperty(DARK["ink"])
    muted = ColorProperty(DARK["muted"])
    warn = ColorProperty(DARK["warn"])
    good = ColorProperty(DARK["good"])
    shade = ColorProperty(DARK["shade"])
    accent = ColorProperty(PLAIN_ACCENT[0])
    accent_fill = ColorProperty(PLAIN_ACCENT[0])
    accent_ink = ColorProperty(ACCENT_INK)

    # type, in pixels
    caption = NumericProperty(16)
    body = NumericProperty(20)
    title = NumericProperty(28)
    figure = NumericProperty(40)
    huge = NumericProperty(56)

    # space, in pixels
    gap = NumericProperty(8)
    pad = NumericProperty(16)
    wide = NumericProperty(24)
    touch = NumericProperty(48)
    main = NumericProperty(72)
    bar = NumericProperty(72)
    radius = NumericProperty(14)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._size = (1280.0, 800.0)
        self.fbind("dark", self._colours)
        self.fbind("game", self._colours)
        self.fbind("text_scale", self._measures)
        self._colours()
        self._measures()

    def fit(self, width: float, height: float) -> None:
        """Everything for a window of so many pixels."""
        self._size = (max(width, 1.0), max(height, 1.0))
        self._measures()

    def player(self, number: int) -> Colour:
        """A player's colour, darker on light surfaces; with `SHAPES[number % len(SHAPES)]`."""
        red, green, blue, whole = rgba(PLAYERS[number % len(PLAYERS)])
        part = 1.0 if self.dark else DARKER
        return red * part, green * part, blue * part, whole

    def _colours(self, *_: Any) -> None:
        for name, value in (DARK if self.dark else LIGHT).items():
            setattr(self, name, value)
        fill, text = ACCENTS.get(self.game, PLAIN_ACCENT)
        self.accent_fill = fill
        self.accent = fill if self.dark else text
        self.epoch += 1

    def _measures(self, *_: Any) -> None:
        width, height = self._size
        unit = dp(1)
        self.portrait = height > width
        long, short = max(width, height) / unit, min(width, height) / unit
        self.compact = short < 640
        scale = max(SMALLEST, min(LARGEST, min(long / 1280, short / 800)))
        text = scale * self.text_scale * unit
        for name, size in (("caption", 17), ("body", 20), ("title", 28), ("figure", 40), ("huge", 60)):
            setattr(self, name, round(size * text))
        for name, size in (("gap", 8), ("pad", 16), ("wide", 28), ("radius", 14)):
            setattr(self, name, round(size * scale * unit))
        roomy = max(1.0, scale) * unit
        self.touch, self.main = round(48 * roomy), round(72 * roomy)
        self.bar = round(max(56.0, 76 * scale) * unit)
        self.epoch += 1


def rgba(text: str) -> Colour:
    parts = [int(text[at : at + 2], 16) / 255 for at in range(1, len(text), 2)]
    return (*parts, 1.0)[:4]  # type: ignore[return-value]


theme = Theme()
