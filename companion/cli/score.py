"""`companion score GAME FILE`: the final scoring, itemised."""

import argparse
from typing import Any

from companion.cli.input import read_json_file
from companion.cli.mistake import Mistake
from companion.cli.output import add_json_flag, print_json, wants_json
from rules.action import Unreadable
from rules.games import game


def register(commands: Any) -> None:
    parser = commands.add_parser("score", help="final scoring, itemised")
    parser.add_argument("game", metavar="GAME", help="the game's id, such as hit-the-silk")
    parser.add_argument("file", metavar="FILE", help="a JSON file, or - for standard input")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    try:
        result = game(arguments.game).score(read_json_file(arguments.file))
    except Unreadable as why:
        raise Mistake(str(why)) from None
    if wants_json(arguments):
        print_json(result)
    else:
        print(readable(result))


def readable(result: dict[str, Any]) -> str:
    """Every counted line, what it comes to, then who won."""
    rows = [
        f"{line['player']:>12}  {line['what']:60} {line['amount']:>6}  {line['heading']}" for line in result["lines"]
    ]
    winners = result.get("winners") or [name for name in [result.get("winner")] if name]
    says = [result["says"]] if "says" in result else []
    return "\n".join([*rows, "", *says, f"Winners: {', '.join(winners) or 'nobody'}"])
