"""The tracker: every change once, none invented."""

from collections import Counter

import numpy as np
import pytest

from vision import images, markers
from vision.mat import Mat
from vision.observation import Card
from vision.scan import cards_of
from vision.stickers import stickers_of
from vision.table.camera import Camera
from vision.table.deal import corner_tags
from vision.table.evening import Told, evening
from vision.table.film import Film
from vision.table.light import TYPICAL
from vision.tracking.follow import THUMB_WIDTH, Follower, thumb
from vision.tracking.tracker import Change, Tracker

TABLE = np.full((90, THUMB_WIDTH), 120, np.uint8)
WIDTH = 1280


def card(name: str, x: float, y: float, zone: str | None = "draw") -> Card:
    corners = ((x - 16, y - 16), (x + 16, y - 16), (x + 16, y + 16), (x - 16, y + 16))
    return Card(name, 1, "aruco", 1.0, corners, zone)


class Evening:
    """Feeds a tracker five frames a second; a sticker looks paler than the table, a hand darker."""

    def __init__(self) -> None:
        self.tracker = Tracker()
        self.now = 0.0
        self.told: list[Change] = []

    def goes_on(
        self,
        seconds: float,
        *cards: Card,
        hand: tuple[float, float] | None = None,
        glint: tuple[float, float] | None = None,
    ) -> list[str]:
        told = []
        for _ in range(round(seconds * 5)):
            self.now += 0.2
            small = TABLE.copy()
            if glint is not None:
                self._paint(small, glint, 6, 170)
            for one in cards:
                self._paint(small, one.centre, 3, 200)
            visible = [one for one in cards if hand is None or np.hypot(*np.subtract(one.centre, hand)) > 90]
            if hand is not None:
                self._paint(small, hand, 10, 60)
            told += self.tracker.see(visible, small, WIDTH, self.now)
        self.told += told
        return [f"{change.kind} {change.card[0]} {change.zone}" for change in told]

    @staticmethod
    def _paint(small: np.ndarray, centre: tuple[float, float], half: int, value: int) -> None:
        x, y = (round(v * THUMB_WIDTH / WIDTH) for v in centre)
        small[max(0, y - half) : y + half, max(0, x - half) : x + half] = value


KNIFE = card("knife", 300, 300)
KEY = card("key", 700, 300, "discard")


def test_a_card_appears_once_and_leaves_once() -> None:
    table = Evening()
    assert table.goes_on(3) == []
    assert table.goes_on(5, KNIFE) == ["appeared knife draw"]
    assert table.goes_on(3) == ["left knife draw"]
    assert table.goes_on(20) == []


def test_a_glancing_card_is_no_news() -> None:
    table = Evening()
    for x in range(200, 900, 60):
        assert table.goes_on(0.2, card("knife", x, 300)) == []
    assert table.goes_on(5) == []


def test_one_misreading_is_no_news() -> None:
    table = Evening()
    table.goes_on(5, KNIFE)
    assert table.goes_on(0.2, KNIFE, KEY) == []
    assert table.goes_on(5, KNIFE) == []


def test_a_hand_over_a_card_takes_nothing_away() -> None:
    table = Evening()
    table.goes_on(4)
    table.goes_on(5, KNIFE)
    assert table.goes_on(5, KNIFE, hand=(300, 300)) == []
    assert table.goes_on(5, KNIFE) == []


def test_a_card_that_cannot_be_read_for_a_while_still_lies() -> None:
    table = Evening()
    table.goes_on(4)
    table.goes_on(20, KNIFE)
    for _ in range(60):  # glare: nothing moves, nothing is read
        table.now += 0.2
        small = TABLE.copy()
        table._paint(small, KNIFE.centre, 3, 200)
        assert table.tracker.see([], small, WIDTH, table.now) == []
    assert table.goes_on(2, KNIFE) == []


