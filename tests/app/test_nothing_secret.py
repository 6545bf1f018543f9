"""Hidden cards stay hidden: no widget, log line or line of the journal names one before the hands are laid open."""

import logging
from pathlib import Path

import pytest

from companion.demo import player_for
from companion.demo.show import Blind, perform
from companion.shelf import begin, paths
from tests.app.harness import Harness
from tests.app.touched import Touched

SECRET = (
    "Parachute",
    "Briefcase",
    "Licence",
)  # what nobody plays before the hands are laid open, and no action is named after


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))


def test_no_hidden_hand_is_shown_or_kept(caplog: pytest.LogCaptureFixture) -> None:
    """A player who knows every card plays; what the app shows between two deeds is read through and through."""
    caplog.set_level(logging.DEBUG)
    seen: list[str] = []
    with Harness() as h:
        player = player_for("hit-the-silk", 1)
        h.app._open(begin(player.setup))
        h.frames(3)
        session = h.app.session

        def read(_deed: object) -> None:
            h.frames(2)
            if session.evening.view["phase"] in ("turn", "vote") and session.proposal is None:
                shown = "\n".join(h.texts())
                seen.extend(card for card in SECRET if card in shown)
                for name in player.setup.players:
                    chair = next(chair for chair in session.board.chairs if chair.name == name)
                    assert all(badge.kind != "card" for badge in chair.badges)

        perform(player, Touched(h), Blind(), read)
        journal = paths()[0].read_text("utf-8").splitlines()
    reveal = next(at for at, line in enumerate(journal) if '"reveal"' in line)
    assert not seen
    for card in ("tandem-parachute", "pilots-licence", "briefcase-40"):
        kept = [line for line in journal[1:reveal] if card in line and '"discard"' not in line]
        assert not kept, kept
        assert not [record for record in caplog.records if card in record.getMessage()]
