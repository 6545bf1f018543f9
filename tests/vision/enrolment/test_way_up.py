"""Which way up cards lay when they were enrolled, and which way they lie."""

import cv2
import numpy as np
import pytest

from tests.vision.enrolment.few_cards import CARDS
from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.deck import loose_cards
from vision.enrolment.album import Album
from vision.enrolment.face import FLAT, flatten
from vision.enrolment.matching import Matcher, _Seen
from vision.enrolment.way_up import turned_round


@pytest.mark.parametrize("card", ["twin-0a", "twin-0b", "twin-1a", "twin-1b", "plain-3"])
def test_how_a_card_lay_when_it_was_enrolled_does_not_matter(album: Album, card: str) -> None:
    """Twins above all: of two that lay differently the one must not look like a stranger beside the other."""
    faces = [
        (id_, np.ascontiguousarray(face[::-1, ::-1]) if id_.endswith(("a", "3")) else face) for id_, face in album.faces
    ]
    frame, laid = loose_cards(CARDS, [card], np.random.default_rng(9), TYPICAL, 20.0, 1920)
    face = flatten(frame, laid[0].corners)
    named, as_usual = Matcher(faces).ranked(face)[0], Matcher(album.faces).ranked(face)[0]
    assert named.id == card and named.upside_down == card.endswith(("a", "3"))
    assert named.certainty == pytest.approx(as_usual.certainty, abs=0.1)
    assert named.lead == pytest.approx(as_usual.lead, abs=0.1)


def test_a_card_learnt_twice_lies_as_it_was_learnt_first(album: Album) -> None:
    """A correction's picture may lie the other way up; the card is still laid over a frame the right way."""
    card, picture = "plain-3", dict(album.faces)["plain-3"]
    faint = cv2.GaussianBlur(picture, (0, 0), 3)  # the second picture is by far the likelier
    faces = [(id_, faint if id_ == card else face) for id_, face in album.faces]
    matcher = Matcher([*faces, (card, np.ascontiguousarray(picture[::-1, ::-1]))])
    frame, laid = loose_cards(CARDS, [card], np.random.default_rng(6), TYPICAL, 20.0, 1280)
    face = flatten(frame, laid[0].corners)
    match = matcher.ranked(face)[0]
    assert match.id == card and not match.upside_down
    over = matcher._laid_over(_Seen(face), match)
    assert over is not None
    corners = cv2.perspectiveTransform(FLAT[None], over)[0]
    assert min(np.abs(np.roll(corners, turn, axis=0) - FLAT).max() for turn in (0, 2)) < 4


def test_pictures_are_turned_by_those_they_are_most_like() -> None:
    """What agrees hardly better when it is turned round stays as it is, and is no reason to turn another."""
    rng = np.random.default_rng(4)
    one, other, unlike = rng.normal(size=(3, 6, 4))
    twin, far_twin = one + 0.1 * rng.normal(size=(2, 6, 4))
    lying = [one, other, twin[::-1, ::-1], unlike, other[::-1, ::-1], far_twin]
    upright, turned = (
        np.stack([picture.ravel() / np.linalg.norm(picture) for picture in pictures])
        for pictures in (lying, [picture[::-1, ::-1] for picture in lying])
    )
    other_way = turned_round(upright, turned)
    assert [bool(other_way[k]) for k in (0, 2, 5)] == [False, True, False]
    assert other_way[1] != other_way[4]
