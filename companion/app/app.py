"""The app: one window, one screen at a time, the device's settings, and the session of the table that is played."""

import ctypes
import gc
import logging
import os
import sys
from typing import Any

os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # else Kivy takes standard error for itself

from kivy.config import Config

WIDTH, HEIGHT = os.environ.get("WINGMAN_WINDOW", "1280x800").split("x")
Config.set("graphics", "width", WIDTH)
Config.set("graphics", "height", HEIGHT)
Config.set("graphics", "multisamples", os.environ.get("WINGMAN_MULTISAMPLES", "2"))
Config.set("input", "mouse", "mouse,disable_multitouch")
Config.set("kivy", "exit_on_escape", "0")

from contextlib import suppress
from importlib.resources import as_file, files
from pathlib import Path
from threading import Thread

from kivy.animation import Animation
from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import LabelBase
from kivy.core.window import Window
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scatterlayout import ScatterLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion import log
from companion.app import screens
from companion.app.i18n import tr
from companion.app.page import later
from companion.app.theme import theme
from companion.app.widgets.painted import wake
from companion.app.widgets.sheet import Sheet, Toast
from companion.lookout import wait_for_all
from companion.panel import effects
from companion.panel.stage import STAGES, stage
from companion.settings import Settings

M_MMAP_THRESHOLD, PICTURE = -3, 1_000_000  # glibc's name for it, and bytes
M_ARENA_MAX, ARENAS = -8, 2  # heaps that all threads share
YIELD = 0.001  # seconds after which the eyes' thread lets the screen's go on


