"""New table, in three steps: what is played, who sits where, and laying it out."""

from typing import Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import _
from companion.app.page import Page, load
from companion.app.screens.new_table_sheets import BoxSheet, HouseSheet
from companion.app.theme import theme
from companion.app.widgets import Press, Text
from companion.panel.dial import players_view
from companion.panel.new_table import TablePlan
from rules.board import Badge, Chair

STEPS = ("What do you play?", "Who sits where?", "Lay it out")


class NewTable(Page):
    step = NumericProperty(0)
    problem = StringProperty("")

    def show(self, **given: Any) -> None:
        self.plan = TablePlan(self.app.settings)
        self.step = 0
        self.done: set[int] = set()

    def refresh(self) -> None:
        theme.game = self.plan.game.id
        self.problem = self.plan.problem if self.plan.players else _("Type a name and tap +, one for each player.")
        self.ids.steps.current = str(self.step)
        self.ids.bar.title = _(STEPS[self.step])
        (self._what, self._who, self._lay_out)[self.step]()

    def go_on(self) -> None:
        if self.step < 2:
            if self.step == 1 and self.plan.problem:
                self.app.say(self.plan.problem)
                return
            self.step += 1
            self.refresh()
            return
        self.plan.remember()
        self.app.settle()
        self.app.begin(self.plan.setup)

    def go_back(self) -> None:
        if self.step:
            self.step -= 1
            self.refresh()
        else:
            self.app.back()

    # ---------------------------------------------------------------- what

    def _what(self) -> None:
        games, modes = self.ids.games, self.ids.modes
        games.clear_widgets()
        games.cols = 1 if theme.portrait else min(3, len(self.plan.games))
        for game in self.plan.games:
            counts = game.players
            text = _("{low} to {high} players", low=counts[0], high=counts[-1]) if len(counts) > 1 else str(counts[0])
            tile = Press(text=game.name, detail=text, icon=game.id, tile=True, role="title")
            tile.kind = "picked" if game is self.plan.game else "plain"
            tile.bind(on_release=lambda _tile, name=game.id: self._choose(name))
            tile.size_hint_y = 1
            games.add_widget(tile)
        modes.clear_widgets()
        for mode, name in self.plan.modes:
            button = Press(text=name, kind="chosen" if mode == self.plan.mode else "plain", large=True)
            button.bind(on_release=lambda _button, mode=mode: self._mode(mode))
            modes.add_widget(button)
        changed = len(self.plan.options)
        self.ids.house.detail = _("{number} changed", number=changed) if changed else _("as the book has it")
        unsure = [fact for fact in self.plan.facts() if fact.origin == "assumed"]
        self.ids.box.detail = _("{number} figures to compare", number=len(unsure)) if unsure else _("all figures known")

    def _choose(self, game: str) -> None:
        self.plan.choose(game)
        self.refresh()

    def _mode(self, mode: str) -> None:
        self.plan.mode = mode
        self.refresh()

    def house(self) -> None:
        self.app.ask(HouseSheet(self.plan)).bind(on_close=lambda _sheet: self.refresh())

    def box(self) -> None:
        self.app.ask(BoxSheet(self.plan)).bind(on_close=lambda _sheet: self.refresh())

    # ---------------------------------------------------------------- who

    def _who(self) -> None:
        plan = self.plan
        first = plan.first or (plan.players[0] if plan.players else "")
        flag = (Badge("flag", _("begins"), _("begins")),)
        self.ids.dial.view = players_view(len(plan.players), plan.game.players[-1])
        self.ids.ring.chairs = [Chair(name, badges=flag if name == first else ()) for name in plan.players]
        chips = self.ids.chips
        chips.clear_widgets()
        for name in plan.names:
            chip = Press(text=name, kind="chosen" if name in plan.players else "plain", role="body")
            chip.bind(on_release=lambda _chip, name=name: self._toggle(name))
            chips.add_widget(chip)

    def _toggle(self, name: str) -> None:
        if not self.plan.toggle(name):
            self.app.say(_("The table is full."))
        self.refresh()

    def add(self) -> None:
        trouble = self.plan.add(self.ids.name.text)
        if trouble:
            self.app.say(trouble)
        else:
            self.ids.name.text = ""
        self.refresh()

    def begins(self, name: str) -> None:
        """A tap on a seat: this player has the first turn."""
        self.plan.first = name
        self.refresh()

    def swap(self, one: str, other: str) -> None:
        self.plan.swap(one, other)
        self.refresh()

    # ---------------------------------------------------------------- lay out

    def _lay_out(self) -> None:
        rows = self.ids.tasks
        rows.clear_widgets()
        for number, task in enumerate(self.plan.tasks()):
            rows.add_widget(TaskRow(self, number, task))
        eyes, gauge = self.app.status()
        self.ids.camera.text, self.ids.gauge.text = eyes, gauge

    def tick(self, number: int) -> None:
        self.done ^= {number}
        self.refresh()


class TaskRow(BoxLayout):
    """One thing to do, with its cards; a tap ticks it off."""

    def __init__(self, page: NewTable, number: int, task: Any, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, spacing=theme.pad, **kwargs)
        ticked = number in page.done
        button = Press(icon="check" if ticked else "circle", kind="main" if ticked else "plain")
        button.size_hint = (None, None)
        button.size = (theme.touch, theme.touch)
        button.pos_hint = {"center_y": 0.5}
        if not ticked:
            button.icon, button.text = "", str(number + 1)
        button.bind(on_release=lambda _button: page.tick(number))
        self.add_widget(button)
        words = BoxLayout(orientation="vertical", size_hint_y=None, pos_hint={"center_y": 0.5})
        words.bind(minimum_height=words.setter("height"), height=self._grow)
        words.add_widget(
            Text(text=task.says, role="body" if theme.compact else "title", tone="muted" if ticked else "ink")
        )
        if task.cards and not ticked:
            cards = "   ".join(f"{count} × {page.plan.card_name(card)}" for card, count in task.cards)
            words.add_widget(Text(text=cards, role="caption", tone="accent"))
        self.add_widget(words)

    def _grow(self, _words: Any, height: float) -> None:
        self.height = max(theme.touch, height)


load(__file__)
