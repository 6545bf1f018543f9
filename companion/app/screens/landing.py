"""Land the Plane: the board, the dice, and where they allow the plane to go. Alone, or as the last act of a table."""

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion import places
from companion.app.i18n import _
from companion.app.page import Page, load
from companion.app.theme import theme
from companion.app.widgets import Press
from companion.app.widgets.landing_board import LandingBoardView  # noqa: F401  named in kv
from companion.app.widgets.landing_dice import LandingDie  # noqa: F401  named in kv
from companion.panel.landing import Alone, AtTheTable, Flight, Target, chance, targets
from rules.games.hit_the_silk.landing import FACES

ENDS = {"flying": "flies on", "strip": "on the strip", "crashed": "crashes"}


class LandingPage(Page):
    headline = StringProperty("")
    says = StringProperty("")
    dice = ListProperty(["", ""])
    can_roll = BooleanProperty(False)
    roll_text = StringProperty("")
    licence = BooleanProperty(False)
    alone = BooleanProperty(True)
    over = BooleanProperty(False)
    odds = BooleanProperty(False)

    def show(self, **given: Any) -> None:
        theme.game = "hit-the-silk"
        session = self.app.session
        flown = session is not None and session.board.outcome is None and session.evening.view.get("landing")
        self.alone = not flown
        self.flight: Flight = Alone(places.data() / "landings.jsonl") if self.alone else AtTheTable(session)
        self.odds = self.app.settings.odds

    def refresh(self) -> None:
        now, board = self.flight.now, self.ids.board
        possible = targets(self.flight)
        self.licence, self.over = now.licence, now.phase in ("landed", "crashed")
        self.dice = [*now.dice, "", ""][:2] if now.phase != "brake" else [""]
        if self.over and len(now.dice) == 1:
            self.dice = list(now.dice)
        self.can_roll = now.phase in ("roll", "brake")
        self.roll_text = _("Hit the brakes") if now.phase == "brake" else _("Roll")
        self.headline = {
            "roll": _("Roll both dice"),
            "move": _("Choose a space"),
            "brake": _("Brake with one die"),
            "landed": _("The plane stands!"),
            "crashed": _("It has crashed"),
        }[now.phase]
        crew = ", ".join(now.crew)
        self.says = _("Aboard: {crew}", crew=crew) if crew else _("Across and down to the strip, never past it.")
        board.board, board.space, board.crashed = self.flight.board, list(now.space), now.phase == "crashed"
        board.lit = [target.to for target in possible if target.to is not None]
        board.chances = {target.to: target.chance for target in possible if target.to} if self.odds else {}
        board.best = possible[0].to if self.odds and possible else None
        self._thrown: list[str] = []
        self._moves(possible)
        self._faces()
        self.ids.chance.text = (
            _("{share} with best play", share=f"{chance(self.flight):.0%}") if self.odds and not self.over else ""
        )

    def _moves(self, possible: tuple[Target, ...]) -> None:
        """The same moves as words, for moves that leave the board, too."""
        box = self.ids.moves
        box.clear_widgets()
        for target in possible:
            text = _("{across} across, {down} down", across=target.across, down=target.down)
            button = Press(text=text, detail=_(ENDS[target.ends] if target.to else "off the board"), large=True)
            button.kind = "plain" if target.ends != "crashed" else "warn"
            button.bind(on_release=lambda _button, target=target: self.fly(target))
            box.add_widget(button)

    def _faces(self) -> None:
        """Real dice that the camera does not see are tapped in."""
        box = self.ids.faces
        box.clear_widgets()
        if not self.can_roll:
            return
        for face in FACES:
            button = Press(text=face.replace("-", " "), role="caption", kind="plain")
            button.bind(on_release=lambda _button, face=face: self.thrown(face))
            box.add_widget(button)

    def thrown(self, face: str) -> None:
        needed = 1 if self.flight.now.phase == "brake" else 2
        self._thrown.append(face)
        self.dice = [*self._thrown, "", ""][:needed]
        if len(self._thrown) >= needed:
            faces, self._thrown = tuple(self._thrown), []
            self._told(self.flight.roll(faces))

    def roll(self) -> None:
        self._told(self.flight.roll())

    def fly(self, target: Target) -> None:
        self._told(self.flight.move(target))

    def tapped(self, space: tuple[int, int]) -> None:
        found = next((target for target in targets(self.flight) if target.to == tuple(space)), None)
        if found is not None:
            self.fly(found)
        elif self.flight.now.phase == "move":
            self.app.say(_("These dice do not lead there."), "LAND THE PLANE!")

    def toggle_odds(self) -> None:
        self.odds = self.app.settings.odds = not self.odds
        self.app.settle()
        self.refresh()

    def toggle_licence(self) -> None:
        if isinstance(self.flight, Alone):
            self.flight.take_licence(not self.licence)
            self.refresh()
        else:
            self.app.say(_("The table knows whether the crew holds the Licence."), "LAND THE PLANE!")

    def again(self) -> None:
        if isinstance(self.flight, Alone):
            self.flight.again()
            self.refresh()

    def undo(self) -> None:
        self.flight.undo()
        self.refresh()

    def _told(self, trouble: str) -> None:
        if trouble:
            self.app.say(trouble, "LAND THE PLANE!")
        self.refresh()


load(__file__)
