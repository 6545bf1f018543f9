"""`companion demo`: a recorded evening, told as it is played through the real engine."""

import argparse
import textwrap
from typing import Any

import msgspec

from companion.cli.mistake import Mistake
from rules.action import Unreadable
from rules.games import game
from rules.library import text
from rules.setup import read_setup
from rules.state import Note
from rules.table import Table

WIDTH = 100


def register(commands: Any) -> None:
    parser = commands.add_parser("demo", help="a whole evening by itself")
    parser.add_argument("game", metavar="GAME", nargs="?", default="hit-the-silk", help="the game's id")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    try:
        name = game(arguments.game).id
    except Unreadable as why:
        raise Mistake(str(why)) from None
    for line in evening(name):
        print(line)


def evening(name: str) -> list[str]:
    """Every line of the recorded evening, as it would be told at the table."""
    first, *lines = [msgspec.json.decode(line) for line in text(f"evenings/{name}.jsonl").splitlines()]
    setup = read_setup(first)
    table = Table(game(setup.game), setup)
    told = [_headline(table), "", f"It is {table.view['turn']}'s turn."]
    for line in lines:
        answered = table.push(table.read(line))
        if answered.step is None:
            raise Mistake(f"The recorded evening does not play: {answered.verdict.why}")
        told += _tell(table, answered.step.label, answered.step.notes)
    return [*told, *_result(table.view["result"])]


def _headline(table: Table) -> str:
    players = ", ".join(table.setup.players)
    return f"{table.game.name} — {players}. A recorded evening, refereed line by line."


def _tell(table: Table, label: str, notes: tuple[Note, ...]) -> list[str]:
    """The height, what was done, and what came of it; whose turn begins stands on a line of its own."""
    said = [(note[0], table.game.tell(table.state, note)["say"]) for note in notes]
    height = f"{table.view['altitude']:>9,} ft" if table.view["altitude"] is not None else ""
    what = " ".join([f"{label[0].upper()}{label[1:]}.", *(say for name, say in said if name not in ("drop", "turn"))])
    turns = [line for name, say in said if name == "turn" for line in ("", say)]
    return [*textwrap.wrap(what, WIDTH, initial_indent=f"{height:12}  ", subsequent_indent=" " * 14), *turns]


def _result(result: dict[str, Any]) -> list[str]:
    told = ["", "The reckoning"]
    for line in result["lines"]:
        told.append(f"  {line['player']:8} {line['what']:56} {line['amount']:>4}   [{line['heading']}]")
    told += ["", "What became of them"]
    for name, player in result["players"].items():
        told.append(f"  {name:8} {player['fate']:13} {player['why']}")
    return [*told, "", f"Winners: {' and '.join(result['winners']) or 'nobody'}."]
