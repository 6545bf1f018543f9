"""Reading how a table begins, with a sentence for everything that can be wrong with it."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.action import Seat, Unreadable
from rules.game import Setup

FIELDS = ("game", "mode", "players", "first", "options", "box")
LONGEST_NAME = 40


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


def read_seats(game: str, numbers: Sequence[int], names: tuple[str, ...]) -> tuple[str, ...]:
    """The players' names, clockwise: as many as the game takes, each with a name of their own."""
    if len(names) not in numbers:
        raise Unreadable(f"{game} is for {numbers[0]} to {numbers[-1]} players, not {len(names)}.")
    for name in names:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise Unreadable(f"A player needs a name of 1 to {LONGEST_NAME} printable characters.")
    if len({name.casefold() for name in names}) < len(names):
        raise Unreadable("Two players have the same name; give each their own.")
    return names


def read_mode(game: str, modes: Sequence[str], mode: str, aliases: Mapping[str, str] | None = None) -> str:
    """The mode of this name, or the first one where none is named."""
    mode = (aliases or {}).get(mode, mode) or modes[0]
    if mode not in modes:
        raise Unreadable(f"{game} has the modes {', '.join(modes)}, not “{mode[:40]}”.")
    return mode


def read_first(setup: Setup) -> Seat:
    """Who begins: the first one named, unless the set-up says otherwise."""
    if setup.first and setup.first not in setup.players:
        raise Unreadable(f"Nobody called “{setup.first[:40]}” is at the table, so they cannot begin.")
    return Seat(setup.players.index(setup.first) if setup.first else 0)


def with_house_rule(game: str, box: Any, switch: str, value: Any) -> Setup:
    """The set-up of a box (its seats, mode, house and edited figures) under another house rule."""
    return Setup(game, box.seats, box.mode, options={**box.house, switch: value}, box=dict(box.edited))
