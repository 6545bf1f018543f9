"""The lower edge of the table: what can be done, what is asked, or why not. One of the three at a time."""

from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import _
from companion.app.theme import theme
from companion.app.widgets.buttons import Press
from companion.app.widgets.layouts import Flow, Scroll, columns
from companion.app.widgets.pad import Pad
from companion.app.widgets.text import Fit, Text

TURN_ENDERS = ("end-turn", "pass", "done", "end-round")  # what closes a turn stands apart, in the accent

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Dock>:
    epoch: theme.epoch
    orientation: "vertical"
    size_hint_y: None
    spacing: theme.gap
    padding: theme.pad, theme.pad * .75
"""
)


class Dock(BoxLayout):
    """Shows a session; everything tapped here goes to that session."""

    session = ObjectProperty(None, allownone=True)
    most = NumericProperty(400)  # pixels that it may take
    epoch = NumericProperty(0)
    changing = BooleanProperty(False)  # it will be filled at the next turn of the loop

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_judge")
        self.register_event_type("on_not_now")
        self.register_event_type("on_ask")
        super().__init__(**kwargs)
        self._fill_soon = Clock.create_trigger(self._fill, 0)
        self._measure_soon = Clock.create_trigger(self._measure, -1)
        for name in ("session", "epoch"):
            self.fbind(name, self.refresh)
        for name in ("width", "most"):
            self.fbind(name, self._measure_soon)
        self._flow = Flow()
        self._scroll = Scroll(size_hint_y=None)
        self._scroll.add_widget(self._flow)
        self._pad: Pad | None = None
        self._pool: list[Press] = []
        self._used = 0
        self._calls: dict[int, Any] = {}
        self._held: dict[int, str] = {}

    def on_judge(self, refusal: Any) -> None:
        """Somebody wants to know more about a refusal."""

    def on_not_now(self) -> None:
        """Somebody wants to see what cannot be done."""

    def on_ask(self, do: str) -> None:
        """Somebody wants to know whether an action can be done, rather than do it."""

    def refresh(self, *_: Any) -> None:
        """At the next turn: the rest of the table changes in this one, and no turn should take long."""
        self.changing = True
        self._fill_soon()

    # ---------------------------------------------------------------- what stands here

    def _fill(self, *_: Any) -> None:
        self.changing = False
        for button in self._pool[: self._used]:
            if button.parent is not None:
                button.parent.remove_widget(button)
        self._used = 0
        self.clear_widgets()
        session = self.session
        if session is None:
            return
        if session.refusal is not None:
            self._refused(session.refusal)
        elif session.proposal is not None:
            self._asked(session.proposal)
        else:
            self._actions()
        self._measure()

    def _measure(self, *_: Any) -> None:
        """As high as what stands here, as long as that is not too much: then the buttons scroll."""
        edges = self.padding[1] + self.padding[3] + self.spacing * (len(self.children) - 1)
        others = sum(child.height for child in self.children if child is not self._scroll)
        buttons = 0.0
        if self._scroll.parent is not None:
            number, gap = len(self._flow.children), theme.gap
            width = self.width - self.padding[0] - self.padding[2]
            rows = -(-number // columns(number, width, self._flow.least, gap)) if number else 0
            whole = rows * (theme.main + gap) - gap
            buttons = max(theme.main, min(whole, self.most - others - edges))
            self._scroll.height = buttons
        self.height = others + buttons + edges

    def _scrolled(self, least: float) -> Flow:
        """Buttons in as many columns as fit, scrolling where they are too many."""
        self._flow.least, self._scroll.scroll_y = least, 1
        self.add_widget(self._scroll)
        return self._flow

    # ---------------------------------------------------------------- what can be done

    def _actions(self) -> None:
        """What can be done has a button; what cannot is one tap away, each with its reason."""
        buttons = self.session.buttons
        flow = self._scrolled(theme.main * 1.75)
        for button in sorted(buttons, key=lambda button: button.do in TURN_ENDERS):
            if button.ready and button.do not in TURN_ENDERS:
                call = lambda b=button: self.session.touch(b.do, **b.known)  # noqa: E731
                flow.add_widget(self._press(button.text, "plain", call, button.do))
        if not all(button.ready for button in buttons):
            flow.add_widget(self._press(_("Not now …"), "dim", lambda: self.dispatch("on_not_now")))
        for button in buttons:
            if button.ready and button.do in TURN_ENDERS:
                call = lambda do=button.do: self.session.touch(do)  # noqa: E731
                flow.add_widget(self._press(button.text, "main", call, button.do))

    # ---------------------------------------------------------------- what is asked

    def _asked(self, proposal: Any) -> None:
        told = proposal.label or " · ".join(part for part in (proposal.by, proposal.title) if part)
        if proposal.seen:
            told = _("Seen: {what}", what=told)
        seats = [choice for choice in proposal.choices if choice.kind == "seat"]
        question = proposal.question if proposal.asks else ""
        hint = _("Tap a seat.") if seats else self._picked(proposal)
        self._head(told, question, hint, proposal)
        if proposal.number is not None:
            self.add_widget(self._counted(proposal))
        buttons = []
        if not proposal.asks:
            buttons.append(
                self._press(proposal.title if proposal.prompted else _("Do it"), "main", self.session.accept)
            )
        for choice in proposal.choices:
            if choice.kind not in ("seat", "done"):
                buttons.append(
                    self._press(word(choice), "plain", lambda value=choice.value: self.session.answer(value))
                )
        for flag in proposal.flags:
            kind = "chosen" if flag.on else "plain"
            buttons.append(self._press(flag.says, kind, lambda name=flag.name: self.session.flag(name)))
        for other in proposal.alternatives:
            says = _("It was {what}", what=other.says)
            buttons.append(self._press(says, "dim", lambda value=other.value: self.session.answer(value)))
        for name in proposal.others:
            says = _("{name} did it", name=name)
            buttons.append(self._press(says, "dim", lambda name=name: self.session.hand_to(name)))
        for button in self.session.buttons if proposal.prompted else ():  # nobody began this: the rest stays at hand
            if button.ready and button.do != proposal.do:
                buttons.append(self._press(button.text, "plain", lambda do=button.do: self.session.touch(do)))
        if buttons:
            flow = self._scrolled(theme.main * 1.9)
            for button in buttons:
                flow.add_widget(button)

    def _counted(self, proposal: Any) -> Pad:
        """The digits; they stay as long as the same is asked."""
        about = " ".join(map(str, (proposal.by, proposal.do, proposal.asks, proposal.known)))
        if self._pad is None or self._pad.about != about:
            low, high = proposal.number
            self._pad = Pad(about=about, low=low, high=high)
            self._pad.bind(on_number=lambda _pad, number: self.session.answer(number))
        return self._pad

    def _picked(self, proposal: Any) -> str:
        """Of a list what was picked so far; of a number what it counts."""
        picked = [*proposal.known.values()] if proposal.number is not None else proposal.known.get(proposal.asks)
        if isinstance(picked, list) and picked:
            return ", ".join(str(one) for one in picked)
        return ""

    def _head(self, told: str, question: str, hint: str, proposal: Any) -> None:
        """What is asked; at its end whatever closes the question, so that nobody has to look for it."""
        line = BoxLayout(size_hint_y=None, height=max(theme.main, theme.figure * 1.25), spacing=theme.pad)
        if question and theme.portrait:
            above = " · ".join(part for part in (told, hint) if part)
            row = Fit(text=above, role="body", tone="accent" if hint else "muted", halign="left")
            row.size_hint_y, row.height = None, theme.body * 1.5
            self.add_widget(row)
            line.add_widget(Fit(text=question, role="figure", bold=True, lines=2, halign="left"))
        elif question:
            words = BoxLayout(orientation="vertical", size_hint_x=0.36)
            words.add_widget(Fit(text=told, role="body", tone="muted", halign="left", lines=2))
            if hint:
                words.add_widget(Fit(text=hint, role="body", tone="accent", halign="left", lines=2))
            line.add_widget(words)
            line.add_widget(Fit(text=question, role="figure", bold=True, lines=2))
        else:
            line.add_widget(Fit(text=told, role="figure", bold=True, lines=2))
        ends = [
            self._press(word(choice), "main", lambda value=choice.value: self.session.answer(value))
            for choice in proposal.choices
            if choice.kind == "done"
        ]
        if not proposal.prompted:
            ends.append(self._press(_("Never mind"), "dim", self.session.dismiss))
        for button in ends:
            button.size_hint_x = 0.3
            line.add_widget(button)
        self.add_widget(line)

    # ---------------------------------------------------------------- why not

    def _refused(self, refusal: Any) -> None:
        for text in (
            Text(text=refusal.says, role="title", bold=True, halign="center"),
            Text(text=" · ".join(refusal.cite), role="caption", tone="muted", halign="center"),
        ):
            text.fbind("height", self._measure_soon)
            self.add_widget(text)
        flow = self._scrolled(theme.main * 2.4)
        flow.add_widget(self._press(_("All right"), "main", self.session.dismiss))
        flow.add_widget(self._press(_("Ask the judge"), "plain", lambda: self.dispatch("on_judge", refusal)))
        if refusal.can_override:
            flow.add_widget(self._press(_("Our table allows it"), "dim", self.session.override))

    def _press(self, text: str, kind: str, call: Any, held: str = "") -> Press:
        """A button; those that stood here before are used again, since questions come and go all evening.

        A finger that stays on it asks the judge about the action `held`.
        """
        if self._used == len(self._pool):
            button = Press(large=True)
            button.bind(on_release=lambda button: self._calls[button.uid]())
            button.bind(on_hold=self._asked_about)
            self._pool.append(button)
        button = self._pool[self._used]
        self._used += 1
        button.text, button.kind, button.size_hint_x = text, kind, 1
        self._calls[button.uid], self._held[button.uid] = call, held
        return button

    def _asked_about(self, button: Press) -> None:
        if do := self._held[button.uid]:
            self.dispatch("on_ask", do)


def word(choice: Any) -> str:
    """What stands on an answer; an id that has no name of its own is made readable."""
    says = _(str(choice.says))
    return says.replace("-", " ").capitalize() if says.islower() else says
