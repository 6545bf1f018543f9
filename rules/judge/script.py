"""Short scripts for proofs and described tables: "Ann: shoot target=Ben", "repeat end-turn until altitude 6000"."""

from collections.abc import Iterable
from typing import Any

from rules.action import Action, Unreadable, fields
from rules.table import Table

MOST_REPEATS = 400


def play(table: Table, lines: Iterable[str]) -> None:
    """Do what the lines say; a line that the rules refuse is Unreadable with their sentence."""
    for line in lines:
        if line.startswith("repeat "):
            _repeat(table, line)
            continue
        forced = line.endswith(" !")
        answered = table.push(action(table, line.removesuffix(" !")), force=forced)
        if answered.step is None:
            raise Unreadable(f"{line}: {answered.verdict.why}")


def action(table: Table, line: str) -> Action:
    """The action that a line stands for."""
    by, _, rest = line.partition(":")
    do, *parts = rest.split()
    return table.read({"by": by.strip(), "do": do, **_fields(table, do, parts)})


def seen(view: Any, path: str) -> Any:
    """One thing that everybody sees, by its path: "players.Ben.alive"."""
    for part in path.split("."):
        view = view[int(part)] if isinstance(view, list) else view[part]
    return view


def _repeat(table: Table, line: str) -> None:
    """Whoever may do one of these does it, until everybody sees what is awaited."""
    doings, _, goal = line.removeprefix("repeat ").partition(" until ")
    path, _, value = goal.partition(" ")
    choices = [part.split() for part in doings.split(" / ")]
    for _ in range(MOST_REPEATS):
        if str(seen(table.view, path)) == value:
            return
        if not any(_try(table, seat, do, parts) for do, *parts in choices for seat in table.state.box.seats):
            break
    raise Unreadable(f"{line}: that never comes about.")


def _try(table: Table, seat: str, do: str, parts: list[str]) -> bool:
    doing = table.read({"by": seat, "do": do, **_fields(table, do, parts)})
    return table.can(doing) and table.push(doing).step is not None


def _fields(table: Table, do: str, parts: list[str]) -> dict[str, Any]:
    """ "from=Ben", "players=Ben,Cat": a list where the action takes one."""
    kind = table.game.actions.get(do)
    known = fields(kind) if kind else {}
    values: dict[str, Any] = {}
    for part in parts:
        name, _, text = part.partition("=")
        listed = name in known and str(known[name].type).startswith("tuple")
        values[name] = [_plain(item) for item in text.split(",") if item] if listed or "," in text else _plain(text)
    return values


def _plain(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text
