"""Landing dice are read, and what is no die stays unread."""

import cv2
import numpy as np
import pytest

from tests.vision.camera import TYPICAL
from tests.vision.landing_dice_scene import landing_dice
from tests.vision.studio.dice import dice_scene
from tests.vision.studio.lens import Lens, Shot
from tests.vision.studio.oddments import oddment, pip_die
from tests.vision.studio.scene import Room, render
from vision.dice import landing
from vision.dice.discs import Disc, find_discs, sizes_in
from vision.dice.landing import LandingDice
from vision.dice.likely import Likely
from vision.dice.tops import Judged, Tops
from vision.dice.upright import stroke_turn, upright_views
from vision.glance import Box, reduced
from vision.glance.dice import Place, dice_places, dice_spots, places_beside
from vision.images import Image
from vision.observation import Observation
from vision.picture import Picture
from vision.scan import guarded, scan, skill_readers
from vision.stickers import Kind, layout, stickers_of
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


def test_at_a_glance_dice_are_seen_in_glare_that_leaves_their_discs_grey() -> None:
    rng = np.random.default_rng(12)
    for _ in range(6):
        frame, truth = landing_dice(rng, TYPICAL, 30, 1280, clutter=False)
        small = reduced(np.clip(frame.astype(int) + 125, 0, 255).astype(np.uint8))
        everywhere = np.full(small.shape[:2], 255, np.uint8)
        boxes = _boxes(small, everywhere, everywhere)
        for die in truth:
            x, y, half = die.center[0] / 2, die.center[1] / 2, 0.55 * die.side / 2
            assert any(
                left < x - half and x + half < right and top < y - half and y + half < low
                for left, top, right, low in boxes
            )


def test_a_die_in_glare_is_seen_at_a_glance_beside_clear_ones() -> None:
    """Clear dice show by their discs, and do not use up the places of those that show by their white bodies alone."""
    table = np.full((360, 640, 3), 60, np.uint8)
    die = cv2.resize(_die_seen_from_above(), (24, 24), interpolation=cv2.INTER_AREA)
    for k in range(5):
        table[40:64, 30 + 60 * k : 54 + 60 * k] = die[..., None]
    pale = np.where(die < 140, 178, 250)[..., None].astype(np.uint8)
    table[250:274, 300:324] = pale
    everywhere = np.full((360, 640), 255, np.uint8)
    boxes = _boxes(table, everywhere, everywhere)
    assert any(left < 300 < 324 < right and top < 250 < 274 < low for left, top, right, low in boxes)


def test_a_glance_finds_dice_from_near_and_far_also_on_cards_but_not_on_stickers() -> None:
    for side in (16, 24, 40, 60):
        table = np.full((360, 640, 3), (90, 110, 130), np.uint8)
        cv2.rectangle(table, (60, 30), (310, 330), (70, 150, 190), -1)
        die = cv2.resize(_die_seen_from_above(), (side, side), interpolation=cv2.INTER_AREA)[..., None]
        table[180 : 180 + side, 180 : 180 + side] = die
        table[180 : 180 + side, 480 : 480 + side] = die
        everywhere = np.full((360, 640), 255, np.uint8)
        free, unmarked = everywhere.copy(), everywhere.copy()
        free[30:330, 60:310] = 0
        card, bare = sorted(_boxes(table, free, unmarked, side / 16))
        assert card[0] < 180 < 180 + side < card[2] and bare[0] < 480 < 480 + side < bare[2]
        unmarked[170:250, 170:250] = 0
        assert _boxes(table, free, unmarked, side / 16) == [bare]


def test_at_a_glance_edges_lines_and_coloured_prints_on_cards_are_no_dice() -> None:
    table = np.full((360, 640, 3), 120, np.uint8)
    cv2.rectangle(table, (80, 60), (300, 320), (235, 240, 238), -1)
    for x in range(340, 600, 24):
        cv2.line(table, (x, 0), (x + 60, 360), (40, 60, 50), 6, cv2.LINE_AA)
    for k, ink in enumerate(((150, 30, 20), (30, 140, 30), (40, 40, 190))):
        cv2.circle(table, (130 + 55 * k, 190), 9, ink, -1, cv2.LINE_AA)
        cv2.putText(table, "2", (125 + 55 * k, 196), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (235, 240, 238), 2, cv2.LINE_AA)
    everywhere = np.full((360, 640), 255, np.uint8)
    free = everywhere.copy()
    free[60:320, 80:300] = 0
    assert _boxes(table, free, everywhere, 1.0) == []


