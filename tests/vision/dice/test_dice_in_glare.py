"""Landing dice whose discs are pale, or run into what is beside them, are found where a die must be."""

import cv2
import numpy as np
import pytest

from vision.dice import landing
from vision.dice.discs import Disc, find_discs
from vision.dice.glimpse import Glimpse
from vision.dice.landing import LandingDice
from vision.dice.likely import Likely
from vision.dice.rims import Rims
from vision.dice.tops import Judged
from vision.glance import Small
from vision.glance.dice import Place, dice_places
from vision.images import Box, Image

SIZES = 24.0, 70.0


def test_a_disc_that_runs_into_dark_things_on_two_sides_is_found_by_its_rim() -> None:
    table = _table_with_die(ink=60, bars=True)
    assert not any(_on_top(disc) for disc in find_discs(table, SIZES))
    assert sum(_on_top(disc) for disc in _by_rims(table)) == 1


def test_a_disc_that_a_lamp_makes_nearly_as_pale_as_its_figure_is_found_where_a_die_must_be() -> None:
    table = _table_with_die(ink=184)
    assert not any(_on_top(disc) for disc in find_discs(table, SIZES))
    assert sum(_on_top(disc) for disc in _by_rims(table)) == 1


def test_a_disc_whose_outline_is_off_is_drawn_again() -> None:
    table, rims = _table_with_die(ink=60), Rims()
    for off in (Disc(104.0, 84.0, 38.0, 30.0, 1.0), Disc(97.0, 90.0, 62.0, 55.0, 0.0)):
        assert not _on_top(off)
        disc = rims.again(table, table, off)
        assert disc is not None and _on_top(disc)
    plain = np.full((200, 200), 95, np.uint8)
    assert rims.again(plain, plain, Disc(100.0, 87.0, 50.0, 40.0, 0.0)) is None


def test_hundreds_of_dented_outlines_are_looked_at_at_once() -> None:
    """As print on a whole page has: OpenCV looks at no more than 32,767 rows."""
    specks = np.random.default_rng(2).integers(0, 2, (300, 500)).astype(np.uint8) * 200
    page = cv2.GaussianBlur(cv2.resize(specks, (2000, 1200), interpolation=cv2.INTER_NEAREST), (0, 0), 2)
    find_discs(page, (14.0, 200.0))


@pytest.mark.parametrize("ink", [120, 184])
def test_the_top_of_a_side_that_has_none_is_looked_for_by_its_rim(monkeypatch: pytest.MonkeyPatch, ink: int) -> None:
    table, read = cv2.copyMakeBorder(_table_with_die(ink), 0, 300, 0, 300, cv2.BORDER_REPLICATE), LandingDice()
    side = Disc(100.0, 129.0, 50.0, 28.0, np.pi / 2, 165.0)

    def judged(frame: Image, discs: list[Disc]) -> list[Judged]:
        return [Judged(disc, 0.0, 0.99, 0.99) if _on_top(disc) else Judged(disc, 0.95, 0.02, 0.02) for disc in discs]

    monkeypatch.setattr(read, "_tops", judged)
    monkeypatch.setattr(read, "_name", lambda grey, disc: ("1", 0.99))
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, rise: [side] if len(grey) == len(table) else [])
    ((die, disc),) = read.with_discs(table)
    assert die.face == "1" and _on_top(disc)


def test_beside_a_die_another_is_looked_for_by_its_rim_where_it_looks_like_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """But not where no die was read: a table without any must not take long."""
    table, read = _table_with_die(ink=184), LandingDice()
    near, far = Place((40, 40, 160, 180), (24.0, 70.0)), Place((160, 0, 200, 30), (14.0, 40.0))
    other, looked_at = Disc(20.0, 15.0, 20.0, 16.0, 0.0, 200.0), list[Box]()
    monkeypatch.setattr(landing, "_figured", lambda grey, disc: True)
    monkeypatch.setattr(read, "_name", lambda grey, disc: ("1", 0.99))
    monkeypatch.setattr(read, "_rims", lambda frame, grey, box, sizes, known: looked_at.append(box) or [])
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, rise: [other] if grey.shape == (30, 40) else [])
    for top, looked in ((0.2, []), (0.99, [near.box])):
        looked_at.clear()
        monkeypatch.setattr(read, "_tops", lambda frame, discs, top=top: [Judged(one, 0.0, top, top) for one in discs])
        read.with_discs(table, [near, far])
        assert looked_at == looked


def test_at_a_glance_a_white_body_is_seen_whose_disc_a_coloured_lamp_leaves_pale() -> None:
    table = np.full((360, 640, 3), (70, 110, 150), np.uint8)
    die = cv2.GaussianBlur(_die(24, 133), (0, 0), 0.7)[..., None]
    table[150:174, 300:324] = np.clip(die * np.array([0.8, 0.95, 1.0]) + (0, 6, 12), 0, 255).astype(np.uint8)
    boxes = [place.box for place in dice_places(Small(table), Glimpse(), Likely())]
    assert any(left < 300 < 324 < right and top < 150 < 174 < low for left, top, right, low in boxes)


def _table_with_die(ink: int, bars: bool = False) -> Image:
    """A die seen from aslant whose top's disc has that ink; dark bars, perhaps, run into it on two sides."""
    table = np.full((200, 200), 95, np.uint8)
    cv2.rectangle(table, (70, 62), (130, 111), 205, -1)
    cv2.rectangle(table, (70, 112), (130, 145), 165, -1)
    cv2.ellipse(table, (100, 87), (25, 20), 0, 0, 360, ink, -1, cv2.LINE_AA)
    cv2.line(table, (100, 77), (100, 97), 205, 5, cv2.LINE_AA)
    cv2.ellipse(table, (100, 129), (24, 13), 0, 0, 360, 50, -1, cv2.LINE_AA)
    cv2.line(table, (92, 129), (108, 129), 160, 4, cv2.LINE_AA)
    if bars:
        cv2.line(table, (40, 80), (84, 84), ink, 5, cv2.LINE_AA)
        cv2.line(table, (116, 91), (160, 93), ink, 5, cv2.LINE_AA)
    return cv2.GaussianBlur(table, (0, 0), 1.2)


def _by_rims(grey: Image) -> list[Disc]:
    return Rims()(grey, grey, (0, 0, 200, 200), SIZES, [])


def _on_top(disc: Disc) -> bool:
    return bool(np.allclose([disc.x, disc.y, disc.major, disc.minor], [100, 87, 50, 40], atol=5))


def _die(side: int, ink: int) -> Image:
    face = np.full((96, 96), 190, np.uint8)
    cv2.circle(face, (48, 48), 36, ink, -1, cv2.LINE_AA)
    cv2.putText(face, "2", (30, 68), cv2.FONT_HERSHEY_SIMPLEX, 1.9, 190, 8, cv2.LINE_AA)
    return cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
