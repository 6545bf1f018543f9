"""The recorded evenings in assets/evenings: scripts that anybody can run with `companion play`, to their end."""

import json
from pathlib import Path

import pytest

from rules.games import GAMES, game
from rules.setup import read_setup
from rules.table import Table

EVENINGS = sorted((Path(__file__).parents[2] / "assets" / "evenings").glob("*.jsonl"))


@pytest.mark.parametrize("script", EVENINGS, ids=lambda script: script.stem)
def test_a_recorded_evening_plays_to_its_end(script: Path):
    first, *lines = map(json.loads, script.read_text("utf-8").splitlines())
    assert first["game"] == script.stem and first["game"] in GAMES
    table = Table(game(first["game"]), read_setup(first))
    for line in lines:
        answered = table.push(table.read(line))
        assert answered.step is not None, (line, answered.verdict)
    assert table.state.over and table.game.board(table.state).outcome is not None
