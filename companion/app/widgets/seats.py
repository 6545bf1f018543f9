"""The ring of seats round the dial: who sits where, what everybody can see of them, and what ties them together."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.app.theme import SHAPES, theme
from companion.app.widgets.held import Held
from companion.app.widgets.icons import strokes
from companion.app.widgets.painted import Painted

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Seat>:
    size_hint: None, None

<Ring>:
    epoch: theme.epoch
"""
)


class Seat(Held, Painted):
    """One player. Lit when the table waits for them; `target` when they can be tapped as an answer."""

    SHOWS = ("chair", "target", "asked", "number", "state")

    name = StringProperty("")
    number = NumericProperty(0)
    chair = ObjectProperty(None, allownone=True)
    target = BooleanProperty(False)
    asked = BooleanProperty(False)  # somebody is to be chosen, and it may not be this one

    @property
    def text(self) -> str:
        return str(self.name)

    @property
    def lit(self) -> bool:
        return bool(self.target or (self.chair is not None and self.chair.active and not self.asked))

    @property
    def faint(self) -> bool:
        return bool(self.chair is not None and self.chair.out) or bool(self.asked and not self.target)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is self and getattr(self.parent, "movable", False):
            return bool(self.parent.on_touch_move(touch))
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self and getattr(self.parent, "movable", False) and self.parent.dropped(self, touch):
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))

    def paint(self) -> None:
        chair = self.chair
        if chair is None:
            return
        Color(*(theme.accent_fill if self.lit else theme.panel)[:3], 0.55 if self.faint else 1)
        SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[theme.radius])
        if self.state == "down":
            Color(1, 1, 1, 0.16)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[theme.radius])
        ink = theme.accent_ink if self.lit else theme.muted if self.faint else theme.ink
        edge = theme.pad * 0.75
        half = self.height / 2 if chair.badges else self.height
        side = min(theme.title * 1.15, half * 0.62)
        x, y = self.x + edge, self.top - half
        Color(*(theme.accent_ink if self.lit else theme.player(int(self.number))))
        strokes(SHAPES[int(self.number) % len(SHAPES)], x, y + (half - side) / 2, side)
        left = x + side + theme.gap
        room = (left, y, self.right - edge - left, half)
        self.write(chair.name, room, theme.title * 1.1, ink, bold=True, lines=2, halign="left")
        self._badges(chair.badges, x, self.y, half, ink)

    def _badges(self, badges: Any, x: float, y: float, high: float, ink: Any) -> None:
        side = min(theme.title, high * 0.55)
        need = sum(side + theme.gap * 0.4 + (side * (0.2 + 0.5 * len(b.text)) if b.text else 0) for b in badges)
        side *= min(1.0, (self.right - theme.gap - x) / max(need, 1))
        for badge in badges:
            colour = ink if self.lit or not badge.warns else theme.warn
            Color(*colour)
            strokes(badge.kind, x, y + (high - side) / 2 + theme.gap * 0.3, side)
            x += side + theme.gap * 0.4
            if badge.text:
                wide = side * (0.2 + 0.5 * len(badge.text))
                box = (x, y + theme.gap * 0.3, wide, high)
                self.write(badge.text, box, side, colour, bold=True, halign="left")
                x += wide


