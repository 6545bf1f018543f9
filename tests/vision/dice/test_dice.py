"""Landing dice are read, and what is no die stays unread."""

import cv2
import numpy as np
import pytest

from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.landing_dice_scene import die_seen_from_above, landing_dice
from tests.vision.studio.dice import dice_scene
from tests.vision.studio.lens import Lens, Shot
from tests.vision.studio.oddments import oddment, pip_die
from tests.vision.studio.scene import Room, render
from vision.dice import landing
from vision.dice.discs import Disc, find_discs, sizes_in
from vision.dice.landing import LandingDice
from vision.dice.tops import Judged
from vision.dice.upright import stroke_turn, upright_views
from vision.glance.dice import Place
from vision.images import Image
from vision.observation import Observation
from vision.picture import Picture
from vision.scan import guarded, scan, skill_readers
from vision.stickers import stickers_of
from vision.table.camera import Camera, Pose
from vision.table.landing import die as laid_die
from vision.table.light import TYPICAL as DAYLIGHT
from vision.table.scene import LaidCard, Scene, take

ANY_SIZE = sizes_in(1280)


def test_landing_dice_are_read_at_any_turn_also_touching() -> None:
    rng, read = np.random.default_rng(3), LandingDice()
    right = wrong = total = 0
    for scene in range(8):
        frame, truth = landing_dice(rng, TYPICAL, 20, 1280, across=450, touching=scene % 2 == 0, clutter=False)
        seen = read(frame)
        for die in truth:
            near = [s.face for s in seen if np.hypot(*np.subtract(s.centre, die.center)) < die.side / 3]
            total += 1
            right += near == [die.face]
            wrong += near not in ([], [die.face])
        wrong += max(0, len(seen) - len(truth))
    assert wrong == 0
    assert right >= total - 1


def test_landing_dice_of_other_makers_are_read_among_cards_and_boards() -> None:
    rng, read = np.random.default_rng(21), LandingDice()
    seen, total = [], 0
    for _ in range(3):
        frame, thrown = dice_scene(Shot(width=1280, across=450), rng)
        dice, total = read(frame), total + len(thrown)
        assert len(dice) <= len(thrown)
        for die in thrown:
            near = [s.face for s in dice if np.hypot(*np.subtract(s.centre, die.centre)) < 0.4 * die.side]
            assert near in ([], [die.face])
            seen += near
    assert len(seen) >= total - 1


def test_dice_are_read_by_a_camera_held_any_way_up() -> None:
    """Then a top has its sides above it, or beside it."""
    rng, read, right = np.random.default_rng(9), LandingDice(), 0
    for quarters in (1, 2, 3, 2):
        frame, truth = landing_dice(rng, TYPICAL, 32, 960, across=380, touching=quarters == 3, clutter=False)
        high, wide = frame.shape[:2]
        seen = read(np.ascontiguousarray(np.rot90(frame, quarters)))
        for die in truth:
            x, y = die.center
            at = {1: (y, wide - 1 - x), 2: (wide - 1 - x, high - 1 - y), 3: (high - 1 - y, x)}[quarters]
            near = [s for s in seen if np.hypot(*np.subtract(s.centre, at)) < die.side / 3]
            assert [s.face for s in near] in ([], [die.face])
            seen = [s for s in seen if s not in near]
            right += len(near)
        assert seen == []
    assert right >= 7


def test_from_far_aslant_sides_rounder_than_their_tops_are_not_read() -> None:
    rng, read, right = np.random.default_rng(8), LandingDice(), 0
    for scene in range(6):
        frame, truth = landing_dice(rng, TYPICAL, 48, 1280, across=400, touching=scene % 2 == 0, clutter=False)
        seen = read(frame)
        for die in truth:
            near = [s for s in seen if np.hypot(*np.subtract(s.centre, die.center)) < die.side / 3]
            assert [s.face for s in near] in ([], [die.face])
            seen = [s for s in seen if s not in near]
            right += len(near)
        assert seen == []
    assert right >= 10


