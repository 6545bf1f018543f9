"""Settings: how the app looks and sounds, its camera, its language, its house rules, and a file for whoever helps."""

from typing import Any

from kivy.properties import StringProperty

from companion import places
from companion.app.i18n import LANGUAGES, _
from companion.app.page import Page, load
from companion.app.screens.new_table_sheets import HouseSheet
from companion.app.theme import theme
from companion.app.widgets import Press
from companion.app.widgets.choice import ChoiceRow
from companion.panel.new_table import TablePlan
from companion.version import VERSION
from rules.games import GAMES

CLOCKS = (
    ("turn", "Turn clock"),
    ("discussion", "Clock for the talk before a vote"),
    ("game", "Clock for a round, or for a game against time"),
)
LENGTHS = ((0, "Off"), (30, "30 s"), (60, "1 min"), (120, "2 min"), (300, "5 min"), (600, "10 min"))
SCALES = ((0.85, "Small"), (1.0, "Normal"), (1.25, "Large"), (1.5, "Very large"))


class SettingsPage(Page):
    version = StringProperty(VERSION)
    folder = StringProperty("")

    def show(self, **given: Any) -> None:
        theme.game = ""
        self.folder = str(places.data())

    def refresh(self) -> None:
        settings = self.app.settings
        cameras = [("0", _("Camera 1")), ("1", _("Camera 2")), ("off", _("Off"))]
        if settings.camera not in dict(cameras):
            cameras.append((settings.camera, _("Network")))
        gauges = [("", _("Look for one")), ("off", _("Off"))]
        if settings.gauge not in dict(gauges):
            gauges.append((settings.gauge, settings.gauge))
        self._fill(
            self.ids.left,
            (_("Colours"), "", [("dark", _("Dark")), ("light", _("Light"))], "theme"),
            (_("Text size"), "", [(scale, _(name)) for scale, name in SCALES], "text_scale"),
            (_("Sound"), _("Whatever sounds is shown, too."), self._switch(), "sound"),
            (_("Motion"), _("Needles, turbulence, the plane."), self._switch(), "motion"),
            (_("Land the Plane"), "", [(False, _("No odds")), (True, _("Odds and best move"))], "odds"),
        )
        self._fill(
            self.ids.right,
            (_("Language"), _("Rules and rulings stay in English."), list(LANGUAGES.items()), "language"),
            (_("Camera"), "", cameras, "camera"),
            (_("The camera's picture"), "", [(False, _("As it is")), (True, _("Mirrored"))], "mirrored"),
            (_("Gauge"), "", gauges, "gauge"),
        )
        self._clocks()
        self._house()

    def _switch(self) -> list[tuple[bool, str]]:
        return [(True, _("On")), (False, _("Off"))]

    def _fill(self, column: Any, *rows: tuple[str, str, list[tuple[Any, str]], str]) -> None:
        column.clear_widgets()
        for title, detail, answers, name in rows:
            value = getattr(self.app.settings, name)
            row = ChoiceRow(title=title, detail=detail, answers=answers, value=value)
            row.bind(on_choose=lambda _row, value, name=name: self._settle(name, value))
            column.add_widget(row)

    def _clocks(self) -> None:
        box = self.ids.clocks
        box.clear_widgets()
        lengths = [(seconds, _(words)) for seconds, words in LENGTHS]
        for name, title in CLOCKS:
            row = ChoiceRow(title=_(title), answers=lengths, value=self.app.settings.clocks.get(name, 0))
            row.bind(on_choose=lambda _row, seconds, name=name: self._time(name, seconds))
            box.add_widget(row)

    def _time(self, name: str, seconds: int) -> None:
        self.app.settings.clocks[name] = seconds
        self.app.settle()
        self.refresh()

    def _house(self) -> None:
        box = self.ids.house
        box.clear_widgets()
        for game in GAMES.values():
            changed = len(self.app.settings.house.get(game.id, {}))
            detail = _("{number} changed", number=changed) if changed else _("as the book has it")
            button = Press(text=game.name, detail=detail, large=True)
            button.bind(on_release=lambda _button, name=game.id: self._house_of(name))
            box.add_widget(button)

    def _house_of(self, game: str) -> None:
        plan = TablePlan(self.app.settings)
        plan.choose(game)

        def closed(_sheet: Any) -> None:
            self.app.settings.house[game] = dict(plan.options)
            self.app.settle()
            self.refresh()

        self.app.ask(HouseSheet(plan)).bind(on_close=closed)

    def _settle(self, name: str, value: Any) -> None:
        if name == "gauge":
            self.app.use_gauge(value)
        else:
            setattr(self.app.settings, name, value)
            self.app.settle()
        self.refresh()

    def use_address(self) -> None:
        """A phone as the eye: its address, typed once."""
        address = self.ids.address.text.strip()
        if address:
            self._settle("camera", address)
            self.app.say(_("The camera at {address} is used from now on.", address=address))

    def use_port(self) -> None:
        """A gauge that is not found by itself: on the network, or at a port with another name."""
        port = self.ids.port.text.strip()
        if port:
            self._settle("gauge", port)
            self.app.say(_("The gauge at {port} is used from now on.", port=port))

    def bundle(self) -> None:
        """One file for whoever helps: logs and evenings, without a hidden card."""
        from companion.support import SupportError, write_bundle

        try:
            made = write_bundle(places.exports())
        except SupportError as trouble:
            self.app.say(str(trouble))
        else:
            self.app.say(_("Written: {path}", path=str(made)))


load(__file__)
