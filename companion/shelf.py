"""The evenings kept on this device, newest first."""

import time
from dataclasses import dataclass
from pathlib import Path

from companion import places
from companion.evening import Evening
from companion.history import tell
from companion.journal import JournalError
from rules.action import Unreadable
from rules.board import Board
from rules.game import Setup

SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Kept:
    """One evening, as it was left."""

    path: Path
    setup: Setup
    board: Board
    start: Board
    events: int
    at: float  # when something was last done
    over: bool


def paths() -> list[Path]:
    """The journals, the one last written first."""
    try:
        found = [path for path in places.evenings().glob(f"*{SUFFIX}") if path.is_file()]
        return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def kept(path: Path) -> Kept | None:
    """Reads an evening and changes nothing; none where the file is no evening that can be read."""
    try:
        history = tell(path)
        table = history.table
        board, start = table.game.board(table.state), table.game.board(table.steps[0].state)
        return Kept(
            path, table.setup, board, start, len(history.moments), path.stat().st_mtime, board.outcome is not None
        )
    except (JournalError, Unreadable, OSError):
        return None


def latest() -> Kept | None:
    """The table that was played last, if it can be read."""
    return next((evening for path in paths() if (evening := kept(path)) is not None), None)


def begin(setup: Setup) -> Evening:
    """A new evening under a name that tells it apart; raises Unreadable or JournalError with the sentence to show."""
    stem = f"{time.strftime('%Y-%m-%d %H.%M')} {setup.game}"
    folder = places.evenings()
    number, path = 1, folder / f"{stem}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder / f"{stem} {number}{SUFFIX}"
    return Evening.begin(path, setup)
