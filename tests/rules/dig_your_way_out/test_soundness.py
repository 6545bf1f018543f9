"""Soundness: beside full-information evenings nothing legal is refused, and the truth stays inside what is known.

The long run, ten thousand evenings of each player count: `python -m pytest -m slow -n 2 tests/rules`.
"""

from collections import Counter

import pytest

from tests.rules.dig_your_way_out.simulator.witness import GAME, watch

PLAYERS = (2, 3, 4, 5)
FEW, MANY, BLOCKS = 16, 1000, 10


def test_the_engine_never_parts_from_the_truth():
    played: Counter[str] = Counter()
    for players in PLAYERS:
        for evening in range(FEW):
            played += watch(f"soundness {evening}", players)
    attempts = {f"refused {do}" for do in ("search", "roll", "dig", "sell", "buy", "extort", "join", "discard", "move")}
    known = {"known hand-over", "known lose-a-card"}
    wanted = {*GAME.actions} | attempts | known
    assert wanted <= played.keys(), wanted - played.keys()


@pytest.mark.parametrize("switch", sorted(GAME.switches))
def test_under_every_house_rule(switch: str):
    for choice in GAME.switches[switch].choices:
        for evening in range(2):
            watch(f"{switch} {evening}", 3 + evening * 2, {switch: choice})


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("players", PLAYERS)
def test_the_engine_never_parts_from_the_truth_in_many_evenings(players: int, block: int):
    for evening in range(block * MANY, (block + 1) * MANY):
        watch(f"{evening}", players)
