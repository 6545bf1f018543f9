"""The big dial: one glance tells how high, and what comes next."""

import math
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty

from companion.app.i18n import _
from companion.app.theme import theme
from companion.app.widgets.icons import fan
from companion.app.widgets.painted import Painted

SWEEP = 270.0  # degrees from the lowest to the highest value
START = -135.0  # clockwise from the top
READABLE = dp(15)  # the room that a line of small letters needs: a tiny dial leaves them out


class BigDial(Painted):
    """Draws a DialView; the needle travels when the value changes."""

    SHOWS = ("view",)

    view = ObjectProperty(None, allownone=True)
    shown = NumericProperty(0.0)  # where the needle is, on its way to the value

    def __init__(self, **kwargs: Any) -> None:
        self._turn: Rotate | None = None
        self._band: SmoothLine | None = None
        super().__init__(**kwargs)
        self.fbind("shown", self._point)

    def on_view(self, *_: Any) -> None:
        Animation.cancel_all(self, "shown")
        if self.view is None:
            return
        if theme.motion and self._turn is not None and abs(self.view.value - self.shown) > 0:
            Animation(shown=float(self.view.value), duration=0.7, t="out_cubic").start(self)
        else:
            self.shown = float(self.view.value)

    def angle(self, value: float) -> float:
        """Degrees clockwise from the top."""
        view = self.view
        share = (value - view.low) / (view.high - view.low)
        return START + SWEEP * max(0.0, min(1.0, share))

    # ---------------------------------------------------------------- drawing

    def paint(self) -> None:
        radius = min(self.size) / 2
        if self.view is None or radius < 20:
            return
        view, alarmed = self.view, bool(self.view.alarms)
        x, y = self.center
        Color(*theme.panel)
        self._disc(radius)
        Color(*theme.raised)
        SmoothLine(circle=(x, y, radius * 0.985), width=max(1.2, radius * 0.012))
        Color(*theme.line)
        SmoothLine(circle=(x, y, radius * 0.9, START, START + SWEEP), width=radius * 0.018, cap="round")
        Color(*(theme.warn if alarmed else theme.accent_fill))
        self._band = SmoothLine(circle=(x, y, radius * 0.9, START, START + 1), width=radius * 0.024, cap="round")
        self._ticks(radius)
        for mark in view.marks:
            self._mark(mark, radius)
        Color(*(theme.warn if alarmed else theme.accent_fill))
        PushMatrix()
        self._turn = Rotate(origin=self.center, angle=0)
        fan([x - radius * 0.045, y + radius * 0.44, x, y + radius * 0.84, x + radius * 0.045, y + radius * 0.44])
        PopMatrix()
        Color(*theme.raised)
        self._disc(radius * 0.5)
        Color(*(theme.warn if alarmed else theme.line))
        SmoothLine(circle=(x, y, radius * 0.5), width=max(1.2, radius * (0.016 if alarmed else 0.008)))
        self._words(view, radius)
        self._point()

    def _disc(self, radius: float) -> None:
        x, y = self.center
        SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=120)

    def _ticks(self, radius: float) -> None:
        steps = self.view.steps
        fine = (steps[1][0] - steps[0][0]) / 5 if len(steps) > 1 else 1
        value = float(steps[0][0])
        Color(*theme.muted)
        while value <= self.view.high + 1e-9:
            if value >= self.view.low:
                self._spoke(self.angle(value), radius * 0.815, radius * 0.85, max(1.0, radius * 0.004))
            value += fine
        for at, text in steps:
            Color(*theme.ink)
            self._spoke(self.angle(at), radius * 0.79, radius * 0.85, max(1.3, radius * 0.009))
            side = radius * 0.16
            if side < READABLE:
                continue
            x, y = self._place(self.angle(at), radius * 0.68)
            self.write(
                text, (x - side, y - side / 2, 2 * side, side), max(dp(12), radius * 0.105), theme.ink, bold=True
            )

    def _mark(self, mark: Any, radius: float) -> None:
        angle = math.radians(self.angle(mark.at))
        Color(*(theme.line if mark.passed else theme.accent if mark.kind == 0 else theme.ink))
        size = radius * 0.042
        x, y = self._place(math.degrees(angle), radius * 0.965)
        if mark.kind == 0:  # points inwards
            across = (math.cos(angle) * size, -math.sin(angle) * size)
            tip = self._place(math.degrees(angle), radius * 0.885)
            fan([x - across[0], y - across[1], x + across[0], y + across[1], *tip])
        elif mark.kind == 1:
            fan([x - size, y, x, y + size, x + size, y, x, y - size])
        elif mark.kind == 2:
            SmoothEllipse(pos=(x - size * 0.8, y - size * 0.8), size=(size * 1.6, size * 1.6))
        else:
            Rectangle(pos=(x - size * 0.75, y - size * 0.75), size=(size * 1.5, size * 1.5))

    def _words(self, view: Any, radius: float) -> None:
        x, y = self.center
        wide = radius * 0.86
        self.write(
            view.text, (x - wide / 2, y - radius * 0.22, wide, radius * 0.46), radius * 0.4, theme.ink, bold=True
        )
        around = (x - radius * 0.35, y + radius * 0.25, radius * 0.7, radius * 0.12)
        if radius > dp(150):  # a small dial leaves out what everybody at the table knows
            self.write(_(view.title).upper(), around, radius * 0.08, theme.muted)
        if radius > dp(120):
            self.write(
                view.unit,
                (x - radius * 0.35, y - radius * 0.34, radius * 0.7, radius * 0.15),
                radius * 0.1,
                theme.muted,
            )
        alarm = " · ".join(view.alarms).upper()
        below = (x - radius * 0.47, y - radius * 0.74, radius * 0.94, radius * 0.16)
        colour = theme.warn if alarm else theme.accent
        if below[3] >= READABLE:
            self.write(alarm or view.next_text, below, max(dp(13), radius * 0.11), colour, bold=True)

    def _spoke(self, angle: float, inner: float, outer: float, width: float) -> None:
        SmoothLine(points=[*self._place(angle, inner), *self._place(angle, outer)], width=width)

    def _place(self, angle: float, radius: float) -> tuple[float, float]:
        turned = math.radians(angle)
        return self.center_x + radius * math.sin(turned), self.center_y + radius * math.cos(turned)

    def _point(self, *_: Any) -> None:
        if self._turn is None or self._band is None or self.view is None:
            return
        angle = self.angle(self.shown)
        self._turn.angle = -angle
        radius = min(self.size) / 2
        self._band.circle = (*self.center, radius * 0.9, START, max(angle, START + 0.5))
