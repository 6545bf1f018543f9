"""Figures: numbers that an answer reads from the game's data at the moment it is asked."""

import re
from collections.abc import Mapping
from typing import Any

from rules import library
from rules.judge.rulings import Entry, Figure

SLOT = re.compile(r"\{(\w+)\}")


def fill(game: str, entry: Entry, figures: Mapping[str, int], card: str, players: tuple[int, ...]) -> str | None:
    """The answer with its numbers; without them what the point says of all, if it does, else nothing."""
    figure = entry.figure
    if figure is None:
        return entry.says
    try:
        data = library.toml(f"games/{game}/{figure.file}.toml")
        value = _at(data, figure.path.format(card=card))
        name = _at(data, f"cards.{card}.name") if card else ""
    except (FileNotFoundError, KeyError, IndexError, TypeError):
        return entry.listed if entry.listed and not SLOT.search(entry.listed) else None
    words = {**figures, "card": name, "list": listed(value, players), "value": value}
    picked = _pick(figure, value, figures, players)
    if picked is None:
        return (entry.listed or entry.says).format_map(Shown(words)) if entry.listed else None
    words["value"] = picked
    return entry.says.format_map(Shown(words))


def listed(value: Any, players: tuple[int, ...]) -> str:
    """Every value of a list: "80 / 100 / 130 / 160 for 3 / 4 / 5 / 6 players"."""
    if isinstance(value, list) and len(value) == len(players) and not isinstance(value[0], list):
        return f"{' / '.join(map(shown, value))} for {' / '.join(map(str, players))} players"
    if isinstance(value, list):
        return ", ".join(shown(item) for item in value)
    return shown(value)


def shown(value: Any) -> str:
    """13000 as people read it: 13,000."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)


class Shown(dict[str, Any]):
    """Words for an answer, numbers as people read them."""

    def __getitem__(self, key: str) -> str:
        return shown(super().__getitem__(key))


def value(game: str, figure: Figure, given: Mapping[str, int], card: str, players: tuple[int, ...]) -> Any:
    """The number itself; nothing where the data or the question lacks something."""
    try:
        data = library.toml(f"games/{game}/{figure.file}.toml")
        return _pick(figure, _at(data, figure.path.format(card=card)), given, players)
    except (FileNotFoundError, KeyError, IndexError, TypeError):
        return None


def _pick(figure: Figure, value: Any, figures: Mapping[str, int], players: tuple[int, ...]) -> Any:
    if figure.by:
        asked = figures.get(figure.by)
        if asked is None or asked not in players or not isinstance(value, list):
            return None
        return value[players.index(asked)]
    if figure.above:
        asked = figures.get(figure.above)
        if asked is None:
            return None
        return next((number for height, number in value if asked - figure.less > height), None)
    return value if not isinstance(value, list) else listed(value, players)


def _at(data: Any, path: str) -> Any:
    for part in path.split("."):
        data = data[int(part)] if isinstance(data, list) else data[part]
    return data
