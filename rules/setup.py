"""Reading how a table begins, with a sentence for everything that can be wrong with it."""

from collections.abc import Mapping
from typing import Any

from rules.action import Unreadable
from rules.game import Setup

FIELDS = ("game", "mode", "players", "first", "options", "box")


def read_setup(line: Any) -> Setup:
    """The set-up that a script's or journal's first line stands for; raises Unreadable with a sentence."""
    if not isinstance(line, Mapping):
        raise Unreadable("The first line sets the table: an object with game, players, and perhaps mode and first.")
    for name in line:
        if name not in FIELDS:
            raise Unreadable(f"The set-up has no field “{str(name)[:40]}”. It takes: {', '.join(FIELDS)}.")
    for name in ("game", "players"):
        if name not in line:
            raise Unreadable(f'The set-up needs "{name}".')
    for name in ("game", "mode", "first"):
        if not isinstance(line.get(name, ""), str):
            raise Unreadable(f'"{name}" in the set-up is a text.')
    for name in ("options", "box"):
        if not isinstance(line.get(name, {}), Mapping):
            raise Unreadable(f'"{name}" in the set-up is an object of names and values.')
    players = line["players"]
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) for name in players):
        raise Unreadable('"players" in the set-up is a list of names, clockwise.')
    return Setup(
        line["game"],
        tuple(players),
        line.get("mode", ""),
        line.get("first", ""),
        dict(line.get("options", {})),
        dict(line.get("box", {})),
    )
