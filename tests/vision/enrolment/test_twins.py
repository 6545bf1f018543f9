"""Near-twins are told apart where they differ, and left open where too little of that is seen."""

import cv2
import numpy as np
import pytest

from vision.enrolment import reader
from vision.enrolment.cells import cut, standard
from vision.enrolment.matching import Matcher
from vision.enrolment.planes import even
from vision.enrolment.twins import Twins, _off_the_rim
from vision.images import Floats, Image


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


def test_what_reaches_in_from_the_rim_is_no_difference_between_twins_but_a_number_in_the_corner_is() -> None:
    apart = np.zeros((176, 126), np.float32)
    apart[40:120, 8:11], apart[10:17, 108:114] = 1.0, 0.8
    left = _off_the_rim(apart)
    assert not left[40:120, 8:11].any()
    assert left[10:17, 108:114].all()
    alone = np.where(apart == 1, apart, 0)
    assert np.array_equal(_off_the_rim(alone), alone)


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


@pytest.mark.parametrize("faded", [1.0, 0.7, 0.5])
def test_a_gem_in_another_colour_tells_twins_apart_however_faded(faded: float) -> None:
    """On yellowish paper a red gem is hardly yellower and a blue one far bluer: halfway between them lies neither."""
    face, cards = _bright_pair(np.random.default_rng(0))["2"], {}
    face[150:] = face[:34] = (135, 195, 225)
    for name, ink in (("red", (45, 40, 200)), ("blue", (185, 115, 25))):
        gem = cv2.circle(face.copy(), (108, 163), 8, ink, -1, cv2.LINE_AA)
        cards[name] = cv2.circle(gem, (108, 163), 8, (40, 40, 40), 1, cv2.LINE_AA)
    matcher, rng = Matcher(list(cards.items())), np.random.default_rng(3)
    for card, face in cards.items():
        hazy = faded * cv2.GaussianBlur(face, (0, 0), 1.2) + (1 - faded) * 165.0 + rng.normal(0, 5, face.shape)
        named = matcher.ranked(np.clip(hazy, 0, 255).astype(np.uint8))[0]
        assert named.id == card and named.lead >= reader.DECIDED
