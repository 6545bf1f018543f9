"""Soundness: beside full-information evenings nothing legal is refused, and the truth stays inside what is known.

The long run, ten thousand evenings of each player count and mode: `python -m pytest -m slow -n 2 tests/rules`.
"""

from collections import Counter

import pytest

from tests.rules.hit_the_silk.simulator.witness import GAME, watch

MODES = ("core", "double-cross", "travel")
PLAYERS = (3, 4, 5, 6)
FEW, MANY, BLOCKS = 110, 1000, 10

ADVANCED = {
    *("threaten", "ask-proof", "show-revolver", "back-down", "surrender", "refuse", "stand-off", "kick-away"),
    *("empty-revolver", "discard", "dispose", "challenge", "counter-challenge", "turn-over", "settle-trade"),
}
LANDING = {"search-licence", "roll", "move", "brake"}
HOUSE = {"give-parachute"}
FATES = {"parachuted", "died-jumping", "killed", "landed", "crashed"}


@pytest.mark.parametrize("mode", MODES)
def test_the_engine_never_parts_from_the_truth(mode: str):
    played: Counter[str] = Counter()
    for players in PLAYERS:
        for evening in range(FEW):
            played += watch(f"soundness {evening}", players, mode)
    assert must_happen(mode) <= played.keys(), must_happen(mode) - played.keys()


@pytest.mark.parametrize("switch", sorted(GAME.switches))
def test_under_every_house_rule(switch: str):
    for choice in GAME.switches[switch].choices:
        for evening in range(2):
            watch(f"{switch} {evening}", 3 + evening * 2, "double-cross", {switch: choice})


def test_spare_parachutes_are_given_where_the_house_allows_it():
    house = {"spare-parachute": True}  # it comes up on about one evening in fifteen
    assert any(watch(f"spare {evening}", 4, "core", house)["give-parachute"] for evening in range(400))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mode", MODES)
def test_the_engine_never_parts_from_the_truth_in_many_evenings(mode: str, players: int, block: int):
    for evening in range(block * MANY, (block + 1) * MANY):
        watch(f"{evening}", players, mode)


def must_happen(mode: str) -> set[str]:
    """Every action of the mode, every fate, and some illegal attempts."""
    actions = {*GAME.actions} - HOUSE
    attempts = {f"refused {do}" for do in ("change", "end-turn", "handcuff", "open-lockbox", "steal", "vote")}
    if mode == "travel":
        return actions - ADVANCED - LANDING | FATES - {"landed", "crashed"} | attempts
    return actions - (ADVANCED if mode == "core" else set()) | FATES | attempts
