"""A table in the making: which game, how, who sits where, and what is still missing before it can begin."""

from typing import Any

from msgspec import structs

from companion.sentence import Sentence
from companion.settings import Settings
from rules.action import Unreadable
from rules.board import Fact, Task
from rules.game import Game, Setup
from rules.games import GAMES
from rules.house import Switch

LONGEST = 20  # letters of a name that the app offers to type; journals of other makers may have longer ones


class TablePlan:
    """Everything that is chosen on the way to a new table. The settings know what this device chose last time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.game: Game = GAMES.get(settings.last_game) or next(iter(GAMES.values()))
        self.players: list[str] = []
        self.first = ""
        self.mode = ""
        self.options: dict[str, Any] = {}
        self.box: dict[str, Any] = {}
        self.choose(self.game.id)
        for name in settings.names[: min(4, self.game.players[-1])]:
            self.toggle(name)

    # ---------------------------------------------------------------- what is played

    @property
    def games(self) -> list[Game]:
        return list(GAMES.values())

    @property
    def modes(self) -> list[tuple[str, str]]:
        """Each mode's id and name."""
        told = self.game.describe().get("modes", [])
        names = {entry["id"]: entry.get("name", "") for entry in told if isinstance(entry, dict)}
        return [(mode, names.get(mode) or mode.replace("-", " ").capitalize()) for mode in self.game.modes]

    def choose(self, game: str) -> None:
        """Another game, as this table plays it."""
        self.game = GAMES[game]
        last = self.settings.last_mode.get(game, "")
        self.mode = last if last in self.game.modes else next(iter(self.game.modes), "")
        known = self.game.switches
        self.options = {name: value for name, value in self.settings.house.get(game, {}).items() if name in known}
        self.box = dict(self.settings.box.get(game, {}))

    # ---------------------------------------------------------------- house rules and the box

    def value(self, switch: Switch) -> Any:
        return self.options.get(switch.name, self.usual(switch))

    def usual(self, switch: Switch) -> Any:
        """As the book has it in this mode."""
        return switch.modes.get(self.mode, switch.default)

    def settle(self, switch: Switch, value: Any) -> None:
        if value == self.usual(switch):
            self.options.pop(switch.name, None)
        else:
            self.options[switch.name] = value

    def facts(self) -> tuple[Fact, ...]:
        """The figures of the box for this table; none while the table cannot be set up at all."""
        try:
            return self.game.facts(self._seated)
        except Unreadable:
            return ()

    def edit(self, fact: Fact, value: Any) -> str:
        """This table's box prints it differently; returns why it cannot, where it cannot."""
        before, self.box = self.box, _with(self.box, fact.key, value)
        try:
            self.game.set_up(self._seated)
        except Unreadable as why:
            self.box = before
            return str(why)
        return ""

    @property
    def _seated(self) -> Setup:
        """The table as it will be; while people still come, as if just enough had sat down."""
        if len(self.players) in self.game.players:
            return self.setup
        least = tuple(str(seat) for seat in range(1, self.game.players[0] + 1))
        return structs.replace(self.setup, players=least, first="")

    # ---------------------------------------------------------------- who plays

    @property
    def names(self) -> list[str]:
        """Everybody who can be tapped: who played here before, and who was typed in now."""
        known = {name.casefold() for name in self.settings.names}
        return [*self.settings.names, *(name for name in self.players if name.casefold() not in known)]

    @property
    def full(self) -> bool:
        return len(self.players) >= self.game.players[-1]

    def toggle(self, name: str) -> bool:
        """Sits down, or gets up; False when there is no seat left."""
        if name in self.players:
            self.players.remove(name)
            if self.first == name:
                self.first = ""
            return True
        if self.full:
            return False
        self.players.append(name)
        return True

    def add(self, name: str) -> str:
        """A name that was typed in; returns why it cannot be taken, where it cannot."""
        name = " ".join(name.split())[:LONGEST]
        if not name:
            return Sentence("A player needs a name.")
        if name.casefold() in {other.casefold() for other in self.players}:
            return Sentence("{name} sits at the table already.", name=name)
        if not self.toggle(name):
            return Sentence(
                "{game} has no seat for {number} players.", game=self.game.name, number=len(self.players) + 1
            )
        return ""

    def swap(self, one: str, other: str) -> None:
        """Two players change seats."""
        at, to = self.players.index(one), self.players.index(other)
        self.players[at], self.players[to] = other, one

    # ---------------------------------------------------------------- can it begin?

    @property
    def setup(self) -> Setup:
        first = self.first if self.first in self.players else ""
        return Setup(self.game.id, tuple(self.players), self.mode, first, dict(self.options), dict(self.box))

    @property
    def problem(self) -> str:
        """What is in the way, as a sentence; empty when the table can begin."""
        try:
            self.game.set_up(self.setup)
        except Unreadable as why:
            return str(why)
        return ""

    def tasks(self) -> tuple[Task, ...]:
        try:
            return self.game.lay_out(self.setup)
        except Unreadable:
            return ()

    def card_name(self, card: str) -> str:
        cards = self.game.describe().get("cards", {})
        return str(cards.get(card, {}).get("name", card.replace("-", " ").capitalize()))

    def remember(self) -> None:
        """Next time begins as this one did."""
        settings, game = self.settings, self.game.id
        settings.remember(tuple(self.players))
        settings.last_game, settings.last_mode[game] = game, self.mode
        settings.house[game], settings.box[game] = dict(self.options), dict(self.box)


def _with(box: dict[str, Any], key: tuple[str, ...], value: Any) -> dict[str, Any]:
    """A copy with one value set, however deep it lies."""
    name, *rest = key
    if not rest:
        return {**box, name: value}
    inner = box.get(name)
    inner = inner if isinstance(inner, dict) else {} if inner is None else {"count": inner}
    return {**box, name: _with(inner, tuple(rest), value)}
