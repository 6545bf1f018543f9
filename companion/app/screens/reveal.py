"""Hands laid open: each player fans the cards before the camera, or taps them in. The rules watch that it adds up."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.app.i18n import _
from companion.app.page import Page, load
from companion.app.theme import theme
from companion.app.widgets import Press
from companion.panel.groups import groups
from companion.panel.reveal import Fan, fan, take_back
from companion.session import DONE


class Reveal(Page):
    who = StringProperty("")
    count = StringProperty("")
    trouble = StringProperty("")
    sees = BooleanProperty(False)  # there is a camera to show the cards to
    family: str | None = None  # of the cards that are offered, where they are too many to show at once

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
        row, ends = self.ids.picked, self.ids.ends
        row.clear_widgets()
        ends.clear_widgets()
        for number, (_card, name) in enumerate(shown.picked):
            chip = Press(text=name, icon="close", kind="chosen", large=True)
            chip.bind(on_release=lambda _chip, number=number: take_back(self.app.session, number))
            row.add_widget(chip)
        for _place in range(shown.of - len(shown.picked)):
            empty = Press(text="?", kind="dim", large=True)
            empty.disabled = True
            row.add_widget(empty)
        if shown.can_close:
            done = Press(text=_("That is all") if shown.picked else _("None"), kind="main")
            done.bind(on_release=lambda _done: self.app.session.answer(DONE))
            ends.add_widget(done)
        self._instead(ends)

    def _instead(self, ends: Any) -> None:
        """What else can be done: everything that is ready where nobody began this, else to leave it."""
        session = self.app.session
        for button in session.buttons if session.proposal.prompted else ():
            if button.ready and button.do != session.proposal.do:
                other = Press(text=button.text, large=True)
                other.bind(on_release=lambda _other, b=button: session.touch(b.do, **b.known))
                ends.add_widget(other)
        if not session.proposal.prompted:
            drop = Press(text=_("Never mind"), kind="dim", large=True)
            drop.bind(on_release=lambda _drop: session.dismiss())
            ends.add_widget(drop)

    def _cards(self, shown: Fan) -> None:
        """All of them; where they are many, one family at a time."""
        grid, chips = self.ids.cards, self.ids.families
        grid.clear_widgets()
        chips.clear_widgets()
        families = groups([name for _card, name in shown.cards])
        if self.family not in families:
            self.family = next(iter(families), None)
        for name in families:
            chip = Press(text=name or _("Others"), kind="chosen" if name == self.family else "plain")
            chip.bind(on_release=lambda _chip, name=name: self._choose(name))
            chips.add_widget(chip)
        cards = [shown.cards[at] for at in families[self.family]] if self.family is not None else shown.cards
        for card, name in cards:
            button = Press(text=name, large=True)
            button.bind(on_release=lambda _button, card=card: self._take(card))
            grid.add_widget(button)
        grid.least = theme.main * 1.8

    def _choose(self, family: str) -> None:
        self.family = family
        self.refresh()

    def _take(self, card: str) -> None:
        if self.trouble:
            self.app.say(self.trouble)
        else:
            self.app.session.answer(card)

    def undo(self) -> None:
        self.app.session.undo()


load(__file__)
