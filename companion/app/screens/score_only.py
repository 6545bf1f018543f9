"""Score only: which game, who, what everybody holds; then the result with every line it rests on."""

from itertools import combinations
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import _
from companion.app.page import Page, load
from companion.app.screens.score import reckoning_line
from companion.app.theme import theme
from companion.app.widgets import Fit, Flow, Pad, Press, Scroll, Sheet, Text
from companion.panel.score_only import Field, ScoreForm
from rules.games import GAMES


class ScoreOnly(Page):
    verdict = StringProperty("")

    def show(self, **given: Any) -> None:
        last = self.app.settings.last_game
        self.form = ScoreForm(last if last in GAMES else next(iter(GAMES)), self.app.settings)
        self.verdict = ""

    def refresh(self) -> None:
        theme.game = self.form.game.id
        games = self.ids.games
        games.clear_widgets()
        for game in GAMES.values():
            chip = Press(text=game.name, kind="chosen" if game is self.form.game else "plain")
            chip.bind(on_release=lambda _chip, name=game.id: self.choose(name))
            games.add_widget(chip)
        chips = self.ids.players
        chips.clear_widgets()
        for name in dict.fromkeys([*self.form.players, *self.app.settings.names]):
            chip = Press(text=name, kind="chosen" if name in self.form.players else "plain")
            chip.bind(on_release=lambda _chip, name=name: self.toggle(name))
            chips.add_widget(chip)
        self._rows()

    def choose(self, game: str) -> None:
        self.form = ScoreForm(game, self.app.settings)
        self.verdict = ""
        self.refresh()

    def toggle(self, name: str) -> None:
        if not self.form.toggle(name):
            self.app.say(_("The table is full."))
        self.refresh()

    def add(self) -> None:
        name = self.ids.name.text.strip()[:20]
        if name and name not in self.form.players:
            self.form.toggle(name)
            self.ids.name.text = ""
            self.refresh()

    # ---------------------------------------------------------------- what is asked

    def _rows(self) -> None:
        rows = self.ids.rows
        rows.clear_widgets()
        for player in self.form.players:
            rows.add_widget(Text(text=player, role="title", bold=True))
            self._answers(rows, player)
        if self.form.players and self.form.asked():
            rows.add_widget(Text(text=_("The table"), role="title", bold=True))
            self._answers(rows, "")

    def _answers(self, rows: Any, player: str) -> None:
        flow = Flow(least=theme.main * 3.4)
        for path, field in self.form.asked(player):
            flow.add_widget(self._answer(path, field))
        rows.add_widget(flow)

    def _answer(self, path: str, field: Field) -> Any:
        value = self.form.value(path, field)
        if field.takes == "number":
            return self._stepper(path, field, value)
        if field.takes == "yes-no":
            button = Press(text=_(field.asks), kind="chosen" if value else "plain", large=True)
            button.bind(on_release=lambda _button: self._set(path, not value))
            return button
        shown = ", ".join(" & ".join(one) if isinstance(one, list) else str(one).replace("-", " ") for one in value)
        button = Press(text=_(field.asks), detail=shown or _("nothing"), large=True, halign="left")
        button.bind(on_release=lambda _button: self._pick(path, field))
        return button

    def _stepper(self, path: str, field: Field, value: int) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=theme.touch, spacing=theme.gap)
        row.add_widget(Fit(text=_(field.asks), halign="left", lines=2))
        for icon, step in (("minus", -1), ("", 0), ("plus", 1)):
            if not step:
                figure = Press(text=str(value), kind="quiet", role="title", size_hint_x=None, width=theme.main)
                figure.bind(on_release=lambda _figure: self._type(path, field))
                row.add_widget(figure)
                continue
            button = Press(icon=icon, size_hint_x=None, width=theme.touch)
            button.bind(on_release=lambda _button, step=step: self._set(path, max(0, value + step)))
            row.add_widget(button)
        return row

    def _type(self, path: str, field: Field) -> None:
        """A large number is tapped in rather than counted up to."""
        sheet = Sheet(title=_(field.asks))
        pad = sheet.add(Pad(high=9999))

        def taken(_pad: Pad, number: int) -> None:
            sheet.close()
            self._set(path, number)

        pad.bind(on_number=taken)
        self.app.ask(sheet)

    def _set(self, path: str, value: Any) -> None:
        self.form.answer(path, value)
        self.verdict = ""
        self._rows()

    # ---------------------------------------------------------------- picking

    def _pick(self, path: str, field: Field) -> None:
        sheet = Sheet(title=_(field.asks), tall=True)
        chosen = sheet.add(Text(role="title", bold=True))
        flow = Flow(least=theme.main * 2)

        def fill() -> None:
            value = self.form.value(path, field)
            said = [" & ".join(one) if isinstance(one, list) else str(one).replace("-", " ") for one in value]
            chosen.text = ", ".join(said) or _("Tap what there is.")

        def add(item: Any) -> None:
            value = list(self.form.value(path, field))
            if field.takes in ("pairs", "people") and item in value:
                value.remove(item)
            else:
                value.append(item)
            self.form.answer(path, value)
            fill()

        def take_back() -> None:
            self.form.answer(path, self.form.value(path, field)[:-1])
            fill()

        for item, text in self._choices(field):
            button = Press(text=text, large=True)
            button.bind(on_release=lambda _button, item=item: add(item))
            flow.add_widget(button)
        scroll = sheet.add(Scroll())
        scroll.add_widget(flow)
        less = Press(text=_("Take one back"), icon="undo")
        less.bind(on_release=lambda _button: take_back())
        sheet.add(less)
        fill()
        self.app.ask(sheet).bind(on_close=lambda _sheet: self._rows())

    def _choices(self, field: Field) -> list[tuple[Any, str]]:
        if field.takes == "pairs":
            return [([one, other], f"{one} & {other}") for one, other in combinations(self.form.players, 2)]
        if field.takes == "people":
            return [(name, name) for name in self.form.players]
        if field.takes == "numbers":
            return [(number, str(number)) for number in field.among]
        return [(card, card.replace("-", " ")) for card in self.form.cards(field)]

    # ---------------------------------------------------------------- the result

    def reckon(self) -> None:
        result = self.form.reckon()
        if isinstance(result, str):
            self.app.say(result)
            return
        self.verdict = _(result.says)
        sheet = Sheet(title=self.verdict, tall=True)
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.gap)
        rows.bind(minimum_height=rows.setter("height"))
        for who, what, amount, heading in result.lines:
            rows.add_widget(reckoning_line(f"{who[:1].upper()}{who[1:]}: {what}" if who else what, amount, heading))
        scroll = sheet.add(Scroll())
        scroll.add_widget(rows)
        self.app.ask(sheet)


load(__file__)
