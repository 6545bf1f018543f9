"""What stands on the table beside the tablet: the camera that looks, the gauge that shows, the clocks that run. Camera
and gauge have threads of their own; the screen asks for the newest picture and sentence, and never waits."""

from typing import Any

from companion.gauge_desk import GaugeDesk
from companion.gauge_link import GaugeLink
from companion.lookout import Lookout
from companion.session import Session
from companion.settings import Settings
from companion.table_clocks import Reading, TableClocks


class Instruments(Lookout):
    """For one session."""

    def __init__(self, session: Session, settings: Settings, desk: GaugeDesk | None = None, source: Any = None) -> None:
        """`desk` owns the gauge, where there is one; `source` takes the place of the camera that the settings name."""
        game = session.evening.game.id
        self._clocks = TableClocks(session, settings.clocks)
        self._gauge = GaugeLink(session, desk) if desk is not None else None
        super().__init__(
            session,
            game,
            settings.camera,
            mirrored=settings.mirrored,
            source=source,
            matcher=lambda: _matcher(game),
        )

    @property
    def clock(self) -> Reading | None:
        """The clock that runs, where the table wants one."""
        return self._clocks.read()

    def hold(self) -> None:
        """A break for the clocks, or its end."""
        self._clocks.toggle()

    def tick(self) -> str | None:
        """Lets the gauge show the clock; returns the sound that is due."""
        if self._gauge is not None:
            shown = self._clocks.read()
            self._gauge.show_clock(shown.left if shown is not None else None)
        return self._clocks.sound()

    def close(self) -> None:
        """Ends everything; the camera may take a while after that."""
        self._clocks.close()
        if self._gauge is not None:
            self._gauge.close()
        super().close()


def _matcher(game: str) -> Any:
    """The faces of this table's own cards, where they were enrolled."""
    from companion import places
    from vision.enrolment.album import BrokenAlbum, load_album
    from vision.enrolment.matching import Matcher

    try:
        faces = load_album(places.enrolled(game)).faces
    except BrokenAlbum as broken:
        faces = broken.faces  # what can still be read; where cards are learnt, it is said
    return Matcher(faces) if faces else None
