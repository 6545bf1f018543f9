"""Ask the judge: type it, pick it, or come here from a refusal, an event or whatever a finger was held on.

The answer is to be read across the table; the table may rule on it in its own words.
"""

import logging
from collections.abc import Callable
from threading import Thread
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import _
from companion.app.page import Page, later, load
from companion.app.screens.new_table_sheets import words
from companion.app.theme import theme
from companion.app.widgets import Entry, Flow, Press, Text
from companion.panel import judge as panel
from companion.panel.judge import JudgeDesk, Picked

log = logging.getLogger(__name__)
TONES = {"yes": "good", "no": "warn"}


class JudgePage(Page):
    verdict = StringProperty("")
    tone = StringProperty("ink")
    answer = StringProperty("")
    heading = StringProperty("")
    asked = StringProperty("")
    busy = BooleanProperty(False)
    at_table = BooleanProperty(False)

    def show(
        self, refusal: Any = None, question: str = "", do: str = "", who: str = "", step: Any = None, **given: Any
    ) -> None:
        session = self.app.session
        known = [game for game, _name in panel.games()]
        game = session.evening.game.id if session is not None else self.app.settings.last_game
        self._sit(game if game in known else known[0])
        self._by = self._whom = ""
        self._do: Picked | None = None
        self._ruling: Any = None
        self.verdict = self.answer = self.heading = self.asked = ""
        if refusal is not None:
            desk, title = self.desk, refusal.title.lower()
            self._think(refusal.says, lambda: desk.about(refusal) or desk.ask(f"Can {refusal.by} {title} now?"))
        elif step is not None:
            desk = self.desk
            self._think(step.label, lambda: desk.about_step(step))
        elif do:
            self._by = self.desk.likely()
            self._do = next((pick for pick in self.desk.picks() if pick.do == do), None)
            self._judged()
        elif question:
            self.ask(question)
        self._by = who or self._by

    def refresh(self) -> None:
        theme.game = self.desk.game
        self._games()
        self._picks()
        self._below()

    # ---------------------------------------------------------------- asking

    def ask(self, question: str) -> None:
        question = question.strip()
        if not question or self.busy:
            return
        desk = self.desk
        self._think(question, lambda: desk.ask(question))

    def _think(self, asked: str, rule: Callable[[], Any]) -> None:
        """The judge reads its rulings the first time: not on the screen's own thread."""
        self.busy, self.asked = True, asked
        desk = self.desk

        def think() -> None:
            try:
                later(self._heard, desk, rule())
            except Exception:
                log.exception("The judge has failed on %r.", asked)
                later(self._lost, desk)

        Thread(target=think, name="judge", daemon=True).start()

    def _lost(self, desk: JudgeDesk) -> None:
        if desk is self.desk:
            self.busy = False
            self.app.say(_("The judge has lost the thread. Please put it another way."))

    def _heard(self, desk: JudgeDesk, ruling: Any) -> None:
        if desk is not self.desk:
            return  # somebody has turned to another game, or away, before the answer came
        self.busy, self._ruling = False, ruling
        self.verdict = _(panel.verdict_of(ruling))
        self.tone = TONES.get(ruling.verdict, "accent") if ruling.source != "none" else "muted"
        said = ruling.answer
        for word in ("Yes. ", "No. ", "It depends. ", "The book leaves this open. "):
            said = said.removeprefix(word)
        self.answer = said if ruling.source != "none" else ""
        self.heading = ruling.section or ""
        self._below()

    def typed(self) -> None:
        self.ask(self.ids.question.text)
        self.ids.question.text = ""

    # ---------------------------------------------------------------- which game

    def _sit(self, game: str) -> None:
        self.desk, self.busy = JudgeDesk(game, self.app.session, self.app.settings), False
        self.at_table = self.desk.session is not None
        Thread(target=lambda: self.desk.judge, name="reads the rulings", daemon=True).start()

    def _games(self) -> None:
        box = self.ids.games
        box.clear_widgets()
        if self.at_table:
            return
        for game, name in panel.games():
            button = Press(text=name, kind="chosen" if game == self.desk.game else "plain", role="caption")
            button.bind(on_release=lambda _button, game=game: self._change(game))
            box.add_widget(button)

    def _change(self, game: str) -> None:
        self._sit(game)
        self.verdict = self.answer = self.heading = self.asked = ""
        self._ruling = None
        self.refresh()

    # ---------------------------------------------------------------- picking

    def _picks(self) -> None:
        who, what, whom = self.ids.who, self.ids.what, self.ids.whom
        for box in (who, what, whom):
            box.clear_widgets()
        for name in self.desk.players:
            who.add_widget(self._chip(name, name == self._by, lambda name=name: self._pick("_by", name)))
        if self._by:
            for pick in self.desk.picks() if self._do is None else [self._do]:  # a picked one stands for all
                chosen = self._do == pick
                aim = None if chosen else pick
                what.add_widget(self._chip(pick.text, chosen, lambda aim=aim: self._pick("_do", aim)))
        if self._do is not None and self._do.needs_whom:
            for name in self.desk.players:
                if name != self._by:
                    whom.add_widget(self._chip(name, name == self._whom, lambda name=name: self._pick("_whom", name)))

    def _chip(self, text: str, chosen: bool, do: Any) -> Press:
        chip = Press(text=text, kind="chosen" if chosen else "plain", role="caption")
        chip.bind(on_release=lambda _chip: do())
        return chip

    def _pick(self, part: str, value: Any) -> None:
        setattr(self, part, value)
        if part != "_whom":
            self._whom = ""
        if part == "_by":
            self._do = None
        self._picks()
        if self._do is not None and (self._whom or not self._do.needs_whom):
            self._judged()

    def _judged(self) -> None:
        """What is picked, asked of the table as it stands."""
        desk, by, do, whom = self.desk, self._by, self._do, self._whom
        if do is not None:
            self._think(desk.question(by, do, whom), lambda: desk.can(by, do.do, whom))

    # ---------------------------------------------------------------- what belongs to it

    def _below(self) -> None:
        box = self.ids.below
        box.clear_widgets()
        ruling = self._ruling
        if ruling is None:
            self._recent(box)
            return
        if ruling.sides:
            box.add_widget(Text(text=_("Both sides"), bold=True))
        for side in ruling.sides:
            box.add_widget(Text(text=f"• {side}"))
        switch = self.desk.switch(ruling)
        if switch is not None:
            self._settle(box, switch)
        elif self.at_table:
            self._own_words(box, ruling)
        if ruling.related:
            box.add_widget(Text(text=_("Close to it"), bold=True))
        for related in ruling.related:
            row = Press(text=related.question, detail=related.section, halign="left", large=True)
            row.bind(on_release=lambda _row, question=related.question: self.ask(question))
            box.add_widget(row)

    def _settle(self, box: Any, switch: Any) -> None:
        box.add_widget(Text(text=_("How does this table play it?"), bold=True))
        box.add_widget(Text(text=switch.asks, role="caption", tone="muted"))
        choices = Flow(least=theme.main * 1.8)
        for choice in switch.choices:
            chosen = choice == self.desk.value(switch)
            button = Press(text=words(choice), kind="chosen" if chosen else "plain", large=True)
            button.bind(on_release=lambda _button, choice=choice: self._record(switch, choice))
            choices.add_widget(button)
        box.add_widget(choices)

    def _own_words(self, box: Any, ruling: Any) -> None:
        """The table rules on what no switch covers: yes, no, the book's default, or a sentence of its own."""
        if self.desk.agreed(ruling):
            return
        box.add_widget(Text(text=_("How does this table play it?"), bold=True))
        choices = Flow(least=theme.main * 1.8)
        offered = [(_("Yes"), "Yes."), (_("No"), "No.")] if self.desk.wants_yes_or_no(self.asked) else []
        if ruling.verdict == "open" and ruling.source != "none":
            offered.append((_("Our default"), self.answer))
        for text, answer in offered:
            button = Press(text=text, large=True)
            button.bind(on_release=lambda _button, answer=answer: self._agree(answer))
            choices.add_widget(button)
        if offered:
            box.add_widget(choices)
        line = BoxLayout(size_hint_y=None, height=theme.main, spacing=theme.gap)
        entry = Entry(hint_text=_("In our own words …"))
        entry.bind(on_text_validate=lambda entry: self._agree(entry.text))
        record = Press(text=_("Record"), large=True, size_hint_x=None, width=theme.main * 2.2)
        record.bind(on_release=lambda _button: self._agree(entry.text))
        line.add_widget(entry)
        line.add_widget(record)
        box.add_widget(line)

    def _agree(self, answer: str) -> None:
        """What the table settles is recorded, undone like any step, and shown when the question comes again."""
        if answer.strip() and self.desk.agree(self.asked, answer.strip(), self._ruling):
            self.app.settle()
            self.app.say(_("Recorded as this table's ruling."), self.heading)
            self.ask(self.asked)

    def _record(self, switch: Any, choice: Any) -> None:
        if self.desk.record(switch, choice):
            self.app.settle()
            self.app.say(_("Recorded as this table's ruling."), switch.heading)
        self._below()

    def _recent(self, box: BoxLayout) -> None:
        recent = [dispute for dispute in panel.disputes() if dispute.game == self.desk.game][:6]
        if recent:
            box.add_widget(Text(text=_("Asked here before"), bold=True))
        for dispute in recent:
            row = Press(text=dispute.question, detail=f"{_(dispute.verdict)} · {dispute.section}", halign="left")
            row.large = True
            row.bind(on_release=lambda _row, question=dispute.question: self.ask(question))
            box.add_widget(row)


load(__file__)
