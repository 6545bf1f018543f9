"""The gauge: is it there, does it move, does its needle stand right; and one on the screen for who has none."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.i18n import _
from companion.app.page import Page, load
from companion.app.theme import theme
from companion.app.widgets import Text
from companion.app.widgets.gauge_twin import GaugeTwin  # noqa: F401  named in kv
from companion.panel import gauge as panel

WORDS = {
    "firmware": "Firmware",
    "port": "Port",
    "answer": "Answers within",
    "sent again": "Sent again",
    "damaged": "Damaged frames",
    "buttons": "Buttons pressed",
}


class GaugePage(Page):
    says = StringProperty("")
    linked = BooleanProperty(False)
    simulated = BooleanProperty(False)
    parked = NumericProperty(1000)
    full = NumericProperty(2000)
    unit = NumericProperty(0)

    def show(self, **given: Any) -> None:
        theme.game = self.app.session.evening.game.id if self.app.session is not None else ""
        self._known = False
        self._watch = Clock.schedule_interval(lambda _dt: self.refresh(), 0.1)

    def leave(self) -> None:
        self._watch.cancel()
        self.app.gauge.show_again()

    def refresh(self) -> None:
        view = panel.view(self.app.gauge)
        self.says, self.linked, self.simulated = _(view.says), view.linked, view.simulated
        self.ids.twin.view = view
        if view.linked and not self._known:
            self.parked, self.full, self.unit, self._known = view.parked, view.full, view.unit, True
        facts = self.ids.facts
        if len(facts.children) != 2 * len(view.facts):
            facts.clear_widgets()
            for name, _figure in view.facts:
                facts.add_widget(Text(text=_(WORDS[name]), tone="muted"))
                facts.add_widget(Text(bold=True, halign="right"))
        for label, (_name, figure) in zip(reversed(facts.children[::2]), view.facts, strict=True):
            label.text = figure

    def test(self) -> None:
        self.app.gauge.test()
        if not self.linked:
            self.app.say(_("No gauge answers yet. Try the simulated one."))

    def simulate(self) -> None:
        self._known = False
        if trouble := self.app.gauge.simulate(not self.simulated):
            self.app.say(trouble)
        self.refresh()

    def turn(self, end: str, way: int) -> None:
        """Shifts one end of the needle's way a little; the needle shows it at once."""
        setattr(self, end, getattr(self, end) + way * (panel.STEP if end != "unit" else 1))
        self.app.gauge.calibrate(int(self.parked), int(self.full), int(self.unit))


load(__file__)
