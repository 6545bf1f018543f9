"""Dice and plane are told when they lie still, once, and never while something moves."""

import cv2
import numpy as np

from tests.vision.scenes.camera import TYPICAL, Camera, Floats, spoil, table_top
from tests.vision.scenes.landing_dice_scene import draw_die
from vision.observation import Die, Plane, Point
from vision.tracking.rest import Flown, Rest, Settled, Thrown
from vision.tracking.watch import Watch

WIDTH = 1280
FOUR = Die("4", (400.0, 300.0), 1.0)
TWO = Die("2", (500.0, 320.0), 1.0)


class Table:
    """Four looks a second; `moving` says where something moves."""

    def __init__(self) -> None:
        self.rest, self.now, self._moved = Rest(), 0.0, -1.0

    def looks(self, count: int, *dice: Die, plane: Plane | None = None, moving: bool = False) -> list[Settled]:
        told = []
        for _ in range(count):
            self.now += 0.25
            if moving:
                self._moved = self.now
            told += self.rest.see(dice, plane, WIDTH, self.now, lambda place, reach: self._moved)
        return told


def faces(told: list[Settled]) -> list[tuple[str, ...]]:
    return [one.faces for one in told if isinstance(one, Thrown)]


def test_a_throw_is_told_once_it_lies_still() -> None:
    table = Table()
    assert table.looks(2, FOUR, TWO) == []
    assert faces(table.looks(1, FOUR, TWO)) == [("4", "2")]
    assert table.looks(20, FOUR, TWO) == []


def test_rolling_dice_say_nothing() -> None:
    table = Table()
    for face in "123412341234":
        assert table.looks(1, Die(face, (400, 300), 1.0), TWO) == []
    for x in range(300, 600, 20):
        assert table.looks(1, Die("4", (x, 300), 1.0)) == []


def test_nothing_is_told_while_something_moves_beside_the_dice() -> None:
    table = Table()
    assert table.looks(8, FOUR, TWO, moving=True) == []
    assert faces(table.looks(4, FOUR, TWO)) == [("4", "2")]


def test_a_hand_over_the_dice_throws_nothing() -> None:
    table = Table()
    table.looks(4, FOUR, TWO)
    assert table.looks(2, FOUR, moving=True) == []
    assert table.looks(20, moving=True) == []
    assert table.looks(20, FOUR, TWO) == []


def test_the_same_faces_elsewhere_are_another_throw() -> None:
    table = Table()
    table.looks(4, FOUR, TWO)
    assert faces(table.looks(4, Die("4", (700, 300), 1.0), TWO)) == [("4", "2")]


def test_dice_that_were_picked_up_are_gone() -> None:
    table = Table()
    table.looks(4, FOUR, TWO)
    assert faces(table.looks(12)) == [()]
    assert table.looks(12) == []
    assert faces(table.looks(3, FOUR, TWO)) == [("4", "2")]


def test_the_plane_is_told_once_a_space() -> None:
    table = Table()
    assert table.looks(2, plane=Plane(3, 5)) == []
    assert table.looks(1, plane=Plane(3, 5)) == [Flown(3, 5, 0.75)]
    assert table.looks(9, plane=Plane(3, 5)) == []
    assert table.looks(4, plane=None) == []
    assert table.looks(4, plane=Plane(3, 5)) == []
    assert [(f.row, f.col) for f in table.looks(4, plane=Plane(4, 6)) if isinstance(f, Flown)] == [(4, 6)]


class Film:
    """Landing dice on one table under one lamp, filmed four times a second and read by the real readers."""

    def __init__(self) -> None:
        self._watch = Watch("hit-the-silk")
        self._camera = Camera((WIDTH, 720), 420, 20)
        self._top = table_top((WIDTH, 720), np.random.default_rng(4))
        self._noise = np.random.default_rng(5)
        self.now = 0.0

    @staticmethod
    def _noise_of_lamp() -> np.random.Generator:
        return np.random.default_rng(7)  # one lamp: its unevenness must not jump from frame to frame

    def goes_on(self, frames: int, *dice: tuple[Point, float, str], hand: Point | None = None) -> list[Thrown]:
        told = []
        for _ in range(frames):
            self.now += 0.25
            frame = self._top.copy()
            for place, turn, face in dice:
                look = (cv2.FONT_HERSHEY_DUPLEX, 1, 0.8, 0.2)
                draw_die(frame, self._camera, place, 16, turn, face, np.random.default_rng(6), look)
            if hand is not None:
                _cover(frame, self._camera.pixels(np.array([hand])), self.now)
            frame = cv2.add(
                spoil(frame, TYPICAL, self._noise_of_lamp()), self._noise.integers(0, 3, frame.shape, np.uint8)
            )
            told += [one for one in self._watch.see(frame, self.now) if isinstance(one, Thrown)]
        return told


def _cover(frame: Floats, at: Floats, now: float) -> None:
    x, y = at[0] + 25 * np.sin(7 * now)
    cv2.ellipse(frame, (int(x), int(y)), (150, 90), 20, 0, 360, (120, 150, 200), -1)


def test_a_filmed_throw() -> None:
    film = Film()
    assert film.goes_on(4) == []
    for k in range(6):  # the dice roll
        assert (
            film.goes_on(1, ((-60 + 12 * k, 5 * k), 0.7 * k, "1234"[k % 4]), ((50 - 8 * k, 3 * k), k, "24"[k % 2]))
            == []
        )
    lying = (((12, 25), 0.4, "3"), ((60, -30), 1.1, "2"))
    told = film.goes_on(8, *lying)
    assert [sorted(throw.faces) for throw in told] == [["2", "3"]]
    assert film.goes_on(5, *lying, hand=(12, 25)) == []
    assert film.goes_on(8, *lying) == []
