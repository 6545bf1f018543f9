"""`companion games`: every game with its modes, cards, actions and where each fact comes from."""

import argparse
from typing import Any

from companion.cli.output import add_json_flag, print_json, wants_json
from rules.games import GAMES


def register(commands: Any) -> None:
    parser = commands.add_parser("games", help="every game: modes, players, cards, actions, origins")
    add_json_flag(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> None:
    described = [game.describe() for game in GAMES.values()]
    if wants_json(arguments):
        print_json(described)
        return
    for game in described:
        players = f"{game['players'][0]} to {game['players'][-1]} players"
        print(f"{game['name']} ({game['id']}): {players}; {', '.join(mode['name'] for mode in game['modes'])}")
        for name, card in game["cards"].items():
            counts = " / ".join(str(number) for number in card["counts"].values())
            print(f"  {name:18} {counts:20} {card['origin']}")
