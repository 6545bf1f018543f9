"""A whole evening by itself: people really do things, the camera sees some of it, and the app keeps the score."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msgspec import Struct

from companion.demo.deed import Deed, Motion, Player
from companion.demo.fingers import Astray, Fingers
from companion.session import Session


class Watcher(Protocol):
    """What stands between the table and the session: a rendered camera, or none."""

    def begin(self, lying: Sequence[Motion]) -> None:
        """The camera is switched on when all this lies on the table."""
        ...

    def perform(self, motions: Sequence[Motion]) -> None:
        """Somebody moves things, and the camera looks until they have come to rest."""
        ...

    def rest(self) -> None:
        """What was only shown is put away."""
        ...


class Blind:
    """No camera at all."""

    def begin(self, lying: Sequence[Motion]) -> None: ...
    def perform(self, motions: Sequence[Motion]) -> None: ...
    def rest(self) -> None: ...


class Outcome(Struct, frozen=True):
    """What an evening came to."""

    actions: int
    seen: int  # of them, begun by the camera
    taps: int
    wrong: int  # proposals that had to be waved away
    truth: Any
    reached: Any

    @property
    def agrees(self) -> bool:
        return bool(self.truth == self.reached)


def perform(
    player: Player,
    session: Session,
    watcher: Watcher,
    on_step: Callable[[Deed], object] = lambda deed: None,
    fingers: Fingers | None = None,
) -> Outcome:
    """Plays the evening to its end; `on_step` is called after every deed that the app has recorded."""
    fingers, actions, seen = fingers or Fingers(session), 0, 0
    watcher.begin(player.lying())
    for deed in player.deeds():
        before = session.evening.events
        watcher.perform(deed.motions)
        if deed.line and session.evening.events == before:
            fingers.do(deed.line)
        if session.evening.events != before:
            event = session.evening.steps[-1].event
            if not _is(event, deed.line):
                raise Astray(f"The app took {event} for what was {deed.line or 'nothing'}.")
            actions += 1
            seen += event.get("how") == "seen"
            on_step(deed)
        watcher.rest()
    return Outcome(actions, seen, fingers.taps, fingers.wrong, player.truth(), player.reached(session.evening))


def _is(event: dict[str, Any], line: dict[str, Any]) -> bool:
    """Whether the journal has what was done."""
    return all(name == "how" or _plain(line.get(name)) == _plain(value) for name, value in event.items())


def _plain(value: Any) -> Any:
    """Lists have no order here."""
    return sorted(map(str, value)) if isinstance(value, list) else value
