"""Check your box: what only the cards of one's own box say is typed in."""

from pathlib import Path

import pytest

from companion.app.widgets import Entry
from tests.app.harness import Harness


def test_a_text_of_the_own_box_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))
    with Harness(names=["Ann", "Ben"]) as h:
        h.tap("New table")
        h.tap("Escape Master")
        h.tap("Check your box")
        entries = [
            widget for widget in h.walk() if isinstance(widget, Entry) and widget.hint_text == "as your card says"
        ]
        assert len(entries) == 24  # six abilities, six Beast Modes, twelve Story cards
        entries[0].text = "Peeks at a hand."
        entries[0].focus = True
        entries[0].focus = False
        assert "Peeks at a hand." in str(h.page.plan.box)
