"""Random games for the bench, fast: actions are tried until the rules allow one, instead of listing all of them.

A game that people have to say more about (hands that are laid open) brings an attempt of its own.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from rules import bag
from rules.action import Action, Seat
from rules.game import Game, Setup, allows, options
from rules.games.hit_the_silk import HitTheSilk
from rules.games.hit_the_silk.actions.kung_fu import KungFu, known_weapon
from rules.games.hit_the_silk.actions.reveal import Reveal
from rules.games.hit_the_silk.state import HANDS
from tests.rules.drivers import Driver, driver

Attempt = Callable[[Game, Any, Random], Action]
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
TRIES = 40


@cache
def begin(game: Game, players: int = 4, mode: str = "") -> Any:
    """The table after set-up. States are frozen, so that every game of the same players can begin from the same one."""
    return game.set_up(Setup(game.id, NAMES[:players], mode))


def random_game(game: Game, seed: int, actions: list[tuple[Any, Action]] | None = None) -> int:
    """Plays one game to its end; returns the number of actions, and writes them down with their states if asked to."""
    chance, state, number = Random(seed), begin(game), 0
    attempt, apply = ATTEMPTS.get(game.id, anything), game.apply
    while not state.over:
        action = attempt(game, state, chance)
        if actions is not None:
            actions.append((state, action))
        state, _ = apply(state, action)
        number += 1
    return number


def recorded(game: Game, seed: int) -> list[Action]:
    actions: list[tuple[Any, Action]] = []
    random_game(game, seed, actions)
    return [action for _, action in actions]


def listed(game: Game, chance: Random) -> int:
    """Plays one game by listing all options each time; returns the number of actions."""
    state, done, people = begin(game), 0, PEOPLE.get(game.id) or driver(game)
    while not state.over:
        found = people(state, chance) or options(game, state)
        state, _ = game.apply(state, chance.choice(found))
        done += 1
    return done


def anything(game: Game, state: Any, chance: Random) -> Action:
    """A random kind of action of the player on turn, a random one of that kind: the first that the rules allow."""
    pick, by = chance.random, state.turn
    kinds = _kinds(game, type(state.pending[-1]) if state.pending else None, getattr(state, "stage", ""))
    for _ in range(TRIES):
        found = kinds[int(pick() * len(kinds))].candidates(state, by)
        if found:
            action: Action = found[int(pick() * len(found))]
            if allows(state, action):
                return action
    return chance.choice(options(game, state) + driver(game)(state, chance))


@cache
def _kinds(game: Game, waiting: Any, stage: str) -> tuple[Any, ...]:
    """What answers the obligation that waits, else what the stage is about."""
    if waiting is not None and waiting.blocks:
        return tuple(game.actions[do] for do in sorted(waiting.answers))
    stages = STAGES.get(game.id, {})
    return tuple(game.actions[do] for do in stages[stage].split()) if stage in stages else tuple(game.actions.values())


STAGES = {"escape-now": {"start": "start", "turn": "solve move replenish ask"}}
"""What is tried at each stage; of games that are not named, everything always."""


# ---------------------------------------------------------------- Hit the Silk!

SILK = HitTheSilk()
SILK_KINDS: dict[str, list[Any]] = {
    stage: [SILK.actions[name] for name in names.split()]
    for stage, names in {
        "turn": "change steal spy handcuff unlock open-lockbox poison antidote loot kung-fu shoot trade end-turn",
        "vote": "vote",
        "reveal": "tandem",
        "landing": "search-licence roll move brake",
    }.items()
}


def silk(game: Game, state: Any, chance: Random) -> Action:
    pick = chance.random
    if said := silk_people(state, chance):
        return said[0]
    kinds = SILK_KINDS["vote" if state.pending else state.stage]
    by = state.pending[-1].order[0] if state.pending else state.landing.crew[0] if state.landing else state.turn
    while True:
        found = kinds[int(pick() * len(kinds))].candidates(state, by)
        if found:
            action: Action = found[int(pick() * len(found))]
            if isinstance(action, KungFu) and known_weapon(state, action.whom) is None:
                action = KungFu(by, action.whom, "nothing")  # a recorded evening says what the kick found
            if allows(state, action):
                return action


def silk_people(state: Any, chance: Random) -> list[Action]:
    """Hands are laid open as the engine's knowledge allows."""
    if state.stage != "reveal":
        return []
    hidden = (seat for seat in state.living() if not state.revealed >> seat & 1)
    return [Reveal(Seat(seat), plausible_hand(state, seat, chance)) for seat in hidden][:1]  # type: ignore[arg-type]


def plausible_hand(state: Any, seat: int, chance: Random) -> tuple[int, ...]:
    zone = state.zones[HANDS + seat]
    hidden = [kind for kind in bag.cards(state.unseen) if not zone.never >> kind & 1]
    return (*bag.cards(zone.known), *chance.sample(hidden, zone.unknown))


ATTEMPTS: dict[str, Attempt] = {SILK.id: silk}
PEOPLE: dict[str, Driver] = {SILK.id: silk_people}
