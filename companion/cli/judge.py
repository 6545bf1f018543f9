"""`companion judge GAME QUESTION`: a ruling on a plain question, with or without a table at hand."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.cli.mistake import Mistake
from companion.cli.output import add_json_flag, print_json, wants_json
from companion.cli.play import answer, begin, lines
from companion.history import tell
from companion.journal import JournalError
from rules.action import Unreadable
from rules.games import game
from rules.judge import Judge, Ruling
from rules.table import Table


def register(commands: Any) -> None:
    parser = commands.add_parser("judge", help="settle a question about the rules")
    parser.add_argument("game", metavar="GAME", help="the game's id, such as hit-the-silk")
    parser.add_argument("question", metavar="QUESTION", nargs="?", help="in plain words: Can I shoot without a Bullet?")
    parser.add_argument("--journal", metavar="FILE", help="judge on this evening's present table")
    parser.add_argument("--batch", metavar="FILE", help="one question a line, one JSON answer a line")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    if (arguments.question is None) == (arguments.batch is None):
        raise Mistake("Give either one question or --batch with a file of them.")
    try:
        judge = Judge(game(arguments.game).id)
    except Unreadable as why:
        raise Mistake(str(why)) from None
    table = _table(arguments.journal, arguments.game) if arguments.journal else None
    if arguments.batch is not None:
        for question in _questions(arguments.batch):
            print_json(as_data(ruled(judge, question, table)))
        return
    ruling = ruled(judge, arguments.question, table)
    if wants_json(arguments):
        print_json(as_data(ruling))
    else:
        print(as_text(ruling))


def ruled(judge: Judge, question: str, table: Table | None) -> Ruling:
    if not question.strip():
        return Ruling("That is not a question: nothing was asked.", "open", None, "none", 0.0)
    return judge.ask(question, table)


def as_data(ruling: Ruling) -> dict[str, Any]:
    """The ruling as the contract has it; readings and house rule only where there are any."""
    data: dict[str, Any] = {
        "answer": ruling.answer,
        "verdict": ruling.verdict,
        "section": ruling.section,
        "source": ruling.source,
        "confidence": ruling.confidence,
        "related": [
            {"section": near.section, "question": near.question, "answer": near.answer} for near in ruling.related
        ],
    }
    if ruling.sides:
        data["sides"] = list(ruling.sides)
    if ruling.switch:
        data["switch"] = ruling.switch
    return data


def as_text(ruling: Ruling) -> str:
    lines = [ruling.answer]
    if ruling.section:
        lines.append(f"  {ruling.section}")
    lines += [f"  Reading: {side}" for side in ruling.sides]
    if ruling.switch:
        lines.append(f"  House rule: {ruling.switch}")
    if ruling.related:
        lines.append(f"  See also: {', '.join(near.section for near in ruling.related)}")
    return "\n".join(lines)


def _table(name: str, wanted: str) -> Table:
    """The table as an evening's journal, or a table script, leaves it. The file is only read; damage is told."""
    path = Path(name)
    try:
        history = tell(path)
    except JournalError as error:
        table, damage = _played(path, error), None
    else:
        table, damage = history.table, history.damage
    if table.game.id != wanted:
        raise Mistake(f"{name} is an evening of {table.game.id}, not of {wanted}.")
    if damage is not None:
        left = f"after event {damage.event - 1}" if damage.event > 1 else "before the first event"
        print(f"companion: {damage} What is ruled rests on the table as it was {left}.", file=sys.stderr)
    return table


def _played(path: Path, otherwise: JournalError) -> Table:
    """The table that a script leads to, as `companion play` would carry it out."""
    try:
        with path.open("rb") as script:
            first, *rest = lines(script)
            table = begin(first)
            for line in rest:
                answer(table, line)
    except (OSError, ValueError):  # no script either (Unreadable is a ValueError): what is wrong with it as a journal
        raise Mistake(str(otherwise)) from None
    return table


def _questions(name: str) -> Iterator[str]:
    try:
        with Path(name).open(encoding="utf-8", errors="replace") as file:
            for line in file:  # a blank one, too: answers are found again by their line
                yield line.strip()
    except OSError as error:
        raise Mistake(f"{name} cannot be read: {error.strerror or error}.") from None
