"""Landing dice whose discs are pale, or run into what is beside them, are found where a die must be."""

import cv2
import numpy as np
import pytest

from vision.dice import landing
from vision.dice.discs import Disc, find_discs
from vision.dice.landing import LandingDice
from vision.dice.likely import Likely
from vision.dice.rims import find_rims
from vision.dice.tops import Judged
from vision.glance.dice import dice_places, dice_spots
from vision.images import Floats, Image

EVERYWHERE = np.full((360, 640), 255, np.uint8)


def test_a_disc_that_runs_into_dark_things_on_two_sides_is_found_by_its_rim() -> None:
    table = _broken_disc()
    near = [disc for disc in find_discs(table, (30.0, 70.0)) if _on_it(disc)]
    assert not near
    assert sum(_on_it(disc) for disc in find_rims(table, (30.0, 70.0), [])) == 1


def test_a_disc_that_a_lamp_makes_nearly_as_pale_as_its_figure_is_found_where_a_die_must_be() -> None:
    table = np.full((400, 400), 120, np.uint8)
    cv2.rectangle(table, (160, 165), (240, 235), 200, -1)
    cv2.ellipse(table, (200, 200), (24, 19), 0, 0, 360, 178, -1, cv2.LINE_AA)
    cv2.line(table, (200, 192), (200, 208), 200, 5, cv2.LINE_AA)
    table = cv2.GaussianBlur(table, (0, 0), 1.0)
    assert not any(_on_it(disc) for disc in find_discs(table, (30.0, 70.0)))
    assert any(_on_it(disc) for disc in find_rims(table, (30.0, 70.0), []))


def test_a_rim_of_which_half_is_missing_is_none() -> None:
    table = _broken_disc()
    table[:, 200:] = 40
    assert not any(_on_it(disc) for disc in find_rims(table, (30.0, 70.0), []))


def test_the_top_of_a_side_that_has_none_is_looked_for_by_its_rim(monkeypatch: pytest.MonkeyPatch) -> None:
    table, read = _broken_disc(), LandingDice()
    side = Disc(204.0, 236.0, 48.0, 26.0, np.pi / 2, 200.0)

    def judged(frame: Image, discs: list[Disc]) -> list[Judged]:
        return [Judged(disc, 0.0, 0.99, 0.99) if _on_it(disc) else Judged(disc, 0.95, 0.02, 0.02) for disc in discs]

    monkeypatch.setattr(read, "_tops", judged)
    monkeypatch.setattr(read, "_name", lambda grey, disc: ("1", 0.99))
    monkeypatch.setattr(landing, "_figured", lambda grey, disc: disc.y > 220 or _on_it(disc))
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, rise=0.4: [side] if len(grey) == len(table) else [])
    ((die, disc),) = read.with_discs(table)
    assert die.face == "1" and _on_it(disc)


def test_at_a_glance_a_white_body_is_seen_whose_disc_a_coloured_lamp_leaves_pale() -> None:
    table = np.full((360, 640, 3), (70, 110, 150), np.uint8)
    die = cv2.GaussianBlur(_die(24, 133), (0, 0), 0.7)[..., None]
    table[150:174, 300:324] = np.clip(die * np.array([0.8, 0.95, 1.0]) + (0, 6, 12), 0, 255).astype(np.uint8)
    discs, bodies, _ = dice_spots(table, EVERYWHERE, EVERYWHERE, None)
    assert not len(discs) and not len(bodies)
    boxes = [place.box for place in dice_places(table, EVERYWHERE, EVERYWHERE, None, Likely())]
    assert any(left < 300 < 324 < right and top < 150 < 174 < low for left, top, right, low in boxes)


def test_dice_that_touch_and_look_like_one_large_disc_are_looked_for_at_their_own_size() -> None:
    table = np.full((360, 640, 3), 200, np.uint8)
    cv2.rectangle(table, (276, 126), (324, 174), (20, 20, 20), -1)
    cv2.rectangle(table, (290, 140), (310, 160), (230, 230, 230), -1)

    def likely(colour: Image, spots: Floats) -> Floats:
        """Only what has a single die's size is one."""
        on_one = (spots[:, 2] < 24) & (np.hypot(spots[:, 0] - 288, spots[:, 1] - 138) < 8)
        return np.where(on_one, 0.9, 0.2)

    places = dice_places(table, EVERYWHERE, EVERYWHERE, None, likely)
    assert places[0].shows(288, 138, 18)


def _broken_disc() -> Image:
    """A dark disc on white that a dark bar and a grey card run into."""
    table = np.full((400, 400), 200, np.uint8)
    cv2.ellipse(table, (200, 200), (24, 19), 0, 0, 360, 60, -1, cv2.LINE_AA)
    cv2.line(table, (200, 192), (200, 208), 200, 5, cv2.LINE_AA)
    cv2.line(table, (150, 194), (180, 198), 60, 5, cv2.LINE_AA)
    cv2.line(table, (220, 204), (252, 206), 60, 5, cv2.LINE_AA)
    return cv2.GaussianBlur(table, (0, 0), 1.0)


def _on_it(disc: Disc) -> bool:
    return bool(np.allclose([disc.x, disc.y, disc.major, disc.minor], [200, 200, 49, 39], atol=3))


def _die(side: int, ink: int) -> Image:
    face = np.full((96, 96), 190, np.uint8)
    cv2.circle(face, (48, 48), 36, ink, -1, cv2.LINE_AA)
    cv2.putText(face, "2", (30, 68), cv2.FONT_HERSHEY_SIMPLEX, 1.9, 190, 8, cv2.LINE_AA)
    return cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
