"""Verdicts: yes, no or depends, with every reason at once and the heading that each rests on."""

from collections.abc import Callable
from enum import Enum
from typing import Any

from msgspec import Struct


class Answer(Enum):
    YES = "yes"
    NO = "no"
    DEPENDS = "depends"


class Reason(Struct, frozen=True):
    """Why an action is refused, or what it hangs on."""

    rule: str  # the predicate's name
    heading: str  # as the rulebook prints it
    says: str  # one sentence for the person at the table
    firm: bool = False  # cannot be carried out at all, not even against advice
    switch: str = ""  # the house rule that decides it, where the book leaves it open


class Verdict:
    """An answer and its reasons. The sentences are put together when somebody asks for them: states do not change."""

    __slots__ = ("_reasons", "answer")

    def __init__(self, answer: Answer, reasons: Callable[[], tuple[Reason, ...]] = tuple) -> None:
        self.answer = answer
        self._reasons: Any = reasons

    def __bool__(self) -> bool:
        return self.answer is not Answer.NO

    def __repr__(self) -> str:
        return f"Verdict({self.answer.value}: {' '.join(reason.says for reason in self.reasons)})"

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason, the worst first."""
        if callable(self._reasons):
            self._reasons = self._reasons()
        return self._reasons

    @property
    def why(self) -> str:
        return self.reasons[0].says if self.reasons else ""

    @property
    def cite(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(reason.heading for reason in self.reasons))

    @property
    def firm(self) -> bool:
        return any(reason.firm for reason in self.reasons)


YES = Verdict(Answer.YES)


class Maybe:
    """What a predicate returns when a hidden card decides."""

    def __bool__(self) -> bool:
        return True


MAYBE = Maybe()

Test = Callable[[Any, Any], "bool | Maybe"]
Says = str | Callable[[Any, Any], str]


Heading = str | Callable[[Any, Any], str]


class Rule(Struct, eq=False):
    """One rule of the book: a predicate of a few lines, the heading it enforces and what to tell who breaks it."""

    name: str
    heading: Heading
    says: Says
    test: Test
    firm: bool = False
    switch: str = ""
    whoever: bool = False  # looks at the table only, not at who does what


RULES: dict[str, Rule] = {}  # every predicate of every game, by "game module.name"


def rule(
    heading: Heading, says: Says, *, firm: bool = False, switch: str = "", of: str = "", whoever: bool = False
) -> Callable[[Test], Rule]:
    """Makes a predicate (state, action) -> True when the rule is kept, False when broken, MAYBE when it depends.

    Where one function makes the same rule for several actions, `of` tells them apart.
    """

    def made(test: Test) -> Rule:
        name = f"{test.__name__}.{of}" if of else test.__name__
        result = Rule(name, heading, says, test, firm, switch, whoever)
        key = f"{test.__module__}.{name}"
        if key in RULES:
            raise ValueError(f"two rules are called {key}")
        RULES[key] = result
        return result

    return made
