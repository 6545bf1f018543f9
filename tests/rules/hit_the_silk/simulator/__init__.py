"""A full-information simulator of Hit the Silk!, and the witness that compares the engine with it.

`Evening` deals real cards and plays them; `watch` tells an engine's table only what everybody sees.
"""

from .ending import Ending
from .plane import Choice, HitTheSilk, Moments


class Evening(Ending):
    """From the first turn to the score."""

    def play(self) -> Moments:
        try:
            yield from self.flight()
        except HitTheSilk:
            yield from self.jump()

    def flight(self) -> Moments:
        while True:
            yield from self.one_turn()
            following = self.clockwise(self.turn, after=True)[0]
            if self.altitude is None and self.is_round_over(following):
                yield from self.end_of_round()
            else:
                self.turn = following

    def one_turn(self) -> Moments:
        me = self.turn
        self.acted = self.changed = self.keyed = False
        while me.alive:
            line = yield from self.ask(self.on_turn)
            do = line["do"]
            if do == "end-turn":
                if not self.acted:
                    yield from self.drop(500)
                break
            if do == "trade":
                self.trade(line)
            elif do == "loot":
                self.loot(line)
            elif do in ("challenge", "threaten"):
                yield from (self.challenge if do == "challenge" else self.threaten)(line)
            else:
                yield from self.carry_out(line)
        self.refill()

    def on_turn(self) -> list[Choice]:
        return super().on_turn() + self.threats(self.turn)

    def is_round_over(self, following: object) -> bool:
        """TRAVEL MODE 4: everyone has had a turn when play would come back to, or pass by, who began."""
        order = self.people[self.people.index(self.starter) :] + self.people[: self.people.index(self.starter)]
        return order.index(following) <= order.index(self.turn)

    def end_of_round(self) -> Moments:
        if self.round == 4:
            raise HitTheSilk
        yield from self.vote(None, self.clockwise(self.starter, after=False))
        self.round += 1
        if self.round == 4 and self.house["travel-poison"] == "round-4":
            self.poison_kills()
        self.turn = self.starter = self.clockwise(self.starter, after=True)[0]
