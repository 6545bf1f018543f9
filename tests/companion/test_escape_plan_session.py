"""Escape Plan in the table session: a whole evening by touch alone, with no code about the game outside its rules."""

from pathlib import Path
from random import Random

import pytest

from companion.evening import Evening
from companion.session import Session
from rules.game import Setup


@pytest.mark.parametrize("players", [("Ann",), ("Ann", "Ben"), ("Ann", "Ben", "Cat")], ids=len)
def test_an_evening_is_played_to_its_end_by_touch(players: tuple[str, ...], tmp_path: Path) -> None:
    rng, session = (
        Random(len(players)),
        Session(Evening.begin(tmp_path / "evening.jsonl", Setup("escape-plan", players))),
    )
    for _ in range(4000):
        if session.evening.state.over:
            break
        touch(session, rng)
    assert session.board.outcome is not None
    session.evening.close()


def touch(session: Session, rng: Random) -> None:
    """Somebody touches a button that is ready, or answers what is asked, somehow."""
    proposal = session.proposal
    if proposal is None:
        session.touch(rng.choice([button.do for button in session.buttons if button.ready]))
        assert session.proposal is not None or session.refusal is None
    elif proposal.asks:
        assert proposal.question and session.answer(rng.choice(proposal.choices).value)
    elif not session.accept():
        session.dismiss()


def test_a_move_is_two_taps_and_a_rest_one(tmp_path: Path) -> None:
    setup = Setup("escape-plan", ("Ann", "Ben", "Cat"), options={"first-round-order": "keep"})
    session = Session(Evening.begin(tmp_path / "evening.jsonl", setup))
    for place in ("exit-1", "exit-2"):
        assert session.answer(place)
    for _ in range(4):
        session.accept()
    assert session.board.headline == "Ann's turn"
    session.touch("move")
    assert session.answer("store-a")
    assert session.evening.steps[-1].label == "Ann's move"
    session.touch("end-turn")
    session.touch("rest")
    assert session.evening.steps[-1].label == "Ben's rest"
    session.evening.close()
