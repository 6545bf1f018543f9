"""What people say at Hit the Silk! that `options` does not list."""

from random import Random
from typing import Any

from rules import bag
from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.actions.reveal import Reveal
from rules.games.hit_the_silk.state import HANDS
from tests.rules.drivers import laid_open


def people(state: Any, rng: Random) -> list[Action]:
    """Hands are typed by people: plausible ones, by what the table knows."""
    if state.stage != "reveal":
        return []
    hidden = [seat for seat in state.living() if not state.revealed >> seat & 1]
    if not hidden:
        return []
    open_hands = laid_open(state, rng).zones[HANDS:]
    return [Reveal(Seat(seat), tuple(map(Card, bag.cards(open_hands[seat].known)))) for seat in hidden]