def test_a_die_that_lies_on_a_card_is_never_read_by_its_side() -> None:
    """The glance looks beside cards: it finds the other die, and must not cut this one in two."""
    camera, readers = Camera(1280, 720, across=590.0, tilt=12.0), skill_readers("hit-the-silk")
    card = LaidCard(next(iter(stickers_of("hit-the-silk"))), Pose(180.0, 5.0))
    read = 0
    for up in range(0, 24, 4):
        dice = [*laid_die("3", 195.0, -18.0 - up, 30.0 + up, camera), *laid_die("1-across", 209.0, 39.0, 75.0, camera)]
        frame = take(Scene((card, *dice), "wood", 3), camera, DAYLIGHT, np.random.default_rng(up)).image
        faces = [one.face for one in scan(frame, readers).dice]
        assert faces in (["3", "1-across"], ["1-across"])
        read += len(faces)
    assert read >= 10


def test_a_side_whose_top_lies_beyond_the_picture_is_not_read() -> None:
    camera = Camera(1280, 720, across=590.0, tilt=12.0)
    scene = Scene(tuple(laid_die("3", 195.0, -20.0, 40.0, camera)), "wood", 3)
    frame = take(scene, camera, DAYLIGHT, np.random.default_rng(3)).image
    (seen,) = (read := LandingDice())(frame)
    assert seen.face == "3"
    x, y = (round(at) for at in seen.centre)
    assert read(frame[y - 4 :, : x + 160]) == []


def test_coins_counters_badges_and_pip_dice_are_no_landing_dice() -> None:
    rng, read = np.random.default_rng(77), LandingDice()
    for _ in range(2):
        shot = Shot(width=800, across=300, tilt=25)
        spots = [tuple(spot) for spot in rng.uniform((-140, -75), (140, 75), (14, 2)).tolist()]
        lens = Lens(shot, rng)
        pips = [pip_die(rng, spot) for spot in spots[:3]]
        frame = render([oddment(rng, spot) for spot in spots[3:]], Room("green felt"), shot, rng, lens, pips)
        assert read(frame) == []


@pytest.mark.parametrize("rim", [1.2, 1.35, 1.5])
@pytest.mark.parametrize("high", [0, 9])
def test_a_round_counter_with_a_white_rim_and_a_figure_is_no_die(rim: float, high: int) -> None:
    table, read = np.full((360, 640), 110, np.uint8), LandingDice()
    for k, figure in enumerate("1234"):
        x, y, wide, flat = 110 + 140 * k, 180, 26, 22
        for lower, shade in ((high, 175), (0, 235)):
            axes = round(rim * wide), round(rim * flat)
            cv2.ellipse(table, (x, y + lower), axes, 0, 0, 360, shade, -1, cv2.LINE_AA)
        cv2.ellipse(table, (x, y), (wide, flat), 0, 0, 360, 45, -1, cv2.LINE_AA)
        cv2.putText(table, figure, (x - 10, y + 11), cv2.FONT_HERSHEY_DUPLEX, 1.0, 235, 3, cv2.LINE_AA)
    assert read(cv2.cvtColor(cv2.GaussianBlur(table, (0, 0), 0.9), cv2.COLOR_GRAY2BGR)) == []


def test_a_plain_table_has_no_dice() -> None:
    empty = np.full((360, 640, 3), 200, np.uint8)
    assert LandingDice()(empty) == []


def test_a_dark_spot_is_no_landing_die() -> None:
    table = np.full((360, 640, 3), 230, np.uint8)
    cv2.circle(table, (300, 180), 25, (40, 40, 40), -1, cv2.LINE_AA)
    assert LandingDice()(table) == []


def test_a_reader_that_stumbles_does_not_stop_the_scan() -> None:
    def stumbling(picture: Picture) -> list[Observation]:
        raise ValueError

    assert scan(np.zeros((64, 64, 3), np.uint8), [guarded(stumbling)]).dice == ()


