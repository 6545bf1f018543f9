"""A whole evening of Hit the Silk! through the real screens: the taps counted, every screen searched for secrets."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from companion.demo import player_for
from companion.demo.show import Blind, Outcome, perform
from companion.shelf import begin, paths
from tests.app.harness import Harness
from tests.app.touched import Touches

GAME, SEED = "hit-the-silk", 1
SECRET = ("Parachute", "Briefcase", "Licence")  # what nobody plays before the reveal, and no action is named after
SECRET_IDS = ("parachute", "briefcase", "licence")


@dataclass
class Played:
    """What an evening with the camera off left behind."""

    outcome: Outcome
    journal: list[str]
    log: list[str]
    shown: list[str] = field(default_factory=list)  # secrets that stood on a screen


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A player who knows every card plays by touch; what is shown after each deed is read through."""
    log: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: log.append(record.getMessage())  # type: ignore[method-assign]
    shown: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WINGMAN_HOME", str(tmp_path_factory.mktemp("home")))
        logging.getLogger().addHandler(handler)
        with Harness() as h:
            player = player_for(GAME, SEED)
            h.app._open(begin(player.setup))
            h.frames(3)
            session = h.app.session

            def read(_deed: object) -> None:
                h.frames(2)
                if session.evening.view["phase"] in ("turn", "vote") and session.proposal is None:
                    texts = "\n".join(h.texts())
                    shown.extend(card for card in SECRET if card in texts)

            outcome = perform(player, session, Blind(), read, Touches(h))
            h.frames(3)
            assert h.page.name == "score"
            journal = paths()[0].read_text("utf-8").splitlines()
        logging.getLogger().removeHandler(handler)
        yield Played(outcome, journal, log, shown)


def test_taps_without_a_camera(played: Played) -> None:
    outcome = played.outcome
    print(f"\ncamera off: {outcome.taps} taps for {outcome.actions} actions = {outcome.taps / outcome.actions:.2f}")
    assert outcome.agrees
    assert outcome.actions > 30
    assert outcome.taps / outcome.actions <= 3.0


def test_no_hidden_card_is_shown_logged_or_kept_before_the_reveal(played: Played) -> None:
    assert not played.shown
    reveal = next(at for at, line in enumerate(played.journal) if '"reveal"' in line)
    public = ('"discard"', '"change"')  # what was laid open on a pile
    for card in SECRET_IDS:
        hidden = [line for line in played.journal[1:reveal] if card in line and not any(p in line for p in public)]
        assert not hidden
        assert not [line for line in played.log if card in line]


def test_taps_with_the_camera() -> None:
    """The rendered table is read by the real eyes; people tap only what cannot be seen."""
    from companion.demo.camera import SteppedCamera
    from companion.demo.table import DemoTable

    with Harness() as h:
        player = player_for(GAME, SEED)
        h.app._open(begin(player.setup))
        h.frames(3)
        camera = SteppedCamera(DemoTable(GAME, SEED), h.app.session, GAME, on_frame=lambda: h.frames(1))
        outcome = perform(player, h.app.session, camera, fingers=Touches(h))
        h.frames(3)
        assert h.page.name == "score"
    print(f"\ncamera on: {outcome.taps} taps for {outcome.actions} actions = {outcome.taps / outcome.actions:.2f}")
    assert outcome.agrees
    assert outcome.taps / outcome.actions <= 1.2
