"""Escape Master beside python-chess, in one process: whole evenings with every card told, and a bare referee."""

import random
from functools import cache
from statistics import median
from typing import Any

from rules import bag
from rules.action import Action, Card, Seat
from rules.game import Setup, allows, check
from rules.games.escape_master import EscapeMaster
from rules.games.escape_master.cards import SPECIALS
from rules.games.escape_master.counting import Count
from rules.games.escape_master.referee import follow, playable
from rules.games.escape_master.round import Out, Start
from rules.games.escape_master.stacks import Play
from rules.verdict import Answer
from tests.bench.engine import chess_validated
from tests.bench.measure import heading, rate, row

GAME = EscapeMaster()
NAMES = ("Ann", "Ben", "Cat", "Dan")
FOLLOWED, TOLD = 25, 8  # cards that are laid in a round under a camera, and where somebody tells some of them


def run() -> None:
    heading("Escape Master (4 players) and python-chess, same process")
    games = [recorded(seed, FOLLOWED) for seed in range(20)]
    chess = chess_validated()
    pairs = [(rate(lambda: replay_validated(games), 0.2), rate(chess, 0.2)) for _ in range(15)]
    ratio = median(one / other for one, other in pairs)
    best = f"{max(one for one, _ in pairs):,.0f} / {max(other for _, other in pairs):,.0f}"
    what = "validated actions/s (check, play, take back) / is_legal + push + pop"
    row(what, f"{best}, median {ratio:.2f}", "≥ 1.0", ratio >= 1)
    played = max(rate(lambda: sum(len(recorded(seed, TOLD)) > 0 for seed in range(20)), 0.2) for _ in range(10))
    row("full random games/s (the best of ten batches)", f"{played:,.0f}", "≥ 200", played >= 200)
    sequence = [Card(kind) for kind in range(6)][::-1]  # 6, 5, 4 … of a Tribe
    asked = rate(lambda: len([follow(sequence, Card(72)) for _ in range(100)]), 0.3)
    row("the referee judges a sequence of six cards", f"{1e3 / asked:.3f} ms", "< 10 ms", asked > 100)
    single = rate(lambda: len([playable(72, (5,)) for _ in range(1000)]), 0.3)
    row("may this card be played there?, a second", f"{single:,.0f}", "≥ 50,000", single >= 50_000)


@cache
def begin() -> Any:
    return GAME.set_up(Setup(GAME.id, NAMES, "solo"))


def recorded(seed: int, plays: int) -> list[Action]:
    """One random game to its end: every round some cards are laid, somebody is out, the hands are counted."""
    chance, state, actions = random.Random(seed), begin(), []

    def do(action: Action) -> None:
        nonlocal state
        state, _ = GAME.apply(state, action)
        actions.append(action)

    while not state.over:
        do(Start(Seat(state.dealer)))
        for _ in range(plays):
            do(a_play(state, chance))
        do(Out(Seat(chance.choice(state.standing.playing))))
        unseen = [Card(kind) for kind in bag.cards(state.unseen)]
        chance.shuffle(unseen)
        for seat in state.to_count():
            left = tuple(unseen.pop() for _ in range(chance.randint(1, 9)))
            do(Count(Seat(seat), left))
    return actions


def a_play(state: Any, chance: random.Random) -> Action:
    """A card that may be laid, found by trying."""
    unseen = [kind for kind in bag.cards(state.unseen) if kind not in SPECIALS]
    while True:
        seat = Seat(chance.choice(state.standing.playing))
        stack = chance.choice((None, *range(1, len(state.stacks) + 1)))
        action = Play(seat, (Card(chance.choice(unseen)),), stack)
        if allows(state, action):
            return action


def replay_validated(games: list[list[Action]]) -> int:
    """Check and play every action of the recorded games, and take each back once, as chess does with pop."""
    done = 0
    for actions in games:
        state = begin()
        states = [state]
        for action in actions:
            if check(state, action).answer is Answer.NO:
                raise SystemExit(f"a recorded action is refused: {action}")
            state, _ = GAME.apply(state, action)
            states.append(state)
        done += len(actions)
        while len(states) > 1:
            states.pop()
    return done
