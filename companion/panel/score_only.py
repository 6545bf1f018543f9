"""Score only: a game that was played without the app is added up. What is asked, each game says in its own data."""

from itertools import pairwise
from typing import Any

from msgspec import Struct, convert

from companion.sentence import Sentence
from companion.settings import Settings
from rules.action import Unreadable
from rules.games import GAMES
from rules.library import toml


class Field(Struct, frozen=True):
    """One thing that is asked of each player, or of the table."""

    path: str
    asks: str
    takes: str
    among: tuple[Any, ...] = ()  # the cards or numbers to choose from; else all of the box
    start: int = 0
    with_: str = ""  # asked only once that other answer is given

    @property
    def of_player(self) -> bool:
        return "{player}" in self.path


class Reckoning(Struct, frozen=True):
    """The result of a scoring, for a screen."""

    winners: tuple[str, ...]
    lines: tuple[tuple[str, str, str, str], ...]  # who, what, amount, heading
    says: str


class ScoreForm:
    """Answers as they are tapped in; `reckon` hands them to the game."""

    def __init__(self, game: str, settings: Settings) -> None:
        self.game = GAMES[game]
        self.fields = [
            convert({("with_" if key == "with" else key): value for key, value in field.items()}, Field)
            for field in toml(f"games/{game}/score.toml")["fields"]
        ]
        self.players: list[str] = settings.names[: min(4, self.game.players[-1])]
        self.answers: dict[str, Any] = {}

    def toggle(self, name: str) -> bool:
        """Somebody takes part, or does not; False where the table is full."""
        if name in self.players:
            self.players.remove(name)
        elif len(self.players) >= self.game.players[-1]:
            return False
        else:
            self.players.append(name)
        return True

    def asked(self, player: str = "") -> list[tuple[str, Field]]:
        """What is asked of a player, or of the table, each with the full path of its answer."""
        found = [field for field in self.fields if field.of_player == bool(player)]
        return [
            (field.path.replace("{player}", player), field)
            for field in found
            if not field.with_ or self.answers.get(field.with_)
        ]

    def value(self, path: str, field: Field) -> Any:
        empty: Any = {"number": field.start, "yes-no": False}.get(field.takes, [])
        return self.answers.get(path, empty)

    def cards(self, field: Field) -> list[str]:
        return [str(card) for card in field.among] or list(self.game.describe()["cards"])

    def answer(self, path: str, value: Any) -> None:
        self.answers[path] = value

    def data(self) -> dict[str, Any]:
        """The answers in the shape that the game's scoring takes."""
        data: dict[str, Any] = {}
        if self.fields and self.fields[0].path.startswith("players"):
            data["players"] = {name: {} for name in self.players}
        for player in (*self.players, ""):
            for path, field in self.asked(player):
                value = self.value(path, field)
                if value or field.takes == "number" or field.of_player or field.with_:
                    _put(data, path, value)
        return data

    def reckon(self) -> Reckoning | str:
        """The result, or the sentence that says what is wrong."""
        try:
            result = self.game.score(self.data())
        except Unreadable as why:
            return str(why)
        lines = tuple(
            (
                str(line.get("player", "")),
                str(line.get("what", "")),
                str(line.get("amount", "")),
                str(line.get("heading", "")),
            )
            for line in result.get("lines", ())
        )
        winner = result.get("winner")
        winners = tuple(result.get("winners", ()) or ((winner,) if winner else ()))
        return Reckoning(winners, lines, _says(result, winners))


def _says(result: dict[str, Any], winners: tuple[str, ...]) -> str:
    if "minutes" in result:
        if not result.get("escaped"):
            return Sentence("Nobody escaped")
        return Sentence("Escaped with {minutes} minutes left", minutes=result["minutes"])
    if not winners:
        return Sentence("Nobody wins")
    *others, last = winners
    if not others:
        return Sentence("{name} wins", name=last)
    return Sentence("{names} and {last} win", names=", ".join(others), last=last)


def _put(data: dict[str, Any], path: str, value: Any) -> None:
    """Sets a value deep in the data; a part that is a number is a place in a list."""
    here: Any = data
    parts = path.split(".")
    for part, following in pairwise(parts):
        fresh: Any = [] if following.isdigit() else {}
        if isinstance(here, list):
            while len(here) <= int(part):
                here.append({})
            here = here[int(part)]
        else:
            here = here.setdefault(part, fresh)
    here[parts[-1]] = value
