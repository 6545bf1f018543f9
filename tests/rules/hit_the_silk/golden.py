"""Golden evenings: a script of each, and what everybody saw, as text that a person can read and review.

`python -m tests.rules.hit_the_silk.golden` writes every golden/*.txt anew from its golden/*.jsonl.
"""

import json
from pathlib import Path
from typing import Any

from msgspec import convert

from rules.game import Setup
from rules.games import game
from rules.table import Table
from rules.verdict import Answer

FOLDER = Path(__file__).parent / "golden"
SCRIPTS = sorted(FOLDER.glob("*.jsonl"))


def played(script: Path) -> str:
    """The whole evening: what was done, what was said, what lies on the table."""
    first, *lines = map(json.loads, script.read_text("utf-8").splitlines())
    table = Table(game(first["game"]), convert(first, Setup))
    players = ", ".join(first["players"])
    told = [f"{players}. Mode: {first['mode']}. {first['first']} begins.", f"    {glance(table.view)}"]
    for line in lines:
        told += ["", done(line), *answered(table, line)]
    if table.view["result"]:
        told += ["", "The result", *itemised(table.view["result"])]
    return "\n".join(told) + "\n"


def done(line: dict[str, Any]) -> str:
    by, do, *fields = line.values()
    names = list(line)[2:]
    return f"{by}: {do}" + "".join(f", {name} {words(value)}" for name, value in zip(names, fields, strict=True))


def words(value: Any) -> str:
    return (" + ".join(map(str, value)) or "nobody") if isinstance(value, list) else str(value)


def answered(table: Table, line: dict[str, Any]) -> list[str]:
    answer = table.push(table.read(line))
    reasons = [f"{reason.says} [{reason.heading}]" for reason in answer.verdict.reasons]
    if answer.step is None:
        return [f"  no: {reason}" for reason in reasons]
    hangs = [f"  depends: {reason}" for reason in reasons if answer.verdict.answer is Answer.DEPENDS]
    notes = [table.game.tell(table.state, note)["say"] for note in answer.step.notes]
    return [*hangs, *(f"  → {note}" for note in notes), f"    {glance(table.view)}"]


def glance(view: dict[str, Any]) -> str:
    """The table in one line."""
    parts = [view["phase"], f"{view['altitude']:,} ft" if view["altitude"] else f"round {view['round']}"]
    parts += [f"{view['turn']}'s turn"] if view["turn"] else []
    parts += [f"next vote: {view['vote']['next']}"] if view["vote"] else []
    parts.append(", ".join(f"{name} {marks(player)}" for name, player in view["players"].items()))
    parts.append(" ".join(f"{pile} {size}" for pile, size in view["piles"].items()))
    if "landing" in view:
        landing = view["landing"]
        parts.append(f"plane at {landing['at'][0]},{landing['at'][1]}{' with the Licence' * landing['licence']}")
    return " · ".join(parts)


def marks(player: dict[str, Any]) -> str:
    """A hand and the marks beside it: 3/3 is three cards of three."""
    if not player["alive"]:
        return f"dead ({player['hand']})"
    signs = ["shot"] * (player["bullets"] > 0) + ["poisoned"] * player["poisoned"]
    signs += [f"cuffed to {' and '.join(player['cuffs'])}"] * bool(player["cuffs"])
    return " ".join([f"{player['hand']}/{player['limit']}", *signs])


def itemised(result: dict[str, Any]) -> list[str]:
    lines = [f"  {line['player']}: {line['what']}: {line['amount']} [{line['heading']}]" for line in result["lines"]]
    fates = [
        f"  {name}: {player['fate']}{', wins' * player['wins']}. {player['why']} [{player['heading']}]"
        for name, player in result["players"].items()
    ]
    return [*lines, *fates, f"  Winners: {', '.join(result['winners']) or 'nobody'}"]


if __name__ == "__main__":
    for script in SCRIPTS:
        script.with_suffix(".txt").write_text(played(script), "utf-8")
