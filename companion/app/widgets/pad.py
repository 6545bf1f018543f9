"""A number that is tapped in: ten digits, one to take back; the number so far is the button that takes it."""

from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.buttons import Press

KEYS = ("1", "2", "3", "4", "5", "back", "6", "7", "8", "9", "0", "take")

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Pad>:
    cols: 6
    spacing: theme.gap
    size_hint_y: None
    height: theme.main * 2 + theme.gap
"""
)


class Pad(GridLayout):
    """`on_number(number)` tells what was taken. `about` is what is counted, for whoever keeps a pad."""

    about = StringProperty("")
    low = NumericProperty(0)
    high = NumericProperty(999)
    typed = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_number")
        super().__init__(**kwargs)
        for key in KEYS:
            self.add_widget(self._key(key))
        self.fbind("typed", self._show)
        self._show()

    def on_number(self, number: int) -> None:
        pass

    def _key(self, key: str) -> Press:
        if key == "take":
            self._take = button = Press(kind="main", icon="check", role="title", large=True, size_hint_x=2)
            button.bind(on_release=lambda _button: self._taken())
        elif key == "back":
            button = Press(icon="undo", large=True)
            button.bind(on_release=lambda _button: setattr(self, "typed", self.typed[:-1]))
        else:
            button = Press(text=key, role="title", large=True)
            button.bind(on_release=lambda _button: self._tapped(key))
        return button

    def _tapped(self, digit: str) -> None:
        longer = f"{self.typed}{digit}".lstrip("0") or "0"
        if int(longer) <= self.high:
            self.typed = longer

    def _taken(self) -> None:
        if int(self.typed or 0) >= self.low:
            self.dispatch("on_number", int(self.typed or 0))

    def _show(self, *_: Any) -> None:
        """Without a number there is nothing to take."""
        enough = bool(self.typed) and int(self.typed) >= self.low
        self._take.text, self._take.kind, self._take.disabled = (
            self.typed or "0",
            "main" if enough else "dim",
            not enough,
        )
