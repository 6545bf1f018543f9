"""The rules engine beside python-chess, in one process: both play recorded and random games on one core."""

import random
import sys
import tracemalloc
from collections.abc import Callable
from statistics import median
from typing import Any

import chess

from rules.action import Action
from rules.game import Game, Setup, check
from rules.games import GAMES
from rules.games.hit_the_silk import HitTheSilk
from rules.games.hit_the_silk.actions.trade import Trade
from rules.games.hit_the_silk.cards import NAMES
from rules.games.hit_the_silk.landing import LANDING, read_board
from rules.games.hit_the_silk.landing_odds import Odds
from rules.games.hit_the_silk.state import HANDS
from rules.knowledge import possible
from rules.table import Table
from rules.verdict import Answer
from tests.bench._random_games import NAMES as TABLE
from tests.bench._random_games import begin, listed, random_game, recorded
from tests.bench.measure import heading, rate, row

GAME = HitTheSilk()
PLAYED = ("hit-the-silk", "escape-now")  # the other games have benches of their own


def run() -> None:
    for name in PLAYED:
        _game(GAMES[name])
    heading("Rules engine (Hit the Silk!), further figures")
    _undo()
    _audit()
    _landing()
    _memory()


def _game(game: Game) -> None:
    heading(f"Rules engine ({game.name}, 4 players) and python-chess, same process")
    games, chance = [recorded(game, seed) for seed in range(20)], random.Random(1)
    beside(
        "validated actions/s (check, play, take back) / is_legal + push + pop",
        lambda: replay_validated(game, games),
        chess_validated(),
        1.0,
    )
    beside(
        "all options listed, one played, a second / list + push",
        lambda: listed(game, chance),
        chess_listed(random.Random(1)),
        1.2,
    )
    played = max(rate(lambda: sum(random_game(game, seed) > 0 for seed in range(20)), 0.2) for _ in range(10))
    row("full random games/s (the best of ten batches)", f"{played:,.0f}", "≥ 1,000", played >= 1000)


def beside(what: str, ours: Callable[[], int], theirs: Callable[[], int], bar: float) -> None:
    """Both in turn, many times over: the machine's speed changes by the second, so only neighbours are compared."""
    pairs = [(rate(ours, 0.2), rate(theirs, 0.2)) for _ in range(15)]
    ratio = median(one / other for one, other in pairs)
    best = f"{max(one for one, _ in pairs):,.0f} / {max(other for _, other in pairs):,.0f}"
    row(what, f"{best}, median {ratio:.2f}", f"≥ {bar}", ratio >= bar)


# ---------------------------------------------------------------- our games


def replay_validated(game: Game, games: list[list[Action]]) -> int:
    """Check and play every action of the recorded games, and take each back once, as chess does with pop."""
    done, apply = 0, game.apply
    for actions in games:
        state = begin(game)
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


# ---------------------------------------------------------------- python-chess


def chess_validated() -> Callable[[], int]:
    chance, board = random.Random(7), chess.Board()
    moves = []
    for _ in range(120):
        legal = list(board.legal_moves)
        if not legal:
            break
        moves.append(chance.choice(legal))
        board.push(moves[-1])

    def work() -> int:
        board = chess.Board()
        for move in moves:
            if board.is_legal(move):
                board.push(move)
        while board.move_stack:
            board.pop()
        return len(moves)

    return work


def chess_listed(chance: random.Random) -> Callable[[], int]:
    def work() -> int:
        board = chess.Board()
        for number in range(120):
            legal = list(board.legal_moves)
            if not legal:
                return number
            board.push(chance.choice(legal))
        return 120

    return work


# ---------------------------------------------------------------- the rest


def _undo() -> None:
    actions = recorded(GAME, 3)

    def fresh() -> Table:
        return Table(GAME, Setup(GAME.id, TABLE[:4], "core"))

    table = fresh()
    for action in actions:
        table.push(action)

    def do() -> int:
        table = fresh()
        for action in actions:
            table.push(action)
        return len(actions)

    def undo() -> int:
        steps = 0
        while table.undo():
            steps += 1
        while table.redo():
            pass
        return steps

    ratio = rate(undo, 0.3) / rate(do, 0.3)
    row("undo (with the redo after it) against do", f"{ratio:.0f} × as fast", "≥ 1", ratio >= 1)


def _audit() -> None:
    states: list[tuple[Any, Action]] = []
    random_game(GAME, 5, states)
    state = states[len(states) // 2][0]
    everywhere = [(zone, kind) for zone in range(HANDS + 4) for kind in range(len(NAMES))]
    questions = len(everywhere)
    ask = rate(lambda: sum(possible(state.zones, state.unseen, *q) or 1 for q in everywhere) and questions, 0.3)
    row("audit: can this card lie there?", f"{1e3 / ask:.4f} ms", "< 1 ms", ask > 1000)


def _landing() -> None:
    def work() -> int:
        for licence in (False, True):
            Odds(read_board(LANDING), licence)
        return 1

    spent = 1e3 / rate(work, 0.3)
    row("landing solver, whole table, with and without Licence", f"{spent:.1f} ms", "< 50 ms", spent < 50)


def _memory() -> None:
    table = Table(GAME, Setup(GAME.id, TABLE[:6], "core"))
    tracemalloc.start()
    while len(table.steps) <= 1000:  # an evening of much talk: trades do not lower the plane
        table.push(Trade(table.state.turn, (table.state.turn + 1) % 6, 1))  # type: ignore[arg-type]
    used = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    row("memory of a table after 1,000 events", f"{used:.1f} MB", "< 20 MB", used < 20)
