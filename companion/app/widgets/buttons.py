"""Everything that is tapped. `Press` is the one button of the app; its `kind` says how much it asks to be tapped."""

from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty

from companion.app.theme import theme
from companion.app.widgets.held import Held
from companion.app.widgets.icons import strokes
from companion.app.widgets.painted import Painted

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Press>:
    size_hint_y: None
    height: theme.main if self.kind == "main" or self.large else theme.touch

<Tool>:
    kind: "quiet"
    size_hint: None, None
    size: theme.touch * 1.1, theme.touch
    pos_hint: {"center_y": .5}
"""
)

# by kind: the surface (none = no surface of its own), the edge, and the words on it
KINDS: dict[str, tuple[str, str, str]] = {
    "main": ("accent_fill", "", "accent_ink"),
    "light": ("ink", "", "ground"),
    "plain": ("raised", "", "ink"),
    "chosen": ("accent_fill", "", "accent_ink"),
    "picked": ("raised", "accent", "accent"),
    "quiet": ("", "", "ink"),
    "dim": ("", "line", "muted"),
    "warn": ("raised", "", "warn"),
}


class Press(Held, Painted):
    """A button with words, an icon, or both; `detail` is a second, quieter line.

    main: the one thing to do next. light: as strong, beside a main one. plain: one of several. chosen: plain, and
    picked. picked: the same for large ones, with an edge. quiet: no surface of its own. dim: cannot be done now, or is
    seldom meant; it can still be tapped, and then says why.
    """

    SHOWS = ("text", "detail", "icon", "kind", "role", "lines", "tile", "halign", "bold", "icon_size", "state")

    text = StringProperty("")
    detail = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("plain", options=tuple(KINDS))
    role = StringProperty("body")
    lines = NumericProperty(2)
    large = BooleanProperty(False)  # a main action, though not the only one
    tile = BooleanProperty(False)  # the icon above the words
    halign = OptionProperty("center", options=("left", "center", "right"))
    bold = BooleanProperty(True)
    icon_size = NumericProperty(0)  # pixels; by default it goes with the words

    def paint(self) -> None:
        surface, edge, tone = KINDS[self.kind]
        radius = min(theme.radius, self.height / 2)
        if surface:
            Color(*getattr(theme, surface))
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[radius])
        if edge:
            Color(*getattr(theme, edge))
            SmoothLine(rounded_rectangle=(self.x + 1, self.y + 1, self.width - 2, self.height - 2, radius), width=1.4)
        if self.state == "down":
            Color(1, 1, 1, 0.16)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[radius])
        colour = getattr(theme, tone)
        quieter = theme.muted if tone == "ink" else colour
        if not self.text:
            side = self.icon_size or min(self.height * 0.56, theme.title * 1.25)
            self._icon(self.center_x - side / 2, self.center_y - side / 2, side, colour)
        elif self.tile:
            self._as_tile(colour, quieter)
        else:
            self._as_line(colour, quieter)

    def _as_line(self, colour: Any, quieter: Any) -> None:
        size = getattr(theme, self.role)
        left, right = self.x + theme.pad * 0.75, self.right - theme.pad * 0.75
        if self.icon:
            side = min(self.icon_size or size * 1.3, self.height * 0.6)
            self._icon(left, self.center_y - side / 2, side, colour)
            left += side + theme.gap
        edge = min(theme.gap, self.height * 0.1)
        low, high = self.y + edge, self.height - 2 * edge
        if self.detail:
            part = high - min(high * 0.56, size * 1.4)
            how: dict[str, Any] = {"lines": 3, "halign": self.halign}
            self.write(self.detail, (left, low, right - left, part), theme.caption, quieter, **how)
            low, high = low + part, high - part
        box = (left, low, right - left, high)
        self.write(self.text, box, size, colour, bold=self.bold, lines=int(self.lines), halign=self.halign)

    def _as_tile(self, colour: Any, quieter: Any) -> None:
        """Icon, words and detail, one above the other, in the middle of the surface."""
        size = getattr(theme, self.role)
        wide = self.width - 2 * theme.gap
        side = min(self.icon_size or size * 2, self.height * 0.5) if self.icon else 0
        words = min(size * 1.35, self.height * 0.4)
        below = theme.caption * 1.4 if self.detail else 0
        room = self.height - theme.gap - words - below
        side = min(side, room) if room >= words * 0.6 else 0  # no icon rather than a tiny one
        top = self.center_y + (side + words + below) / 2
        if side:
            self._icon(self.center_x - side / 2, top - side, side, colour)
        box = (self.x + theme.gap, top - side - words, wide, words)
        self.write(self.text, box, size, colour, bold=self.bold)
        self.write(self.detail, (self.x + theme.gap, box[1] - below, wide, below), theme.caption, quieter)

    def _icon(self, x: float, y: float, side: float, colour: Any) -> None:
        Color(*colour)
        strokes(self.icon, x, y, side)


class Tool(Press):
    """A small icon at the edge: seldom needed, never in the way."""
