"""Hands laid open: each player fans the cards before the camera, or taps them in. The rules watch that it adds up."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.app.i18n import _
from companion.app.page import Page, load
from companion.app.theme import theme
from companion.app.widgets import Press
from companion.panel.reveal import Fan, fan, take_back
from companion.session import DONE


class Reveal(Page):
    says_at = 0.995  # over the title: below it are the seats

    who = StringProperty("")
    count = StringProperty("")
    trouble = StringProperty("")
    sees = BooleanProperty(False)  # there is a camera to show the cards to

    def show(self, **given: Any) -> None:
        self.sees = self.app.instruments.sees
        self.ids.camera.instruments = self.app.instruments if self.sees else None

    def leave(self) -> None:
        self.ids.camera.instruments = None

    def refresh(self) -> None:
        session = self.app.session
        if session is None or session.proposal is None or session.proposal.sense != "hand":
            return
        shown = fan(session)
        self.who = shown.by
        self.count = _("{number} of {whole}", number=len(shown.picked), whole=shown.of) if shown.of else ""
        self.trouble = shown.trouble
        self._players(shown)
        self._picked(shown)
        self._cards(shown)

    def _players(self, shown: Fan) -> None:
        session = self.app.session
        row = self.ids.players
        row.chairs = list(session.board.chairs)
        row.targets = [shown.by]
        row.asking = True

    def hand_to(self, name: str) -> None:
        if not self.app.session.hand_to(name):
            self.app.say(_("{name} has nothing to show now.", name=name))

    def _picked(self, shown: Fan) -> None:
        row = self.ids.picked
        row.clear_widgets()
        for number, (_card, name) in enumerate(shown.picked):
            chip = Press(text=name, icon="close", kind="chosen", large=True)
            chip.bind(on_release=lambda _chip, number=number: take_back(self.app.session, number))
            row.add_widget(chip)
        for _place in range(shown.of - len(shown.picked)):
            empty = Press(text="?", kind="dim", large=True)
            empty.disabled = True
            row.add_widget(empty)
        if shown.can_close:
            done = Press(text=_("That is all") if shown.picked else _("None"), kind="main", large=True)
            done.bind(on_release=lambda _done: self.app.session.answer(DONE))
            row.add_widget(done)
        self._instead(row)

    def _instead(self, row: Any) -> None:
        """What else can be done: everything that is ready where nobody began this, else to leave it."""
        session = self.app.session
        for button in session.buttons if session.proposal.prompted else ():
            if button.ready and button.do != session.proposal.do:
                other = Press(text=button.text, large=True)
                other.bind(on_release=lambda _other, b=button: session.touch(b.do, **b.known))
                row.add_widget(other)
        if not session.proposal.prompted:
            drop = Press(text=_("Never mind"), kind="dim", large=True)
            drop.bind(on_release=lambda _drop: session.dismiss())
            row.add_widget(drop)

    def _cards(self, shown: Fan) -> None:
        grid = self.ids.cards
        grid.clear_widgets()
        for card, name in shown.cards:
            button = Press(text=name, large=True)
            button.bind(on_release=lambda _button, card=card: self._take(card))
            grid.add_widget(button)
        grid.least = theme.main * 1.8

    def _take(self, card: str) -> None:
        if self.trouble:
            self.app.say(self.trouble)
        else:
            self.app.session.answer(card)

    def undo(self) -> None:
        self.app.session.undo()


load(__file__)