def test_odd_pictures_show_nothing() -> None:
    rng = np.random.default_rng(1)
    for shape in ((8, 8, 3), (8, 900, 3), (900, 8, 3), (300, 300, 3)):
        for picture in (np.zeros(shape, np.uint8), rng.integers(0, 255, shape).astype(np.uint8)):
            seen = scan(picture, skill_readers("hit-the-silk"))
            assert (seen.dice, seen.plane) == ((), None)


def test_a_disc_whose_figure_runs_into_the_white_is_found_by_the_rest_of_its_rim() -> None:
    face = _disc()
    cv2.line(face, (200, 200), (180, 180), 235, 20, cv2.LINE_AA)
    face = cv2.GaussianBlur(face, (0, 0), 1.0)
    (disc,) = find_discs(face, ANY_SIZE)
    assert np.allclose([disc.x, disc.y, disc.major, disc.minor], [200, 200, 49, 37], atol=2)


def test_a_disc_that_another_die_half_covers_is_no_dented_one() -> None:
    assert len(find_discs(cv2.GaussianBlur(_disc(), (0, 0), 1.0), ANY_SIZE)) == 1
    for shift in range(-8, 9, 4):
        face = _disc()
        face[:, 206 + shift :] = 235
        assert find_discs(cv2.GaussianBlur(face, (0, 0), 1.0), ANY_SIZE) == []


def test_a_ring_drawn_round_a_die_does_not_hide_its_disc() -> None:
    face = _disc()
    cv2.ellipse(face, (203, 208), (62, 48), 0, 0, 360, 60, 14, cv2.LINE_AA)
    found = find_discs(cv2.GaussianBlur(face, (0, 0), 1.0), ANY_SIZE)
    assert any(np.allclose([disc.x, disc.y, disc.major, disc.minor], [200, 200, 49, 37], atol=2) for disc in found)