def test_a_card_carried_to_another_zone() -> None:
    table = Evening()
    table.goes_on(4)
    table.goes_on(3, KNIFE)
    assert table.goes_on(4, card("knife", 700, 300, "discard")) == ["moved knife discard"]
    assert table.told[-1].before == "draw"


def test_a_card_shifted_within_its_zone_is_no_news() -> None:
    table = Evening()
    table.goes_on(3, KNIFE)
    assert table.goes_on(3, card("knife", 310, 306)) == []


def test_the_top_of_a_pile() -> None:
    table = Evening()
    table.goes_on(4)
    table.goes_on(3, KNIFE)
    spy = card("spy", 305, 303)
    assert table.goes_on(3, spy) == ["appeared spy draw", "top spy draw"]
    assert table.told[-1].over == ("knife", 1)
    assert table.goes_on(30, spy) == []
    assert table.tracker.cards == {("knife", 1): "draw", ("spy", 1): "draw"}
    assert sorted(table.goes_on(4, KNIFE)) == ["left spy draw", "top knife draw"]


def test_the_card_under_one_that_was_carried_off_comes_to_the_top() -> None:
    table = Evening()
    table.goes_on(4)
    table.goes_on(3, KNIFE)
    table.goes_on(3, card("spy", 305, 303))
    carried = card("spy", 700, 300, "discard")
    assert table.goes_on(2, carried, hand=(300, 300)) == ["moved spy discard"]
    assert table.goes_on(3, carried, KNIFE) == ["top knife draw"]


def test_a_card_taken_where_a_glint_lies_is_not_under_the_next() -> None:
    table = Evening()
    table.goes_on(4)
    table.goes_on(5, KNIFE)
    assert table.goes_on(1, hand=(300, 300)) == []
    assert table.goes_on(4, glint=(300, 300)) == []  # neither the card nor the table as it was
    assert table.goes_on(0.4, hand=(300, 300)) == []
    assert sorted(table.goes_on(3, card("spy", 305, 303))) == ["appeared spy draw", "left knife draw"]
    assert table.tracker.cards == {("spy", 1): "draw"}


def test_two_cards_side_by_side_are_no_pile() -> None:
    table = Evening()
    table.goes_on(3, KNIFE)
    assert table.goes_on(3, KNIFE, card("spy", 335, 300)) == ["appeared spy draw"]


def watched(film: Film, until: float, rate: float = 4.0) -> list[Told]:
    follower, mat, tracker = Follower(), Mat("hit-the-silk"), Tracker()
    known = {sticker.number: sticker for sticker in stickers_of("hit-the-silk")}
    told: list[Told] = []
    for now, image in film.frames(until, rate):
        grey = images.grey(image)
        found = follower.see(grey, now)
        cards = cards_of(found, known, mat.see(found.tags))
        changes = tracker.see(cards, thumb(grey), grey.shape[1], now)
        told += [(change.kind, change.card, change.zone) for change in changes]
    return told


def test_a_rendered_half_minute() -> None:
    acts, truth = evening(np.random.default_rng(5), minutes=0.6, every=4)
    camera = Camera(960, 540, across=640)
    film = Film(acts, camera, TYPICAL, np.random.default_rng(6), corner_tags())
    assert len(truth) >= 5
    assert Counter(watched(film, 36, rate=3)) == Counter(truth)


def test_the_follower_sees_what_a_scan_sees() -> None:
    acts, _ = evening(np.random.default_rng(8), minutes=0.6, every=4)
    film = Film(acts, Camera(960, 540, across=640), TYPICAL, np.random.default_rng(9), corner_tags())
    follower = Follower()
    for now, image in film.frames(10, 2):
        grey = images.grey(image)
        followed = {reading.number for reading in follower.see(grey, now).aruco}
        scanned = {reading.number for reading in markers.scan(grey).aruco}
        assert len(followed ^ scanned) <= 1, now


def test_changes_carry_their_time() -> None:
    table = Evening()
    table.goes_on(2, KNIFE)
    assert table.told[0].at == pytest.approx(0.6)
