"""Soundness: beside full-information evenings nothing legal is refused, and the truth stays inside what is known.

The long run, ten thousand evenings of each player count and level: `python -m pytest -m slow -n 2 tests/rules`.
"""

from collections import Counter

import pytest

from tests.rules.escape_now.simulator.witness import GAME, watch

FEW, MANY, BLOCKS = 8, 1000, 10


@pytest.mark.parametrize("mode", GAME.modes)
def test_the_engine_never_parts_from_the_truth(mode: str):
    played: Counter[str] = Counter()
    for players in GAME.players:
        for evening in range(FEW):
            played += watch(f"soundness {evening}", players, mode)
    assert {*GAME.actions} - {"stuck"} <= played.keys()
    assert {
        "escaped",
        "locked in",
        "refused move",
        "refused solve",
        "refused replenish",
        "refused answer",
    } <= played.keys()


@pytest.mark.parametrize("switch", sorted(GAME.switches))
def test_under_every_house_rule(switch: str):
    for choice in GAME.switches[switch].choices:
        for players in (1, 2, 4):
            for evening in range(2):
                watch(f"{switch} {evening}", players, GAME.modes[evening], {switch: choice})


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("mode", GAME.modes)
def test_the_engine_never_parts_from_the_truth_in_many_evenings(mode: str, players: int, block: int):
    for evening in range(block * MANY, (block + 1) * MANY):
        watch(f"{evening}", players, mode)
