"""House rules: named switches for what a rulebook leaves open, or what a table plays differently."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules.action import Unreadable


class Switch(Struct, frozen=True):
    name: str
    asks: str  # the question that the table argues about
    choices: tuple[Any, ...]
    default: Any
    heading: str  # where the book comes nearest to an answer
    strength: str  # clear, leans or silent: how far the book decides it
    modes: Mapping[str, Any] = {}


def switches(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Switch]:
    return {
        name: Switch(
            name,
            entry["asks"],
            tuple(entry["choices"]),
            entry["default"],
            entry["heading"],
            entry["strength"],
            entry.get("modes", {}),
        )
        for name, entry in data.items()
    }


def settle(known: Mapping[str, Switch], mode: str, wishes: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every switch at a table, or Unreadable with the sentence to show."""
    values = {name: switch.modes.get(mode, switch.default) for name, switch in known.items()}
    for name, wish in wishes.items():
        values[name] = choose(known, name, wish)
    return values


def choose(known: Mapping[str, Switch], name: str, wish: Any) -> Any:
    switch = known.get(name)
    if switch is None:
        raise Unreadable(f"There is no house rule “{str(name)[:40]}”. They are: {', '.join(known)}.")
    for choice in switch.choices:
        if choice == wish and isinstance(choice, bool) == isinstance(wish, bool):
            return choice
    shown = ", ".join(str(choice).lower() for choice in switch.choices)
    raise Unreadable(f"The house rule {name} can be {shown}, not “{str(wish)[:40]}”.")
