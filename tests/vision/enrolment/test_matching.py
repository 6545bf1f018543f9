"""Cards without stickers: named by the album, near-twins too; strangers refused."""

import cv2
import numpy as np
import pytest

from tests.vision.enrolment.few_cards import CARDS
from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.deck import deck, loose_cards
from vision.enrolment import reader
from vision.enrolment.album import Album
from vision.enrolment.face import flatten
from vision.enrolment.matching import Matcher
from vision.enrolment.reader import EnrolledCards
from vision.images import Image
from vision.outlines import find_outlines
from vision.outlines.outline import Outline


def test_loose_cards_are_outlined_and_named_twins_too(album: Album) -> None:
    ids = ["plain-0", "plain-3", "twin-0a", "twin-1b", "plain-5"]
    frame, laid = loose_cards(CARDS, ids, np.random.default_rng(2), TYPICAL, 20.0, 1920)
    seen = EnrolledCards(Matcher(album.faces))(frame)
    assert sorted(card.id for card in seen) == sorted(card.id for card in laid)
    for card in seen:
        corners = next(true.corners for true in laid if true.id == card.id)
        assert np.abs(np.array(card.corners) - corners).max() < 12  # clockwise from the card's own top left


def test_a_stranger_is_not_named(album: Album) -> None:
    strangers = deck(77, plain=3, twins=0, layouts=(7, 8))
    frame, laid = loose_cards(strangers, list(strangers), np.random.default_rng(4), TYPICAL, 20.0, 1920)
    assert len(find_outlines(frame)) == len(laid)
    assert EnrolledCards(Matcher(album.faces))(frame) == []


def test_a_stranger_in_other_colours_is_not_tried_in_further_ways(
    album: Album, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Image] = []
    monkeypatch.setattr("vision.enrolment.matching.overlay", lambda one, other: tried.append(other))
    frame, laid = loose_cards(CARDS, ["plain-0"], np.random.default_rng(8), TYPICAL, 20.0, 1280)
    stranger = np.ascontiguousarray(flatten(frame, laid[0].corners)[..., ::-1])
    assert Matcher(album.faces)(stranger) is None
    assert not tried


def test_a_card_of_the_same_print_in_other_colours_is_not_named(album: Album) -> None:
    frame, laid = loose_cards(CARDS, ["plain-0"], np.random.default_rng(8), TYPICAL, 20.0, 1280)
    face = flatten(frame, laid[0].corners.astype(np.float32))
    named = Matcher(album.faces)(face)
    assert named is not None and named.id == "plain-0"
    assert Matcher(album.faces)(np.ascontiguousarray(face[..., ::-1])) is None


@pytest.mark.parametrize("card", ["plain-3", "twin-0a"])
def test_a_face_is_compared_alike_either_way_up(album: Album, card: str) -> None:
    frame, laid = loose_cards(CARDS, [card], np.random.default_rng(8), TYPICAL, 20.0, 1280)
    face = flatten(frame, laid[0].corners)
    matcher = Matcher(album.faces)
    upright, turned = matcher.ranked(face)[0], matcher.ranked(np.ascontiguousarray(face[::-1, ::-1]))[0]
    assert (upright.id, upright.upside_down, turned.id, turned.upside_down) == (card, False, card, True)
    assert turned.likeness == pytest.approx(upright.likeness, abs=0.01)
    assert turned.lead == pytest.approx(upright.lead, abs=0.02)


def test_an_outline_that_settled_askew_is_put_right(album: Album, monkeypatch: pytest.MonkeyPatch) -> None:
    frame, laid = loose_cards(CARDS, ["plain-3"], np.random.default_rng(6), TYPICAL, 20.0, 1280)
    corners = laid[0].corners
    turn = cv2.getRotationMatrix2D(tuple(map(float, corners.mean(0) + np.array([5.0, -4.0]))), 9.0, 1.03)
    askew = np.roll(corners @ turn[:, :2].T + turn[:, 2], 2, axis=0)
    matcher = Matcher(album.faces)
    assert matcher(flatten(frame, askew)) is None
    monkeypatch.setattr(reader, "find_outlines", lambda frame: [Outline(askew, 0.8)])
    (card,) = EnrolledCards(matcher)(frame)
    assert card.id == "plain-3"
    assert np.abs(np.array(card.corners) - corners).max() < 4


@pytest.mark.parametrize(("tilt", "named"), [(40.0, True), (8.0, False)])
def test_a_card_that_looks_square_from_aslant_may_lie_across(album: Album, tilt: float, named: bool) -> None:
    """Seen from above there is no doubt, and nobody looks twice."""
    frame, laid = loose_cards(CARDS, ["plain-0"], np.random.default_rng(2), TYPICAL, tilt, 1280, 300.0)
    corners = laid[0].corners
    lies, match = EnrolledCards(Matcher(album.faces)).named(frame, np.roll(corners, 1, axis=0))
    assert (match is not None and match.id == "plain-0") == named
    if named:
        assert min(np.abs(np.roll(lies, turn, axis=0) - corners).max() for turn in (0, 2)) < 1


def _rules(rng: np.random.Generator) -> Image:
    """A card of text alone: all of its design look alike from afar, and three lines differ."""
    same, ink = np.random.default_rng(1), (60, 40, 120)
    face = np.full((176, 126, 3), (225, 232, 236), np.uint8)
    cv2.rectangle(face, (7, 7), (118, 168), ink, 1, cv2.LINE_AA)
    cv2.line(face, (16, 34), (110, 34), ink, 1, cv2.LINE_AA)
    for line, y in enumerate((25, *range(46, 128, 8))):
        x, words = 18, rng if line in (0, 2, 4) else same
        while x < 100:
            word = int(words.integers(5, 15))
            for stroke in range(x, x + word, 2):
                cv2.line(face, (stroke, y - int(words.integers(2, 5))), (stroke, y), ink, 1, cv2.LINE_AA)
            x += word + 3
    return face


def test_cards_of_text_alone_stand_out_from_each_other_and_strangers_do_not() -> None:
    """Blurred, each is nearly as like the others as like itself; but it beats them where they differ."""
    rng = np.random.default_rng(3)
    faces = [(f"rule-{k}", _rules(rng)) for k in range(6)]
    matcher = Matcher(faces)
    for card, face in faces:
        best = matcher.ranked(cv2.GaussianBlur(face, (0, 0), 1.3))[0]
        assert best.id == card
        assert best.certainty > 0.7
    assert all(matcher(cv2.GaussianBlur(_rules(rng), (0, 0), 2.0)) is None for _ in range(6))
