"""UNLOCKING AN ASSET TILE, and the tiles that a player can pay for."""

from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.escape_plan.asked import Unlock, waiting_for
from rules.games.escape_plan.pieces import KIND, NAMES
from rules.games.escape_plan.state import Draft, State
from rules.verdict import Rule, rule

HEADING = "UNLOCKING AN ASSET TILE"
OFFERS_AN_ASSET = ("church", "clinic")


def unlock(table: Draft, seat: int, asset: int) -> None:
    """The tile moves to the dearest empty space on the left; without one it leaves the game."""
    player = table.players[seat]
    left = tuple(other for other in player.locked if other != asset)
    if len(player.unlocked) < len(table.box.printed["assets"]):
        table.change(seat, locked=left, unlocked=(*player.unlocked, (asset, False)))
        table.note("unlocked", seat, NAMES[asset])
    else:
        table.change(seat, locked=left)
        table.note("asset-lost", seat, NAMES[asset])
    if not left:  # nothing is left that another question could be about
        table.pending = [
            waiting for waiting in table.pending if not (isinstance(waiting, Unlock) and waiting.seat == seat)
        ]


@rule(HEADING, "{by} has no such Asset tile left to unlock.", firm=True)
def is_still_locked(s: State, a: Any) -> bool:
    return a.asset in s.players[a.by].locked


LOCKED_TILE = is_still_locked


def _visit_offers(s: State, by: Seat) -> bool:
    going = s.going
    return (
        not s.pending
        and s.turn == by
        and going.visit >= 0
        and KIND[going.visit] in OFFERS_AN_ASSET
        and "asset" not in going.spent
    )


@rule(HEADING, "{by} may not unlock an Asset tile now.", firm=True)
def may_unlock(s: State, a: Any) -> bool:
    return s.stage == "play" and (waiting_for(s, Unlock, a.by) is not None or _visit_offers(s, a.by))


class UnlockAsset(Action, frozen=True):
    """Because something says so, or once on a visit of the Church or the Clinic."""

    asset: Card

    do: ClassVar[str] = "unlock-asset"
    label: ClassVar[str] = "{by} unlocks an Asset"
    button: ClassVar[str] = "Unlock an Asset"
    asks: ClassVar[dict[str, str]] = {"asset": "Which Asset tile?"}
    gate: ClassVar[tuple[Rule, ...]] = (may_unlock,)
    rules: ClassVar[tuple[Rule, ...]] = (is_still_locked,)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        if waiting_for(table, Unlock, self.by) is None:  # type: ignore[arg-type]
            table.spend("asset")
            unlock(table, self.by, self.asset)
            return
        waiting = table.answered(Unlock)
        if waiting.number > 1:
            table.pending.append(type(waiting)(self.by, waiting.number - 1))
        unlock(table, self.by, self.asset)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[UnlockAsset, ...]":
        return tuple(cls(by, Card(asset)) for asset in state.players[by].locked)


def price(state: Any, seat: int, asset: int) -> int | None:
    """USE AN UNLOCKED ASSET TILE: the value below its space, where that has been entered."""
    for space, (kind, _) in enumerate(state.players[seat].unlocked):
        if kind == asset:
            return state.box.figure("assets", space)
    return None
