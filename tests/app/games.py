"""Every game's table, well into an evening, with as many long names as it seats, and how it ends."""

import random
from collections.abc import Iterator
from typing import Any

from companion.demo import player_for
from companion.demo.show import Blind, perform
from companion.shelf import begin
from rules.game import Setup
from rules.games import GAMES
from tests.app.harness import Harness

STEPS = 30
PAUSES = (3, 9, 18, 29)  # steps at which the table is looked at


def tables(h: Harness, names: tuple[str, ...]) -> Iterator[str]:
    """Yields a name for each look at a table: five games, at random, whatever comes up."""
    for game in GAMES:
        chance = random.Random(game)
        most = min(GAMES[game].players[-1], len(names))
        h.app._open(begin(Setup(game, names[:most])))
        h.frames(3)
        session = h.app.session
        for step in range(STEPS):
            if session.board.outcome is not None:
                break
            something(session, chance)
            h.frames(2)
            if step in PAUSES:
                yield f"{game}-{step}-{h.page.name}"


def scores(h: Harness) -> Iterator[str]:
    """How an evening of each game ends."""
    for game in GAMES:
        player = player_for(game, 1)
        h.app._open(begin(player.setup))
        perform(player, h.app.session, Blind())
        h.frames(3)
        assert h.page.name == "score"
        yield f"{game}-score"


def something(session: Any, chance: random.Random) -> None:
    """One tap of somebody who knows nothing of the game."""
    proposal = session.proposal
    if session.refusal is not None:
        session.dismiss()
    elif proposal is not None and proposal.number is not None:
        session.answer(chance.randint(*proposal.number))
    elif proposal is not None and proposal.choices:
        session.answer(chance.choice(proposal.choices).value)
    elif proposal is not None:
        session.accept()
    else:
        ready = [button for button in session.buttons if button.ready]
        button = chance.choice(ready)
        session.touch(button.do, **button.known)
