"""History: the evenings of this device, each to be watched again; who plays and wins here; taking in and out."""

import time
from threading import Thread
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import places
from companion.app.i18n import _
from companion.app.page import Page, later, load
from companion.app.theme import theme
from companion.app.widgets import Press, Scroll, Sheet, Text
from companion.app.widgets.plot import Plot  # noqa: F401  named in kv
from companion.journal import JournalError
from companion.panel import history
from companion.panel.history import Chronicle
from companion.shelf import Kept


class HistoryPage(Page):
    story = ObjectProperty(None, allownone=True)
    at = NumericProperty(0)
    empty = BooleanProperty(False)
    title = StringProperty("")
    scene = StringProperty("")
    detail = StringProperty("")

    def show(self, **given: Any) -> None:
        theme.game = ""
        self.story = None
        self.kept: list[Kept] = []
        Thread(target=self._look, name="reads the evenings", daemon=True).start()

    def refresh(self) -> None:
        self.ids.parts.current = "one" if self.story is not None else "all"
        if self.story is None:
            self.title = _("History")
            self._list()
        else:
            self.title = self.story.name
            self._scene()

    def back(self) -> None:
        if self.story is not None:
            self.story = None
            self.refresh()
        else:
            self.app.back()

    # ---------------------------------------------------------------- all evenings

    def _look(self) -> None:
        later(self._found, history.evenings())

    def _found(self, kept: list[Kept]) -> None:
        self.kept = kept
        self.empty = not kept
        self.refresh()

    def _list(self) -> None:
        rows, people = self.ids.evenings, self.ids.people
        rows.clear_widgets()
        people.clear_widgets()
        for kept in self.kept:
            day = time.strftime("%d %b %Y, %H:%M", time.localtime(kept.at))
            names = ", ".join(kept.setup.players)
            row = Press(text=f"{history.game_name(kept.setup.game)} · {kept.board.headline}", detail=f"{day} · {names}")
            row.halign, row.large, row.icon = "left", True, "trophy" if kept.over else "clock"
            row.height = theme.main * 1.35
            row.bind(on_release=lambda _row, path=kept.path: self.open(path))
            rows.add_widget(row)
        for record in history.records(self.kept):
            line = BoxLayout(size_hint_y=None, height=theme.body * 1.6)
            line.add_widget(Text(text=record.name, bold=True, shorten=True))
            line.add_widget(Text(text=_("{won} of {played} won", won=record.won, played=record.played), halign="right"))
            people.add_widget(line)

    def open(self, path: Any) -> None:
        def read() -> None:
            try:
                later(self._opened, history.chronicle(path))
            except JournalError as trouble:
                later(self.app.say, str(trouble))

        Thread(target=read, name="reads an evening", daemon=True).start()

    def _opened(self, story: Chronicle) -> None:
        theme.game = story.game
        self.story, self.at = story, len(story.scenes) - 1
        self.refresh()

    def take_in(self) -> None:
        found = history.offered()
        if not found:
            self.app.say(_("Put an exported .jsonl file into {folder} first.", folder=str(places.exports())))
            return
        sheet = Sheet(title=_("Take in an evening"), tall=True)
        scroll = sheet.add(Scroll())
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.gap)
        rows.bind(minimum_height=rows.setter("height"))
        for path in found:
            row = Press(text=path.stem, large=True)
            row.bind(on_release=lambda _row, path=path: self._take(path, sheet))
            rows.add_widget(row)
        scroll.add_widget(rows)
        self.app.ask(sheet)

    def _take(self, path: Any, sheet: Sheet) -> None:
        sheet.close()
        self.app.say(history.take_in(path) or _("{name} is among your evenings now.", name=path.stem))
        self.show()
        self.refresh()

    # ---------------------------------------------------------------- one evening

    def _scene(self) -> None:
        scene = self.story.scenes[int(self.at)]
        self.scene = scene.label or _("The table is set")
        says = [*scene.says, _("Against the advice: {why}", why=scene.ruling)] if scene.ruling else list(scene.says)
        self.detail = " ".join(says) or scene.board.headline
        ring = self.ids.ring
        ring.links, ring.chairs = list(scene.board.links), list(scene.board.chairs)

    def go_to(self, number: int) -> None:
        self.at = max(0, min(len(self.story.scenes) - 1, number))
        self._scene()

    def resume(self) -> None:
        self.app.resume(self.story.path)

    def export(self) -> None:
        try:
            made = history.export(self.story.path)
        except (OSError, JournalError) as trouble:
            self.app.say(_("It could not be exported: {why}", why=str(trouble)))
        else:
            self.app.say(_("Saved in {folder}", folder=str(made[0].parent)))


load(__file__)
