"""Cards and markers: print the stickers, try the camera, or teach it one's own cards, picture by picture."""

from threading import Thread
from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.app.i18n import _
from companion.app.page import Page, later, load
from companion.app.theme import theme
from companion.app.widgets import Press
from companion.panel import cards as panel
from companion.panel.cards import KINDS, CardDesk
from companion.panel.sight import Trial, names


class CardsPage(Page):
    part = StringProperty("print")
    card = StringProperty("")
    says = StringProperty("")
    camera = StringProperty("")  # what is wrong with it, while it shows nothing

    def show(self, **given: Any) -> None:
        known = [game for game, _name in panel.games()]
        last = self.app.settings.last_game
        self._open(last if last in known else known[0])
        self.part = "print"
        self._trial: Trial | None = None
        self._watch = Clock.schedule_interval(lambda _dt: self._look(), 0.1)

    def leave(self) -> None:
        self._watch.cancel()
        self._stop()

    def refresh(self) -> None:
        theme.game = self.desk.game
        self.ids.parts.current = "print" if self.part == "print" else "camera"
        self._chips(self.ids.games, panel.games(), self.desk.game, self.choose)
        parts = [("print", _("Print stickers")), ("test", _("Test the camera")), ("enrol", _("Learn my cards"))]
        self._chips(self.ids.what, parts, self.part, self.turn_to)
        kinds = self.ids.kinds
        kinds.clear_widgets()
        for kind, name in KINDS:
            button = Press(text=_(name), kind="main" if len(kind) == 2 else "plain", large=True, icon="print")
            button.bind(on_release=lambda _button, kind=kind: self.print_sheet(kind))
            kinds.add_widget(button)
        self._list()

    def _chips(self, box: Any, options: list[tuple[str, str]], chosen: str, do: Any) -> None:
        box.clear_widgets()
        for value, text in options:
            chip = Press(text=text, kind="chosen" if value == chosen else "plain")
            chip.bind(on_release=lambda _chip, value=value: do(value))
            box.add_widget(chip)

    def choose(self, game: str) -> None:
        self._open(game)
        self.turn_to(self.part)

    def _open(self, game: str) -> None:
        self.desk = CardDesk(game)
        self.card = self.desk.next_card
        if self.desk.trouble:
            self.app.say(self.desk.trouble)

    def turn_to(self, part: str) -> None:
        self._stop()
        self.part = part
        if part != "print":
            settings = self.app.settings
            self._trial = Trial(settings.camera, self.desk.game, settings.mirrored, guide=part == "enrol")
            self.ids.sight.instruments = self._trial
        self.refresh()

    # ---------------------------------------------------------------- printing

    def print_sheet(self, kinds: Any) -> None:
        desk = self.desk
        self.app.say(_("Drawing the sheets …"))

        def draw() -> None:
            try:
                later(self.app.say, _("Saved as {path}", path=str(desk.print_sheet(kinds))))
            except OSError as trouble:
                later(self.app.say, _("The sheet could not be saved: {why}", why=trouble.strerror or str(trouble)))

        Thread(target=draw, name="draws stickers", daemon=True).start()

    # ---------------------------------------------------------------- the camera

    def _look(self) -> None:
        trial = self._trial
        if trial is None:
            return
        self.camera = "" if trial.sight is not None else _(trial.camera_status())
        if self.camera:
            self.says = ""
        elif self.part == "test":
            seen = names(trial.sight)
            self.says = _("In the picture: {cards}", cards=seen) if seen else _("Lay marked cards before the camera.")
        elif not self.card:
            self.says = _("Every card has a picture.")
        elif trial.taken is not None:
            self.says = _(trial.taken.fault or "") or _("Sharp, no glare, all of it: take it.")

    def take(self) -> None:
        taken = self._trial.taken if self._trial is not None else None
        if trouble := self.desk.enrol(self.card, taken):
            self.app.say(trouble)
            return
        if self._trial is not None and taken is not None:
            self._trial.keep(taken)
        self.app.say(_("{card} is known now.", card=self.card.replace("-", " ")))
        self.card = self.desk.next_card
        self.refresh()

    def _list(self) -> None:
        box = self.ids.known
        box.clear_widgets()
        if self.part != "enrol":
            return
        known = self.desk.known
        for card in self.desk.cards:
            kind = "chosen" if card == self.card else "plain"
            chip = Press(text=card.replace("-", " "), icon="check" if card in known else "", kind=kind, role="caption")
            chip.bind(on_release=lambda _chip, card=card: self._turn_to_card(card))
            box.add_widget(chip)

    def _turn_to_card(self, card: str) -> None:
        self.card = card
        self._list()

    def _stop(self) -> None:
        if self._trial is not None:
            self.ids.sight.instruments = None
            self._trial.close()
            self._trial = None


load(__file__)