class Ring(FloatLayout):
    """Seats clockwise round whatever is in the middle (`centre`), links between them drawn."""

    chairs = ListProperty()
    links = ListProperty()
    targets = ListProperty()  # names that can be tapped as an answer
    asking = BooleanProperty(False)
    centre = ObjectProperty(None, allownone=True)
    movable = BooleanProperty(False)  # a seat can be dragged onto another
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_seat")
        self.register_event_type("on_swap")
        self.register_event_type("on_hold_seat")
        self._seats: list[Seat] = []
        super().__init__(**kwargs)
        self._soon = Clock.create_trigger(self._arrange, -1)
        for name in ("size", "pos", "epoch", "centre"):
            self.fbind(name, self._soon)
        for name in ("chairs", "targets", "asking", "links"):
            self.fbind(name, self._fill)

    def on_seat(self, name: str) -> None:
        """A seat was tapped."""

    def on_hold_seat(self, name: str) -> None:
        """A finger stayed on a seat."""

    def on_swap(self, one: str, other: str) -> None:
        """A seat was dragged onto another."""

    def on_touch_move(self, touch: Any) -> bool:
        seat = touch.grab_current
        if not self.movable or not isinstance(seat, Seat) or seat.parent is not self:
            return bool(super().on_touch_move(touch))
        if abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > theme.touch / 3:
            if not touch.ud.get("dragged"):
                touch.ud["dragged"] = True
                self.remove_widget(seat)
                self.add_widget(seat)  # on top
            seat.center = touch.pos
        return True

    def dropped(self, seat: Seat, touch: Any) -> bool:
        """Whether the touch that ends here was a drag."""
        if not touch.ud.get("dragged"):
            return False
        others = [other for other in self._seats if other is not seat and other.collide_point(*touch.pos)]
        self._soon()
        if others:
            self.dispatch("on_swap", seat.name, others[0].name)
        return True

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self._seats if seat.name == name)

    def _fill(self, *_: Any) -> None:
        names = [chair.name for chair in self.chairs]
        if [seat.name for seat in self._seats] != names:
            for seat in self._seats:
                self.remove_widget(seat)
            self._seats = [Seat(name=name, number=number) for number, name in enumerate(names)]
            for seat in self._seats:
                seat.bind(on_release=lambda seat: self.dispatch("on_seat", seat.name))
                seat.bind(on_hold=lambda seat: self.dispatch("on_hold_seat", seat.name))
                self.add_widget(seat)
        for seat, chair in zip(self._seats, self.chairs, strict=True):
            seat.target, seat.asked, seat.chair = chair.name in self.targets, self.asking, chair
        self._soon()

    def _arrange(self, *_: Any) -> None:
        """Sideways: one column of seats right of the middle, one left. Upright: a row above, a row below."""
        number = len(self._seats)
        if not number:
            return
        gap = theme.pad
        first, second = self._seats[: -(-number // 2)], self._seats[-(-number // 2) :]
        if theme.portrait:
            width = (self.width - gap * (len(first) - 1)) / len(first)
            width = min(width, self.width * 0.42)
            height = min(theme.main * 1.5, self.height * 0.2)
            _row(first, self.center_x, self.top - height, width, height, gap)
            _row(list(reversed(second)), self.center_x, self.y, width, height, gap)
            middle = (self.x, self.y + height + gap, self.width, self.height - 2 * (height + gap))
        else:
            side = min(self.height, self.width * 0.44)
            width = min((self.width - side) / 2 - gap, theme.huge * 7)
            height = min(theme.main * 1.55, (self.height - gap * (len(first) - 1)) / len(first))
            _column(first, self.right - width, self.center_y, width, height, gap)
            _column(list(reversed(second)), self.x, self.center_y, width, height, gap)
            middle = (self.x + width + gap, self.y, self.width - 2 * (width + gap), self.height)
        if self.centre is not None:
            self.centre.size_hint = (None, None)
            self.centre.pos, self.centre.size = middle[:2], middle[2:]
        self._tie()

    def _tie(self) -> None:
        """A chain from seat to seat, behind the dial; several at the same seat lie beside each other."""
        self.canvas.before.clear()
        self.canvas.after.clear()
        places = {seat.name: seat for seat in self._seats}
        ends = []
        with self.canvas.before:
            for number, link in enumerate(self.links):
                one, other = places.get(link.one), places.get(link.other)
                if one is None or other is None or one is other:
                    continue
                start, end = self._edge(one, number), self._edge(other, number)
                Color(*theme.muted)
                SmoothLine(bezier=[*start, *self._bend(start, end), *end], width=max(1.6, theme.gap * 0.28))
                ends += [(link.kind, start), (link.kind, end)]
        side = theme.body * 1.25
        with self.canvas.after:
            for kind, (x, y) in ends:
                Color(*theme.muted)
                SmoothEllipse(pos=(x - side * 0.75, y - side * 0.75), size=(side * 1.5, side * 1.5))
                Color(*theme.ground)
                SmoothEllipse(pos=(x - side * 0.68, y - side * 0.68), size=(side * 1.36, side * 1.36))
                Color(*theme.ink)
                strokes(kind, x - side / 2, y - side / 2, side)

    def _edge(self, seat: Seat, number: int) -> tuple[float, float]:
        """Where a chain begins: on the side of the seat that faces the middle."""
        along = seat.width if theme.portrait else seat.height
        shift, out = (number % 3 - 1) * min(theme.body * 1.3, along * 0.3), theme.body * 0.7
        if theme.portrait:
            return seat.center_x + shift, seat.y - out if seat.center_y > self.center_y else seat.top + out
        return seat.right + out if seat.center_x < self.center_x else seat.x - out, seat.center_y + shift

    def _bend(self, start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
        """Half way to the middle, so that neighbours are tied by a bow and opposites by a line."""
        return (
            (start[0] + end[0]) / 4 + self.center_x / 2,
            (start[1] + end[1]) / 4 + self.center_y / 2,
        )


class Row(Ring):
    """The same seats in one line (upright: in two), clockwise from left to right."""

    def _arrange(self, *_: Any) -> None:
        number = len(self._seats)
        if not number:
            return
        gap = theme.gap
        rows = 2 if theme.portrait and number > 3 else 1
        each = -(-number // rows)
        width = min((self.width - 2 * theme.wide - gap * (each - 1)) / each, theme.huge * 6)
        height = (self.height - gap * (rows - 1)) / rows
        for row in range(rows):
            seats = self._seats[row * each : (row + 1) * each]
            _row(seats, self.center_x, self.top - (row + 1) * height - row * gap, width, height, gap)


def _column(seats: list[Seat], x: float, middle: float, width: float, height: float, gap: float) -> None:
    top = middle + (len(seats) * (height + gap) - gap) / 2
    for at, seat in enumerate(seats):
        seat.size = (width, height)
        seat.pos = (x, top - height - at * (height + gap))


def _row(seats: list[Seat], middle: float, y: float, width: float, height: float, gap: float) -> None:
    left = middle - (len(seats) * (width + gap) - gap) / 2
    for at, seat in enumerate(seats):
        seat.size = (width, height)
        seat.pos = (left + at * (width + gap), y)
