"""Golden evenings: whoever changes what a table sees, changes these texts and shows them to a reviewer."""

import json

import pytest

from rules.games import GAMES
from tests.rules.golden import SCRIPTS, played

FOLDERS = {script.parents[1].name for script in SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_evening_is_as_it_was(script):
    seen = script.with_suffix(".txt").read_text("utf-8")
    assert played(script) == seen, "if this is meant: python -m tests.rules.golden"


@pytest.mark.parametrize("name", [name for name in GAMES if name.replace("-", "_") in FOLDERS])
def test_there_is_an_evening_of_every_mode(name):
    setups = [json.loads(script.read_text("utf-8").partition("\n")[0]) for script in SCRIPTS]
    assert {setup["mode"] for setup in setups if setup["game"] == name} == set(GAMES[name].modes)
