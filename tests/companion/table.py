"""A table with a session for tests: what happens at it in a word each, and everything it told."""

import itertools
from pathlib import Path
from typing import Any

from companion.evening import Evening
from companion.session import Done, News, Session
from rules.game import Setup
from tests.companion.evenings import clock
from vision.tracking.tracker import Change

PLAYERS = ("Ann", "Ben", "Cat", "Dan")


class Table:
    """Ann is first to play."""

    def __init__(
        self,
        folder: Path,
        players: tuple[str, ...] = PLAYERS,
        mode: str = "core",
        game: str = "hit-the-silk",
        **options: Any,
    ) -> None:
        self.path = folder / "evening.jsonl"
        setup = Setup(game, players, mode, players[0])
        self.session = Session(Evening.begin(self.path, setup, clock()), **options)
        self.news: list[News] = []
        self.session.listen(self.news.append)
        self._copies = itertools.count(1)
        self._now = itertools.count(10, 10)

    def lay(self, card: str, zone: str | None = "discard", copy: int = 0, at: float = 0.0) -> Change:
        """Somebody lays a card, each time another one unless its copy is named."""
        change = Change("appeared", (card, copy or next(self._copies)), zone, at=at or next(self._now))
        self.session.see(change)
        return change

    def take(self, laid: Change) -> None:
        self.session.see(Change("left", laid.card, laid.zone, at=next(self._now)))

    def lines(self, *lines: dict[str, Any]) -> None:
        """Things that happened before the test begins."""
        for line in lines:
            self.session.touch(self.session.evening.read(line))

    @property
    def done(self) -> list[str]:
        return [news.label for news in self.news if isinstance(news, Done)]

    @property
    def asked(self) -> str:
        proposal = self.session.proposal
        return f"{proposal.by}: {proposal.title}. {proposal.question}".strip() if proposal else ""

    @property
    def choices(self) -> list[Any]:
        proposal = self.session.proposal
        return [choice.value for choice in proposal.choices] if proposal else []

    @property
    def alternatives(self) -> list[Any]:
        proposal = self.session.proposal
        return [choice.value for choice in proposal.alternatives] if proposal else []
