"""Soundness: beside evenings with real cards nothing legal is refused, nothing illegal allowed, and the score agrees.

The long run, a thousand evenings for every mode and number of players: `make soundness`.
"""

from collections import Counter

import pytest

from rules.games.escape_master.cards import IDS
from rules.games.escape_master.referee import BY_DEFAULT, Trap, playable
from rules.verdict import Answer
from tests.rules.escape_master.simulator.book import SPECIAL, Top, lands, rank
from tests.rules.escape_master.simulator.witness import watch

TABLES = [("solo", 2), ("solo", 3), ("solo", 4), ("alliance", 4)]
FEW, MANY = 8, 1000
KINDS = {name: kind for kind, name in enumerate(IDS)}

every_table = pytest.mark.parametrize(("mode", "players"), TABLES)


@every_table
def test_the_engine_never_parts_from_the_truth(mode: str, players: int):
    seen: Counter[str] = Counter()
    for evening in range(FEW):
        seen += watch(f"soundness {evening}", players, mode)
    must_happen = {"games", "legal: yes", "illegal: no", "play", "combinations", "trap", "escape", "discard", "count"}
    must_happen |= {"take-card", "take-leader", "fell", "stories", "impossible hands", "out"}
    assert must_happen <= seen.keys(), must_happen - seen.keys()


@every_table
def test_what_the_camera_sees_is_never_refused(mode: str, players: int):
    seen: Counter[str] = Counter()
    for evening in range(FEW // 2):
        seen += watch(f"camera {evening}", players, mode, camera=True)
    assert {"see", "games"} <= seen.keys()


@pytest.mark.parametrize("trap", ["none", "up", "down"])
def test_referee_and_book_agree_on_every_play_there_is(trap: Trap):
    """Every card and every two cards on every top: allowed by both, forbidden by both, or hanging on a Doom Master."""
    way = trap.removeprefix("none")
    tops: list[str | None] = [None, "7-start", *SPECIAL, "wisdom", "doom-master"]
    tops = [top for top in tops if top is None or not top.startswith(("trap", "escape"))]
    tops += [f"{number}-mouse" for number in range(1, 14) if number != 7]
    laid = [(one,) for one in IDS] + [(one, other) for one in IDS for other in IDS]
    for top in tops:
        known = [None] if top is None else meanings(top)
        for cards in laid:
            allowed = [bool(lands(meaning, cards, way, BY_DEFAULT)) for meaning in known]
            kinds = tuple(KINDS[card] for card in cards)
            answer = playable(None if top is None else KINDS[top], kinds, trap).answer
            expected = Answer.YES if all(allowed) else Answer.DEPENDS if any(allowed) else Answer.NO
            assert answer is expected, (top, cards, trap)


def meanings(top: str) -> list[Top]:
    """What a top card can be: a Doom Master is a J, a Q or a K."""
    if top == "doom-master":
        return [("number", 11), ("number", 12), ("number", 13)]
    return [{"wisdom": ("wisdom", 0), "dead-end": ("closed", 0)}.get(top, ("number", rank(top)))]


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
@every_table
def test_the_engine_never_parts_from_the_truth_in_many_evenings(mode: str, players: int, block: int):
    for evening in range(block * MANY // 10, (block + 1) * MANY // 10):
        watch(f"{evening}", players, mode)
        watch(f"{evening}", players, mode, camera=True)
