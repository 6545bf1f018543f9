"""Asking the judge from the table: a typed question, a picked one, or the refusal that somebody argues about."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion import places
from rules.action import Seat, fields
from rules.games import GAMES
from rules.house import Switch
from rules.judge import Judge, Ruling, judge, judged

REMEMBERED = 30
WORDS = {"yes": "Yes", "no": "No", "depends": "It depends", "open": "The book leaves it open", "fact": "The book says"}
UNKNOWN = "Not in this book"


class Dispute(Struct, frozen=True):
    """A question that was asked here before."""

    game: str
    question: str
    verdict: str
    answer: str
    section: str


@dataclass(frozen=True, slots=True)
class Picked:
    """Something that can be asked about by tapping: who, what, whom."""

    do: str
    text: str
    needs_whom: bool


class JudgeDesk:
    """One game's judge, with the table that is played, if it is this game's."""

    def __init__(self, game: str, session: Any = None) -> None:
        self.game = game
        own = session is not None and session.evening.game.id == game
        self.session = session if own else None

    @property
    def judge(self) -> Judge:
        """Reading a game's rulings takes a moment: not on the screen's own thread."""
        return judge(self.game)

    @property
    def players(self) -> tuple[str, ...]:
        return self.session.evening.setup.players if self.session is not None else ()

    def ask(self, question: str) -> Ruling:
        table = self.session.evening if self.session is not None else None
        ruling = self.judge.ask(question, table)
        remember(Dispute(self.game, question[:200], verdict_of(ruling), ruling.answer, ruling.section or ""))
        return ruling

    def about(self, refusal: Any) -> Ruling | None:
        """What a refusal rests on; none where nobody tried anything in particular."""
        if self.session is None or not refusal.actions:
            return None
        return self.judge.about(refusal.actions[0], self.session.evening)

    def picks(self) -> list[Picked]:
        if self.session is None:
            return []
        kinds = self.session.evening.game.actions.values()
        return [Picked(kind.do, kind.button, _has_whom(kind)) for kind in kinds if kind.button]

    def question(self, by: str, pick: Picked, whom: str) -> str:
        """The picked parts as somebody would say them."""
        return f"Can {by} {pick.text.lower()} {whom} now?".replace("  ", " ")

    def switch(self, ruling: Ruling) -> Switch | None:
        """The house rule that settles it, while a table is played."""
        if self.session is None or not ruling.switch:
            return None
        return self.session.evening.game.switches.get(ruling.switch)

    def value(self, switch: Switch) -> Any:
        assert self.session is not None
        return self.session.evening.state.box.house.get(switch.name, switch.default)

    def record(self, switch: Switch, value: Any, settings: Any) -> bool:
        """The table rules: in the journal from now on, and this group's house rule the next time."""
        assert self.session is not None
        if not self.session.rule(switch.name, value):
            return False
        settings.house.setdefault(self.game, {})[switch.name] = value
        return True


def games() -> list[tuple[str, str]]:
    """Every game that has rulings, with its name."""
    known = judged()
    return [(game.id, game.name) for game in GAMES.values() if game.id in known]


def verdict_of(ruling: Ruling) -> str:
    return UNKNOWN if ruling.source == "none" else WORDS[ruling.verdict]


def disputes() -> list[Dispute]:
    """What was asked here, the newest first."""
    try:
        return msgspec.json.decode(_path().read_bytes(), type=list[Dispute])
    except (OSError, msgspec.DecodeError):
        return []


def remember(dispute: Dispute) -> None:
    others = [old for old in disputes() if old.question != dispute.question]
    try:
        places.made(_path().parent)
        _path().write_bytes(msgspec.json.encode([dispute, *others][:REMEMBERED]))
    except OSError:
        return  # a list of old questions is not worth a message in the middle of an argument


def _path() -> Path:
    return places.data() / "disputes.json"


def _has_whom(kind: Any) -> bool:
    return any(name != "by" and field.type is Seat for name, field in fields(kind).items())
