"""Deaths, and the moment when everybody jumps."""

from typing import Literal

from rules.games.hit_the_silk.ending import finish
from rules.games.hit_the_silk.state import HANDS, OUT, Draft
from rules.knowledge import move_all


def kill(table: Draft, seat: int, by: Literal["bullet", "poison"]) -> None:
    """5 POISON: the dead lay their cards face up. 8 SHOOT A PLAYER: theirs are thrown out of the plane."""
    table.change(seat, alive=False, killed_by=by)
    table.dead |= 1 << seat
    table.note("killed", seat, by)
    if by == "bullet":
        move_all(table, HANDS + seat, OUT)
    if not table.living():
        hit_the_silk(table)


def hit_the_silk(table: Draft) -> None:
    """The jump is decided: whatever was still to happen does not, and the living lay their hands open."""
    table.pending.clear()
    table.stage = "reveal"
    table.note("reveal")
    if not table.living():
        finish(table)
