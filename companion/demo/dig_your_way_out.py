"""An evening of Dig Your Way Out: real hands, a real die, Tools crafted, stolen and dug with until somebody is out."""

from collections.abc import Sequence
from typing import Any

from companion.demo.deed import Lay, Motion, Take
from companion.demo.guided import Guided
from companion.demo.real_cards import RealCards
from rules import games
from rules.action import Action
from rules.game import Setup
from rules.games.dig_your_way_out.cards import CAFETERIA, CELL_BLOCK, IDS, PLACES, TOOLS
from rules.games.dig_your_way_out.state import DISCARD, HANDS
from rules.table import Table
from vision.stickers import Sticker

GAME = "dig-your-way-out"
NAMED = {DISCARD: "discard"}
"""Zones of the mat where cards lie face up; the Tools stand on the board, out of the camera's sight."""
TOOL_IDS = tuple(IDS[kind] for kind in TOOLS)
PRECIOUS = (*TOOL_IDS, "link", "container", "pike", "blade")
LIKES = {"dig": 90.0, "craft": 60.0, "search": 20.0, "roll": 3.0, "end-turn": 0.2, "steal-spoon": 15.0, "heal": 3.0}


class Evening(Guided):
    def __init__(self, seed: int, *, rehearsal: bool = False) -> None:
        """Some evenings drag on: one is rehearsed, and another taken if nobody gets out of it in time."""
        seeds = range(100 * seed, 100 * seed + 100)
        if not rehearsal:
            seed = next(other for other in seeds if _ends(Evening(other, rehearsal=True)))
        super().__init__(Setup(GAME, ("Ann", "Ben", "Cat", "Dan", "Eve"), first="Ann"), seed)
        self.cards = RealCards(GAME, self.script.state, self.random)
        self.shown: dict[Sticker, str] = {}
        self.lay_out = self._moved()
        self.late: list[Motion] = []

    def lying(self) -> Sequence[Motion]:
        return self.lay_out

    def is_real(self, option: Any) -> bool:
        state = self.script.state
        if option.do == "end-turn" and option.by != state.turn:
            return False  # nobody lets their own turn pass by ending it unasked
        laid = [state.box.card_ids[card] for card, _ in option.lays(state)]
        if not self.cards.has(HANDS + option.by, laid):
            return False
        return self.cards.would_follow(state, self.script.what_if(option))

    def choose(self, options: list[Action]) -> Action:
        return self.random.choices(options, [self._likes(option) for option in options])[0]

    def _likes(self, option: Any) -> float:
        """Who has a Tool goes home to dig; who has none looks for parts, or steals a Spoon."""
        state = self.script.state
        equipped = any(card.card in TOOL_IDS for card in self.cards.zones[HANDS + option.by])
        if option.do in ("move", "cautious-move"):
            to = PLACES.index(option.to)
            good = to == CELL_BLOCK if equipped else to == CAFETERIA or state.box.search[to] > 1
            return 9.0 if good else 0.3
        if option.do in ("discard", "sell", "join"):
            return 0.02 if any(IDS[card] in PRECIOUS for card in option.cards) else 0.4
        if option.do == "roll" and equipped and state.players[option.by].place == CELL_BLOCK:
            return 0.2
        return LIKES.get(option.do, 0.4)

    def carry_out(self, action: Any, before: Any) -> Sequence[Motion]:
        """The cards that the action lays come first, the rest follows."""
        assert self.cards.follow(before, self.script.state)
        moved = self._moved()
        wanted = [before.box.card_ids[card] for card, _ in action.lays(before)]
        first: list[Motion] = []
        for name in wanted:
            laid = next((m for m in moved if isinstance(m, Lay) and m.card.card == name), None)
            if laid is not None:
                moved.remove(laid)
                first.append(laid)
        self.late = moved
        return first

    def afterwards(self, action: Action, before: Any) -> Sequence[Motion]:
        return self.late

    def _moved(self) -> list[Motion]:
        """What lies otherwise than before, on the face-up piles."""
        now = {card: NAMED[zone] for zone, pile in enumerate(self.cards.zones) if zone in NAMED for card in pile}
        taken = [Take(card) for card in self.shown if card not in now]
        laid = [Lay(card, zone) for card, zone in now.items() if self.shown.get(card) != zone]
        self.shown = now
        return [*taken, *laid]

    def truth(self) -> Any:
        boards = HANDS + len(self.setup.players)
        dug = {
            name: {"dug": [card.card for card in self.cards.zones[boards + seat]]}
            for seat, name in enumerate(self.setup.players)
        }
        score = games.game(GAME).score({"players": dug})
        return score["points"], score["winner"]

    def reached(self, table: Table) -> Any:
        state = table.state
        points = {name: state.points(seat) for seat, name in enumerate(self.setup.players)}
        return points, self.setup.players[state.winner] if state.over else None


def _ends(evening: Evening) -> bool:
    for _ in evening.deeds():
        pass
    return bool(evening.script.state.over)
