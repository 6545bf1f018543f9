"""Golden evenings: a script of each, and what everybody saw, as text that a person can read and review.

A game brings tests/rules/<game>/golden/*.jsonl; `python -m tests.rules.golden` writes every .txt beside it anew.
"""

import json
from pathlib import Path
from typing import Any

from rules.board import Board, Chair, Outcome
from rules.games import game
from rules.setup import read_setup
from rules.table import Table
from rules.verdict import Answer

SCRIPTS = sorted(Path(__file__).parent.glob("*/golden/*.jsonl"))


def played(script: Path) -> str:
    """The whole evening: what was done, what was said, and whatever changed on the table."""
    first, *lines = map(json.loads, script.read_text("utf-8").splitlines())
    setup = read_setup(first)
    table = Table(game(setup.game), setup)
    agreed = "".join(f" {name}: {words(value)}." for name, value in {**setup.options, **setup.box}.items())
    told = [f"{', '.join(setup.players)}. Mode: {setup.mode}.{agreed}", f"    {glance(board_of(table))}"]
    for line in lines:
        before = board_of(table)
        told += ["", done(line), *answered(table, line)]
        if board_of(table) != before:
            told.append(f"    {glance(board_of(table), before)}")
    outcome = board_of(table).outcome
    return "\n".join([*told, *(itemised(outcome) if outcome else [])]) + "\n"


def board_of(table: Table) -> Board:
    return table.game.board(table.state)


def done(line: dict[str, Any]) -> str:
    if "rule" in line:
        return f"The table settles {line['rule']}: {words(line['is'])}"
    fields = "".join(f", {name} {words(value)}" for name, value in line.items() if name not in ("by", "do"))
    return f"{line['by']}: {line['do']}{fields}"


def words(value: Any) -> str:
    return (" + ".join(map(str, value)) or "nobody") if isinstance(value, list) else str(value)


def answered(table: Table, line: dict[str, Any]) -> list[str]:
    if "rule" in line:
        table.rule(line["rule"], line["is"])
        return []
    line = dict(line)
    force = line.pop("force", False)
    answer = table.push(table.read(line), force=force)
    reasons = [f"{reason.says} [{reason.heading}]" for reason in answer.verdict.reasons]
    if answer.step is None:
        return [f"  no: {reason}" for reason in reasons]
    sort = "overruled" if answer.step.override else "depends"
    hangs = [f"  {sort}: {reason}" for reason in reasons if answer.verdict.answer is not Answer.YES]
    notes = [table.game.tell(table.state, note)["say"] for note in answer.step.notes]
    return [*hangs, *(f"  → {note}" for note in notes)]


def glance(board: Board, before: Board | None = None) -> str:
    """The table in one line: how far, whose turn, and of the rest what has changed."""
    known = parts(before) if before else []
    return " · ".join([*parts(board)[:1], *(part for part in parts(board)[1:] if part not in known)])


def parts(board: Board) -> list[str]:
    alarms = "".join(f" ({alarm}!)" for alarm in board.dial.alarms) if board.dial else ""
    found = [f"{board.headline}, {board.dial.value:,}{alarms}" if board.dial else board.headline]
    found += [marks(chair) for chair in board.chairs]
    found += [link.says for link in board.links]
    found += [f"{pile.id} {pile.count}" for pile in board.piles if pile.count is not None]
    return found + [f"{figure.name}: {figure.text}" for figure in board.figures]


def marks(chair: Chair) -> str:
    """A player and everything beside the name: hand 3, a wound."""
    return " ".join([chair.name, *(f"{badge.kind} {badge.text}".strip() for badge in chair.badges)])


def itemised(outcome: Outcome) -> list[str]:
    lines = [
        f"  {f'{line.player}: ' * bool(line.player)}{line.what}: {line.amount} [{line.heading}]"
        for line in outcome.lines
    ]
    return ["", outcome.headline, *(f"  {said}" for said in outcome.story), *lines]


if __name__ == "__main__":
    for script in SCRIPTS:
        script.with_suffix(".txt").write_text(played(script), "utf-8")
