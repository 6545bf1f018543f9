"""One setting: what it is about, and its few answers side by side."""

from typing import Any

from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.buttons import Press
from companion.app.widgets.layouts import Flow

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<ChoiceRow>:
    epoch: theme.epoch
    orientation: "vertical"
    spacing: theme.gap / 2
    size_hint_y: None
    height: self.minimum_height
    Text:
        text: root.title
        bold: True
    Text:
        text: root.detail
        role: "caption"
        tone: "muted"
        height: self.texture_size[1] if root.detail else 0
        opacity: 1 if root.detail else 0
    Flow:
        id: answers
        least: theme.main * 1.7
"""
)


class ChoiceRow(BoxLayout):
    """`answers` are pairs of a value and its words; `on_choose(value)` tells which was tapped."""

    title = StringProperty("")
    detail = StringProperty("")
    answers = ListProperty()
    value = ObjectProperty(None, allownone=True)
    epoch = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.register_event_type("on_choose")
        for name in ("answers", "value", "epoch"):
            self.fbind(name, self._fill)
        self._fill()

    def on_choose(self, value: Any) -> None:
        pass

    def _fill(self, *_: Any) -> None:
        answers: Flow = self.ids.answers
        answers.clear_widgets()
        for value, text in self.answers:
            button = Press(text=text, kind="chosen" if value == self.value else "plain")
            button.bind(on_release=lambda _button, value=value: self.dispatch("on_choose", value))
            answers.add_widget(button)
