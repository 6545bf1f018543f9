"""Which sound goes with what happened: data in assets/sounds/cues.toml, by game and by the name of the thing."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from rules.library import toml


def cues(game: str, told: Iterable[Mapping[str, Any]]) -> list[str]:
    """The names of the sounds for a step's `told`, in order, each once."""
    known = _known(game)
    found = (known.get(f"{one['what']} {one.get('ends', '')}") or known.get(one["what"]) for one in told)
    return list(dict.fromkeys(cue for cue in found if cue))


def names() -> list[str]:
    """Every sound that some game calls for."""
    return sorted({cue for game in toml("sounds/cues.toml").values() for cue in game.values()})


@cache
def _known(game: str) -> dict[str, str]:
    return dict(toml("sounds/cues.toml").get(game, {}))
