"""The gauge beside the session: it shows every state, sounds its alarms, and its buttons answer."""

from companion.gauge_desk import GaugeDesk
from companion.session import Asked, Done, News, Redone, Session, Trouble, Undone
from devices.gauge import LinkState, Status
from devices.link import Picture, Press

LOST = (LinkState.TROUBLE, LinkState.SILENT, LinkState.WRONG_FIRMWARE)


class GaugeLink:
    """For one session. That a gauge is missing is only said if one was named, or was there before."""

    def __init__(self, session: Session, desk: GaugeDesk) -> None:
        self._session, self._desk = session, desk
        self._alarms: tuple[str, ...] = ()
        self._clock: float | None = None
        self._sentence = ""
        self._missed = bool(desk.url) or desk.simulated
        desk.game = session.evening.game.id
        desk.attend(self)
        self._unlisten = session.listen(self._tell)
        self.show()

    def show_clock(self, seconds: float | None) -> None:
        """How much is left of the clock that runs; None for none."""
        if seconds != self._clock:
            self._clock = seconds
            self.show()

    def close(self) -> None:
        """The gauge stays linked, for the next table."""
        self._unlisten()
        self._desk.attend(None)

    # ---------------------------------------------------------------- in the session's thread

    def _tell(self, news: News) -> None:
        if isinstance(news, Done | Undone | Redone | Asked):
            self.show()

    def show(self) -> None:
        """What the table says now."""
        gauge, face, dial = self._desk.gauge, self._desk.face, self._session.board.dial
        if dial is None:
            gauge.show_picture(lambda digits: Picture())
            return
        known = {alarm.name for alarm in face.alarms}
        before, self._alarms = self._alarms, tuple(name for name in dial.alarms if name in known)
        gauge.show(face, dial.value, clock=self._clock, alarms=self._alarms)
        for name in self._alarms:
            if name not in before:
                gauge.sound(face.alarm(name).sound)

    # ---------------------------------------------------------------- in the gauge's thread

    def pressed(self, press: Press) -> None:
        self._session.post(press)

    def changed(self, status: Status) -> None:
        if status.state is LinkState.LINKED:
            self._missed = True
            self._post("")
        elif self._missed and (status.state in LOST or status.url is None):
            self._post(status.sentence)

    def _post(self, sentence: str) -> None:
        if sentence != self._sentence:
            self._sentence = sentence
            self._session.post(Trouble("gauge", sentence))
