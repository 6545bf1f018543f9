"""Golden evenings: whoever changes what a table sees, changes these texts and shows them to a reviewer."""

import pytest

from rules.games.hit_the_silk.box import MODES
from tests.rules.hit_the_silk.golden import SCRIPTS, played


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_evening_is_as_it_was(script):
    seen = script.with_suffix(".txt").read_text("utf-8")
    assert played(script) == seen, "if this is meant: python -m tests.rules.hit_the_silk.golden"


def test_there_is_an_evening_of_every_mode():
    texts = [script.with_suffix(".txt").read_text("utf-8") for script in SCRIPTS]
    assert {mode for mode in MODES for text in texts if f"Mode: {mode}." in text} == set(MODES)
