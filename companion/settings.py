"""What this device remembers between evenings: how the app looks and sounds, who plays here, how the table plays."""

from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion import places
from companion.disk import reason
from companion.sentence import Sentence

REMEMBERED = 24  # names


class Agreed(Struct, frozen=True):
    """A ruling of the table that no house rule covers."""

    question: str
    answer: str
    section: str
    evening: str  # when that evening began: while it goes on, its journal decides whether the ruling stands


class Settings(Struct):
    theme: Literal["dark", "light"] = "dark"
    text_scale: float = 1.0
    sound: bool = True
    motion: bool = True
    language: str = "en"
    camera: str = "0"  # a number, a file or folder, or "off"
    mirrored: bool = False  # the front camera shows the table as a mirror would
    gauge: str = ""  # the port's URL, or "off"; empty = look for one
    clocks: dict[str, int] = {}  # turn, discussion, game: seconds; none = off
    odds: bool = False  # Land the Plane: chances and the best move
    names: list[str] = []  # of people who played here, the last ones first
    house: dict[str, dict[str, Any]] = {}  # by game: the house rules of this table
    agreed: dict[str, list[Agreed]] = {}  # by game: what this group has ruled in its own words, the latest first
    box: dict[str, dict[str, Any]] = {}  # by game: what this box prints differently
    last_game: str = ""
    last_mode: dict[str, str] = {}  # by game

    @classmethod
    def load(cls) -> "Settings":
        """As they were saved. A damaged file is set aside: settings are no reason not to start."""
        path = _path()
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except FileNotFoundError:
            return cls()
        except (msgspec.DecodeError, UnicodeDecodeError, OSError):
            with suppress(OSError):
                path.rename(path.with_suffix(".damaged"))
            return cls()

    def save(self) -> str:
        """Keeps them; where that fails, returns the sentence to show."""
        path = _path()
        try:
            places.made(path.parent)
            draft = path.with_suffix(".new")
            draft.write_bytes(msgspec.json.format(msgspec.json.encode(self)))
            draft.replace(path)
        except OSError as trouble:
            return Sentence("The settings could not be saved: {why}.", why=reason(trouble))
        return ""

    def remember(self, names: tuple[str, ...]) -> None:
        """Who sits here now comes first next time."""
        known = {name.casefold() for name in names}
        self.names = [*names, *(name for name in self.names if name.casefold() not in known)][:REMEMBERED]


def _path() -> Path:
    return places.config() / "settings.json"
