"""`companion demo`: the score that camera and rules lead to is the one that the real cards give."""

import time
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.demo import Demo, player_for
from companion.demo.fingers import Astray
from companion.demo.show import Blind, perform
from companion.evening import Evening
from companion.session import Session
from rules.games import GAMES
from tests.companion.evenings import clock, quick_folder
from tests.companion.perfect_camera import PerfectCamera

NAMES = sorted(GAMES)


def test_a_rendered_evening_ends_on_the_true_score(tmp_path: Path) -> None:
    demo = Demo("hit-the-silk", 12, tmp_path)
    try:
        outcome = demo.run()
        end = time.monotonic() + 20
        while "13.0" not in demo.gauge.twin.digits and time.monotonic() < end:
            time.sleep(0.02)  # the gauge links and follows in a thread of its own
        digits = demo.gauge.twin.digits
    finally:
        demo.close()
    assert outcome.agrees and outcome.wrong == 0
    assert outcome.seen >= 0.4 * outcome.actions
    assert outcome.taps <= 1.2 * outcome.actions
    assert "13.0" in digits  # where the plane was left


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_demonstrated(name: str) -> None:
    with quick_folder() as folder:
        for seed in range(3):
            player = player_for(name, seed)
            session = Session(Evening.begin(folder / f"{name}-{seed}.jsonl", player.setup, clock()))
            outcome = perform(player, session, PerfectCamera(session))
            assert outcome.agrees and outcome.wrong == 0 and outcome.seen > 0
            assert session.board.outcome is not None


@pytest.mark.parametrize("seed", (101, 108, 122, 133))
def test_what_is_undone_and_redone_is_as_if_nothing_had_been(seed: int) -> None:
    """Cards that are still to be laid down for a step are so again when it is redone: none is taken for another act."""
    with quick_folder() as folder:
        player = player_for("hit-the-silk", seed)
        session = Session(Evening.begin(folder / "undone.jsonl", player.setup, clock()))
        outcome = perform(player, session, PerfectCamera(session), lambda deed: session.undo() and session.redo())
    assert outcome.agrees and outcome.wrong == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_over_twenty_seeds_the_camera_leads_to_the_true_score(tmp_path: Path, seed: int) -> None:
    demo = Demo("hit-the-silk", seed, tmp_path)
    try:
        outcome = demo.run()
    finally:
        demo.close()
    assert outcome.agrees


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_demonstrated_through_the_rendered_camera(tmp_path: Path, name: str) -> None:
    demo = Demo(name, 2, tmp_path)
    try:
        outcome = demo.run()
    finally:
        demo.close()
    assert outcome.agrees and outcome.seen > 0


def blind(folder: Path, player: Any) -> Any:
    session = Session(Evening.begin(folder / "blind.jsonl", player.setup, clock()))
    return perform(player, session, Blind())


def test_a_score_that_is_not_the_true_one_is_noticed(tmp_path: Path) -> None:
    player = player_for("hit-the-silk", 3)
    truth = player.truth
    player.truth = lambda: {**truth(), "cash": -10}  # type: ignore[method-assign]
    assert not blind(tmp_path, player).agrees


def test_an_app_that_records_something_else_is_astray(tmp_path: Path) -> None:
    player = player_for("hit-the-silk", 3)
    session = Session(Evening.begin(tmp_path / "astray.jsonl", player.setup, clock()))
    session.listen(lambda news: session.touch("end-turn"))  # somebody leans on the tablet
    with pytest.raises(Astray):
        perform(player, session, Blind())


def test_a_game_that_is_none_gets_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
