"""Asking the judge from the table: a typed question, a picked one, an event, or a refusal that people argue about."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from companion import places
from companion.settings import Agreed, Settings
from rules.action import Action, Seat, Unreadable, fields
from rules.games import GAMES
from rules.house import Switch
from rules.judge import AGREED, Judge, Ruling, judge, judged
from rules.table import Step
from rules.verdict import Answer

REMEMBERED = 30
WORDS = {"yes": "Yes", "no": "No", "depends": "It depends", "open": "The book leaves it open", "fact": "The book says"}
UNKNOWN = "Not in this book"
BEST = {Answer.YES: 0, Answer.DEPENDS: 1, Answer.NO: 2}


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

    def __init__(self, game: str, session: Any = None, settings: Settings | None = None) -> None:
        self.game = game
        self.settings = settings or Settings()
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
        ruling = self.judge.ask(question, table, self._earlier())
        remember(Dispute(self.game, question[:200], verdict_of(ruling), ruling.answer, ruling.section or ""))
        return ruling

    def about(self, refusal: Any) -> Ruling | None:
        """What a refusal rests on; none where nobody tried anything in particular."""
        if self.session is None or not refusal.actions:
            return None
        return self.judge.about(refusal.actions[0], self.session.evening)

    def about_step(self, step: Step) -> Ruling:
        """What happened, judged by how the table stood before it."""
        assert self.session is not None
        evening = self.session.evening
        place = next((at for at, each in enumerate(evening.steps) if each is step), 0)
        try:
            action = evening.read({name: step.event[name] for name in step.event if name not in ("how", "force")})
        except Unreadable:  # a ruling of the table, a house rule: nothing that anybody did
            return self.judge.ask(step.label, evening)
        return self.judge.about(action, evening, evening.steps[max(0, place - 1)].state)

    def can(self, by: str, do: str, whom: str = "") -> Ruling:
        """Whether somebody can do it now, to whomever it may be or to this one."""
        assert self.session is not None
        evening = self.session.evening
        seats = evening.setup.players
        tried = [
            action
            for action in evening.game.actions[do].candidates(evening.state, Seat(seats.index(by)))
            if not whom or Seat(seats.index(whom)) in _people(action)
        ]
        if not tried:
            kind = evening.game.actions[do]
            return self.judge.ask(self.question(by, Picked(do, kind.button, _has_whom(kind)), whom), evening)
        return self.judge.about(min(tried, key=lambda action: BEST[evening.check(action).answer]), evening)

    def likely(self) -> str:
        """Whoever is probably meant: the player whose turn it is."""
        chairs = self.session.board.chairs if self.session is not None else ()
        active = [chair.name for chair in chairs if chair.active]
        return active[0] if active else self.players[0]

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

    def record(self, switch: Switch, value: Any) -> bool:
        """The table rules: in the journal from now on, and this group's house rule the next time."""
        assert self.session is not None
        if not self.session.rule(switch.name, value):
            return False
        self.settings.house.setdefault(self.game, {})[switch.name] = value
        return True

    # ---------------------------------------------------------------- in the table's own words

    def wants_yes_or_no(self, question: str) -> bool:
        """Whether yes or no would be an answer: not to "who starts?"."""
        return self.judge.reader.read(question).form != "open"

    def agreed(self, ruling: Ruling) -> bool:
        """Whether this answer is the table's own ruling already."""
        return ruling.point == AGREED

    def agree(self, question: str, answer: str, ruling: Ruling) -> bool:
        """The table rules in its own words: in the journal from now on, and known to this group the next time."""
        if self.session is None or not self.session.agree(question, answer, ruling.section or ""):
            return False
        mine = Agreed(question, answer, ruling.section or "", self._began())
        known = self.settings.agreed.setdefault(self.game, [])
        known[:] = [mine, *(old for old in known if old.question != question)][:REMEMBERED]
        return True

    def _earlier(self) -> list[tuple[str, str, str]]:
        """What this group has ruled on other evenings. What was ruled tonight stands in the journal, unless undone."""
        known = self.settings.agreed.get(self.game, [])
        return [(each.question, each.answer, each.section) for each in known if each.evening != self._began()]

    def _began(self) -> str:
        return self.session.evening.name if self.session is not None else ""


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


def _people(action: Action) -> list[Seat]:
    """Whom an action names, besides who does it."""
    found: list[Seat] = []
    for name, field in fields(type(action)).items():
        value = getattr(action, field.name)
        if name != "by" and value is not None and "Seat" in str(field.type):
            found += value if isinstance(value, tuple) else [value]
    return found


def _has_whom(kind: Any) -> bool:
    return any(name != "by" and field.type is Seat for name, field in fields(kind).items())
