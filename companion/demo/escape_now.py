"""An evening of Escape Now!: real hands, puzzles turned up as they were shuffled, and a team in a hurry."""

from collections.abc import Sequence
from typing import Any

from companion.demo.deed import Lay, Motion
from companion.demo.guided import Guided
from rules import bag, games
from rules.action import Action
from rules.game import Setup
from rules.games.escape_now.cards import FIRST_PUZZLE, IDS
from rules.games.escape_now.layout import PLACES
from rules.table import Table
from vision.stickers import Sticker, stickers_of

GAME = "escape-now"
LIKES = {"solve": 40.0, "start": 1.0, "turn-up": 1.0, "move": 0.3, "replenish": 2.0, "ask": 0.1, "how-many": 0.05}


class Evening(Guided):
    def __init__(self, seed: int) -> None:
        super().__init__(Setup(GAME, ("Ann", "Ben", "Cat")), seed)
        box = self.script.state.box
        counts = {card: bag.count(box.deck, kind) for kind, card in enumerate(IDS)}
        self.draw_pile = [card for card in stickers_of(GAME) if card.copy <= counts.get(card.card, 0)]
        self.random.shuffle(self.draw_pile)
        dealt = self.script.state.hand(0).size
        self.hands = [[self.draw_pile.pop() for _ in range(dealt)] for _ in range(box.hands)]
        self.puzzles = list(range(FIRST_PUZZLE, len(IDS)))
        self.random.shuffle(self.puzzles)

    def is_real(self, option: Any) -> bool:
        state = self.script.state
        if option.do == "solve":
            return any(card.card == IDS[option.card] for card in self.hands[state.acting(option.by)])
        if option.do == "turn-up":
            return sorted(option.cards) == sorted(self.puzzles[: len(option.cards)])
        return option.do != "stuck" or not self._fits(option.by)

    def _fits(self, by: int) -> bool:
        """Whether the hand has a card that could be laid."""
        state = self.script.state
        options: list[Any] = self.script.options()
        wanted = {option.card for option in options if option.do == "solve" and option.by == by}
        return any(IDS.index(card.card) in wanted for card in self.hands[state.acting(by)])

    def choose(self, options: list[Action]) -> Action:
        return self.random.choices(options, [self._likes(option) for option in options])[0]

    def _likes(self, option: Any) -> float:
        """People stay together, fill their hands up, and move on once a puzzle is solved."""
        if option.do == "start":
            return 1.0 if option.at == PLACES[0] else 0.1
        if option.do == "replenish" and option.cards < 3:
            return 0.1
        if option.do == "move":
            crowd = self.script.state.pawns.count(PLACES.index(option.to))
            return 0.3 + crowd + 5.0 * self.script.state.is_solved(self.script.state.here(option.by))
        return LIKES.get(option.do, 0.05)

    def carry_out(self, action: Any, before: Any) -> Sequence[Motion]:
        hand = self.hands[before.acting(action.by)]
        if action.do == "solve":
            card = next(card for card in hand if card.card == IDS[action.card])
            hand.remove(card)
            return [Lay(card, "puzzles", spot=before.here(action.by))]
        if action.do == "turn-up":
            del self.puzzles[: len(action.cards)]
        elif action.do == "move":
            self._discard(hand)
        elif action.do == "replenish":
            hand += [self.draw_pile.pop() for _ in range(action.cards)]
            self._discard(hand)
        elif action.do == "ask":
            self.draw_pile.pop()
        return ()

    def _discard(self, hand: list[Sticker]) -> None:
        """Face down: nobody sees which."""
        hand.remove(self.random.choice(hand))

    def truth(self) -> Any:
        state = self.script.state
        hands = {name: len(hand) for name, hand in zip(self.setup.players, self.hands, strict=False)}
        score = games.game(GAME).score({"hands": hands, "draw": len(self.draw_pile), "escaped": state.escaped})
        return (
            score["escaped"],
            score["minutes"],
            [PLACES[place] for place in range(len(PLACES)) if state.is_solved(place)],
        )

    def reached(self, table: Table) -> Any:
        state, result = table.state, table.view["result"]
        return result["escaped"], result["minutes"], [PLACES[p] for p in range(len(PLACES)) if state.is_solved(p)]
