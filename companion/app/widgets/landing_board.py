"""The landing board: 75 spaces over mountain, lake and strip, and the plane, which can be dragged to a lit space."""

from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.text import Label as Core
from kivy.graphics import Color, Ellipse, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import rgba, theme
from companion.app.widgets.icon import Icon

SLATE, PALE, WATER, GRASS = rgba("#3c5266"), rgba("#c9d6dd"), rgba("#2d7fa3"), rgba("#4d6b45")
TOKEN, DARK, CREAM = rgba("#b3261e"), rgba("#101820"), rgba("#f6eedd")

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<LandingBoardView>:
    epoch: theme.epoch
"""
)


class LandingBoardView(Widget):
    """Draws a flight. `on_flown(space)` tells of a lit space that was tapped, or that the plane was dragged to."""

    board = ObjectProperty(None, allownone=True)
    space = ListProperty([1, 1])
    lit = ListProperty()  # spaces that the dice allow
    best = ObjectProperty(None, allownone=True)  # the one to recommend, if that is wanted
    chances = ObjectProperty({})  # by space, drawn into lit ones
    crashed = BooleanProperty(False)
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._soon = Clock.create_trigger(self._draw, -1)
        self._dragging = False
        super().__init__(**kwargs)
        self.register_event_type("on_flown")
        self.plane = Icon(name="plane", size_hint=(None, None), color=CREAM)  # on red, in either light
        self.add_widget(self.plane)
        for name in ("pos", "size", "epoch", "board", "lit", "best", "chances", "crashed"):
            self.fbind(name, self._soon)
        self.fbind("space", self._fly)

    def on_flown(self, space: tuple[int, int]) -> None:
        pass

    # ---------------------------------------------------------------- geometry

    @property
    def cell(self) -> float:
        columns = max(last for _, last in self.board.rows)
        return min(self.width / (columns + 0.6), self.height / (len(self.board.rows) + 1.1))

    def place(self, space: tuple[int, int]) -> tuple[float, float]:
        """The middle of a space."""
        columns = max(last for _, last in self.board.rows)
        left = self.center_x - self.cell * columns / 2
        top = self.center_y + self.cell * (len(self.board.rows) + 0.3) / 2
        return left + self.cell * (space[1] - 0.5), top - self.cell * (space[0] - 0.5)

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """The space under a finger."""
        for space in self.board:
            across, up = self.place(space)
            if (x - across) ** 2 + (y - up) ** 2 <= (self.cell * 0.5) ** 2:
                return space
        return None

    # ---------------------------------------------------------------- drawing

    def _draw(self, *_: Any) -> None:
        if self.board is None or min(self.size) < 50:
            return
        self.canvas.before.clear()
        cell, columns, rows = self.cell, max(last for _, last in self.board.rows), len(self.board.rows)
        left, low = self.place((rows, 1))[0] - cell * 0.8, self.place((rows, 1))[1] - cell * 0.85
        wide, high = cell * (columns + 0.6), cell * (rows + 1.0)
        with self.canvas.before:
            Color(*SLATE)
            SmoothRoundedRectangle(pos=(left, low), size=(wide, high), radius=[cell * 0.35])
            self._ground(left, low, wide)
            for space in self.board:
                self._space(space)
        self._fly()

    def _ground(self, left: float, low: float, wide: float) -> None:
        """The surface line: water on the left, the strip on the right."""
        cell, strip = self.cell, self.board.strip
        surface = self.place(strip[0])[1]
        start, end = self.place(strip[0])[0] - cell * 0.5, self.place(strip[-1])[0] + cell * 0.5
        Color(*WATER)
        SmoothRoundedRectangle(pos=(left, low), size=(start - left, surface - low), radius=[0, 0, 0, cell * 0.35])
        Color(*GRASS)
        SmoothRoundedRectangle(
            pos=(start, low), size=(left + wide - start, surface - low), radius=[0, 0, cell * 0.35, 0]
        )
        Color(*DARK)
        Rectangle(pos=(start, surface - cell * 0.46), size=(end - start, cell * 0.92))
        Color(1, 1, 1, 0.8)
        for space in strip[:-1]:
            x = (self.place(space)[0] + self.place(space)[0] + cell) / 2
            Rectangle(pos=(x - cell * 0.09, surface - cell * 0.03), size=(cell * 0.18, cell * 0.06))

    def _space(self, space: tuple[int, int]) -> None:
        x, y = self.place(space)
        radius = self.cell * 0.39
        lit = space in [tuple(one) for one in self.lit]
        Color(*(theme.accent_fill if lit else DARK if space == self.board.start else PALE))
        if not lit and (space in self.board.strip or space in self.board.lake_spaces):
            Color(*PALE[:3], 0.55)
        SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=48)
        if self.best is not None and space == tuple(self.best):
            Color(1, 1, 1, 1)
            SmoothLine(circle=(x, y, radius * 1.12), width=max(2.0, self.cell * 0.05))
        if lit and space in self.chances:
            self._figure(f"{self.chances[space]:.0%}", x, y, self.cell * 0.27)

    def _figure(self, text: str, x: float, y: float, size: float) -> None:
        core = Core(text=text, font_name="panel", font_size=size, bold=True)
        core.refresh()
        Color(*theme.accent_ink)
        wide, high = core.texture.size
        Rectangle(texture=core.texture, size=(wide, high), pos=(round(x - wide / 2), round(y - high / 2)))

    def _fly(self, *_: Any) -> None:
        if self.board is None or self._dragging:
            return
        side = self.cell * 0.74
        self.plane.size = (side, side)
        x, y = self.place((int(self.space[0]), int(self.space[1])))
        aim = (x - side / 2, y - side / 2)
        Animation.cancel_all(self.plane)
        if theme.motion and self.plane.pos != (0, 0) and self.plane.x > 0:
            Animation(pos=aim, duration=0.5, t="out_quad").start(self.plane)
        else:
            self.plane.pos = aim
        self.plane.canvas.before.clear()
        with self.plane.canvas.before:
            Color(*(DARK if self.crashed else TOKEN))
            self._token = Ellipse(size=(side * 1.12, side * 1.12), segments=48)
        self.plane.bind(pos=self._carry)
        self._carry()

    def _carry(self, *_: Any) -> None:
        side = self.plane.width
        self._token.pos = (self.plane.x - side * 0.06, self.plane.y - side * 0.06)

    # ---------------------------------------------------------------- touch

    def on_touch_down(self, touch: Any) -> bool:
        if self.board is None or not self.collide_point(*touch.pos):
            return False
        if self.plane.collide_point(*touch.pos) and self.lit:
            self._dragging = True
            Animation.cancel_all(self.plane)
            touch.grab(self)
            return True
        space = self.at(*touch.pos)
        if space is not None:
            self.dispatch("on_flown", space)
            return True
        return False

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self.plane.center = touch.pos
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._dragging = False
        space = self.at(*touch.pos)
        if space is not None and space != tuple(self.space):
            self.dispatch("on_flown", space)
        self._fly()
        return True
