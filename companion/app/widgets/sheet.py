"""What lies over a screen for a moment: a `Sheet` that asks or explains, a `Toast` that says one thing and goes."""

from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

Builder.load_string(
    """
#:import theme companion.app.theme.theme
#:import tr companion.app.i18n.tr

<Sheet>:
    canvas.before:
        Color:
            rgba: theme.shade
        Rectangle:
            pos: self.pos
            size: self.size
    Panel:
        id: panel
        surface: "panel"
        padding: theme.wide
        spacing: theme.pad
        size_hint: (.94, .94) if root.tall else ((.94, None) if theme.portrait else (.7, None))
        height: root.height * .94 if root.tall else min(root.height * .94, self.minimum_height)
        pos_hint: {"center_x": .5, "center_y": .5}
        BoxLayout:
            size_hint_y: None
            height: max(theme.touch, heading.height)
            spacing: theme.gap
            Text:
                id: heading
                text: root.title
                role: "title"
                bold: True
                pos_hint: {"center_y": .5}
            Press:
                icon: "close"
                kind: "quiet"
                size_hint: None, None
                size: theme.touch * 1.2, theme.touch
                pos_hint: {"top": 1}
                on_release: root.close()
        BoxLayout:
            id: body
            orientation: "vertical"
            spacing: theme.gap
            size_hint_y: 1 if root.tall else None
            height: self.minimum_height

<Toast>:
    size_hint: None, None
    width: self.parent.width * (.98 if theme.portrait else .49) if self.parent else 100
    height: words.height + 2 * theme.pad
    padding: theme.wide, theme.pad
    pos_hint: {"x": .005, "top": .995}  # over the title: undo is beside it, seats and answers are below
    canvas.before:
        Color:
            rgba: theme.ink
        SmoothRoundedRectangle:
            pos: self.pos
            size: self.size
            radius: [theme.radius]
    BoxLayout:
        id: words
        orientation: "vertical"
        size_hint_y: None
        height: self.minimum_height
        Text:
            text: root.says
            tone: "ground"
            bold: True
        Text:
            text: root.heading
            role: "caption"
            tone: "ground"
            height: self.texture_size[1] if root.heading else 0
            opacity: 1 if root.heading else 0
"""
)


class Sheet(FloatLayout):
    """Lies over the screen until it is answered or closed. Its content goes into `ids.body`."""

    title = StringProperty("")
    tall = BooleanProperty(False)  # as high as the screen, for what scrolls

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.register_event_type("on_close")

    def add(self, widget: Any) -> Any:
        self.ids.body.add_widget(widget)
        return widget

    def refresh(self) -> None:
        """Its content, again: another language, or a tablet that was turned."""

    def close(self) -> None:
        if self.parent is not None:
            self.parent.remove_widget(self)
            self.dispatch("on_close")

    def on_close(self) -> None:
        pass

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing beneath is touched; a tap beside the sheet closes it."""
        if not super().on_touch_down(touch) and not self.ids.panel.collide_point(*touch.pos):
            self.close()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        super().on_touch_move(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        super().on_touch_up(touch)
        return True


class Toast(BoxLayout):
    """One sentence, and the heading that it rests on; gone after a few seconds or at a tap."""

    says = StringProperty("")
    heading = StringProperty("")

    def linger(self) -> None:
        Clock.schedule_once(self.close, 2.5 + len(self.says) / 25)

    def close(self, *_: Any) -> None:
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: Any) -> bool:
        if self.collide_point(*touch.pos):
            self.close()
            return True
        return False
