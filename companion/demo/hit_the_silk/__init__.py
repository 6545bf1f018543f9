"""An evening of Hit the Silk! with every card known: real deals, real hands, seeded choices, only legal play."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.demo.deed import Deed, Lay, Motion
from companion.demo.hit_the_silk.ending import land, reveal, score
from companion.demo.hit_the_silk.plane import Jump, Plane
from companion.demo.hit_the_silk.plays import turn
from rules.table import Table


class Evening:
    def __init__(self, seed: int, number: int = 4) -> None:
        self.plane = Plane(seed, number)
        self.setup = self.plane.setup

    def lying(self) -> Sequence[Motion]:
        discarded = [Lay(card, "discard") for card in self.plane.discard_pile]
        return [*discarded, *(Lay(card, "laundry") for card in self.plane.laundry)]

    def deeds(self) -> Iterator[Deed]:
        try:
            while True:
                yield from turn(self.plane)
                self.plane.pass_on()
        except Jump:
            yield from reveal(self.plane)
            yield from land(self.plane)

    def truth(self) -> Any:
        return _sum(score(self.plane))

    def reached(self, table: Table) -> Any:
        return _sum(table.view["result"])


def _sum(result: Any) -> Any:
    """What everybody wants to know of a result, without the reasons. What the dead held, nobody has to show."""
    players = {
        name: (one["fate"], one["wins"], one["cash"] if one["fate"] != "killed" else None)
        for name, one in result["players"].items()
    }
    return {part: result[part] for part in ("target", "cash", "surplus", "team_wins", "winners")} | {"players": players}
