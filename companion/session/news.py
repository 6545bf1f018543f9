"""What a session tells: plain frozen records for screens, gauge and sound. Only what everybody may know."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from rules.action import Action
from rules.table import How


class Choice(Struct, frozen=True):
    """One answer that can be tapped: hand `value` to `Session.answer`."""

    value: Any  # a player's name, a card id, a word or a number as scripts write them
    says: str  # what stands on it: "Ben", "Knife", "wait"
    kind: Literal["seat", "card", "word", "done", "action"]
    """`done` closes a list ("That is all"); `action` says that it was something else ("Change")."""


class Flag(Struct, frozen=True):
    """Something that may also be true: switched by `Session.flag(name)`."""

    name: str  # "knife"
    says: str  # "A Knife is shown"
    on: bool


class Proposal(Struct, frozen=True):
    """What is waited for: an action in the making.

    With `asks` empty nothing is open any more, and `Session.accept()` carries it out.
    """

    do: str  # the action's name in scripts
    title: str  # a word or two for it: "Steal"
    by: str  # who does it
    others: tuple[str, ...]  # who else could: `Session.hand_to(name)`
    seen: bool  # the camera began it; else a person or the rules did
    prompted: bool  # nobody began it: the rules wait for it
    cards: tuple[str, ...]  # the card ids that were seen for it
    known: dict[str, Any]  # the fields that are settled, as scripts name them; of a list what was picked so far
    asks: str  # the field that is asked now, as scripts name it
    question: str  # "From whom?"
    choices: tuple[Choice, ...]
    alternatives: tuple[Choice, ...]  # other things that the same cards could mean
    flags: tuple[Flag, ...]
    sense: str  # what the camera can answer with: "hand", "dice", "plane"…; empty where only a tap can
    number: tuple[int, int] | None  # any number from the one to the other answers, too; then there are no choices
    label: str  # what it will be called once it is complete: "Ann's Steal from Ben"


class Refusal(Struct, frozen=True):
    """Why something was not done. Every one can open the judge; most can be overridden by the table."""

    says: str  # the worst reason, one sentence
    reasons: tuple[str, ...]  # all of them
    cite: tuple[str, ...]  # the rulebook's headings
    do: str  # what was tried
    title: str
    by: str  # empty where nobody in particular tried
    actions: tuple[Action, ...]  # what the table could still do against it
    seen: bool

    @property
    def can_override(self) -> bool:
        return bool(self.actions)


class Button(Struct, frozen=True):
    """One action of the game that can be begun by a touch."""

    do: str
    text: str
    ready: bool  # else touching it tells why not
    known: dict[str, Any] = {}  # what the button says already: `Session.touch(do, **known)`


# ---------------------------------------------------------------- news


class Done(Struct, frozen=True):
    """Something was carried out, and is on the disk."""

    do: str
    by: str
    label: str  # "Ann's Steal from Ben"
    how: How
    says: tuple[str, ...]  # what happened, in sentences
    told: tuple[dict[str, Any], ...]  # the same as data: {"what": "drop", "from": 16000, …}
    depends: str = ""  # what only a hidden card decides
    ruling: str = ""  # the advice that the table overruled


class Undone(Struct, frozen=True):
    label: str


class Redone(Struct, frozen=True):
    label: str


class Asked(Struct, frozen=True):
    """The proposal has changed, or the card that was passed over; None when nothing is waited for any more."""

    proposal: Proposal | None


class Refused(Struct, frozen=True):
    """None when the last refusal is no longer of interest."""

    refusal: Refusal | None


class Trouble(Struct, frozen=True):
    """Something outside the game is wrong, or well again (an empty sentence). Play goes on."""

    about: str  # journal, camera, gauge
    sentence: str


News: TypeAlias = Done | Undone | Redone | Asked | Refused | Trouble
Listener: TypeAlias = Callable[[News], None]
