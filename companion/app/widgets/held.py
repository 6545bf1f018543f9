"""A finger that stays: whatever is tapped can also be held, and then asks the judge instead of being done."""

import time
from typing import Any

from kivy.clock import Clock
from kivy.uix.behaviors import ButtonBehavior

LONG = 0.55  # seconds; shorter is a tap


class Held(ButtonBehavior):
    """A button with `on_hold`. A touch that was held is no tap."""

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_hold")
        self._hold: Any = None
        self._since = 0.0
        self.was_held = False
        super().__init__(**kwargs)

    def on_hold(self) -> None:
        """The finger stayed."""

    def on_touch_down(self, touch: Any) -> bool:
        taken = bool(super().on_touch_down(touch))
        if taken and self.state == "down":
            self.was_held = False
            self._since = time.monotonic()
            self._hold = Clock.schedule_once(self._stayed, LONG)
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        if self._hold is not None and not self.collide_point(*touch.pos):
            self._hold.cancel()
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        if self._hold is not None:
            self._hold.cancel()
            self._hold = None
        if self.was_held and touch.grab_current is self:
            self.was_held = False
            touch.ungrab(self)
            self.state = "normal"
            return True
        return bool(super().on_touch_up(touch))

    def _stayed(self, _seconds: float) -> None:
        """A screen that stood still must not make a hold of a tap: the finger may have gone in the meantime, which is
        only known after the next look at the touches."""
        stayed = time.monotonic() - self._since
        if stayed < LONG:
            self._hold = Clock.schedule_once(self._stayed, LONG - stayed)
        else:
            self._hold = Clock.schedule_once(self._held, 0)

    def _held(self, _seconds: float) -> None:
        if self.state == "down":
            self.was_held = True
            self.dispatch("on_hold")
