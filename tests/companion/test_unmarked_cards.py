"""Cards without stickers under the rendered camera: what is laid on the discard pile is proposed, its copies too."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import pytest

from companion.demo.camera import SteppedCamera
from companion.demo.deed import Lay
from companion.demo.table import DemoTable
from companion.eyes import Gaze
from tests.companion.table import Table
from tests.vision.scenes.deck import deck
from vision.enrolment.face import HEIGHT, WIDTH
from vision.enrolment.matching import Matcher
from vision.images import Image
from vision.observation import Observation
from vision.picture import Picture
from vision.stickers import Sticker, stickers_of
from vision.table import scene
from vision.table.faces import CARD_MM, Print
from vision.tracking.unmarked import EnrolledReader

GAME = "hit-the-silk"
Look: TypeAlias = Callable[[EnrolledReader, Picture], list[Observation]]
CARDS = ("steal", "spy", "key", "briefcase-10")
FACES = dict(zip(CARDS, deck(11, len(CARDS), 0).values(), strict=True))


def bare_face(sticker: Sticker, made: Print, density: float) -> Image:
    """All copies of a card look alike, and none carries a sticker."""
    size = round(CARD_MM[0] * density), round(CARD_MM[1] * density)
    return cv2.resize(FACES[sticker.card], size, interpolation=cv2.INTER_AREA)


def card(name: str, copy: int) -> Sticker:
    return next(sticker for sticker in stickers_of(GAME) if (sticker.card, sticker.copy) == (name, copy))


class Rendered:
    """A table of such cards under the rendered camera, whose faces are looked at by a slow machine."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scene, "card_face", bare_face)
        monkeypatch.setattr(EnrolledReader, "__call__", self._slowly(EnrolledReader.__call__))
        self.table = Table(folder)
        self.session = self.table.session
        self.things = DemoTable(GAME, 3)
        self.camera = SteppedCamera(self.things, self.session, GAME)
        self.camera.gaze = Gaze(GAME, Matcher([(name, flat(face)) for name, face in FACES.items()]))
        self.camera.begin([Lay(card("briefcase-10", 1), "discard")])
        self.camera.look(10)

    def _slowly(self, look: Look) -> Look:
        def slow(reader: EnrolledReader, picture: Picture) -> list[Observation]:
            self.camera.frames += 15  # meanwhile the camera goes on
            return look(reader, picture)

        return slow

    def lay(self, name: str, copy: int) -> tuple[str, ...]:
        """The cards that are proposed for it."""
        self.things.move(Lay(card(name, copy), "discard"))
        self.camera.look(2)  # a hand is over it
        self.things.withdraw_hand()
        self.camera.look(16)
        return self.session.proposal.cards if self.session.proposal else ()


def test_what_is_laid_on_the_pile_is_proposed_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = Rendered(tmp_path, monkeypatch)
    assert rendered.table.news == [] and rendered.session.proposal is None  # what lay there before means nothing
    for name, copy, whom in (("steal", 1, "Ben"), ("spy", 1, "Cat"), ("steal", 2, "Dan")):
        assert rendered.lay(name, copy) == (name,)
        rendered.session.answer(whom)
        rendered.session.pump()


def flat(face: Image) -> Image:
    """As a photo of it would be cut out."""
    return np.asarray(cv2.resize(face, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA))
