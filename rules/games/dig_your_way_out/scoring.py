"""GOAL: Tunnel points, counted Tool by Tool; from a table's end, or from plain data."""

from collections.abc import Mapping
from typing import Any

from rules import bag
from rules.action import Unreadable
from rules.bag import Bag
from rules.game import Setup
from rules.games.dig_your_way_out.box import NAME, Box, make_box
from rules.games.dig_your_way_out.cards import IDS, NAMES, TOOLS
from rules.plain import read_object

DIG = "CELL BLOCK: Dig"


def reckoning(box: Box, dug: Mapping[str, Bag]) -> dict[str, Any]:
    """Goal, points and winner, itemised."""
    points = {name: points_of(box, tools) for name, tools in dug.items()}
    lines = [
        {
            "player": name,
            "what": f"{number} × {NAMES[kind]}, {box.points[kind]} each",
            "amount": number * box.points[kind],
            "heading": DIG,
        }
        for name, tools in dug.items()
        for kind, number in bag.kinds(tools)
    ]
    lines.append({"player": "", "what": f"Tunnel points needed by {len(dug)}", "amount": box.goal, "heading": "GOAL"})
    winner = next((name for name, total in points.items() if total >= box.goal), None)
    return {"goal": box.goal, "points": points, "winner": winner, "lines": lines}


def points_of(box: Box, tools: Bag) -> int:
    return sum(number * box.points[kind] for kind, number in bag.kinds(tools))


def final_score(data: Any) -> dict[str, Any]:
    """The result as `companion score` prints it, or Unreadable with the sentence to show."""
    read_object(data, "The score", ("mode", "players", "box"))
    if "players" not in data:
        raise Unreadable('The score needs "players": each name with the Tools they dug with.')
    players = read_object(data["players"], '"players"')
    mode = data.get("mode", "")
    if not isinstance(mode, str):
        raise Unreadable('"mode" is a text.')
    box = make_box(Setup(NAME, tuple(players), mode, box=dict(read_object(data.get("box", {}), '"box"'))))
    dug = {name: _dug(name, read_object(player, name, ("dug",))) for name, player in players.items()}
    _check(box, dug)
    return reckoning(box, dug)


def _dug(name: str, player: Mapping[str, Any]) -> Bag:
    tools = player.get("dug", [])
    if not isinstance(tools, list):
        raise Unreadable(f'{name}: "dug" is a list of Tools.')
    for tool in tools:
        if not isinstance(tool, str) or tool not in IDS[: len(TOOLS)]:
            raise Unreadable(f"{name}: “{str(tool)[:40]}” is no Tool; they are {', '.join(IDS[: len(TOOLS)])}.")
    if len(tools) > MOST_TOOLS:
        raise Unreadable(f"{name}: no box has {len(tools)} Tools.")
    return bag.bag_of(IDS.index(tool) for tool in tools)


MOST_TOOLS = 120


def _check(box: Box, dug: Mapping[str, Bag]) -> None:
    """No more Tools than there are, and no digging after somebody has won."""
    for kind in TOOLS:
        number = sum(bag.count(tools, kind) for tools in dug.values())
        if number > box.counts[kind]:
            raise Unreadable(f"{number} × {NAMES[kind]}, but the box has {box.counts[kind]}.")
    through = [name for name, tools in dug.items() if points_of(box, tools) >= box.goal]
    if len(through) > 1:
        raise Unreadable(f"{through[0]} and {through[1]} cannot both reach {box.goal}: the game ends with the first.")
    for name in through:
        best = max(box.points[kind] for kind, _ in bag.kinds(dug[name]))
        if points_of(box, dug[name]) - best >= box.goal:
            raise Unreadable(f"{name} had reached {box.goal} before the last Tool: the game ends at once.")
