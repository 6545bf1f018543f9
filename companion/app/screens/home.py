"""Home: the table that was played last, one tap away, and everything else this app does."""

import time
from threading import Thread
from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty

from companion.app.i18n import _
from companion.app.page import Page, later, load
from companion.app.theme import theme
from companion.app.widgets import Press

TILES = (
    ("new", "New table", "players"),
    ("score-only", "Score only", "sum"),
    ("judge", "Ask the judge", "judge"),
    ("landing", "Land the Plane", "plane"),
    ("cards", "Cards & markers", "cards"),
    ("gauge", "Gauge", "dial"),
    ("history", "History", "history"),
    ("settings", "Settings", "settings"),
)


class Home(Page):
    last = ObjectProperty(None, allownone=True)
    looked = False
    headline = StringProperty("")
    detail = StringProperty("")

    def show(self, **given: Any) -> None:
        """The last table is looked for once the screen stands: the games' rules take a moment to load."""
        theme.game = ""
        self.last, self.looked = None, False
        Clock.schedule_once(lambda _: Clock.schedule_once(self._begin, 0.1), 0)  # a moment after the first frame

    def refresh(self) -> None:
        self._tiles()
        self._tell()

    def resume(self) -> None:
        self.app.resume(self.last.path)

    def _begin(self, _dt: float) -> None:
        Thread(target=self._look, name="looks for the last table", daemon=True).start()

    def _look(self) -> None:
        from companion import shelf

        last = shelf.latest()
        import companion.panel.dial  # noqa: F401  loaded here, so that the screen does not wait for it

        later(self._found, last)

    def _found(self, last: Any) -> None:
        self.last, self.looked = last, True
        self.refresh()

    def _tiles(self) -> None:
        tiles = self.ids.tiles
        tiles.clear_widgets()
        tiles.cols = 2
        for name, text, icon in TILES:
            kind = "main" if name == "new" and self.last is None else "plain"
            tile = Press(text=_(text), icon=icon, tile=not theme.compact, kind=kind, size_hint_y=1, role="body")
            tile.halign = "left" if theme.compact else "center"
            tile.bind(on_release=lambda _tile, name=name: self.app.go(name))
            tiles.add_widget(tile)

    def _tell(self) -> None:
        last = self.last
        if not self.looked:
            self.headline = self.detail = ""
            return
        if last is None:
            self.headline, self.detail = _("A member of your table"), _("It sees, it counts, it settles arguments.")
            self.ids.dial.view = self._face("hit-the-silk", None, None)
            return
        self.headline = last.board.headline
        self.detail = f"{', '.join(last.setup.players)} · {_ago(last.at)}"
        self.ids.dial.view = self._face(last.setup.game, last.board.dial, last.start.dial)

    def _face(self, game: str, dial: Any, start: Any) -> Any:
        from companion.panel.dial import dial_view
        from rules.board import Dial

        theme.game = game
        dial = dial or Dial(16000 if game == "hit-the-silk" else 0)
        return dial_view(game, dial, (start or dial).value)


def _ago(at: float) -> str:
    hours = (time.time() - at) / 3600
    if hours < 1:
        return _("a moment ago")
    if hours < 24:
        return _("{hours} hours ago", hours=round(hours)) if hours >= 1.5 else _("an hour ago")
    days = round(hours / 24)
    return _("{days} days ago", days=days) if days > 1 else _("yesterday")


load(__file__)
