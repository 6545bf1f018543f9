"""Room for tiles on a Player Board: where it is full, a tile of one's own makes way for one Notoriety."""

from collections.abc import Callable
from typing import Any

from rules.action import Card, Seat
from rules.games.escape_plan.pieces import NAMES
from rules.games.escape_plan.state import Draft, Situation, State
from rules.verdict import Rule, rule


def carried(state: Situation, seat: int) -> int:
    """Tiles on item spaces: Equipment, Fixers, Lockers and Exit tiles."""
    player = state.players[seat]
    return len(player.tiles) + player.lockers + player.exits


def full(state: Situation, seat: int) -> bool:
    spaces = state.box.figure("spaces", 1)
    return spaces is not None and carried(state, seat) >= spaces


def takes_the_tile(heading: str, when: Callable[[Any], bool] = lambda a: True, of: str = "") -> tuple[Rule, Rule]:
    """There is room for the new tile, or one of the player's own is given up for it."""

    @rule(heading, "{by} has no space for another tile: discard one, for 1 Notoriety.", of=of or heading)
    def has_space(s: State, a: Any) -> bool:
        return not when(a) or a.discard is not None or not full(s, a.by)

    @rule(heading, "{by} has no such tile to discard.", of=of or heading, firm=True)
    def has_it_to_discard(s: State, a: Any) -> bool:
        return a.discard is None or (when(a) and any(kind == a.discard for kind, _ in s.players[a.by].tiles))

    return has_space, has_it_to_discard


def makes_way(table: Draft, seat: int, tile: Card | None) -> None:
    """A tile of one's own goes for the new one, for one Notoriety."""
    if tile is None:
        return
    tiles = list(table.players[seat].tiles)
    del tiles[next(at for at, (kind, _) in enumerate(tiles) if kind == tile)]
    table.change(seat, tiles=tuple(tiles))
    table.gain(seat)
    table.note("made-way", seat, NAMES[tile])


def gives_way(state: State, by: Seat) -> tuple[Card | None, ...]:
    """Nothing, or each tile that could go."""
    return (None, *dict.fromkeys(Card(kind) for kind, _ in state.players[by].tiles))
