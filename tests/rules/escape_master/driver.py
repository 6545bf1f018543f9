"""What people say at Escape Master that `options` does not list: hands, plays, Traps, Escapes, questions."""

from random import Random
from typing import Any

from rules.action import Action, Card, Seat
from rules.bag import cards
from rules.game import allows
from rules.games.escape_master.cards import ESCAPE, ESCAPE_DISCARD, IDS, TRAP_DRAW, TRAP_UP
from rules.games.escape_master.counting import Count
from rules.games.escape_master.specials import Discard, PlayEscape, SetTrap, TakeCard
from rules.games.escape_master.stacks import AskReferee, AskToDraw, Play


def people(state: Any, rng: Random) -> list[Action]:
    if state.over:
        return []
    said: list[Action] = [
        AskReferee(Seat(0), some(rng, 2), rng.choice((None, *some(rng, 1))), rng.choice(("none", "up", "down"))),
        AskToDraw(Seat(0), some(rng, 3), some(rng, 2), rng.choice(("none", "up", "down"))),
    ]
    unseen = [Card(kind) for kind in cards(state.unseen)]
    for seat in state.to_count() if state.stage == "count" else ():
        left = tuple(rng.sample(unseen, min(rng.randint(0, 9), len(unseen))))
        said.append(Count(Seat(seat), left))
    if state.stage == "round":
        by, other = (Seat(seat) for seat in rng.sample(range(len(state.players)), 2))
        stack = rng.choice((None, *range(1, len(state.stacks) + 1)))
        said += [Play(by, (card,), stack) for card in rng.sample(unseen, min(len(unseen), 12))]
        said += [SetTrap(by, Card(rng.choice((TRAP_DRAW, TRAP_UP))), other), Discard(by, some(rng, 1)), TakeCard(by)]
        said += [PlayEscape(by, Card(ESCAPE)), PlayEscape(by, Card(ESCAPE_DISCARD), discard=rng.choice(unseen))]
    return [action for action in said if allows(state, action)]


def some(rng: Random, number: int) -> tuple[Card, ...]:
    return tuple(Card(rng.randrange(len(IDS))) for _ in range(number))
