"""Who won, and why: the result as a story, every amount with its heading, to be taken away as picture or data."""

import time
from threading import Thread
from typing import Any

from kivy.core.window import Window
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import places
from companion.app.i18n import _
from companion.app.page import Page, later, load
from companion.app.theme import theme
from companion.app.widgets import Fit, Text
from companion.panel.score import as_data, best_before, by_player


class Score(Page):
    headline = StringProperty("")
    won = BooleanProperty(False)  # somebody has
    record = StringProperty("")  # how this evening stands beside the best

    def show(self, **given: object) -> None:
        theme.game = self.app.session.evening.game.id
        self.record = ""
        if self.app.session.board.outcome.record is not None:
            Thread(target=self._compare, args=(self.app.session,), name="looks for records", daemon=True).start()

    def _compare(self, session: Any) -> None:
        """Every evening on the device is read for it: not on the screen's thread."""
        held, made = best_before(session), session.board.outcome.record
        if held is None:
            said = _("The first evening of this level and team size: {value} is to be beaten.", value=made)
        elif made > held.value:
            said = _("A new record: {value}. Before it was {before}.", value=made, before=held.value)
        else:
            said = _("The record stays at {value}: {names}.", value=held.value, names=", ".join(held.players))
        later(setattr, self, "record", said)

    def refresh(self) -> None:
        session = self.app.session
        if session is None or session.board.outcome is None:
            return
        outcome = session.board.outcome
        self.headline, self.won = outcome.headline, bool(outcome.winners)
        story, lines = self.ids.story, self.ids.lines
        story.clear_widgets()
        for number, sentence in enumerate(outcome.story):
            story.add_widget(Text(text=sentence, role="title" if not number else "body", bold=not number))
        lines.clear_widgets()
        for name, items in by_player(outcome, session.evening.setup.players):
            won = name in outcome.winners
            lines.add_widget(Text(text=name or _("The team"), role="title", bold=True, tone="accent" if won else "ink"))
            for what, amount, heading in items:
                lines.add_widget(reckoning_line(what, amount, heading))

    def picture(self) -> None:
        """The screen as it is, among the people's own pictures."""
        try:
            path = Window.screenshot(name=str(places.exports() / f"{_stem()}.png"))
            self.app.say(_("Saved as {path}", path=path))
        except OSError as trouble:
            self.app.say(_("The picture could not be saved: {why}", why=trouble.strerror or str(trouble)))

    def data(self) -> None:
        try:
            path = places.exports() / f"{_stem()}.json"
            path.write_bytes(as_data(self.app.session))
            self.app.say(_("Saved as {path}", path=path))
        except OSError as trouble:
            self.app.say(_("The file could not be saved: {why}", why=trouble.strerror or str(trouble)))

    def again(self) -> None:
        """The same people once more."""
        self.app.go("new")

    def undo(self) -> None:
        self.app.session.undo()


def reckoning_line(what: str, amount: str, heading: str) -> BoxLayout:
    row = BoxLayout(size_hint_y=None, spacing=theme.pad)
    words = BoxLayout(orientation="vertical", size_hint_y=None)
    words.bind(minimum_height=words.setter("height"), height=row.setter("height"))
    words.add_widget(Text(text=what))
    words.add_widget(Text(text=heading, role="caption", tone="muted"))
    row.add_widget(words)
    figure = Fit(text=amount, role="title", bold=True, halign="right", size_hint_x=None)
    figure.width = theme.title * 4
    row.add_widget(figure)
    return row


def _stem() -> str:
    return time.strftime("%Y-%m-%d %H.%M result ")


load(__file__)
