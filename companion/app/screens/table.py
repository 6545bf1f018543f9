"""The table: how high, whose turn, what is asked. Everything on it comes from the session's board and proposal."""

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import _
from companion.app.page import Page, load
from companion.app.theme import theme
from companion.app.widgets import CameraView, Fit, Press, Scroll, Sheet
from companion.panel.dial import dial_view, plain_view
from rules.board import Board

MANY, MOST = 90, 170  # letters of piles and figures: what takes a line of its own, and what a line can hold
GLANCE, LABEL = 110, 54  # letters: of what happened last, and of what undo takes back
LAST = 60  # steps that the story on the table goes back; the whole of it stands in History


class TablePage(Page):
    headline = StringProperty("")
    undo_label = StringProperty("")
    redo_label = StringProperty("")
    piles = StringProperty("")
    ticker = StringProperty("")  # what happened last
    passed = StringProperty("")  # a card that the camera saw since, and that was taken for part of it
    sees = BooleanProperty(False)  # there is a camera
    many = BooleanProperty(False)  # more piles and figures than half a line can hold

    def show(self, **given: Any) -> None:
        theme.game = self.app.session.evening.game.id
        self.ids.dock.session = self.app.session
        self.sees = self.app.instruments.sees
        self.ids.camera.instruments = self.app.instruments if self.sees else None

    def leave(self) -> None:
        self.ids.camera.instruments = None

    def refresh(self) -> None:
        session = self.app.session
        if session is None:
            return
        board, proposal = session.board, session.proposal
        self.headline = board.headline
        self.undo_label, self.redo_label = in_brief(capital(session.undo_label), LABEL), session.redo_label
        whole = "     ".join(f"{name} {text}" for name, text in on_the_table(board))
        self.piles = whole if len(whole) <= MOST else f"{whole[:MOST].rsplit('     ', 1)[0]}     …"
        self.many = len(self.piles) > MANY
        last = told(session.evening, 1)
        self.ticker = in_brief(": ".join(part for part in last[0] if part)) if last else ""
        free = proposal is None or proposal.prompted
        self.passed = _("Count it: {card}", card=readable(session.passed_over)) if free and session.passed_over else ""
        ring = self.ids.ring
        seats = [c.value for c in proposal.choices if c.kind == "seat"] if proposal is not None else []
        ring.targets = [str(name) for name in seats]
        ring.asking = bool(seats)
        ring.links = list(board.links)
        ring.chairs = list(board.chairs)
        self.ids.dial.view = centre(session.evening, board)
        self.ids.dock.refresh()

    def tapped(self, name: str) -> None:
        """A seat: the answer to what is asked, else what everybody knows about who sits there."""
        session = self.app.session
        if name in self.ids.ring.targets:
            session.answer(name)
            return
        chair = next(chair for chair in session.board.chairs if chair.name == name)
        ties = [link.says for link in session.board.links if name in (link.one, link.other)]
        self.app.say(" · ".join([name, *(badge.says for badge in chair.badges), *ties]))

    def undo(self) -> None:
        self.app.session.undo()

    def redo(self) -> None:
        self.app.session.redo()

    def count_it(self) -> None:
        """The card was no part of what happened last: it was played anew."""
        self.app.session.reconsider()

    def judge(self, refusal: Any = None) -> None:
        self.app.go("judge", refusal=refusal)

    def judge_last(self) -> None:
        """What was done last, taken to the judge."""
        self.app.go("judge", step=self.app.session.evening.steps[-1])

    def look(self) -> None:
        """What the camera sees, as large as the screen."""
        sheet = Sheet(title=_(self.app.instruments.camera_status()), tall=True)
        sheet.add(CameraView(instruments=self.app.instruments)).bind(on_release=lambda _view: sheet.close())
        self.app.ask(sheet)

    def all_piles(self) -> None:
        """Every pile and every figure, large enough for the other end of the table."""
        sheet = Sheet(title=_("On the table"), tall=True)
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.gap)
        rows.bind(minimum_height=rows.setter("height"))
        for name, text in on_the_table(self.app.session.board):
            line = BoxLayout(size_hint_y=None, height=theme.title * 1.7)
            line.add_widget(Fit(text=name, role="title", tone="muted", halign="left"))
            line.add_widget(Fit(text=text, role="title", bold=True, halign="right"))
            rows.add_widget(line)
        sheet.add(Scroll()).add_widget(rows)
        self.app.ask(sheet)

    def not_now(self) -> None:
        """Every action that is impossible now, with the reason."""
        self.app.ask(NotNow(self.app.session, lambda do: self.app.go("judge", do=do)))

    def history(self) -> None:
        """What was done, the last thing first; with undo and redo at hand."""
        self.app.ask(Story(self.app.session, lambda step: self.app.go("judge", step=step)))


