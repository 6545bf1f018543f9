"""A whole evening of Hit the Silk! through the real screens, the taps counted: they may only become fewer."""

from pathlib import Path
from typing import Any

import pytest

from companion.demo import player_for
from companion.demo.show import Blind, Outcome, perform
from companion.shelf import begin
from tests.app.harness import Harness
from tests.app.touched import Touched

GAME, SEED = "hit-the-silk", 1


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))


def play(h: Harness, watcher: Any = None) -> tuple[Outcome, Touched]:
    player = player_for(GAME, SEED)
    h.app._open(begin(player.setup))
    h.frames(3)
    touched = Touched(h)
    outcome = perform(player, touched, watcher(h) if watcher else Blind())
    h.frames(3)
    return outcome, touched


def test_taps_without_a_camera() -> None:
    with Harness() as h:
        outcome, _ = play(h)
        assert h.page.name == "score"
        print(f"\ncamera off: {outcome.taps} taps for {outcome.actions} actions = {outcome.taps / outcome.actions:.2f}")
    assert outcome.agrees
    assert outcome.actions > 30
    assert outcome.taps / outcome.actions <= 3.0


def test_taps_with_the_camera() -> None:
    from companion.demo.camera import SteppedCamera
    from companion.demo.table import DemoTable

    def rendered(h: Harness) -> SteppedCamera:
        return SteppedCamera(DemoTable(GAME, SEED), h.app.session, GAME, on_frame=lambda: h.frames(1))

    with Harness() as h:
        outcome, _ = play(h, rendered)
        assert h.page.name == "score"
        print(f"\ncamera on: {outcome.taps} taps for {outcome.actions} actions = {outcome.taps / outcome.actions:.2f}")
    assert outcome.agrees
    assert outcome.taps / outcome.actions <= 1.2
