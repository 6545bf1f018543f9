"""Records: the best evening of each team size and level, read off the journals of those that were finished."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from companion.history import tell
from companion.journal import JournalError
from rules.action import Unreadable


class Record(Struct, frozen=True):
    """One finished evening with a figure to beat."""

    game: str
    mode: str  # the level
    players: tuple[str, ...]
    value: int  # the more, the better: minutes left
    began: float
    seconds: float  # from the first event to the last
    rulings: int  # how often the table played on against the rules
    journal: str

    @property
    def group(self) -> tuple[str, str, int]:
        """What it is compared with."""
        return self.game, self.mode, len(self.players)


def records(journals: Iterable[Path]) -> list[Record]:
    """The best of every game, level and team size; of equals the earlier one stays."""
    best: dict[tuple[str, str, int], Record] = {}
    for made in sorted(filter(None, map(record_of, journals)), key=lambda record: record.began):
        held = best.get(made.group)
        if held is None or made.value > held.value:
            best[made.group] = made
    return [best[group] for group in sorted(best)]


def record_of(journal: Path) -> Record | None:
    """What an evening may count as; none where it cannot be read, was not finished or has no figure to beat."""
    try:
        history = tell(journal)
    except (JournalError, Unreadable):
        return None
    table, header = history.table, history.header
    outcome = table.game.board(table.state).outcome
    if outcome is None or outcome.record is None:
        return None
    times = [moment.at for moment in history.moments]
    return Record(
        header.setup.game,
        table.state.box.mode,
        header.setup.players,
        outcome.record,
        header.began,
        times[-1] - times[0],
        sum(step.override is not None for step in table.steps),
        journal.name,
    )
