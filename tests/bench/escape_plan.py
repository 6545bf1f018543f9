"""Escape Plan beside python-chess, in one process: recorded moves checked and played, and whole random games."""

import random
import sys
from functools import cache
from typing import Any

from rules.action import Action, Seat
from rules.game import Setup, allows, check
from rules.games.escape_plan import EscapePlan
from rules.games.escape_plan.actions.table import LayOpen
from rules.games.escape_plan.flow import to_reveal
from rules.games.escape_plan.pieces import KIND
from rules.verdict import Answer
from tests.bench.engine import beside, chess_validated
from tests.bench.measure import heading, rate, row

GAME = EscapePlan()
PLAYERS = ("Ann", "Ben", "Cat", "Dan")
BOX = {
    "income": [3, 4, 5, 6, 7, 8, 10, 12, 14, 16],
    "thresholds": [5, 9, 13],
    "track": [16],
    "escape": [0, 5, 10, 15, 20],
    "assets": [5, 4, 3, 2],
    "spaces": [6, 8],
}
BEFORE = "move move rest first-aid use-contact use-asset use-fixer use-gang"
AFTER = {  # a turn's rest or move, by where it led
    "church": "end-turn pray unlock-asset use-contact",
    "clinic": "end-turn treat unlock-asset use-contact",
    "hospital": "end-turn pay-hospital",
    "safe-house": "end-turn buy-fixer",
    "store": "end-turn take-gas buy-equipment open-locker",
    "exit": "end-turn escape",
}


@cache
def kinds_for(acted: str, location: str, answers: frozenset[str] | None) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """What can be tried at such a moment, with the tests that only look at who acts."""
    names = sorted(answers) if answers is not None else (AFTER.get(location, "end-turn") if acted else BEFORE).split()
    return tuple((GAME.actions[name], tuple(rule.test for rule in GAME.actions[name].gate)) for name in names)


def run() -> None:
    heading("Escape Plan (4 players) and python-chess, same process")
    games = [recorded(seed) for seed in range(10)]
    beside(
        "validated actions/s (check, play, take back) / is_legal + push + pop",
        lambda: replay_validated(games),
        chess_validated(),
        1.0,
    )
    played = max(rate(lambda: sum(random_game(seed) > 0 for seed in range(10)), 0.2) for _ in range(10))
    row("full random games/s (the best of ten batches)", f"{played:,.0f}", "≥ 200", played >= 200)


@cache
def begin() -> Any:
    return GAME.set_up(Setup(GAME.id, PLAYERS, box=BOX))


def random_game(seed: int, actions: list[Action] | None = None) -> int:
    """Plays one game to its end, trying actions at random until the rules allow one; returns the number of actions."""
    chance, state, number = random.Random(seed), begin(), 0
    while not state.over:
        action = attempt(state, chance)
        if actions is not None:
            actions.append(action)
        state, _ = GAME.apply(state, action)
        number += 1
    return number


def attempt(state: Any, chance: random.Random) -> Action:
    if state.stage == "reveal":
        seat = to_reveal(state)[0]
        player = state.players[seat]
        return LayOpen(Seat(seat), 30, (20,) * player.lockers, (10,) * player.exits, player.money)
    waiting = state.pending[-1] if state.pending else None
    by = state.turn if waiting is None else waiting.awaits(state)[0]
    going, pick, probe = state.going, chance.random, Action(by)
    answers = None if waiting is None else waiting.answers
    kinds = kinds_for(going.acted, KIND[going.visit] if going.visit >= 0 else "", answers)
    while True:
        kind, gate = kinds[int(pick() * len(kinds))]
        for test in gate:
            if not test(state, probe):
                break
        else:
            found = kind.candidates(state, by)
            if found:
                action = found[int(pick() * len(found))]
                if allows(state, action):
                    return action  # type: ignore[no-any-return]


def recorded(seed: int) -> list[Action]:
    actions: list[Action] = []
    random_game(seed, actions)
    return actions


def replay_validated(games: list[list[Action]]) -> int:
    """Check and play every action of the recorded games, and take each back once, as chess does with pop."""
    done, apply = 0, GAME.apply
    for actions in games:
        state = begin()
        states = [state]
        for action in actions:
            if check(state, action).answer is Answer.NO:
                sys.exit(f"a recorded action is refused: {action}")
            state, _ = apply(state, action)
            states.append(state)
        done += len(actions)
        while len(states) > 1:
            states.pop()
    return done
