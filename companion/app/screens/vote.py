"""A question that everybody answers in turn, out loud: who is to speak, two huge buttons, and what was said so far."""

from kivy.properties import StringProperty

from companion.app.page import Page, load
from companion.app.theme import theme
from companion.app.widgets import Press
from companion.panel.vote import ballot
from rules.board import Badge, Chair

ICONS = {"Jump": "jump", "Wait": "wait", "Yes": "check", "No": "close"}


class Vote(Page):
    who = StringProperty("")
    question = StringProperty("")
    about = StringProperty("")

    def refresh(self) -> None:
        session = self.app.session
        if session is None or session.proposal is None:
            return
        vote = ballot(session)
        self.who, self.question, self.about = vote.by, vote.question, vote.at
        said = dict(vote.cast)
        self.ids.voters.chairs = [
            Chair(
                chair.name,
                chair.name == vote.by,
                chair.out,
                (Badge(said[chair.name].lower(), said[chair.name], said[chair.name]),) if chair.name in said else (),
            )
            for chair in session.board.chairs
        ]
        answers = self.ids.answers
        answers.clear_widgets()
        for number, (value, text) in enumerate(vote.choices):
            button = Press(
                text=text, icon=ICONS.get(text, ""), tile=True, role="huge", kind="light" if number else "main"
            )
            button.size_hint_y = 1
            button.icon_size = theme.huge * 1.6
            button.bind(on_release=lambda _button, value=value: session.answer(value))
            answers.add_widget(button)

    def undo(self) -> None:
        self.app.session.undo()

    def tapped(self, name: str) -> None:
        """Nobody votes for anybody else, or out of turn: the rules say whose turn it is."""
        self.app.say(self.app.session.board.asks)


load(__file__)
