"""Unmarked cards: enrolled from photos, named among near-twins, strangers refused, corrections learnt."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from tests.vision.scenes.camera import TYPICAL, Light
from tests.vision.scenes.deck import deck, loose_cards
from vision.enrolment import reader
from vision.enrolment.album import Album, BrokenAlbum, load_album
from vision.enrolment.cells import cut, standard
from vision.enrolment.face import FLAT, flatten
from vision.enrolment.guide import take
from vision.enrolment.matching import Matcher, _Seen
from vision.enrolment.missing_border import mended
from vision.enrolment.planes import even
from vision.enrolment.reader import EnrolledCards
from vision.enrolment.twins import Twins, _off_the_rim
from vision.enrolment.way_up import turned_round
from vision.images import Floats, Image
from vision.outlines import find_outlines
from vision.outlines.one_card import OneCard
from vision.outlines.outline import Outline

CARDS = deck(21, plain=8, twins=2)
NAMES = {"parachute": "plain-0", "knife": "plain-1", "poison": "plain-2", "key": "plain-3"}
STEADY = Light(blur=0.6, noise=0.008, jpeg=92)


def photo_of(card: str, seed: int = 1) -> Image:
    frame, _ = loose_cards(CARDS, [card], np.random.default_rng(seed), STEADY, 8.0, 960, 260.0)
    return frame


@pytest.fixture(scope="module")
def album() -> Album:
    made = Album("hit-the-silk")
    rng = np.random.default_rng(5)
    for card in CARDS:
        frame, laid = loose_cards(CARDS, [card], rng, STEADY, 8.0, 960, 260.0)
        made.add(card, flatten(frame, laid[0].corners.astype(np.float32)))
    return made


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


@pytest.mark.parametrize("card", ["plain-3", "twin-0a"])
def test_a_face_is_compared_alike_either_way_up(album: Album, card: str) -> None:
    frame, laid = loose_cards(CARDS, [card], np.random.default_rng(8), TYPICAL, 20.0, 1280)
    face = flatten(frame, laid[0].corners)
    matcher = Matcher(album.faces)
    upright, turned = matcher.ranked(face)[0], matcher.ranked(np.ascontiguousarray(face[::-1, ::-1]))[0]
    assert (upright.id, upright.upside_down, turned.id, turned.upside_down) == (card, False, card, True)
    assert turned.likeness == pytest.approx(upright.likeness, abs=0.01)
    assert turned.lead == pytest.approx(upright.lead, abs=0.02)


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


def test_a_card_of_the_same_print_in_other_colours_is_not_named(album: Album) -> None:
    frame, laid = loose_cards(CARDS, ["plain-0"], np.random.default_rng(8), TYPICAL, 20.0, 1280)
    face = flatten(frame, laid[0].corners.astype(np.float32))
    named = Matcher(album.faces)(face)
    assert named is not None and named.id == "plain-0"
    assert Matcher(album.faces)(np.ascontiguousarray(face[..., ::-1])) is None


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


def test_what_reaches_in_from_the_rim_is_no_difference_between_twins_but_a_number_in_the_corner_is() -> None:
    apart = np.zeros((176, 126), np.float32)
    apart[40:120, 8:11], apart[10:17, 108:114] = 1.0, 0.8
    left = _off_the_rim(apart)
    assert not left[40:120, 8:11].any()
    assert left[10:17, 108:114].all()
    alone = np.where(apart == 1, apart, 0)
    assert np.array_equal(_off_the_rim(alone), alone)


def _bright_pair(rng: np.random.Generator) -> dict[str, Image]:
    """Two cards with the same bright picture, one with a 2 and one with a 3 in its corner."""
    discs = [(rng.integers((15, 40), (110, 145)), int(rng.integers(8, 26)), rng.integers(20, 240, 3)) for _ in range(9)]
    cards = {}
    for figure in "23":
        face = np.full((176, 126, 3), (35, 30, 32), np.uint8)
        face[34:150, 8:118] = (150, 60, 90)
        for middle, radius, colour in discs:
            cv2.circle(face, middle.tolist(), radius, colour.tolist(), -1, cv2.LINE_AA)
        cv2.putText(face, figure, (12, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (60, 190, 240), 1, cv2.LINE_AA)
        cards[figure] = face
    return cards


@pytest.mark.parametrize("seed", [0, 2, 3, 6])
def test_a_shadow_on_an_enrolled_picture_is_no_difference_between_twins(seed: int) -> None:
    cards = _bright_pair(np.random.default_rng(seed))
    shade = np.linspace(0.95, 0.35, 126)[None, :, None]
    matcher = Matcher([("2", cards["2"]), ("3", (cards["3"] * shade).astype(np.uint8))])
    rng = np.random.default_rng(3)
    for card, face in cards.items():
        seen = np.clip(cv2.GaussianBlur(face, (0, 0), 0.9) + rng.normal(0, 5, face.shape), 0, 255).astype(np.uint8)
        assert matcher.ranked(seen)[0].id == card


def test_twins_of_which_glare_leaves_only_a_trace_are_not_told_apart() -> None:
    cards = _bright_pair(np.random.default_rng(3))
    matcher = Matcher(list(cards.items()))
    for card, face in cards.items():
        plain = matcher.ranked(cv2.GaussianBlur(face, (0, 0), 0.9))[0]
        assert plain.id == card and plain.lead >= reader.DECIDED
        mirrored = face.copy()
        mirrored[:32] = 0.12 * face[:32] + 0.88 * np.array([180.0, 180, 180])
        assert matcher.ranked(cv2.GaussianBlur(mirrored, (0, 0), 0.9))[0].lead < reader.DECIDED


def test_a_faint_trace_of_one_twin_is_no_proof_however_clean() -> None:
    one, other = (even(face) for face in _bright_pair(np.random.default_rng(2)).values())
    pictures = np.stack([one, other])
    cells = np.stack([standard(cut(picture[..., 0])) for picture in pictures])
    twins = Twins(pictures, cells, np.full(cells.shape[:2], 1 / cells.shape[1]))
    assert twins.duel(0, 1, one) > 0.75
    assert twins.duel(0, 1, other) < -0.75
    assert abs(twins.duel(0, 1, (one + other) / 2)) < 0.05
    assert 0 < twins.duel(0, 1, 0.55 * one + 0.45 * other) < 0.2


@pytest.mark.parametrize(("soft", "mixed", "decided"), [(1.1, 0.12, True), (1.6, 0.12, True), (1.6, 0.4, False)])
def test_a_blurred_difference_decides_only_where_it_is_clear(soft: float, mixed: float, decided: bool) -> None:
    one, other = (even(face) for face in _bright_pair(np.random.default_rng(2)).values())
    pictures = np.stack([one, other])
    cells = np.stack([standard(cut(picture[..., 0])) for picture in pictures])
    twins = Twins(pictures, cells, np.full(cells.shape[:2], 1 / cells.shape[1]))
    seen = cv2.GaussianBlur((1 - mixed) * one + mixed * other, (0, 0), soft)
    assert (twins.duel(0, 1, seen) >= reader.DECIDED) == decided


def _badged(figure: str) -> Image:
    """A card with a bold dark figure on a bright badge."""
    rng = np.random.default_rng(4)
    face = np.full((176, 126, 3), (60, 70, 75), np.uint8)
    for _ in range(14):
        corners = rng.integers((4, 4), (122, 172), (3, 2)).astype(np.int32)
        cv2.fillConvexPoly(face, corners, rng.integers(30, 230, 3).tolist(), cv2.LINE_AA)
    cv2.circle(face, (106, 20), 12, (70, 225, 245), -1, cv2.LINE_AA)
    cv2.putText(face, figure, (101, 26), cv2.FONT_HERSHEY_DUPLEX, 0.5, (20, 20, 20), 2, cv2.LINE_AA)
    return face


@pytest.mark.parametrize("way", [0.0, 45.0, 90.0, 135.0])
def test_a_smeared_figure_on_a_bright_badge_is_told_from_one_like_it(way: float) -> None:
    """Cameras blur light, not shade: a smeared dark figure is fainter than its smeared shade, and not another one."""
    cards = {figure: _badged(figure) for figure in "95"}
    matcher, rng = Matcher(list(cards.items())), np.random.default_rng(3)
    line = np.zeros((9, 9), np.float32)
    line[4, 2:7] = 0.2
    smear = cv2.warpAffine(line, cv2.getRotationMatrix2D((4, 4), way, 1.0), (9, 9))
    for card, face in cards.items():
        light = cv2.GaussianBlur(cv2.filter2D((face / 255.0) ** 2.2, -1, smear / smear.sum()), (0, 0), 1.8)
        seen = np.clip(255 * light ** (1 / 2.2) + rng.normal(0, 4, face.shape), 0, 255).astype(np.uint8)
        named = matcher.ranked(seen)[0]
        assert named.id == card and named.lead >= reader.DECIDED


def test_a_twin_that_fits_either_way_up_is_compared_once_and_the_same_way_up(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = _bright_pair(np.random.default_rng(2))
    for face in cards.values():
        face[88:] = face[:88][::-1, ::-1]
    asked: list[tuple[int, int]] = []
    duel = Twins.duel

    def counted(twins: Twins, first: int, second: int, seen: Floats) -> float:
        asked.append((first, second))
        return duel(twins, first, second, seen)

    monkeypatch.setattr(Twins, "duel", counted)
    matcher = Matcher(list(cards.items()))
    for card, face in cards.items():
        asked.clear()
        assert matcher.ranked(cv2.GaussianBlur(face, (0, 0), 0.9))[0].id == card
        assert len(asked) == 1


def test_twins_whose_colours_differ_more_than_their_shades_are_told_apart_by_colour() -> None:
    face, cards = _bright_pair(np.random.default_rng(0))["2"], {}
    for name, ink in (("red", (60, 60, 200)), ("blue", (160, 90, 60))):
        cards[name] = cv2.circle(face.copy(), (100, 20), 11, ink, -1, cv2.LINE_AA)
    matcher = Matcher(list(cards.items()))
    rng = np.random.default_rng(3)
    for card, face in cards.items():
        seen = np.clip(cv2.GaussianBlur(face, (0, 0), 0.9) + rng.normal(0, 5, face.shape), 0, 255).astype(np.uint8)
        named = matcher.ranked(seen)[0]
        assert named.id == card and named.lead >= reader.DECIDED


def test_a_shadow_is_not_taken_for_a_border() -> None:
    rng = np.random.default_rng(4)
    photo = np.full((720, 960, 3), (40, 40, 60), np.uint8)
    whole = np.array([[400, 150], [640, 190], [583, 530], [343, 490]])
    dark = photo.copy()
    cv2.fillConvexPoly(dark, np.int32((whole - whole.mean(0)) * 1.07 + whole.mean(0) + (4, 5)), (37, 37, 56))
    photo = cv2.GaussianBlur(dark, (0, 0), 1.5)
    cv2.fillConvexPoly(photo, whole, (210, 225, 230), cv2.LINE_AA)
    inner = np.int32((whole - whole.mean(0)) * 0.8 + whole.mean(0))
    cv2.fillConvexPoly(photo, inner, (60, 120, 30), cv2.LINE_AA)
    photo = np.clip(photo + rng.normal(0, 2, photo.shape), 0, 255).astype(np.uint8)
    found = OneCard(photo).outline()
    assert found is not None
    assert max(np.linalg.norm(found.corners - corner, axis=1).min() for corner in whole) < 4


def test_a_border_of_nearly_the_tables_colour_is_taken_too() -> None:
    rng = np.random.default_rng(3)
    photo = np.full((720, 960, 3), 30, np.uint8)
    whole = np.array([[400, 150], [640, 190], [583, 530], [343, 490]])
    cv2.fillConvexPoly(photo, whole, (36, 36, 36), cv2.LINE_AA)
    across, down = (side / np.linalg.norm(side) for side in (whole[1] - whole[0], whole[3] - whole[0]))
    inwards = 17 * np.array([across + down, down - across, -across - down, across - down])
    cv2.fillConvexPoly(photo, np.int32(whole + inwards), (180, 200, 210), cv2.LINE_AA)
    photo = np.clip(photo + rng.normal(0, 3, photo.shape), 0, 255).astype(np.uint8)
    found = OneCard(photo).outline()
    assert found is not None
    assert max(np.linalg.norm(found.corners - corner, axis=1).min() for corner in whole) < 12


def test_a_card_with_a_title_as_bright_as_the_table_is_taken_whole() -> None:
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (720, 960)), (0, 0), sigmaX=40, sigmaY=2.5)
    photo = np.clip((50, 84, 122) * (1 + 0.2 * (grain / grain.std())[..., None]), 0, 255).astype(np.uint8)
    face = np.full((352, 252, 3), (228, 232, 235), np.uint8)
    face[:50] = (34, 54, 132)
    cv2.putText(face, "TUQUO 2", (14, 36), cv2.FONT_HERSHEY_DUPLEX, 0.9, (235, 235, 235), 2, cv2.LINE_AA)
    cv2.rectangle(face, (50, 80), (200, 190), (60, 150, 70), -1)
    for y in range(220, 310, 18):
        cv2.line(face, (20, y), (215, y), (70, 70, 70), 2)
    whole = np.array([[400, 150], [640, 190], [583, 530], [343, 490]], np.float32)
    corners = np.array([[0, 0], [252, 0], [252, 352], [0, 352]], np.float32)
    cv2.warpPerspective(
        face, cv2.getPerspectiveTransform(corners, whole), (960, 720), photo, borderMode=cv2.BORDER_TRANSPARENT
    )
    photo = np.clip(cv2.GaussianBlur(photo, (0, 0), 0.6) + rng.normal(0, 2, photo.shape), 0, 255).astype(np.uint8)
    taken = take(photo)
    assert taken.face is not None
    assert float(np.abs(taken.face[4:20, 60:120].mean((0, 1)) - (34, 54, 132)).max()) < 30


def test_a_correction_joins_the_album(album: Album) -> None:
    stranger = deck(78, plain=1, twins=0, layouts=(9,))
    frame, laid = loose_cards(stranger, ["plain-0"], np.random.default_rng(1), STEADY, 8.0, 960, 260.0)
    face = flatten(frame, laid[0].corners.astype(np.float32))
    small = Album("hit-the-silk", list(album.faces))
    assert Matcher(small.faces)(face) is None
    small.add("parachute", face)
    again = Matcher(small.faces)(face)
    assert again is not None
    assert again.id == "parachute"


def test_a_blurred_photo_is_sent_back() -> None:
    assert take(photo_of("plain-1")).fault is None
    fault = take(cv2.GaussianBlur(photo_of("plain-1"), (0, 0), 5)).fault
    assert fault is not None


def test_two_cards_in_one_photo_are_sent_back() -> None:
    frame, _ = loose_cards(CARDS, ["plain-1", "plain-2"], np.random.default_rng(6), TYPICAL, 10.0, 1280)
    fault = take(frame).fault
    assert fault is not None and "one card at a time" in fault


def test_an_album_survives_the_disk(album: Album, tmp_path: Path) -> None:
    album.save(tmp_path)
    again = load_album(tmp_path)
    assert [card for card, _ in again.faces] == [card for card, _ in album.faces]
    assert np.array_equal(again.faces[0][1], album.faces[0][1])


@pytest.mark.parametrize(
    "index",
    [
        b"",
        b"[]",
        b'{"game": "x", "pictures": [{"card": "a", "file": "../a.png"}]}',
        b'{"game": "x", "pictures": [{"card": "\\u001b[2J", "file": "a.png"}]}',
    ],
)
def test_a_broken_album_is_refused(index: bytes, tmp_path: Path) -> None:
    (tmp_path / "index.json").write_bytes(index)
    with pytest.raises(BrokenAlbum):
        load_album(tmp_path)


def test_the_command_enrols_a_folder_and_scan_reads_by_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos, learnt, table = tmp_path / "photos", tmp_path / "learnt", tmp_path / "table.png"
    photos.mkdir()
    for name, card in NAMES.items():
        cv2.imwrite(str(photos / f"{name}.png"), photo_of(card))
    (photos / "spy.jpg").write_bytes(b"no picture")
    cv2.imwrite(str(photos / "kn\u00f6del.png"), photo_of("plain-7"))
    assert main(["enrol", str(photos), "--game", "hit-the-silk", "--out", str(learnt), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cards"], said["strange"]) == (sorted(NAMES), [])
    assert {item["file"]: item["why"] for item in said["refused"]} == {
        "kn\u00f6del.png": "kn\u00f6del.png: a card's name has letters, digits, spaces, dots, hyphens and underscores, "
        "at most 60.",
        "spy.jpg": "spy.jpg is not a JPEG, PNG, WebP, GIF or BMP image.",
    }
    frame, laid = loose_cards(CARDS, ["plain-3", "plain-6"], np.random.default_rng(2), TYPICAL, 20.0, 1920)
    cv2.imwrite(str(table), frame)
    assert main(["scan", str(table), "--game", "hit-the-silk", "--enrolled", str(learnt), "--json"]) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    (card,) = seen["cards"]  # plain-6 was never enrolled
    assert (card["id"], card["copy"], card["by"], card["zone"]) == ("key", 1, "enrolled", "table")
    corners = next(true.corners for true in laid if true.id == "plain-3")
    assert np.abs(np.array(card["corners"]) - corners).max() < 12
    assert main(["scan", str(table), "--game", "escape-now", "--enrolled", str(learnt)]) == 2
    assert main(["scan", str(table), "--game", "hit-the-silk", "--enrolled", str(photos)]) == 2


def test_cards_that_the_game_does_not_know_are_read_by_their_photos_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos, learnt, table = tmp_path / "photos", tmp_path / "learnt", tmp_path / "table.png"
    photos.mkdir()
    for name, card in {"key": "plain-3", "Promo_01": "plain-6", "Promo_02": "plain-7"}.items():
        cv2.imwrite(str(photos / f"{name}.png"), photo_of(card))
    enrol = ["enrol", str(photos), "--game", "hit-the-silk", "--out", str(learnt)]
    assert main(enrol) == 0
    assert json.loads(capsys.readouterr().out)["strange"] == ["Promo_01", "Promo_02"]
    frame, _ = loose_cards(CARDS, ["plain-3", "plain-6"], np.random.default_rng(2), TYPICAL, 20.0, 1920)
    cv2.imwrite(str(table), frame)
    scan = ["scan", str(table), "--game", "hit-the-silk", "--enrolled", str(learnt), "--json"]
    assert main(scan) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    assert {card["id"] for card in seen["cards"]} == {"key", "Promo_01"}
    # Named rightly after all: the same picture is not known twice.
    (photos / "Promo_01.png").rename(photos / "parachute.png")
    assert main([*enrol, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["cards"], said["kept"], said["strange"]) == (["Promo_02", "key", "parachute"], [], ["Promo_02"])
    assert main(scan) == 0
    (seen,) = json.loads(capsys.readouterr().out)
    assert {card["id"] for card in seen["cards"]} == {"key", "parachute"}


def test_an_empty_folder_is_one_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    code = main(["enrol", str(tmp_path / "photos"), "--game", "hit-the-silk", "--out", str(tmp_path / "out")])
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out").exists()
