"""`companion play FILE`: a table script, one answer a line."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from companion.cli.input import NotPlain, decode
from companion.cli.mistake import Mistake
from companion.cli.output import print_json
from rules.action import Unreadable
from rules.games import game
from rules.setup import read_setup
from rules.table import Answered, Step, Table
from rules.verdict import Answer

LONGEST_LINE = 1_000_000


def register(commands: Any) -> None:
    parser = commands.add_parser("play", help="run a table script, one answer a line")
    parser.add_argument("file", metavar="FILE", help="a JSON Lines file, or - for standard input")
    parser.add_argument("--json", action="store_true", help="as it is: every answer is a line of JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    name = "What came in" if arguments.file == "-" else arguments.file
    try:
        if arguments.file == "-":
            return play(sys.stdin.buffer)
        with Path(arguments.file).open("rb") as script:
            return play(script)
    except OSError as error:
        raise Mistake(f"{name} cannot be read: {error.strerror or error}.") from None


def play(script: BinaryIO) -> int:
    """Answer every line at once; 2 if a line could not be read as a set-up or an action at all."""
    table: Table | None = None
    code = 0
    for line in lines(script):
        try:
            if table is None:
                table = begin(line)
                print_json({"ok": True, "events": [], "table": table.view})
            else:
                print_json(answer(table, line))
        except Unreadable as why:
            code = 2
            print(f"companion: {why}", file=sys.stderr)
            print_json({"ok": False, "why": str(why), "cite": [], "table": table.view if table else None})
            if table is None:
                break
    if table is None and not code:
        raise Mistake("The script is empty: its first line sets the table.")
    return code


def begin(line: Any) -> Table:
    setup = read_setup(parse(line))
    return Table(game(setup.game), setup)


def answer(table: Table, raw: bytes) -> dict[str, Any]:
    line = parse(raw)
    if not isinstance(line, dict):
        raise Unreadable('Every line is an object such as {"by": "Ann", "do": "end-turn"}.')
    if "agreed" in line:
        agreed = table.agree(line.get("question", ""), line["agreed"], line.get("cite", ""))
        return _carried_out(table, agreed)
    if "rule" in line:
        return _carried_out(table, table.rule(str(line["rule"]), line.get("is")))
    if line.get("do") in ("undo", "redo"):
        step = table.undo() if line["do"] == "undo" else table.redo()
        if step is None:
            raise Unreadable(f"There is nothing to {line['do']}.")
        return {"ok": True, "events": [{"what": line["do"], "say": step.label}], "table": table.view}
    force = line.pop("force", False)
    if not isinstance(force, bool):
        raise Unreadable('"force" is true or false.')
    return reply(table, table.push(table.read(line), force=force))


def reply(table: Table, answered: Answered) -> dict[str, Any]:
    """What the table says to one line, as contract and screen need it."""
    verdict, step = answered.verdict, answered.step
    why = {"why": verdict.why, "cite": list(verdict.cite)}
    if step is None:
        reasons = [
            {"rule": r.rule, "says": r.says, "cite": r.heading, "open": r.switch or None} for r in verdict.reasons
        ]
        return {"ok": False, **why, "reasons": reasons, "table": table.view}
    carried_out = _carried_out(table, step)
    if step.override is not None:
        return {**carried_out, "override": why}
    if verdict.answer is Answer.DEPENDS:
        return {**carried_out, "ok": "depends", **why}
    return carried_out


def _carried_out(table: Table, step: Step) -> dict[str, Any]:
    return {"ok": True, "events": [table.game.tell(step.state, note) for note in step.notes], "table": table.view}


def parse(raw: bytes) -> Any:
    if len(raw) > LONGEST_LINE:
        raise Unreadable(f"That line is too long: more than {LONGEST_LINE:,} bytes.")
    try:
        return decode(raw)
    except NotPlain as why:
        raise Unreadable(f"That line {why}.") from None


def lines(script: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; of one that is far too long, only as much as tells so."""
    while line := script.readline(LONGEST_LINE + 2):
        if len(line) > LONGEST_LINE:
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = script.readline(LONGEST_LINE)
        if line.strip():
            yield line
