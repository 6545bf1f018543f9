"""An evening: a table whose every event is on the disk before it is shown."""

import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Self, get_args

import msgspec

from companion.journal import Event, Header, Journal
from rules import games
from rules.action import Unreadable
from rules.game import Game, Setup
from rules.table import How, Step, Table

Clock = Callable[[], float]
HOW = frozenset(get_args(How))


class Evening(Table):
    """A table with a journal. Whatever is done is written first: after a JournalError the table is as before."""

    def __init__(self, setup: Setup, now: Clock = time.time) -> None:
        super().__init__(games.game(setup.game), setup)
        self.now = now
        self.rules_changed = False  # since this evening began
        self._journal: Journal | None = None  # none while the journal itself is replayed

    @classmethod
    def begin(cls, path: Path, setup: Setup, now: Clock = time.time) -> Self:
        """A new evening in a new file; raises Unreadable for a set-up that is none, JournalError for a bad place."""
        evening = cls(setup, now)
        evening._journal = Journal.create(path, setup, fingerprint(evening.game), now())
        return evening

    @classmethod
    def resume(cls, path: Path, now: Clock = time.time) -> Self:
        """The evening as it was; whatever its journal lost is told by `recovered`."""
        evenings: list[Self] = []

        def replay(header: Header) -> Callable[[Event], None]:
            evenings.append(cls(header.setup, now))
            return replaying(evenings[0], header)

        journal = Journal.open(path, replay)
        (evening,) = evenings
        evening.rules_changed = journal.header.rules != fingerprint(evening.game)
        evening._journal = journal
        return evening

    @property
    def path(self) -> Path | None:
        """Where its journal lies."""
        return self._journal.path if self._journal is not None else None

    @property
    def recovered(self) -> str:
        """What was damaged on resuming, as a sentence; empty when all was well."""
        return self._journal.recovered if self._journal is not None else ""

    @property
    def name(self) -> str:
        """The journal's file name: no two evenings of a device share one."""
        return self._journal.path.stem if self._journal is not None else ""

    @property
    def events(self) -> int:
        """How many events the journal holds, undone ones and undos too."""
        return self._journal.events if self._journal is not None else 0

    def undo(self) -> Step | None:
        """Take the last step back and record that; returns it with its label, or nothing at the set-up."""
        if len(self.steps) == 1:
            return None
        self._record({"undo": True})
        return super().undo()

    def redo(self) -> Step | None:
        if not self._undone:
            return None
        self._record({"redo": True})
        return super().redo()

    def close(self) -> None:
        """Let go of the journal; whatever is done after that is refused."""
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _add(self, step: Step) -> Step:
        self._record(step.event)
        return super()._add(step)

    def _record(self, event: Event) -> None:
        if self._journal is not None:
            self._journal.append(event, self.now())


def replaying(table: Table, header: Header) -> Callable[[Event], None]:
    """What takes a journal's events onto a table, and says where other rules may be the reason for a refusal."""
    changed = header.rules != fingerprint(table.game)

    def take(event: Event) -> None:
        try:
            if event.get("how", "declared") not in HOW:
                raise Unreadable("Nobody declared, saw or settled it.")
            table.replay(event)
        except Unreadable as refusal:
            if changed:
                raise Unreadable(f"{refusal} The rules have changed since this evening began.") from refusal
            raise

    return take


def fingerprint(game: Game) -> str:
    """Changes with a game's cards, figures, house rules, actions or the rules that these must keep."""
    kept = {name: [rule.name for rule in (*kind.gate, *kind.rules)] for name, kind in game.actions.items()}
    return sha256(msgspec.json.encode([game.describe(), kept], order="sorted")).hexdigest()[:16]
