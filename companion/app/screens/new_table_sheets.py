"""Two sheets of a new table: its house rules, and the figures to compare with one's own box."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import _
from companion.app.theme import theme
from companion.app.widgets import Entry, Fit, Flow, Press, Scroll, Sheet, Text
from companion.panel.new_table import TablePlan
from rules.board import Fact
from rules.house import Switch


class HouseSheet(Sheet):
    """Every question that a table may answer for itself."""

    def __init__(self, plan: TablePlan, **kwargs: Any) -> None:
        super().__init__(title=_("House rules"), tall=True, **kwargs)
        self._plan = plan
        self._scroll = self.add(Scroll())
        self.refresh()

    def refresh(self) -> None:
        at = self._scroll.scroll_y
        self._scroll.clear_widgets()
        rows = _rows()
        for switch in self._plan.game.switches.values():
            rows.add_widget(Text(text=switch.asks, bold=True))
            rows.add_widget(Text(text=switch.heading, role="caption", tone="muted"))
            answers = Flow(least=theme.main * 1.8)
            for choice in switch.choices:
                chosen = choice == self._plan.value(switch)
                button = Press(text=words(choice), kind="chosen" if chosen else "plain")
                button.bind(on_release=lambda _button, s=switch, c=choice: self._settle(s, c))
                answers.add_widget(button)
            rows.add_widget(answers)
            rows.add_widget(_space())
        self._scroll.add_widget(rows)
        self._scroll.scroll_y = at

    def _settle(self, switch: Switch, choice: Any) -> None:
        self._plan.settle(switch, choice)
        self.refresh()


class BoxSheet(Sheet):
    """What the box prints: assumed figures first, each with a minus and a plus; texts are typed."""

    def __init__(self, plan: TablePlan, **kwargs: Any) -> None:
        super().__init__(title=_("Check your box"), tall=True, **kwargs)
        self._plan = plan
        self._trouble = self.add(Text(tone="warn"))
        self._scroll = self.add(Scroll())
        self.refresh()

    def refresh(self) -> None:
        at = self._scroll.scroll_y
        self._scroll.clear_widgets()
        rows = _rows()
        facts = sorted(self._plan.facts(), key=lambda fact: fact.origin != "assumed")
        if not facts:
            rows.add_widget(Text(text=self._plan.problem or _("Nothing in this box needs to be compared.")))
        for fact in facts:
            rows.add_widget(self._row(fact))
        self._scroll.add_widget(rows)
        self._scroll.scroll_y = at

    def _row(self, fact: Fact) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=max(theme.touch, theme.body * 2.6), spacing=theme.gap)
        origin = {"assumed": _("assumed: please compare"), "found": _("from a public source")}.get(
            fact.origin, _("from the rulebook")
        )
        words_ = BoxLayout(orientation="vertical")
        words_.add_widget(Fit(text=fact.name, bold=True, halign="left"))
        tone = "accent" if fact.origin == "assumed" else "muted"
        words_.add_widget(Fit(text=origin, role="caption", tone=tone, halign="left"))
        row.add_widget(words_)
        if isinstance(fact.value, str) and not fact.choices:
            row.add_widget(self._line(fact))
            return row
        shown = "—" if fact.value == fact.blank else words(fact.value)
        value = Fit(text=shown, role="title", bold=True, size_hint_x=None)
        value.width = theme.title * (3 if isinstance(fact.value, int) else 8)
        row.add_widget(self._step(fact, -1, "minus", value))
        row.add_widget(value)
        row.add_widget(self._step(fact, 1, "plus", value))
        return row

    def _line(self, fact: Fact) -> Entry:
        """What a card says: a line to be typed."""
        line = Entry(text=fact.value, hint_text=_("as your card says"))

        def left(_line: Entry, focus: bool) -> None:
            if not focus:
                self._trouble.text = self._plan.edit(fact, line.text)

        line.bind(focus=left)
        return line

    def _step(self, fact: Fact, way: int, icon: str, value: Fit) -> Press:
        button = Press(icon=icon, pos_hint={"center_y": 0.5})
        button.size_hint = (None, None)
        button.size = (theme.touch * 1.2, theme.touch)
        button.bind(on_release=lambda _button: self._edit(fact, way, value))
        return button

    def _edit(self, fact: Fact, way: int, shown: Fit) -> None:
        fact = next(now for now in self._plan.facts() if now.key == fact.key)
        if fact.choices:
            at = fact.choices.index(fact.value) if fact.value in fact.choices else 0
            value = fact.choices[(at + way) % len(fact.choices)]
        else:
            value = max(fact.low, min(fact.high, fact.value + way * fact.step))
        self._trouble.text = self._plan.edit(fact, value)
        shown.text = words(fact.value if self._trouble.text else value)


def words(value: Any) -> str:
    """A choice as it stands on a button."""
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list | tuple):
        return " / ".join(map(words, value))
    return str(value).replace("-", " ").capitalize()


def _rows() -> BoxLayout:
    rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.gap)
    rows.bind(minimum_height=rows.setter("height"))
    return rows


def _space() -> BoxLayout:
    return BoxLayout(size_hint_y=None, height=theme.gap)