def test_beside_a_die_the_other_is_looked_for_on_cards_as_well_but_no_farther_than_dice_roll() -> None:
    table = np.full((360, 640, 3), 90, np.uint8)
    cv2.rectangle(table, (300, 100), (420, 300), (60, 120, 210), -1)
    die = cv2.resize(_die_seen_from_above(), (20, 20), interpolation=cv2.INTER_AREA)
    for x in (200, 350, 590):
        table[190:210, x : x + 20] = die[..., None]
    boxes = [place.box for place in places_beside(table, (210.0, 200.0), 16.0)]
    assert any(left < 350 and right > 370 for left, _, right, _ in boxes)
    assert all(right < 420 for _, _, right, _ in boxes)


def test_a_disc_much_larger_or_flatter_than_the_top_beside_it_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that ran together, or a side."""
    read, frame = LandingDice(), np.zeros((200, 200), np.uint8)
    one, two, both = Disc(60, 60, 28, 20, 0, 230), Disc(92, 60, 30, 22, 0, 230), Disc(60, 72, 43, 38, 0, 230)
    top, side = Disc(75, 112, 34, 31, 0, 230), Disc(43, 111, 27, 18, 0, 230)
    monkeypatch.setattr(read, "_tops", lambda frame, discs: [Judged(disc, 0.0, 0.99, 0.99) for disc in discs])
    monkeypatch.setattr(read, "_name", lambda grey, disc: ("1", 0.99))
    monkeypatch.setattr(landing, "_figured", lambda grey, disc: True)
    for found, kept in (([one, two], [one, two]), ([two, both], [two]), ([side, top], [top])):
        monkeypatch.setattr(landing, "find_discs", lambda grey, sizes, found=found: found)
        assert [disc for _, disc in read.with_discs(frame)] == kept


def test_a_disc_that_is_only_rather_a_top_is_left_alone() -> None:
    """Such are figures printed in dark circles, and sides that another die hides in part."""
    tops, frame = Tops(), np.zeros((200, 200, 3), np.uint8)
    chances = np.array([[0.0, 0.05, 0.95], [0.3, 0.0, 0.7], [0.0, 0.35, 0.65]])
    tops._turned = lambda views: chances  # type: ignore[assignment]
    tops._network = lambda views: np.tile(chances, (len(views) // 3, 1))  # type: ignore[assignment]
    top, circle, side = (Disc(x, y, 41, 28, np.pi / 2, 250) for x, y in ((60, 60), (120, 60), (63, 93)))
    assert [one.disc for one in tops(frame, [top, circle, side]) if one.is_top] == [top]


def test_a_top_is_one_by_both_networks() -> None:
    disc = Disc(60, 60, 41, 28, np.pi / 2, 250)
    assert Judged(disc, 0.0, 0.92, 0.5).is_top
    assert not Judged(disc, 0.01, 0.96, 0.28).is_top  # a badge that lies flat
    assert Judged(disc, 0.0, 0.75, 0.9).is_top
    assert not Judged(disc, 0.0, 0.75, 0.7).is_top
    assert 0.96 < Judged(disc, 0.0, 0.91, 0.99).chance < 0.98  # a clear view makes up for an outline that is off


def test_how_the_camera_is_held_is_told_by_all_discs_together() -> None:
    """Of a die seen upside down alone either face may be the top; the other die's must then be so, too."""
    tops, frame = Tops(), np.zeros((200, 200, 3), np.uint8)
    discs = [Disc(60.0 + 40 * (k // 2), 60.0 + 30 * (k % 2), 28, 20, np.pi / 2, 250) for k in range(4)]
    usual = np.array([[0.01, 0.01, 0.98], [0.01, 0.98, 0.01]])
    tops._turned = lambda views: np.concatenate([usual[::-1], [[0.1, 0.45, 0.45]] * 2])  # type: ignore[assignment]
    ways = [np.tile(usual[::-1] if way == 4 else usual, (2, 1)) for way in range(8)]
    tops._network = lambda views: np.concatenate(ways[:1] if len(views) == 4 else ways[1:])  # type: ignore[assignment]
    assert [one.disc for one in tops(frame, discs) if one.is_top] == [discs[1], discs[3]]


def test_a_camera_held_as_usual_is_not_looked_at_in_seven_other_ways() -> None:
    tops, frame, asked = Tops(), np.zeros((200, 200, 3), np.uint8), list[int]()
    clear = np.array([[0.01, 0.01, 0.98], [0.01, 0.98, 0.01]])

    def network(views: Image) -> Image:
        asked.append(len(views))
        return np.tile(clear, (len(views) // 2, 1))

    tops._turned = lambda views: clear  # type: ignore[assignment]
    tops._network = network  # type: ignore[assignment]
    discs = [Disc(60, 60, 28, 20, 0, 250), Disc(60, 90, 28, 20, 0, 250)]
    assert [one.disc for one in tops(frame, discs) if one.is_top] == discs[:1] and asked == [2]


def test_a_disc_is_looked_at_again_only_if_the_first_look_leaves_a_doubt() -> None:
    dice, disc, asked = LandingDice(), Disc(48, 48, 60, 60, 0.0, 235), list[int]()
    for sure, looks in ((0.995, [1]), (0.9, [1, len(landing.LOOKS)])):
        asked.clear()
        rest = (1 - sure) / 6

        def network(views: Image, sure: float = sure, rest: float = rest) -> Image:
            asked.append(len(views))
            return np.tile([rest, rest, sure, rest, rest, rest, rest], (len(views), 1))

        dice._faces = network  # type: ignore[assignment]
        face, chance = dice._name(_die_seen_from_above(), disc)
        assert face == "2" and chance == pytest.approx(sure, abs=0.02) and asked == looks


def test_where_the_likeliest_places_hold_no_die_the_others_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[tuple[int, int]]()
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes: looked.append(grey.shape) or [])
    places = [Place((10 * k, 0, 10 * k + 40, 40), (14.0, 30.0)) for k in range(15)]
    assert LandingDice()(np.zeros((200, 200, 3), np.uint8), places) == [] and len(looked) == landing.FIRST


def test_a_large_disc_is_found_in_a_smaller_copy() -> None:
    table = np.full((700, 700), 90, np.uint8)
    cv2.rectangle(table, (260, 270), (420, 420), 235, -1)
    cv2.ellipse(table, (340, 345), (55, 45), 0, 0, 360, 40, -1, cv2.LINE_AA)
    cv2.putText(table, "2", (318, 372), cv2.FONT_HERSHEY_SIMPLEX, 2.4, 235, 9, cv2.LINE_AA)
    (disc,) = landing._discs(cv2.GaussianBlur(table, (0, 0), 1.5), Place((150, 150, 550, 550), (60.0, 190.0)), False)
    assert np.allclose([disc.x, disc.y, disc.major, disc.minor], [340, 345, 111, 91], rtol=0.1)


def test_at_a_glance_specks_of_stone_are_no_dice_but_dice_among_them_are() -> None:
    rng = np.random.default_rng(3)
    stone = np.full((360, 640, 3), 165, np.uint8)
    for x, y in rng.uniform((0, 0), (640, 360), (5000, 2)):
        size = tuple(rng.uniform(1.5, 5, 2).tolist())
        shade = int(rng.choice([60, 90, 200, 230]))
        cv2.ellipse(stone, ((x, y), size, float(rng.uniform(0, 180))), (shade, shade, shade), -1, cv2.LINE_AA)
    stone = cv2.GaussianBlur(stone, (0, 0), 0.7)
    everywhere = np.full(stone.shape[:2], 255, np.uint8)
    assert len(dice_spots(stone, everywhere, everywhere, None)[0]) > 20
    assert sum((c - a) * (d - b) for a, b, c, d in _boxes(stone, everywhere, everywhere)) < 0.05 * everywhere.size
    die = cv2.resize(_die_seen_from_above(), (22, 22), interpolation=cv2.INTER_AREA)
    stone[150:172, 300:322] = cv2.GaussianBlur(die, (0, 0), 0.5)[..., None]
    boxes = _boxes(stone, everywhere, everywhere)
    assert any(left < 300 < 322 < right and top < 150 < 172 < low for left, top, right, low in boxes)


@pytest.mark.parametrize(
    ("top", "face", "sure", "read"),
    [
        (0.99, "4", 0.7, True),  # on a clear top a face is read that is only likely
        (0.96, "4", 0.7, False),
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
    monkeypatch.setattr(landing, "find_discs", lambda grey, sizes: [disc])
    assert [die.face for die in dice(np.zeros((200, 200), np.uint8))] == ([face] if read else [])


def test_pale_coloured_print_is_no_die_in_glare() -> None:
    card = np.full((360, 640, 3), 240, np.uint8)
    for x in range(60, 600, 60):
        cv2.circle(card, (x, 180), 9, (235, 190, 150), -1, cv2.LINE_AA)
        cv2.line(card, (x, 175), (x, 185), (240, 240, 240), 3, cv2.LINE_AA)
    everywhere = np.full((360, 640), 255, np.uint8)
    assert _boxes(card, everywhere, everywhere) == []


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


def _boxes(small: Image, free: Image, unmarked: Image, millimetre: float | None = None) -> list[Box]:
    """Where landing dice are looked for."""
    return [place.box for place in dice_places(small, free, unmarked, millimetre, Likely())]


def _die_seen_from_above() -> Image:
    face = np.full((96, 96), 235, np.uint8)
    cv2.circle(face, (48, 48), 38, 40, -1, cv2.LINE_AA)
    cv2.putText(face, "2", (30, 68), cv2.FONT_HERSHEY_SIMPLEX, 1.9, 235, 8, cv2.LINE_AA)
    return face


def _disc() -> Image:
    return cv2.ellipse(np.full((400, 400), 235, np.uint8), (200, 200), (24, 18), 0, 0, 360, 50, -1, cv2.LINE_AA)


def test_coins_drawn_on_the_table_do_not_tell_how_the_camera_leans() -> None:
    """Plain spots look round from aslant when they stand upright; only discs with figures are dice."""
    rng, read, right = np.random.default_rng(30), LandingDice(), 0
    for _ in range(4):
        frame, truth = landing_dice(rng, TYPICAL, 35, 1280, across=450, clutter=False)
        for x in (160, 420, 860, 1120):
            cv2.circle(frame, (x, 90), 30, (225, 225, 225), -1, cv2.LINE_AA)
            cv2.circle(frame, (x, 90), 24, (40, 40, 40), -1, cv2.LINE_AA)
        seen = read(frame)
        right += sum(
            [s.face for s in seen if np.hypot(*np.subtract(s.centre, die.center)) < die.side / 3] == [die.face]
            for die in truth
        )
    assert right >= 7


def test_on_printed_paper_only_the_likeliest_places_are_looked_at() -> None:
    page = np.full((360, 640, 3), 215, np.uint8)
    for row in range(14):
        cv2.putText(
            page, "BOB GOES ON BOARD 8 TO 10", (4, 24 + 25 * row), cv2.FONT_HERSHEY_DUPLEX, 0.9, (25, 25, 25), 2
        )
    everywhere = np.full(page.shape[:2], 255, np.uint8)
    boxes = _boxes(cv2.GaussianBlur(page, (0, 0), 0.8), everywhere, everywhere)
    covered = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    assert covered < 0.6 * everywhere.size


def test_at_a_glance_stickers_that_cards_cover_in_part_are_no_dice() -> None:
    rng, likely, looked_at = np.random.default_rng(3), Likely(), 0
    stickers = stickers_of("hit-the-silk")
    kinds: tuple[Kind, ...] = ("aruco", "qr")
    for kind in kinds:
        table = np.full((360, 640, 3), (90, 120, 150), np.uint8)
        for k, sticker in enumerate(stickers[:24]):
            x, y = 20 + 100 * (k % 6), 20 + 85 * (k // 6)
            side = int(rng.integers(22, 34))
            drawn = cv2.resize(layout(kind, sticker.number).draw(120), (side, side), interpolation=cv2.INTER_AREA)
            cv2.rectangle(table, (x - 4, y - 4), (x + 60, y + 70), (235, 240, 240), -1)
            table[y : y + side, x : x + side] = np.maximum(drawn, 30)[..., None]
            cover = x + int(rng.uniform(0.3, 0.8) * side)
            cv2.rectangle(table, (cover, y - 4), (cover + 50, y + 70), (40, 60, 160), -1)
        table = cv2.GaussianBlur(table, (3, 3), 0)
        everywhere = np.full(table.shape[:2], 255, np.uint8)
        looked_at += len(dice_places(table, everywhere, everywhere, None, likely))
    assert looked_at <= 5  # of 48
