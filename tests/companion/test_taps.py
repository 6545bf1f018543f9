"""How many taps an evening costs. The figures are printed, and may only fall."""

from pathlib import Path

import pytest

from companion.demo.deed import Deed
from companion.demo.hit_the_silk import Evening as Player
from companion.demo.show import Blind, Outcome, perform
from companion.evening import Evening
from companion.session import Session
from tests.companion.evenings import clock, quick_folder
from tests.companion.perfect_camera import PerfectCamera

SEED = 47  # into the third round with four players: two votes, a kick, the jump, the landing
WITH_CAMERA, WITHOUT = 0.88, 2.1  # an action, as measured; the bars are 1.2 and 3


def evening(folder: Path, seed: int, camera: bool, deeds: list[Deed] | None = None) -> Outcome:
    player = Player(seed)
    session = Session(Evening.begin(folder / f"{seed}.jsonl", player.setup, clock()))
    watcher = PerfectCamera(session) if camera else Blind()
    return perform(player, session, watcher, (deeds if deeds is not None else []).append)


def test_taps_with_the_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deeds: list[Deed] = []
    outcome = evening(tmp_path, SEED, True, deeds)
    done = [deed.line["do"] for deed in deeds]
    assert done.count("vote") == 8 and done.count("reveal") == 4 and "brake" in done and len(done) == 47
    with capsys.disabled():
        print(f"\n  taps with the camera: {outcome.taps} for {outcome.actions} actions", end=" ")
    assert outcome.agrees and outcome.wrong == 0
    assert outcome.taps <= WITH_CAMERA * outcome.actions


def test_taps_without_a_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = evening(tmp_path, SEED, False)
    with capsys.disabled():
        print(f"\n  taps without a camera: {outcome.taps} for {outcome.actions} actions", end=" ")
    assert outcome.agrees and outcome.taps <= WITHOUT * outcome.actions


def test_the_score_is_the_true_one_however_the_evening_went() -> None:
    with quick_folder() as folder:
        outcomes = [evening(folder, seed, camera=bool(seed % 4)) for seed in range(24)]
    assert [outcome.truth for outcome in outcomes] == [outcome.reached for outcome in outcomes]
    assert sum(outcome.wrong for outcome in outcomes) == 0
    seen = [outcome for seed, outcome in enumerate(outcomes) if seed % 4]
    assert sum(outcome.taps for outcome in seen) <= 1.2 * sum(outcome.actions for outcome in seen)
