"""The top line of a screen: back, what this is, and whatever the screen puts at its end."""

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

Builder.load_string(
    """
#:import theme companion.app.theme.theme
#:import tr companion.app.i18n.tr

<Bar>:
    size_hint_y: None
    height: theme.bar
    padding: theme.gap, theme.gap / 2
    spacing: theme.gap
    Press:
        icon: "back" if root.backwards else "home"
        kind: "quiet"
        size_hint: None, None
        size: theme.touch * 1.2, theme.touch
        pos_hint: {"center_y": .5}
        on_release: root.back()
    Fit:
        text: root.title
        role: "title"
        bold: True
        halign: "left"
"""
)


class Bar(BoxLayout):
    title = StringProperty("")
    backwards = BooleanProperty(True)  # else it leads home

    def back(self) -> None:
        app = App.get_running_app()
        if self.backwards:
            app.back()
        else:
            app.go("home")
