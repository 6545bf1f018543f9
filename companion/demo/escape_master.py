"""An evening of Escape Master: rounds are played at the table in real time; what is left in the hands is real."""

from collections.abc import Sequence
from typing import Any

from companion.demo.deed import Fan, Motion
from companion.demo.guided import Guided
from rules import bag, games
from rules.action import Action, Card, Seat
from rules.game import Setup
from rules.games.escape_master.cards import IDS
from rules.games.escape_master.counting import Count
from rules.table import Table
from vision.stickers import Sticker, stickers_of

GAME = "escape-master"
SAID = ("start", "out", "count", "draw-story")
"""What is told to the app in a quiet evening: who is out, and what the others have left."""


class Evening(Guided):
    def __init__(self, seed: int) -> None:
        super().__init__(Setup(GAME, ("Ann", "Ben", "Cat", "Dan")), seed)
        self.left: dict[int, list[Sticker]] = {}
        self.rounds: list[dict[str, list[str]]] = []

    def options(self) -> list[Action]:
        state = self.script.state
        counts: list[Action] = [
            Count(Seat(seat), tuple(Card(IDS.index(card.card)) for card in self.left[seat]))
            for seat in (state.to_count() if state.stage == "count" else ())
        ]
        return [option for option in [*super().options(), *counts] if option.do in SAID]

    def is_real(self, option: Any) -> bool:
        if option.do == "out":
            return not self.left[option.by] and not option.also and self.script.state.stage == "round"
        return option.do != "count" or option.by == self.script.state.to_count()[0]

    def carry_out(self, action: Any, before: Any) -> Sequence[Motion]:
        if action.do == "start":
            self._play_the_round()
        if action.do == "count":
            return [Fan(tuple(self.left[action.by]))]
        return ()

    def _play_the_round(self) -> None:
        """Somebody gets rid of everything; the others keep a few cards."""
        state = self.script.state
        counts = {IDS[kind]: number for kind, number in bag.kinds(state.unseen)}
        deck = [card for card in stickers_of(GAME) if card.copy <= counts.get(card.card, 0)]
        self.random.shuffle(deck)
        seats = list(state.standing.playing)
        first = self.random.choice(seats)
        self.left = {
            seat: [deck.pop() for _ in range(0 if seat == first else self.random.randint(1, 7))] for seat in seats
        }
        names = self.setup.players
        self.rounds.append({names[seat]: [card.card for card in hand] for seat, hand in self.left.items()})

    def truth(self) -> Any:
        limit = self.script.state.box.tables["breaking_point"]
        data = {"mode": "solo", "teams": [[name] for name in self.setup.players], "limit": limit}
        score = games.game(GAME).score({**data, "rounds": [{"hands": hands} for hands in self.rounds]})
        return score["totals"], score["winners"]

    def reached(self, table: Table) -> Any:
        result = table.view["result"]
        return result["totals"], result["winners"]
