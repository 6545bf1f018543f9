"""Pictures that were cut without their border are given one."""

import cv2
import numpy as np

from tests.vision.enrolment.few_cards import CARDS
from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.deck import loose_cards
from vision.enrolment.album import Album
from vision.enrolment.face import flatten
from vision.enrolment.matching import Matcher
from vision.enrolment.missing_border import mended
from vision.images import Floats, Image


def test_a_card_enrolled_without_its_border_is_named(album: Album) -> None:
    """On a table of the border's colour only what is inside it was taken."""
    bare = [(card, cv2.resize(face[8:-8, 8:-8], face.shape[1::-1])) for card, face in album.faces]
    frame, laid = loose_cards(CARDS, ["plain-0"], np.random.default_rng(8), TYPICAL, 20.0, 1280)
    named = Matcher([bare[0], *album.faces[1:]])(flatten(frame, laid[0].corners))
    assert named is not None and named.id == "plain-0"


def test_a_card_enrolled_without_its_border_is_not_taken_for_its_twin(album: Album) -> None:
    faces = [
        (card, cv2.resize(face[7:-7, 7:-7], face.shape[1::-1])) if card == "twin-0a" else (card, face)
        for card, face in album.faces
    ]
    for twin in ("twin-0a", "twin-0b"):
        frame, laid = loose_cards(CARDS, [twin], np.random.default_rng(9), TYPICAL, 20.0, 1920)
        named = Matcher(faces)(flatten(frame, laid[0].corners))
        assert named is not None and named.id == twin


def test_one_picture_cut_with_table_round_it_leaves_the_others_their_borders(album: Album) -> None:
    """It looks as if all others of its design lacked a border; they outvote it."""
    rim = cv2.copyMakeBorder(album.faces[0][1], 9, 9, 9, 9, cv2.BORDER_CONSTANT, value=(90, 120, 150))
    wide = cv2.resize(rim, album.faces[0][1].shape[1::-1], interpolation=cv2.INTER_AREA)
    alike = [np.roll(album.faces[0][1], step, axis=2) for step in (0, 1, 2)]
    faces = [wide, *alike]
    for face, mended_face in zip(alike, mended(faces, _grey)[1:], strict=True):
        assert np.array_equal(face, mended_face)


def test_a_border_that_is_clearly_lacking_is_given_though_another_picture_is_more_like_the_whole(album: Album) -> None:
    faces = dict(album.faces)
    face = faces["twin-0a"]
    bare = cv2.resize(face[7:-7, 7:-7], face.shape[1::-1])
    hazy = cv2.addWeighted(bare, 0.6, np.full_like(bare, 128), 0.4, 0)  # its like, as bare as it
    hazy = cv2.GaussianBlur(hazy, (0, 0), 4)
    mended_face, *_ = mended([bare, hazy, faces["twin-0b"]], _grey)
    assert not np.array_equal(mended_face, bare)


def _grey(face: Image) -> Floats:
    small = cv2.resize(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (24, 34), interpolation=cv2.INTER_AREA)
    return np.asarray(small - small.mean(), np.float32).ravel()
