"""The few things that are typed or looked at while a table is set up: a line of text, steps, a status."""

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

Builder.load_string(
    """
#:import theme companion.app.theme.theme

<Entry>:
    multiline: False
    font_name: "panel"
    font_size: min(theme.title, self.height * .5)
    background_normal: ""
    background_active: ""
    background_color: theme.raised
    foreground_color: theme.ink
    hint_text_color: theme.muted
    cursor_color: theme.accent
    padding: theme.pad, max(0, (self.height - self.line_height) / 2)
    write_tab: False

<Dots>:
    canvas:
        Color:
            rgba: theme.accent
        Line:
            points: self.x, self.center_y, self.x + self.width * (self.at + 1) / self.number, self.center_y
            width: theme.gap * .3
        Color:
            rgba: theme.line
        Line:
            points: self.x + self.width * (self.at + 1) / self.number, self.center_y, self.right, self.center_y
            width: theme.gap * .3

<Status>:
    size_hint_y: None
    height: max(theme.main, words.height)
    spacing: theme.pad
    Icon:
        name: root.icon
        tone: "accent"
        pos_hint: {"center_y": .5}
        size: theme.figure, theme.figure
    Text:
        id: words
        text: root.text
        tone: "muted"
        pos_hint: {"center_y": .5}
"""
)


class Entry(TextInput):
    """One line of text."""


class Dots(Widget):
    """How far one has come."""

    number = NumericProperty(3)
    at = NumericProperty(0)


class Status(BoxLayout):
    """How a device is doing, as a sentence."""

    icon = StringProperty("")
    text = StringProperty("")
