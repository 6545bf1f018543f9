"""Soundness: beside full-information evenings nothing legal is refused, nothing illegal allowed, and all figures agree.

The long run, thousands of evenings of each number of players with and without a map: `make soundness`.
"""

from collections import Counter

import pytest

from tests.rules.escape_plan.simulator.witness import GAME, watch

PLAYERS = (1, 2, 3, 4, 5)
FEW, MANY, BLOCKS = 8, 250, 4

TOLD_BY_PEOPLE = {"count", "count-up", "cross-threshold"}
FATES = {"arrested", "escaped"}
ATTEMPTS = {
    f"refused {do}" for do in ("move", "rest", "end-turn", "escape", "use-contact", "use-asset", "reveal-patrol")
}


def test_the_engine_never_parts_from_the_truth():
    played: Counter[str] = Counter()
    for players in PLAYERS:
        for mapped in (False, True):
            for evening in range(FEW):
                played += watch(f"soundness {evening}", players, mapped)
    must_happen = {*GAME.actions} - TOLD_BY_PEOPLE | FATES | ATTEMPTS
    assert must_happen <= played.keys(), must_happen - played.keys()


@pytest.mark.parametrize("switch", sorted(GAME.switches))
def test_under_every_house_rule(switch: str):
    for choice in GAME.switches[switch].choices:
        watch(f"{switch}", 2, False, {switch: choice})
        watch(f"{switch}", 4, True, {switch: choice})


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_engine_never_parts_from_the_truth_in_many_evenings(players: int, mapped: bool, block: int):
    for evening in range(block * MANY, (block + 1) * MANY):
        watch(f"{evening}", players, mapped)
