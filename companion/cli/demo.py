"""`companion demo`: a recorded evening, told as it is played through the real engine."""

import argparse
import textwrap
from typing import Any

import msgspec

from companion.cli.mistake import Mistake
from devices import face
from rules.action import Unreadable
from rules.board import Outcome
from rules.games import game
from rules.library import text
from rules.sentences import capital, listed
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
    told = [_headline(table), "", f"{table.game.board(table.state).headline}."]
    for line in lines:
        answered = table.push(table.read(line))
        if answered.step is None:
            raise Mistake(f"The recorded evening does not play: {answered.verdict.why}")
        told += _tell(table, answered.step.label, answered.step.notes)
    outcome = table.game.board(table.state).outcome
    return [*told, *(_result(outcome) if outcome else [])]


def _headline(table: Table) -> str:
    players = ", ".join(table.setup.players)
    return f"{table.game.name} — {players}. A recorded evening, refereed line by line."


def _tell(table: Table, label: str, notes: tuple[Note, ...]) -> list[str]:
    """Where the needle stands, what was done, and what came of it; whose turn begins stands on a line of its own."""
    said = [(note[0], table.game.tell(table.state, note)["say"]) for note in notes]
    dial = table.game.board(table.state).dial
    needle = f"{dial.value:>9,} {face.load(table.game.id).unit}" if dial is not None else ""
    what = " ".join([f"{capital(label)}.", *(say for name, say in said if name not in ("drop", "turn"))])
    turns = [line for name, say in said if name == "turn" for line in ("", say)]
    return [*textwrap.wrap(what, WIDTH, initial_indent=f"{needle:13} ", subsequent_indent=" " * 14), *turns]


def _result(outcome: Outcome) -> list[str]:
    told = ["", "The reckoning"]
    for line in outcome.lines:
        told.append(f"  {line.player:8} {line.what:56} {line.amount:>5}   [{line.heading}]")
    told += ["", *outcome.story]
    return [*told, "", f"Winners: {listed(outcome.winners) or 'nobody'}."]
