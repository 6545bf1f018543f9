"""What every screen is: a Page with its own kv file, told when it is shown and when its words change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.uix.screenmanager import Screen

import companion.app.widgets  # noqa: F401  the names that kv files use


def load(module: str) -> None:
    """Reads the kv file beside a screen's module."""
    Builder.load_file(str(Path(module).with_suffix(".kv")))


def later(call: Callable[..., object], *args: Any) -> None:
    """From any thread: on the screen's own, before the next frame."""
    Clock.schedule_once(lambda _: call(*args), 0)


class Page(Screen):
    """A screen. See the package's docstring for what a new one needs."""

    @property
    def app(self) -> Any:
        return App.get_running_app()

    def show(self, **given: Any) -> None:
        """Before every visit."""

    def refresh(self) -> None:
        """Everything that is not bound in kv, again."""

    def leave(self) -> None:
        """After every visit."""
