"""What the present state of a table means for a session: computed once a step, asked often."""

from collections.abc import Iterable
from functools import cached_property

from companion.session.matching import blanks, meant_by_touch
from companion.session.news import Button
from rules.action import Action, Seat, fields
from rules.game import open_to
from rules.state import Situation
from rules.table import Table

FEW = 5
"""Answers that may have a button each."""


class Moment:
    """One state, and what can be done in it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.state = table.state
        self.board = table.game.board(table.state)
        self.options = table.options()
        self.told: list[type[Action]] = list(dict.fromkeys(type(option) for option in self.options))
        self.untold = [kind for kind in table.game.actions.values() if self._is_untold(kind)]
        self.wants = frozenset(self._wants())

    def _is_untold(self, kind: type[Action]) -> bool:
        """Whether it can be done though nobody can list how: only a person knows what is in their hand."""
        if not kind.senses or kind in self.told:
            return False
        seats = open_to(self.table.game, self.state, kind)
        return bool(blanks(kind, [seat for seat in seats if self.board.chairs[seat].active]))

    def _wants(self) -> Iterable[str]:
        for kind in self.untold:
            yield from kind.senses.values()
        for option in self.options:
            yield from option.shows(self.state)

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, in a game that has turns."""
        return self.state.turn if isinstance(self.state, Situation) else None

    @cached_property
    def likely(self) -> list[Seat]:
        """Everybody: first whom the table waits for, clockwise from whose turn it is. A question that may be let pass
        leaves the turn where it is."""
        number, active = len(self.board.chairs), [chair.active for chair in self.board.chairs]
        first = self.turn if self.turn is not None else (*active, True).index(True)
        seats = [Seat((first + step) % number) for step in range(number)]
        waiting = self.state.waiting
        if self.turn is not None and waiting is not None and not waiting.blocks:
            return seats
        return sorted(seats, key=lambda seat: not self.board.chairs[seat].active)

    @cached_property
    def buttons(self) -> tuple[Button, ...]:
        """Every action that has a button, in the game's order; what only answers something, only while it is asked."""
        waiting = self.state.waiting
        answers = waiting.answers if waiting is not None else frozenset[str]()
        return tuple(
            button
            for do, kind in self.table.game.actions.items()
            if kind.button and (not kind.only_answers or do in answers)
            for button in self._buttons(kind)
        )

    def _buttons(self, kind: type[Action]) -> Iterable[Button]:
        """One button, or one for each of a few answers: a tap less."""
        if kind.spread:
            field = fields(kind)[kind.spread].name
            answers = sorted({getattr(option, field) for option in self.options if type(option) is kind})
            if 1 < len(answers) <= FEW:
                return [Button(kind.do, f"{kind.button}: {answer}", True, {kind.spread: answer}) for answer in answers]
        return [Button(kind.do, kind.button, self.is_ready(kind.do))]

    def is_ready(self, do: str) -> bool:
        kind = self.table.game.actions[do]
        return kind in self.told or kind in self.untold

    @cached_property
    def awaited(self) -> list[Action]:
        """Every way of the one thing that the rules wait for; of several, the one that says so, and of those the one
        that the camera is to see."""
        kinds = [*self.told, *self.untold]
        answers = self.state.waiting.answers if self.state.waiting is not None else frozenset[str]()
        prompted = [kind for kind in kinds if kind.prompted]
        kinds = [kind for kind in prompted if kind.do in answers] or prompted or kinds
        sensed = [kind for kind in prompted if any(fields(kind)[name].required for name in kind.senses)]
        chosen = kinds[0] if len(kinds) == 1 else sensed[0] if len(sensed) == 1 else None
        if chosen is None or self.board.outcome is not None:
            return []
        return meant_by_touch(self.table, chosen.do, self.options)
