"""An evening whose rules are asked what can be done, while the cards are real: the way most games are demonstrated."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.demo.deed import Deed, Motion
from companion.history import public
from rules import games
from rules.action import Action, write
from rules.game import Setup
from rules.table import Table

LONGEST = 300
"""Deeds after which no evening goes on."""


class Guided(ABC):
    """`script` is a table of its own, to which the truth is told whole; the app learns it through camera and taps."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.setup = setup
        self.random = Random(seed)
        self.script = Table(games.game(setup.game), setup)

    def lying(self) -> Sequence[Motion]:
        return ()

    def deeds(self) -> Iterator[Deed]:
        for _ in range(LONGEST):
            options = [option for option in self.options() if self.is_real(option)]
            if not options:
                return
            action, before = self.choose(options), self.script.state
            line = public(self.script.game.actions, write(action, before.box))
            answered = self.script.push(action)
            assert answered.step is not None, answered.verdict
            yield Deed(line, tuple(self.carry_out(action, before)))
            if after := self.afterwards(action, before):
                yield Deed({}, tuple(after))

    def options(self) -> list[Action]:
        """What the rules list; a game whose people say more adds that."""
        return self.script.options()

    def is_real(self, option: Action) -> bool:
        """Whether the real cards allow it."""
        return True

    def choose(self, options: list[Action]) -> Action:
        """What people do of all that they could."""
        return self.random.choice(options)

    def carry_out(self, action: Action, before: Any) -> Sequence[Motion]:
        """What happens to the real cards, and what is to be seen of it. `script` has gone on already."""
        return ()

    def afterwards(self, action: Action, before: Any) -> Sequence[Motion]:
        """What is moved once the app has taken it in."""
        return ()

    @abstractmethod
    def truth(self) -> Any: ...

    @abstractmethod
    def reached(self, table: Table) -> Any: ...
