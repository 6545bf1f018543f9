"""The clock that runs at this table, in the top line: what is left of it; a tap holds it for a break."""

from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.app.widgets.buttons import Press

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<ClockChip>:
    icon: ("pause" if self.reading.paused else "clock") if self.reading else ""
    text: self.reading.text if self.reading else ""
    kind: "warn" if self.reading and self.reading.left <= 10 else "plain"
    size_hint: None, None
    size: theme.main * 1.7 if self.reading else 0, theme.touch
    pos_hint: {"center_y": .5}
    opacity: 1 if self.reading else 0
    disabled: not self.reading
    on_release: app.instruments.hold()
"""
)


class ClockChip(Press):
    reading = ObjectProperty(None, allownone=True)  # a clock's Reading

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        app = App.get_running_app()
        self.reading = app.clock
        app.fbind("clock", self.setter("reading"))