def test_a_disc_much_larger_or_flatter_than_the_top_beside_it_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that ran together, or a side."""
    read, frame = LandingDice(), np.zeros((200, 200), np.uint8)
    one, two, both = Disc(60, 60, 28, 20, 0, 230), Disc(92, 60, 30, 22, 0, 230), Disc(60, 72, 43, 38, 0, 230)
    top, side = Disc(75, 112, 34, 31, 0, 230), Disc(43, 111, 27, 18, 0, 230)
    monkeypatch.setattr(read, "_tops", lambda frame, discs: [Judged(disc, 0.0, 0.99, 0.99) for disc in discs])
    monkeypatch.setattr(read, "_name", lambda grey, disc: ("1", 0.99))
    monkeypatch.setattr(landing, "_figured", lambda grey, disc: True)
    monkeypatch.setattr(landing, "_on_a_die", lambda frame, grey, disc: True)
    for found, kept in (([one, two], [one, two]), ([two, both], [two]), ([side, top], [top])):
        monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, rise, found=found: found)
        assert [disc for _, disc in read.with_discs(frame)] == kept


def test_a_disc_is_looked_at_again_only_if_the_first_look_leaves_a_doubt() -> None:
    dice, disc, asked = LandingDice(), Disc(48, 48, 60, 60, 0.0, 235), list[int]()
    for sure, looks in ((0.995, [1]), (0.9, [1, len(landing.LOOKS)])):
        asked.clear()
        rest = (1 - sure) / 6

        def network(views: Image, sure: float = sure, rest: float = rest) -> Image:
            asked.append(len(views))
            said = np.array([rest, rest, sure, rest, rest, rest, rest]) / landing.OFTENER
            return np.tile(said / said.sum(), (len(views), 1))

        dice._faces = network  # type: ignore[assignment]
        face, chance = dice._name(die_seen_from_above(), disc)
        assert face == "2" and chance == pytest.approx(sure, abs=0.02) and asked == looks


@pytest.mark.parametrize(
    ("top", "first", "again", "read"),
    [
        (0.99, ("2", 0.4), ("3", 0.95), "3"),
        (0.99, ("", 0.0), ("3", 0.95), "3"),
        (0.95, ("", 0.0), ("3", 0.95), ""),  # a counter with a figure that is none of ours
        (0.95, ("1-across", 0.6), ("1-across", 0.98), "1-across"),  # as unsure as before
        (0.99, ("2", 0.9), ("3", 0.95), "2"),  # sure at once
        (0.99, ("2", 0.4), ("3", 0.8), "2"),
        (0.99, ("1-across", 0.9), ("1-down", 0.97), "1-down"),
    ],
)
def test_a_top_whose_face_is_unsure_is_named_by_its_disc_drawn_again(
    monkeypatch: pytest.MonkeyPatch, top: float, first: tuple[str, float], again: tuple[str, float], read: str
) -> None:
    dice, disc, drawn = LandingDice(), Disc(60, 60, 28, 20, 0, 230), Disc(61, 60, 36, 26, 0, 230)
    monkeypatch.setattr(dice, "_name", lambda grey, one: first if one is disc else again)
    monkeypatch.setattr(dice._rims, "again", lambda frame, grey, one: drawn)
    table = np.zeros((120, 120), np.uint8)
    face, sure = dice._named(table, table, Judged(disc, 0.0, top, top))
    assert face == read and sure == (again if again[0] == read and top > landing.CLEAR_TOP else first)[1]


def test_where_the_likeliest_places_hold_no_die_the_others_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[tuple[int, int]]()
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, rise: looked.append(grey.shape) or [])
    places = [Place((10 * k, 0, 10 * k + 40, 40), (14.0, 30.0)) for k in range(15)]
    assert LandingDice()(np.zeros((200, 200, 3), np.uint8), places) == [] and len(looked) == landing.FIRST


def test_a_large_disc_is_found_in_a_smaller_copy() -> None:
    table = np.full((700, 700), 90, np.uint8)
    cv2.rectangle(table, (260, 270), (420, 420), 235, -1)
    cv2.ellipse(table, (340, 345), (55, 45), 0, 0, 360, 40, -1, cv2.LINE_AA)
    cv2.putText(table, "2", (318, 372), cv2.FONT_HERSHEY_SIMPLEX, 2.4, 235, 9, cv2.LINE_AA)
    table = cv2.GaussianBlur(table, (0, 0), 1.5)
    (disc,) = LandingDice()._discs(table, table, Place((150, 150, 550, 550), (60.0, 190.0)), False)
    assert np.allclose([disc.x, disc.y, disc.major, disc.minor], [340, 345, 111, 91], rtol=0.1)


@pytest.mark.parametrize(
    ("top", "face", "sure", "read"),
    [
        (0.99, "4", 0.8, True),  # on a clear top a face is read that is only likely
        (0.96, "4", 0.8, False),
        (0.91, "3", 0.99, True),
        (0.91, "3", 0.94, False),  # a figure printed in a dark circle
        (0.999, "4", 0.5, False),  # a guess
        (0.999, "1-across", 0.8, False),  # which way a triangle points is told apart by no top
    ],
)
def test_a_clear_top_makes_up_for_a_face_that_is_less_clear(
    monkeypatch: pytest.MonkeyPatch, top: float, face: str, sure: float, read: bool
) -> None:
    dice, disc = LandingDice(), Disc(60, 60, 28, 20, 0, 230)
    monkeypatch.setattr(dice, "_tops", lambda frame, discs: [Judged(disc, 0.0, top, top) for disc in discs])
    monkeypatch.setattr(dice, "_name", lambda grey, disc: (face, sure))
    monkeypatch.setattr(landing, "_figured", lambda grey, disc: True)
    monkeypatch.setattr(landing, "_on_a_die", lambda frame, grey, disc: True)
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, rise: [disc])
    assert [die.face for die in dice(np.zeros((200, 200), np.uint8))] == ([face] if read else [])


@pytest.mark.parametrize(
    ("face", "sure", "read"), [("1-down", 0.995, True), ("1-across", 0.98, False), ("4", 0.999, False)]
)
def test_what_is_a_top_only_perhaps_must_show_a_figure_that_only_dice_have(
    monkeypatch: pytest.MonkeyPatch, face: str, sure: float, read: bool
) -> None:
    """A badge that lies flat is a top by all but one network, and may bear a number."""
    dice, disc = LandingDice(), Disc(60, 60, 28, 20, 0, 230)
    monkeypatch.setattr(dice, "_tops", lambda frame, discs: [Judged(disc, 0.0, 0.998, 0.3) for disc in discs])
    monkeypatch.setattr(dice, "_name", lambda grey, disc: (face, sure))
    monkeypatch.setattr(landing, "_figured", lambda grey, disc: True)
    monkeypatch.setattr(landing, "_on_a_die", lambda frame, grey, disc: True)
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, rise: [disc])
    assert [die.face for die in dice(np.zeros((200, 200), np.uint8))] == ([face] if read else [])


def test_a_one_is_plain_only_where_that_is_surer_than_other_figures_must_be() -> None:
    """Blur may have wiped its triangle out."""
    assert [landing._sure(0.999, face, 0.75) for face in ("1", "2", "3", "4")] == [False, True, True, True]
    assert landing._sure(0.999, "1", 0.95)


def test_a_disc_on_a_die_is_dark_and_all_of_it_is_seen() -> None:
    face = np.repeat(die_seen_from_above()[..., None], 3, 2)
    for ink, read in (((35, 35, 35), True), ((60, 30, 25), True), ((90, 30, 60), False), ((20, 70, 20), False)):
        seen = np.where(face < 140, np.array(ink, np.uint8), face)
        assert landing._on_a_die(seen, cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), Disc(48, 48, 76, 76, 0.0, 235)) == read
    for x, y, read in ((40, 40, True), (36, 48, False), (48, 36, False), (60, 48, False), (48, 60, False)):
        assert Disc(x, y, 78, 76, 0.0, 235).within(face.shape) == read


def test_a_disc_on_a_die_has_the_colour_of_its_figure_round_it_and_white_corners() -> None:
    """A badge without a rim shows the table there, and one with a rim behind that."""
    disc, away = Disc(48, 48, 76, 76, 0.0, 235), np.hypot(*(np.mgrid[:96, :96] - 48))
    white, warm, pink, wood = (1, 1, 1), (0.6, 0.9, 1), (0.6, 0.8, 1), (0.2, 0.3, 0.4)
    for rim, beyond, lamp, read in (
        (white, white, white, True),
        (white, white, warm, True),
        (pink, pink, white, False),
        (white, wood, white, False),
    ):
        face = np.repeat(die_seen_from_above()[..., None], 3, 2).astype(float)
        face[away > 40] *= rim
        face[away > 46] = 235 * np.array(beyond)
        seen = (face * lamp).astype(np.uint8)
        assert landing._on_a_die(seen, cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), disc) == read


def test_a_one_is_set_upright_from_any_turn() -> None:
    upright = np.full((96, 96), 235, np.uint8)
    cv2.circle(upright, (48, 48), 30, 40, -1, cv2.LINE_AA)
    cv2.line(upright, (48, 30), (48, 66), 235, 7, cv2.LINE_AA)
    cv2.fillPoly(upright, [np.array([[58, 44], [66, 48], [58, 52]])], 235, cv2.LINE_AA)
    disc = Disc(48, 48, 60, 60, 0.0, 235)
    for turn in range(0, 180, 15):
        matrix = cv2.getRotationMatrix2D((48, 48), turn, 1.0)
        lying = cv2.warpAffine(upright, matrix, (96, 96), borderValue=235)
        seen = upright_views(lying, disc, [stroke_turn(lying, disc)])[0]
        stroke = seen[8:24].mean(0)
        assert abs(int(stroke.argmax()) - 15.5) <= 2
        assert seen[8:24, int(stroke.argmax())].min() > 0.5


def _disc() -> Image:
    return cv2.ellipse(np.full((400, 400), 235, np.uint8), (200, 200), (24, 18), 0, 0, 360, 50, -1, cv2.LINE_AA)
