"""Dig Your Way Out on the rules engine beside python-chess, in one process."""

import random
import sys
from functools import cache
from typing import Any

from rules.action import Action, Seat
from rules.game import Setup, allows, check, options
from rules.games.dig_your_way_out import DigYourWayOut
from rules.games.dig_your_way_out.cards import CELL_BLOCK, NURSERY, SHOVEL, SPOON
from rules.games.dig_your_way_out.state import HANDS
from rules.state import moments
from rules.verdict import Answer
from tests.bench.engine import beside, chess_listed, chess_validated
from tests.bench.measure import heading, rate, row

GAME = DigYourWayOut()
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
ACTIONS: Any = GAME.actions
TOOLS = ("shovel", "pick", "spoon")
WISHES = (("craft", "shovel"), ("craft", "pick"), ("steal-spoon",), ("search",), ("dig", "shovel"), ("dig", "pick"))


def run() -> None:
    heading("Dig Your Way Out (4 players) and python-chess, same process")
    games = [recorded(seed) for seed in range(20)]
    beside(
        "validated actions/s (check, play, take back) / is_legal + push + pop",
        lambda: replay_validated(games),
        chess_validated(),
        1.0,
    )
    beside(
        "all options listed, one played, a second / list + push",
        lambda: listed(random.Random(1)),
        chess_listed(random.Random(1)),
        0.6,
    )
    for players in (2, 5):
        length = sum(random_game(seed, players=players) for seed in range(50)) / 50
        played = max(rate(lambda n=players: _games(n), 0.2) for _ in range(10))  # type: ignore[misc]
        met = played >= 1000 or players > 2
        bar = "≥ 1,000" if players == 2 else "none"
        row(f"full random games/s, {players} players ({length:.0f} actions each)", f"{played:,.0f}", bar, met)


def _games(players: int) -> int:
    return sum(random_game(seed, players=players) > 0 for seed in range(20))


@cache
def begin(players: int = 4) -> Any:
    """The table after set-up. States are frozen, so that every game can begin from the same one."""
    return GAME.set_up(Setup(GAME.id, NAMES[:players]))


def random_game(seed: int, actions: list[Action] | None = None, players: int = 4) -> int:
    """Plays one game to its end; returns the number of actions."""
    chance, state, number = random.Random(seed), begin(players), 0
    while not state.over:
        *_, state = moments(state)  # whoever has taken both actions is not asked to say so
        action = attempt(state, chance)
        if actions is not None:
            actions.append(action)
        state, _ = GAME.apply(state, action)
        number += 1
    return number


def attempt(state: Any, chance: random.Random) -> Action:
    """Prisoners who want out: they dig when they can, carry Tools home, and otherwise do this or that."""
    if state.pending:
        return answer(state, state.pending[-1], chance)
    by, left = state.turn, state.left
    known, place = state.zones[HANDS + by].known, state.players[by].place
    tools = [tool for kind, tool in zip((SHOVEL, SHOVEL - 1, SPOON), TOOLS, strict=True) if known >> 8 * kind & 255]
    if tools and place == CELL_BLOCK and allows(state, dig := ACTIONS["dig"](by, tools[0])):
        return dig
    beaten = state.players[by].beatings > 0
    home = bool(tools)
    if left == 2 and ((beaten and place != NURSERY) or (place == CELL_BLOCK) != home):
        walk = ACTIONS["cautious-move"](by, "nursery" if beaten else "cell-block" if home else "cafeteria")
        if allows(state, walk):
            return walk
    if beaten and allows(state, heal := ACTIONS["heal"](by)):
        return heal
    if chance.random() < 0.05 and (found := ACTIONS["extort"].candidates(state, by)):
        threat: Action = found[int(chance.random() * len(found))]
        if allows(state, threat):
            return threat
    first = int(chance.random() * len(WISHES))
    for do, *fields in WISHES[first:] + WISHES[:first]:
        if allows(state, wish := ACTIONS[do](by, *fields)):
            return wish  # type: ignore[no-any-return]
    return ACTIONS["roll"](by, int(chance.random() * 6) + 1)  # type: ignore[no-any-return]


def answer(state: Any, top: Any, chance: random.Random) -> Action:
    """Whoever is asked says anything that is allowed."""
    (by,) = top.awaits(state)
    answers = sorted(top.answers)
    while True:
        found = ACTIONS[answers[int(chance.random() * len(answers))]].candidates(state, Seat(by))
        if found:
            said: Action = found[int(chance.random() * len(found))]
            if allows(state, said):
                return said


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


def listed(chance: random.Random) -> int:
    """Anything that is listed, for a while: such games take long."""
    state, done = begin(), 0
    while not state.over and done < 200:
        state, _ = GAME.apply(state, chance.choice(options(GAME, state)))
        done += 1
    return done
