"""Everything that is tapped. `Press` is the one button of the app; its `kind` says how much it asks to be tapped."""

from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.icons import Icon
from companion.app.widgets.text import Fit

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Press>:
    size_hint_y: None
    height: theme.main if self.kind == "main" or self.large else theme.touch
    padding: (theme.pad, theme.gap) if self.text else (theme.gap, theme.gap)
    spacing: theme.gap
    epoch: theme.epoch
    canvas.before:
        Color:
            rgba: self.fill
        SmoothRoundedRectangle:
            pos: self.pos
            size: self.size
            radius: [min(theme.radius, self.height / 2)]
        Color:
            rgba: self.edge
        SmoothLine:
            rounded_rectangle: (self.x + 1, self.y + 1, self.width - 2, self.height - 2, min(theme.radius, self.height / 2))
            width: 1.4
        Color:
            rgba: (1, 1, 1, .14) if self.state == "down" else (0, 0, 0, 0)
        SmoothRoundedRectangle:
            pos: self.pos
            size: self.size
            radius: [min(theme.radius, self.height / 2)]
"""
)

CLEAR = (0.0, 0.0, 0.0, 0.0)


class Press(ButtonBehavior, BoxLayout):
    """A button with words, an icon, or both; `detail` is a second, quieter line.

    main: the one thing to do next. plain: one of several. quiet: no surface of its own. chosen: plain, and picked.
    picked: the same for large ones, with an edge. light: as strong as main, beside one.
    dim: cannot be done now; it can still be tapped, and then says why.
    """

    text = StringProperty("")
    detail = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("plain", options=("main", "plain", "quiet", "chosen", "picked", "light", "dim", "warn"))
    role = StringProperty("body")
    lines = NumericProperty(2)
    large = BooleanProperty(False)  # a main action, though not the only one
    tile = BooleanProperty(False)  # the icon above the words
    halign = OptionProperty("center", options=("left", "center"))
    bold = BooleanProperty(True)
    fill = ColorProperty(CLEAR)
    edge = ColorProperty(CLEAR)
    icon_size = NumericProperty(0)  # pixels; by default it goes with the words
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("text", "detail", "icon", "kind", "role", "lines", "tile", "halign", "bold", "icon_size", "epoch"):
            self.fbind(name, self._dress)
        self._shown: tuple[Any, ...] = ()
        self._dress()

    def _dress(self, *_: Any) -> None:
        surfaces = {"main": theme.accent_fill, "plain": theme.raised, "chosen": theme.accent_fill, "warn": theme.raised,
                    "picked": theme.raised, "light": theme.ink}  # fmt: skip
        self.fill = surfaces.get(self.kind, CLEAR)
        self.edge = theme.line if self.kind == "dim" else theme.accent if self.kind == "picked" else CLEAR
        tone = {"main": "accent_ink", "chosen": "accent_ink", "dim": "muted", "warn": "warn", "picked": "accent", "light": "ground"}.get(self.kind, "ink")
        shown = (self.icon, self.text, self.detail, self.tile, self.role, self.lines, self.halign, tone, self.bold, self.icon_size, theme.epoch)
        if shown != self._shown:
            self._shown = shown
            self._fill(tone)

    def _fill(self, tone: str) -> None:
        self.clear_widgets()
        self.orientation = "vertical" if self.tile else "horizontal"
        size = getattr(theme, self.role)
        if self.tile:
            self.add_widget(Widget())
        if self.icon:
            side = self.icon_size or size * (2.0 if self.tile else 1.25)
            place = {"center_x": 0.5} if self.tile else {"center_y": 0.5}
            hint = (1, 1) if not self.text else (None, None)
            self.add_widget(Icon(name=self.icon, size=(side, side), size_hint=hint, tone=tone, pos_hint=place))
        if self.text:
            words = BoxLayout(orientation="vertical")
            if self.tile:
                words.size_hint_y, words.height = None, size * (1.4 if not self.detail else 2.4)
            words.add_widget(
                Fit(text=self.text, role=self.role, tone=tone, lines=self.lines, halign=self.halign, bold=self.bold)
            )
            if self.detail:
                quieter = "muted" if tone == "ink" else tone
                words.add_widget(
                    Fit(text=self.detail, role="caption", tone=quieter, halign=self.halign, size_hint_y=0.62, lines=2)
                )
            self.add_widget(words)
        if self.tile:
            self.add_widget(Widget())
