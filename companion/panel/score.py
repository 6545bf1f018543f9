"""The result of an evening: as a story on the screen, and as data to take away."""

from typing import Any

import msgspec

from companion import shelf
from companion.records import Record, records
from rules.board import Outcome


def as_data(session: Any) -> bytes:
    """Who played, how it ended, every amount with its heading, and every step. Nothing that stayed hidden."""
    from companion.history import public

    evening = session.evening
    outcome: Outcome = session.board.outcome
    told = {
        "game": evening.game.id,
        "mode": evening.setup.mode,
        "players": list(evening.setup.players),
        "headline": outcome.headline,
        "winners": list(outcome.winners),
        "story": list(outcome.story),
        "lines": [msgspec.structs.asdict(line) for line in outcome.lines],
        "steps": [{"label": step.label, **public(evening.game.actions, step.event)} for step in evening.steps[1:]],
    }
    return msgspec.json.format(msgspec.json.encode(told))


def best_before(session: Any) -> Record | None:
    """The best other evening of this game, level and team size on this device."""
    evening = session.evening
    group = (evening.game.id, evening.state.box.mode, len(evening.setup.players))
    others = [path for path in shelf.paths() if path != evening.path]
    return next((record for record in records(others) if record.group == group), None)


def by_player(outcome: Outcome, players: tuple[str, ...]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """The lines of each player (and of the whole table, first): what, amount, heading."""
    found = []
    for name in ("", *players):
        lines = [(line.what, line.amount, line.heading) for line in outcome.lines if line.player == name]
        if lines:
            found.append((name, lines))
    return found
