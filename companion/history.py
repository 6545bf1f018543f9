"""An evening told from its journal: what was done when, by whom, what came of it. Only what everybody may know."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Struct

from companion.evening import fingerprint, replaying
from companion.journal import Damage, Entry, Event, Header, read
from rules import games
from rules.action import Action, fields
from rules.table import Step, Table


class Moment(Struct, frozen=True):
    """One line of the journal."""

    number: int
    at: float
    label: str  # "Ann's Steal from Ben", "Undo: Ann's Steal from Ben"
    says: tuple[str, ...]  # what happened, in sentences
    ruling: str  # the advice that the table overruled
    undone: bool  # taken back later, and not brought back
    event: Event  # without what is private


class History(Struct, frozen=True):
    header: Header
    table: Table  # as it was left
    moments: tuple[Moment, ...]
    damage: Damage | None
    rules_changed: bool


def tell(path: Path) -> History:
    """Read a journal and change nothing; raises JournalError where there is none to read."""
    tables: list[Table] = []
    steps: list[Step] = []

    def replay(header: Header) -> Callable[[Event], None]:
        table = Table(games.game(header.setup.game), header.setup)
        tables.append(table)
        take = replaying(table, header)

        def follow(event: Event) -> None:
            last = table.steps[-1]
            take(event)
            steps.append(last if event.get("undo") else table.steps[-1])

        return follow

    record = read(path, replay)
    (table,) = tables
    standing = set(map(id, table.steps))
    moments = (
        _moment(table, entry, step, id(step) in standing) for entry, step in zip(record.entries, steps, strict=True)
    )
    changed = record.header.rules != fingerprint(table.game)
    return History(record.header, table, tuple(moments), record.damage, changed)


def as_document(history: History) -> dict[str, Any]:
    """An evening as one JSON document, for whoever reads it elsewhere."""
    header, view = history.header, history.table.view
    return {
        "format": "wingman-evening",
        "version": 1,
        "setup": header.setup,
        "began": header.began,
        "rules": header.rules,
        "rules_changed": history.rules_changed,
        "events": history.moments,
        "damage": str(history.damage) if history.damage else None,
        "table": view,
        "result": view.get("result"),
    }


def public(actions: Mapping[str, type[Action]], event: Event) -> Event:
    """The event as everybody may know it. Of hidden cards that an action cannot do without, the number stays."""
    kind = actions.get(event.get("do", ""))
    if kind is None or not kind.private:
        return event
    shown = {}
    for name, value in event.items():
        if name not in kind.private:
            shown[name] = value
        elif fields(kind)[name].default is NODEFAULT:
            shown[name] = len(value) if isinstance(value, list) else value
    return shown


def _moment(table: Table, entry: Entry, step: Step, stands: bool) -> Moment:
    event = public(table.game.actions, entry.event)
    for word, label in (("undo", f"Undo: {step.label}"), ("redo", f"Redo: {step.label}")):
        if event.get(word):
            return Moment(entry.n, entry.at, label, (), "", False, event)
    says = tuple(str(table.game.tell(step.state, note)["say"]) for note in step.notes)
    ruling = step.override.why if step.override is not None else ""
    return Moment(entry.n, entry.at, step.label, says, ruling, not stands, event)