class WingmanApp(App):
    title = "Wingman"
    clock = ObjectProperty(None, allownone=True)  # the Reading of the clock that runs at this table

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.settings = Settings.load()
        self.session: Any = None
        self._seated = False  # whether people are at the table, or have gone to the first screen for something else
        self._opening = False
        self.instruments: Any = None
        self.source: Any = None  # takes the camera's place: a rendered table, in tests and demos
        self._speaker: Any = None
        self._way: list[tuple[str, dict[str, Any]]] = []  # the screens that led here
        self._sheet: Sheet | None = None
        self._toast: Toast | None = None
        self._pump: Any = None
        self._gauge: Any = None
        self._anew = Clock.create_trigger(self._refresh, -1)
        self._follow = Clock.create_trigger(lambda _: self.follow(), -1)

    # ---------------------------------------------------------------- life

    def build(self) -> Any:
        sys.setswitchinterval(YIELD)
        return_pictures()
        fonts()
        self.settle(save=False)
        self.screens = ScreenManager(transition=NoTransition())
        self.over = FloatLayout()  # the screens, and what lies over them
        self.over.add_widget(self.screens)
        self.turn = ScatterLayout(do_rotation=False, do_scale=False, do_translation=False, auto_bring_to_front=False)
        self.turn.add_widget(self.over)
        Window.bind(size=self._fit)
        Window.bind(on_keyboard=self._key)
        Window.allow_screensaver = False
        theme.fbind("ground", self._ground)
        self._ground()
        self._fit()
        self.go("home")
        return self.turn

    def on_pause(self) -> bool:
        return True

    def on_stop(self) -> None:
        self._anew.cancel()
        self._follow.cancel()
        theme.funbind("ground", self._ground)
        Window.unbind(size=self._fit)
        Window.unbind(on_keyboard=self._key)
        for page in self.screens.screens:
            page.leave()
        self.close_table()
        wait_for_all()
        if self._gauge is not None:
            self._gauge.close()
            self._gauge = None

    # ---------------------------------------------------------------- moving about

    def go(self, name: str, **given: Any) -> None:
        """Shows another screen; `given` is what it is to show."""
        if name == "home":
            self._way.clear()
        self._way.append((name, given))
        self._enter(name, given)

    def back(self) -> None:
        """The screen that led here."""
        if self._sheet is not None:
            self._sheet.close()
        elif len(self._way) > 1:
            self._way.pop()
            self._enter(*self._way[-1])
        else:
            self.go("home")

    def replace(self, name: str, **given: Any) -> None:
        """Like `go`, but back does not lead here again."""
        if self._way:
            self._way.pop()
        self.go(name, **given)

    def _enter(self, name: str, given: dict[str, Any]) -> None:
        if self._sheet is not None:
            self._sheet.close()
        if name == "home":
            self._rise()
        before = self.screens.current_screen
        if not self.screens.has_screen(name):
            self.screens.add_widget(screens.page(name)(name=name))
        page = self.screens.get_screen(name)
        if before is not None and before is not page:
            before.leave()
        page.show(**given)
        page.refresh()
        self.screens.current = name
        wake(page)

    # ---------------------------------------------------------------- telling and asking

    def say(self, sentence: str, heading: str = "") -> None:
        """One sentence over whatever is shown."""
        self.hush()
        self._toast = Toast(says=tr._(sentence), heading=heading)
        self.over.add_widget(self._toast)
        self._toast.linger()

    def hush(self) -> None:
        """Takes away what was said last, before its time."""
        if self._toast is not None:
            self._toast.close()
            self._toast = None

    def ask(self, sheet: Sheet) -> Sheet:
        """Lays a sheet over the screen."""
        if self._sheet is not None:
            self._sheet.close()
        self._sheet = sheet
        sheet.bind(on_close=self._closed)
        self.over.add_widget(sheet)
        return sheet

    def _closed(self, sheet: Sheet) -> None:
        if self._sheet is sheet:
            self._sheet = None

    def flip(self) -> None:
        """For the other side of the table."""
        self.turn.rotation = 0 if self.turn.rotation else 180
        self._fit()

    # ---------------------------------------------------------------- settings

    def settle(self, save: bool = True) -> None:
        """The settings as they are now take effect, and are kept."""
        theme.dark = self.settings.theme == "dark"
        theme.text_scale = self.settings.text_scale
        theme.motion = self.settings.motion
        if tr.language != self.settings.language:
            tr.switch(self.settings.language)
        if self.root is not None:
            self._anew()
        if save and (trouble := self.settings.save()):
            self.say(trouble)

    # ---------------------------------------------------------------- the table

    def begin(self, setup: Any) -> None:
        """A new table, on the disk from its first moment."""
        from companion import shelf
        from companion.journal import JournalError
        from rules.action import Unreadable

        try:
            self._open(shelf.begin(setup))
        except (JournalError, Unreadable, OSError) as trouble:
            self.say(str(trouble))

    def resume(self, path: Path) -> None:
        """A table as it was left; reading it does not hold up the screen."""
        from companion.evening import Evening
        from companion.journal import JournalError

        if self.session is not None and self.session.evening.path == path:
            self._sit_down()
            return
        if self._opening:
            return

        def read() -> None:
            try:
                evening = Evening.resume(path)
            except (JournalError, OSError) as trouble:
                later(self._not_opened, str(trouble))
            else:
                later(self._open, evening)

        self._opening = True
        Thread(target=read, name="opens an evening", daemon=True).start()

    def close_table(self) -> None:
        """Lets go of camera, gauge and journal; the evening is on the disk."""
        if self._pump is not None:
            self._pump.cancel()
            self._pump = None
        if self.instruments is not None:
            self.instruments.close()
            self.instruments = None
            self.clock = None
        if self.session is not None:
            self.session.evening.close()
            self.session = None
        self._seated = False
        self._hum()

    def status(self) -> tuple[str, str]:
        """How the camera and the gauge are doing, as sentences."""
        camera = tr._("The camera is off.") if self.settings.camera == "off" else tr._("The camera will look on.")
        gauge = tr._("The gauge is off.") if self.settings.gauge == "off" else self.gauge.status().sentence
        return camera, gauge

    @property
    def gauge(self) -> Any:
        """The gauge for the app's whole life; looked for from the first moment somebody asks for it."""
        if self._gauge is None:
            from companion.gauge_desk import GaugeDesk

            self._gauge = GaugeDesk(self.settings.gauge)
        return self._gauge

    def use_gauge(self, url: str) -> None:
        """Another port, from now on and for good."""
        self.settings.gauge = url
        if self._gauge is not None:
            self._gauge.turn_to(url)
        self.settle()

    def _not_opened(self, why: str) -> None:
        self._opening = False
        self.say(why)

    def _open(self, evening: Any) -> None:
        from companion.instruments import Instruments
        from companion.session import Session

        self._opening = False
        session = Session(evening)
        desk = None if self.settings.gauge == "off" else self.gauge
        self.attend(session, Instruments(session, self.settings, desk, self.source))
        if evening.recovered:
            self.say(evening.recovered)

    def attend(self, session: Any, instruments: Any) -> None:
        """Shows this table from now on, with what looks at it."""
        self.close_table()
        self.session, self.instruments = session, instruments
        self.session.listen(self._heard)
        self._pump = Clock.schedule_interval(lambda _: self._beat(), 1 / 30)
        self._sit_down()
        self._hum()
        sweep()

    def _sit_down(self) -> None:
        """People are at the table: its screen is shown, and the camera looks on."""
        self._seated = True
        self.instruments.look()
        self._way = [("home", {})]
        self.go(stage(self.session))

    def _rise(self) -> None:
        """They have gone to do something else. The table stands as it is, but what happens on it now means nothing."""
        self._seated = False
        if self.instruments is not None:
            self.instruments.look(False)

    def _beat(self) -> None:
        """What camera, gauge and clocks have brought since the last time."""
        self.session.pump(heeded=self._seated)
        if due := self.instruments.tick():
            self.play(effects.CLOCK[due])
        self.clock = self.instruments.clock

    def _heard(self, news: Any) -> None:
        """Something happened at the table: it is heard and felt, and the screen that it needs is shown."""
        from companion.session import Done, Trouble

        if isinstance(news, Done):
            for name in effects.sounds(news):
                self.play(name)
            if effects.shakes(news) and theme.motion:
                shake(self.over)
            self._hum()
            if len(news.says) > 1 and self._way[-1][0] == "vote":
                self.say(" ".join(news.says[1:3]))
        elif isinstance(news, Trouble) and news.sentence:
            self.say(news.sentence)
        self._follow()

    def play(self, name: str) -> None:
        if self.settings.sound:
            self._loudly().play(name)

    def _hum(self) -> None:
        """The engines, while a game is played aboard."""
        if not self.settings.sound and self._speaker is None:
            return
        share = None
        game = self.session.evening.game.id if self.session is not None else ""
        if game in effects.ENGINES and self.session.board.outcome is None:
            from devices.face import load

            face = load(game)
            share = (self.session.board.dial.value - face.low) / (face.high - face.low)
        self._loudly().drone("" if share is None or not self.settings.sound else effects.drone(share))

    def _loudly(self) -> Any:
        if self._speaker is None:
            from companion.app.sound import Speaker

            self._speaker = Speaker()
        self._speaker.on = self.settings.sound
        return self._speaker

    def follow(self) -> None:
        """The screen that the table needs now, if one of the table's screens is shown."""
        if not self._seated or self._way[-1][0] not in STAGES:
            return
        wanted = stage(self.session)
        if self._way[-1][0] != wanted:
            self.replace(wanted)
        else:
            self.screens.current_screen.refresh()

    def _ground(self, *_: Any) -> None:
        """A window that is wiped with the ground's colour need not be painted with it."""
        Window.clearcolor = theme.ground

    def _fit(self, *_: Any) -> None:
        theme.fit(*Window.size)
        self.turn.size = self.over.size = Window.size
        self.turn.center = Window.center
        self._anew()

    def _refresh(self, *_: Any) -> None:
        """A turned tablet, larger letters: everything that is laid out by hand is laid out again."""
        if self.screens.current_screen is not None:
            self.screens.current_screen.refresh()
        if self._sheet is not None:
            self._sheet.refresh()

    def _key(self, _window: Any, key: int, *_: Any) -> bool:
        if key in (27, 1001):  # escape, or Android's back
            self.back()
            return True
        return False


