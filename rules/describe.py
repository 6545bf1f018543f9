"""A game as plain data, for people who write scripts and for screens that know no game."""

from collections.abc import Mapping
from typing import Any

from rules import action
from rules.game import Game


def describe(game: Game, data: Mapping[str, Any], cards: Mapping[str, Any]) -> dict[str, Any]:
    """What every game tells about itself; `data` is its box, `cards` what its box tells about each card."""
    return {
        "id": game.id,
        "name": game.name,
        "modes": [
            {
                "id": mode,
                "name": data["mode_names"][mode],
                "players": list(data.get("mode_players", {}).get(mode, game.players)),
            }
            for mode in game.modes
        ],
        "players": list(game.players),
        "cards": dict(cards),
        "tables": data["tables"],
        "switches": data["switches"],
        "actions": {name: action.describe(kind) for name, kind in game.actions.items()},
    }
