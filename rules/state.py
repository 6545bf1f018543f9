"""States and the stack of obligations, for every game.

A game's `State` is a frozen `Scene`: one is kept for every event, so undo and what-if are only a matter of looking
at another one. Its `Draft` is the same situation while an action is carried out; frozen, it is the next state.

Whatever interrupts (a vote in mid-turn, an answer to a threat, the rest of a drop) lies on the stack `pending`.
Obligations that need nobody's answer settle themselves; the first one that waits for a person stops the rest.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct

from rules.action import Action, Seat
from rules.bag import Bag
from rules.knowledge import Zone

Note = tuple[Any, ...]  # what happened, by name, and its facts; a game turns it into a sentence


class Obligation(Struct, frozen=True, gc=False):
    """Something that must happen before play goes on."""

    waits: ClassVar[bool] = False  # for a person's answer; otherwise it settles itself
    blocks: ClassVar[bool] = True  # nothing else may be done before the answer; otherwise silence is an answer, too
    answers: ClassVar[frozenset[str]] = frozenset()  # the actions that answer it, by name
    heading: ClassVar[str] = ""
    do_next: ClassVar[str] = ""  # where one player must act, that as a headline: "{player} votes"

    def takes(self, action: Action) -> bool:
        """Is this action an answer? Where the obligation does not block, anything else lets it pass."""
        return action.do in self.answers

    def run(self, table: Any) -> None:
        """What happens once nothing lies above it any more."""
        raise NotImplementedError

    def lapse(self, table: Any) -> None:
        """What silence means, where the obligation does not block."""

    def asks(self, state: Any) -> str:
        """What is waited for, as a sentence."""
        raise NotImplementedError

    def awaits(self, state: Any) -> tuple[int, ...]:
        """The seats whose answer is waited for."""
        raise NotImplementedError


class Scene(Struct, gc=False):
    """What the table may know at one moment. Each game adds its own fields, among them its `box`."""

    zones: list[Zone]  # in a State these are tuples
    unseen: Bag
    pending: list[Obligation]

    @property
    def waiting(self) -> Any:
        """The obligation that somebody has to answer now, if there is one."""
        return self.pending[-1] if self.pending else None


class Situation(Scene):
    """The same where players take turns."""

    turn: Seat


def settle(table: Any) -> None:
    """Work the stack down to the first obligation that waits for a person."""
    pending = table.pending
    while pending and not pending[-1].waits:
        pending.pop().run(table)


def lapse(table: Any, action: Action) -> None:
    """Whoever does something else has let the questions on top pass."""
    while table.pending and not table.pending[-1].blocks and not table.pending[-1].takes(action):
        table.pending.pop().lapse(table)


def after_silence(state: Any, action: Action) -> Any:
    """The state in which this action is done: a question that it does not answer has been let pass."""
    top = state.waiting
    if top is None or top.blocks or top.takes(action):
        return state
    draft = state.thaw()
    lapse(draft, action)
    return draft.freeze()


def moments(state: Any) -> Iterator[Any]:
    """The state, and what it becomes as one question after the other is let pass."""
    yield state
    while state.pending and not state.pending[-1].blocks:
        draft = state.thaw()
        draft.pending.pop().lapse(draft)
        state = draft.freeze()
        yield state
