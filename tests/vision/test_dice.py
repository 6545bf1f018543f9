"""Landing dice are read, and what is no die stays unread."""

import cv2
import numpy as np

from tests.vision.camera import TYPICAL
from tests.vision.landing_dice_scene import landing_dice
from tests.vision.studio.dice import dice_scene
from tests.vision.studio.lens import Lens, Shot
from tests.vision.studio.oddments import oddment, pip_die
from tests.vision.studio.scene import Room, render
from vision.dice.landing import WINDOWS, LandingDice
from vision.dice.upright import stroke_turn, upright_views
from vision.discs import Disc, find_discs, sizes_in
from vision.glance import dice_places, reduced
from vision.images import Image
from vision.observation import Observation
from vision.scan import Picture, guarded, scan, skill_readers
from vision.stickers import stickers_of
from vision.table.camera import Camera, Pose
from vision.table.landing import die as laid_die
from vision.table.light import TYPICAL as DAYLIGHT
from vision.table.scene import LaidCard, Scene, take


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
    assert find_discs(face) == []
    (disc,) = find_discs(face, mended=True)
    assert np.allclose([disc.x, disc.y, disc.major, disc.minor], [200, 200, 49, 37], atol=2)


def test_a_disc_that_another_die_half_covers_is_no_dented_one() -> None:
    assert len(find_discs(cv2.GaussianBlur(_disc(), (0, 0), 1.0))) == 1
    for shift in range(-8, 9, 4):
        face = _disc()
        face[:, 206 + shift :] = 235
        assert find_discs(cv2.GaussianBlur(face, (0, 0), 1.0), mended=True) == []


def test_a_ring_drawn_round_a_die_does_not_hide_its_disc() -> None:
    face = _disc()
    cv2.ellipse(face, (203, 208), (62, 48), 0, 0, 360, 60, 14, cv2.LINE_AA)
    found = find_discs(cv2.GaussianBlur(face, (0, 0), 1.0), windows=WINDOWS, sizes=sizes_in(1280))
    assert any(np.allclose([disc.x, disc.y, disc.major, disc.minor], [200, 200, 49, 37], atol=2) for disc in found)


def test_at_a_glance_dice_are_seen_in_glare_that_leaves_their_discs_grey() -> None:
    rng = np.random.default_rng(12)
    for _ in range(6):
        frame, truth = landing_dice(rng, TYPICAL, 30, 1280, clutter=False)
        small = reduced(np.clip(frame.astype(int) + 125, 0, 255).astype(np.uint8))
        boxes = dice_places(small, np.full(small.shape[:2], 255, np.uint8), None)
        for die in truth:
            x, y, half = die.center[0] / 2, die.center[1] / 2, 0.55 * die.side / 2
            assert any(
                left < x - half and x + half < right and top < y - half and y + half < low
                for left, top, right, low in boxes
            )


def test_pale_coloured_print_is_no_die_in_glare() -> None:
    card = np.full((360, 640, 3), 240, np.uint8)
    for x in range(60, 600, 60):
        cv2.circle(card, (x, 180), 9, (235, 190, 150), -1, cv2.LINE_AA)
        cv2.line(card, (x, 175), (x, 185), (240, 240, 240), 3, cv2.LINE_AA)
    assert dice_places(card, np.full((360, 640), 255, np.uint8), None) == []


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
