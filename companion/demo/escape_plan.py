"""An evening of Escape Plan: nearly everything lies open; Patrol cards come as they were shuffled."""

from collections.abc import Sequence
from typing import Any

from companion.demo.deed import Lay, Motion
from companion.demo.guided import Guided
from rules.action import Action, Seat
from rules.game import Setup
from rules.games.escape_plan.actions.table import LayOpen
from rules.games.escape_plan.flow import to_reveal
from rules.games.escape_plan.pieces import EXITS
from rules.table import Table
from vision.stickers import stickers_of

GAME = "escape-plan"
LIKES = {"end-turn": 8.0, "move": 4.0, "rest": 1.0, "place-tile": 3.0, "take-contact": 2.0, "count": 0.0}


class Evening(Guided):
    def __init__(self, seed: int) -> None:
        super().__init__(Setup(GAME, ("Ann", "Ben", "Cat")), seed)
        self.patrols = [exit_ for exit_ in EXITS for _ in range(2)]
        self.random.shuffle(self.patrols)
        self.stickers = {name: [s for s in stickers_of(GAME) if s.card == name] for name in ("patrol", "contact")}

    def options(self) -> list[Action]:
        return [*super().options(), *self._behind_the_screens()]

    def _behind_the_screens(self) -> list[Action]:
        """What only its owner can say at the end."""
        state = self.script.state
        if state.stage != "reveal":
            return []
        seat = to_reveal(state)[0]
        player = state.players[seat]
        lockers = tuple(self.random.randint(5, 40) for _ in range(player.lockers))
        exits = tuple(self.random.randint(5, 20) for _ in range(player.exits))
        money = player.money if player.money is not None else self.random.randint(0, 60)
        return [LayOpen(Seat(seat), self.random.randint(0, 90), lockers, exits, money)]

    def is_real(self, option: Any) -> bool:
        if option.do == "reveal-patrol":
            return sorted(option.exits) == sorted(self.patrols[: len(option.exits)])
        return LIKES.get(option.do, 1.0) > 0

    def choose(self, options: list[Action]) -> Action:
        kinds = sorted({option.do for option in options})
        do = self.random.choices(kinds, [LIKES.get(kind, 1.0) for kind in kinds])[0]
        return self.random.choice([option for option in options if option.do == do])

    def carry_out(self, action: Any, before: Any) -> Sequence[Motion]:
        if action.do == "reveal-patrol":
            del self.patrols[: len(action.exits)]
        names = [before.box.card_ids[card] for card, _ in action.lays(before)]
        zones = [zone for _, zone in action.lays(before)]
        return [Lay(self.stickers[n].pop(), z) for n, z in zip(names, zones, strict=True) if self.stickers.get(n)]

    def truth(self) -> Any:
        return _sum(self.script)

    def reached(self, table: Table) -> Any:
        return _sum(table)


def _sum(table: Table) -> Any:
    result = table.view["result"]
    return (result["totals"], result["winners"]) if result else None
