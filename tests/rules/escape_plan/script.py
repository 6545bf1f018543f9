"""Evenings of Escape Plan for tests: just set up, on somebody's turn, with tracks and tiles as a test needs them."""

from typing import Any

from msgspec.structs import replace

from rules.games import game
from rules.games.escape_plan.box import PRINTED
from rules.games.escape_plan.flow import to_reveal
from rules.games.escape_plan.pieces import piece
from rules.table import Step
from tests.rules import script

GAME = game("escape-plan")
BOX = {
    "income": [3, 4, 5, 6, 7, 8, 10, 12, 14, 16],
    "thresholds": [4, 8, 12],
    "track": [14],
    "escape": [0, 5, 10, 15, 20],
    "assets": [5, 4, 3, 2],
    "spaces": [4, 5],
    "lockers": [3, 4, 5],
    "contacts": [0, 5, 12, 20, 30, 42],
    "notoriety": [0, 0, 0, 2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 42, 50],
}
assert set(BOX) == set(PRINTED)


def evening(players: str = "Ann Ben Cat", *, box: dict[str, Any] | None = None, **setup: Any) -> "Evening":
    """A table that has just been set up, its box's own figures entered; `box={}` has entered nothing."""
    return Evening.of(GAME.id, players, box=BOX if box is None else box, **setup)


def on_turn(players: str = "Ann Ben Cat", house: dict[str, Any] | None = None, **setup: Any) -> "Evening":
    """The first turn of the first round: Patrols at Exits 1 and 2, four tiles placed, the first player begins."""
    table = evening(players, house={"first-round-order": "keep", **(house or {})}, **setup)
    table.to_the_first_turn()
    return table


class Evening(script.Evening):
    def to_the_first_turn(self, patrols: str = "exit-1 exit-2") -> None:
        self.reveal_patrol(self.waits_for, patrols)
        for _ in range(4):
            self.place_tile(self.waits_for)

    @property
    def waits_for(self) -> str:
        """Whose word is waited for; anybody's name will do where the whole table is asked."""
        return next(chair.name for chair in GAME.board(self.table.state).chairs if chair.active)

    @property
    def asks(self) -> str:
        return GAME.board(self.table.state).asks

    def of_player(self, name: str) -> Any:
        return self.table.state.players[self.seat(name)]

    def seat(self, name: str) -> int:
        return 2 if name == "Sandra" else self.table.state.box.seats.index(name)

    # ---------------------------------------------------------------- as if it had come about

    def found(self, **fields: Any) -> None:
        step = self.table.steps[-1]
        self.table.steps[-1] = Step(step.label, replace(step.state, **fields), step.notes, step.event)

    def has(self, name: str, **fields: Any) -> None:
        """A player is found with this: pieces by their names."""
        players = list(self.table.state.players)
        for field in ("contacts", "tiles", "unlocked"):
            if field in fields:
                fields[field] = tuple((piece(word.strip("-")), word.startswith("-")) for word in fields[field].split())
        if "locked" in fields:
            fields["locked"] = tuple(map(piece, fields["locked"].split()))
        if "at" in fields:
            fields["at"] = piece(fields["at"])
        if "gangs" in fields:
            fields["gangs"] = tuple((piece(place), members) for place, members in fields["gangs"].items())
        players[self.seat(name)] = replace(players[self.seat(name)], **fields)
        self.found(players=tuple(players))

    def going(self, **fields: Any) -> None:
        self.found(going=replace(self.table.state.going, **fields))

    def stock(self, **fields: Any) -> None:
        self.found(stock=replace(self.table.state.stock, **fields))

    # ---------------------------------------------------------------- many lines at once

    def visits(self, name: str, location: str, *, income: bool = False, contact: str = "stunt", **move: Any) -> None:
        """A move without Police, and what the location asks for, in the plainest way."""
        self.move(name, location, **move)
        while (do := self.answers) and self.table.state.stage == "play":
            if "place-cube" in do:
                self.place_cube(name, income)
            elif "take-contact" in do:
                self.take_contact(name, contact)
            elif "take-key" in do:
                self.take_key(name, "green")
            elif "use-exit" in do:
                self.use_exit(name, "nothing")
            else:
                return

    @property
    def answers(self) -> frozenset[str]:
        waiting = self.table.state.waiting
        return waiting.answers if waiting is not None else frozenset()

    def takes_turn(self, name: str, location: str, **how: Any) -> None:
        self.visits(name, location, **how)
        self.end_turn(name)

    def let_rest(self, *names: str) -> None:
        """They rest, unlocking the first Asset tile that they have."""
        for name in names:
            self.rest(name)
            if "unlock-asset" in self.answers:
                self.unlock_asset(name, self.locked(name)[0])
            self.end_turn(name)

    def locked(self, name: str) -> list[str]:
        return [self.table.state.box.card_ids[asset] for asset in self.of_player(name).locked]

    def lay_open(self, plan: int = 0) -> None:
        """Everybody whose money counts tells it."""
        for seat in to_reveal(self.table.state):
            player = self.table.state.players[seat]
            name = self.table.state.box.seats[seat]
            self.reveal(name, plan, [10] * player.lockers, [5] * player.exits, player.money or 0)