class NotNow(Sheet):
    """What cannot be done now, and why; a tap takes it to the table, which may overrule the book."""

    def __init__(self, session: Any, ask: Callable[[str], None], **kwargs: Any) -> None:
        super().__init__(title=_("Not now, because …"), tall=True, **kwargs)
        self._session, self._ask = session, ask
        self.refresh()

    def refresh(self) -> None:
        self.ids.body.clear_widgets()
        session = self._session
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.gap)
        rows.bind(minimum_height=rows.setter("height"))
        for button in session.buttons:
            refusal = None if button.ready else session.why_not(button.do)
            if refusal is None:
                continue
            row = Press(text=button.text, detail=refusal.says, halign="left", large=True, lines=1)
            row.bind(on_release=lambda _row, do=button.do: self._try(session, do))
            row.bind(on_hold=lambda _row, do=button.do: self._judge(do))
            row.height = max(theme.main, theme.body * 1.4 + theme.caption * (3.9 if theme.portrait else 2.7))
            rows.add_widget(row)
        self.add(Scroll()).add_widget(rows)

    def _try(self, session: Any, do: str) -> None:
        self.close()
        session.touch(do)

    def _judge(self, do: str) -> None:
        self.close()
        self._ask(do)


class Story(Sheet):
    """The evening so far. Each step back says what it takes back; a tap on a step takes it to the judge."""

    def __init__(self, session: Any, ask: Callable[[Any], None], **kwargs: Any) -> None:
        super().__init__(title=_("What happened"), tall=True, **kwargs)
        self._session, self._ask = session, ask
        self.refresh()

    def refresh(self) -> None:
        self.ids.body.clear_widgets()
        session = self._session
        for text, icon, call in (
            (session.undo_label and _("Undo: {what}", what=session.undo_label), "undo", session.undo),
            (session.redo_label and _("Redo: {what}", what=session.redo_label), "redo", session.redo),
        ):
            if text:
                button = self.add(Press(text=text, icon=icon, large=True))
                button.bind(on_release=lambda _button, call=call: self._move(call))
        rows = BoxLayout(orientation="vertical", size_hint_y=None, spacing=theme.gap)
        rows.bind(minimum_height=rows.setter("height"))
        steps = reversed(session.evening.steps[1:][-LAST:])
        for step, (label, says) in zip(steps, told(session.evening, LAST), strict=True):
            row = Press(text=label, detail=says, halign="left", large=True, kind="quiet", lines=1)
            row.height = max(theme.main, theme.body * 1.4 + theme.caption * (1 + 1.35 * min(3, 1 + len(says) // 60)))
            row.bind(on_release=lambda _row, step=step: self._judge(step))
            rows.add_widget(row)
        self.add(Scroll()).add_widget(rows)

    def _judge(self, step: Any) -> None:
        self.close()
        self._ask(step)

    def _move(self, call: Any) -> None:
        call()
        self.refresh()


def told(evening: Any, most: int) -> list[tuple[str, str]]:
    """The last steps, each with what came of it, the newest first."""
    lines = []
    for step in reversed(evening.steps[1:][-most:]):
        says = [str(evening.game.tell(step.state, note)["say"]) for note in step.notes]
        if step.override is not None:
            says.append(_("Table ruling against: {why}", why=step.override.why))
        lines.append((capital(step.label), " ".join(says)))
    return lines


def in_brief(text: str, most: int = GLANCE) -> str:
    """As much as one glance takes in; all of it stands in the story."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"


def readable(card: str) -> str:
    return capital(card.replace("-", " "))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def on_the_table(board: Board) -> list[tuple[str, str]]:
    """Figures first: they matter to everybody; then the piles that can be counted."""
    figures = [(figure.name, figure.text) for figure in board.figures]
    return figures + [(pile.name, str(pile.count)) for pile in board.piles if pile.count is not None]


def centre(evening: Any, board: Board) -> Any:
    """The dial of the game's gauge, or its first figure where it has none."""
    if board.dial is not None:
        start = evening.game.board(evening.steps[0].state).dial
        return dial_view(evening.game.id, board.dial, (start or board.dial).value)
    return plain_view(board)


load(__file__)
