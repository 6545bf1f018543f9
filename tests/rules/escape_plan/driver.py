"""What people say at Escape Plan that `options` does not list: what lies behind a screen, and face-down tiles."""

from random import Random
from typing import Any

from rules.action import Action, Seat
from rules.games.escape_plan.actions.table import LayOpen
from rules.games.escape_plan.flow import to_reveal


def people(state: Any, rng: Random) -> list[Action]:
    if state.stage != "reveal":
        return []
    found: list[Action] = []
    for seat in to_reveal(state):
        player = state.players[seat]
        lockers = tuple(rng.randint(5, 40) for _ in range(player.lockers))
        exits = tuple(rng.randint(5, 20) for _ in range(player.exits))
        money = player.money if player.money is not None else rng.randint(0, 60)
        found.append(LayOpen(Seat(seat), rng.randint(0, 90), lockers, exits, money))
    return found
