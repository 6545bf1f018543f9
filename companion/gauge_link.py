"""The gauge beside the session: it shows every state, sounds its alarms, and its buttons answer."""

from collections.abc import Callable

from companion.session import Done, News, Redone, Session, Trouble, Undone
from devices.discovery import candidates
from devices.face import Face, load
from devices.gauge import Gauge, LinkState, Status
from devices.link import Picture, Press

LOST = (LinkState.TROUBLE, LinkState.SILENT, LinkState.WRONG_FIRMWARE)
REMEMBERED = 64
"""Presses that are known by their names, so that none counts twice."""


class GaugeLink:
    """Without a URL it looks for a gauge by itself, and only says so if one was there before."""

    def __init__(
        self, session: Session, url: str | None = None, *, search: Callable[[], list[str]] = candidates
    ) -> None:
        self._session = session
        self._face: Face = load(session.evening.game.id)
        self._alarms: tuple[str, ...] = ()
        self._clock: float | None = None
        self._heard: list[tuple[int, int]] = []
        self._missed = url is not None
        self._sentence = ""
        self.gauge = Gauge(url, on_press=self._pressed, on_change=self._changed, search=search)
        self._unlisten = session.listen(self._tell)
        self._show()

    def show_clock(self, seconds: float | None) -> None:
        """A clock that runs at the table; None for none."""
        self._clock = seconds
        self._show()

    def close(self) -> None:
        self._unlisten()
        self.gauge.close()

    # ---------------------------------------------------------------- in the session's thread

    def _tell(self, news: News) -> None:
        if isinstance(news, Done | Undone | Redone):
            self._show()

    def _show(self) -> None:
        dial = self._session.board.dial
        if dial is None:
            self.gauge.show_picture(lambda digits: Picture())
            return
        known = {alarm.name for alarm in self._face.alarms}
        alarms = tuple(name for name in dial.alarms if name in known)
        self.gauge.show(self._face, dial.value, clock=self._clock, alarms=alarms)
        for name in alarms:
            if name not in self._alarms:
                self.gauge.sound(self._face.alarm(name).sound)
        self._alarms = alarms

    # ---------------------------------------------------------------- in the gauge's thread

    def _pressed(self, press: Press) -> None:
        name = (press.boot, press.event)
        if name not in self._heard:
            self._heard = [*self._heard[1 - REMEMBERED :], name]
            self._session.post(press)

    def _changed(self, status: Status) -> None:
        if status.state is LinkState.LINKED:
            self._missed = True
            self._post("")
        elif self._missed and (status.state in LOST or status.url is None):
            self._post(status.sentence)

    def _post(self, sentence: str) -> None:
        if sentence != self._sentence:
            self._sentence = sentence
            self._session.post(Trouble("gauge", sentence))
