"""Cards without stickers under the rendered camera: what is laid on the discard pile is proposed, its copies too."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.demo.camera import SteppedCamera
from companion.demo.deed import Lay
from companion.demo.table import DemoTable
from companion.eyes import Gaze
from tests.companion.table import Table
from tests.vision.deck import deck
from vision.enrolment.face import HEIGHT, WIDTH
from vision.enrolment.matching import Matcher
from vision.images import Image
from vision.stickers import Sticker, stickers_of
from vision.table import scene
from vision.table.faces import CARD_MM, Print

GAME = "hit-the-silk"
CARDS = ("steal", "spy", "key", "briefcase-10")
FACES = dict(zip(CARDS, deck(11, len(CARDS), 0).values(), strict=True))


def bare_face(sticker: Sticker, made: Print, density: float) -> Image:
    """All copies of a card look alike, and none carries a sticker."""
    size = round(CARD_MM[0] * density), round(CARD_MM[1] * density)
    return cv2.resize(FACES[sticker.card], size, interpolation=cv2.INTER_AREA)


def card(name: str, copy: int) -> Sticker:
    return next(sticker for sticker in stickers_of(GAME) if (sticker.card, sticker.copy) == (name, copy))


def test_what_is_laid_on_the_pile_is_proposed_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "card_face", bare_face)
    table = Table(tmp_path)
    things = DemoTable(GAME, 3)
    camera = SteppedCamera(things, table.session, GAME)
    camera.gaze = Gaze(GAME, Matcher([(name, flat(face)) for name, face in FACES.items()]))
    camera.begin([Lay(card("briefcase-10", 1), "discard")])
    proposed = []
    for name, copy, from_ in (("steal", 1, "Ben"), ("spy", 1, "Cat"), ("steal", 2, "Dan")):
        things.move(Lay(card(name, copy), "discard"))
        camera.look(2)  # a hand is over it
        things.withdraw_hand()
        camera.look(25)
        assert table.session.proposal is not None
        proposed += table.session.proposal.cards
        table.session.answer(from_)
        table.session.pump()
    assert proposed == ["steal", "spy", "steal"]


def flat(face: Image) -> Image:
    """As a photo of it would be cut out."""
    return np.asarray(cv2.resize(face, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA))
