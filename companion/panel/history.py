"""Evenings that were played: what happened when, how the needle went, who plays and wins here."""

import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion import places, shelf
from companion.disk import reason
from companion.history import Moment, as_document, tell
from companion.journal import JournalError
from companion.sentence import Sentence
from companion.shelf import Kept
from devices.face import Face, load
from rules.action import Unreadable
from rules.board import Board
from rules.games import GAMES


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of an evening that stands (what was taken back is left out)."""

    label: str
    says: tuple[str, ...]
    at: float
    board: Board
    ruling: str


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A whole evening, scene by scene."""

    path: Path
    game: str
    name: str
    scenes: tuple[Scene, ...]
    minutes: int
    over: bool

    @property
    def line(self) -> tuple[tuple[int, int], ...]:
        """The needle's value after each scene, as far as the game has a needle."""
        boards = enumerate(scene.board for scene in self.scenes)
        return tuple((number, board.dial.value) for number, board in boards if board.dial is not None)

    @property
    def face(self) -> Face:
        return load(self.game)


@dataclass(frozen=True, slots=True)
class Record:
    """What somebody has behind them on this device."""

    name: str
    played: int
    won: int


def evenings() -> list[Kept]:
    """Every evening that can be read, the newest first."""
    return [kept for path in shelf.paths() if (kept := shelf.kept(path)) is not None]


def chronicle(path: Path) -> Chronicle:
    """An evening told from its journal; raises JournalError with the sentence to show."""
    history = tell(path)
    table = history.table
    standing = [moment for moment in history.moments if not _moves_history(moment) and not moment.undone]
    scenes = [Scene("", (), history.header.began, table.game.board(table.steps[0].state), "")]
    for step, moment in zip(table.steps[1:], standing, strict=False):
        board = table.game.board(step.state)
        scenes.append(Scene(moment.label, moment.says, moment.at, board, moment.ruling))
    minutes = round((scenes[-1].at - scenes[0].at) / 60)
    over = scenes[-1].board.outcome is not None
    return Chronicle(path, table.game.id, table.game.name, tuple(scenes), minutes, over)


def records(kept: list[Kept], game: str = "") -> list[Record]:
    """Everybody who finished an evening here, the most frequent winner first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for evening in kept:
        if evening.board.outcome is None or (game and evening.setup.game != game):
            continue
        played.update(evening.setup.players)
        won.update(evening.board.outcome.winners)
    found = [Record(name, number, won[name]) for name, number in played.items()]
    return sorted(found, key=lambda record: (-record.won, -record.played, record.name.casefold()))


def export(path: Path) -> list[Path]:
    """The evening as JSON, without hidden cards; once it is over the journal, too, for another device."""
    history = tell(path)
    folder = places.exports()
    document = folder / f"{path.stem}.json"
    document.write_bytes(msgspec.json.format(msgspec.json.encode(as_document(history))))
    made = [document]
    if history.table.game.board(history.table.state).outcome is not None:
        made.append(Path(shutil.copyfile(path, folder / path.name)))
    return made


def offered() -> list[Path]:
    """Journals that lie where exports go, and could be taken in."""
    known = {path.name for path in shelf.paths()}
    return [path for path in sorted(places.exports().glob(f"*{shelf.SUFFIX}")) if path.name not in known]


def take_in(path: Path) -> str:
    """An evening of another device comes to this one; returns why not, if not."""
    try:
        tell(path)
        shutil.copyfile(path, places.evenings() / path.name)
    except (JournalError, Unreadable) as trouble:
        return Sentence("{file} is no evening that can be read: {why}", file=path.name, why=str(trouble))
    except OSError as trouble:
        return Sentence("{file} could not be copied: {why}.", file=path.name, why=reason(trouble))
    return ""


def game_name(game: str) -> str:
    return GAMES[game].name if game in GAMES else game


def _moves_history(moment: Moment) -> bool:
    return bool(moment.event.get("undo") or moment.event.get("redo"))