def sweep() -> None:
    """Rubbish is collected now, and what is left is not looked through again: in mid-game that would be seen."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def return_pictures() -> None:
    """A camera's pictures go back to the system as soon as nobody looks at them any more. Left to itself, glibc keeps
    some for every thread that ever held one: fifty megabytes after a few tables."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libc.so.6")
        library.mallopt(M_MMAP_THRESHOLD, PICTURE)
        library.mallopt(M_ARENA_MAX, ARENAS)


def shake(widget: Any) -> None:
    """Turbulence: a moment's trembling of everything."""
    Animation.cancel_all(widget, "x", "y")
    home = (0.0, 0.0)
    steps = Animation(x=home[0], y=home[1], duration=0.01)
    for number in range(9):
        reach = theme.gap * (1.6 - number * 0.16)
        steps += Animation(x=reach * (-1) ** number, y=reach * 0.6 * (-1) ** (number // 2), duration=0.055)
    (steps + Animation(x=home[0], y=home[1], duration=0.05)).start(widget)


def fonts() -> None:
    """The app's own letters, from wherever the package lies."""
    with as_file(files("assets") / "fonts") as folder:
        LabelBase.register(
            "panel", str(folder / "RobotoCondensed-Regular.ttf"), fn_bold=str(folder / "RobotoCondensed-Bold.ttf")
        )


def main() -> None:
    """Opens the window and runs until it is closed."""
    log.begin()
    try:
        WingmanApp().run()
    except Exception:
        logging.getLogger(__name__).critical("The app has stopped.", exc_info=True)
        raise
