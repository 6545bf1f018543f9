"""All five games are played from the same screens: by touch, at random, and nothing is cut off on the way."""

import random

import pytest

from companion.shelf import begin
from rules.game import Setup
from rules.games import GAMES
from tests.app.harness import Harness
from tests.app.measure import faults

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
TAPS = 40


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_played_by_touch(game: str) -> None:
    dice = random.Random(game)
    number = GAMES[game].players[len(GAMES[game].players) // 2]
    found: dict[str, str] = {}
    with Harness() as h:
        h.app._open(begin(Setup(game, NAMES[:number])))
        h.frames(3)
        session = h.app.session
        for step in range(TAPS):
            if h.page.name in ("score", "landing"):
                break
            if step % 6 == 0:
                found.update((fault, h.page.name) for fault in faults(h))
            tap_something(h, dice)
        assert session.evening.events >= 2, "nothing could be done by touch"
    assert not found, "\n".join(f"{page}: {fault}" for fault, page in found.items())


def tap_something(h: Harness, dice: random.Random) -> None:
    """What a person would tap: an answer, a seat, an action."""
    session = h.app.session
    proposal = session.proposal
    if session.refusal is not None:
        h.tap("All right")
    elif proposal is not None and (seats := [c.says for c in proposal.choices if c.kind == "seat"]):
        h.seat(dice.choice(seats))
    elif proposal is not None and any(c.kind == "done" for c in proposal.choices) and dice.random() < 0.6:
        h.tap(next(c.says for c in proposal.choices if c.kind == "done"))
    else:
        tools = {"Not now …", "Never mind"}
        area = h.page.ids.dock.__self__ if h.page.name == "table" else h.page
        buttons = [
            b
            for b in h.buttons()
            if b.parent and within(b, area) and getattr(b, "kind", "quiet") != "quiet" and b.text not in tools
        ]
        buttons = [b for b in buttons if b.text and not b.disabled and b.icon != "close"]
        h.tap(dice.choice(buttons) if buttons else "Never mind")


def within(widget: object, area: object) -> bool:
    while widget is not None and widget is not getattr(widget, "parent", None):
        if widget is area:
            return True
        widget = getattr(widget, "parent", None)
    return False
