"""Cards without stickers before the camera, frame after frame: each is told once, copies apart, with few looks."""

import cv2
import numpy as np
import pytest

from tests.vision.scenes.camera import TYPICAL
from tests.vision.scenes.deck import deck, loose_cards
from vision.enrolment.face import flatten
from vision.enrolment.matching import Matcher
from vision.observation import Card, Observation
from vision.picture import Picture
from vision.tracking.tracker import Change
from vision.tracking.unmarked import AGAIN, LOOKS, EnrolledReader
from vision.tracking.watch import Watch

WIDE, HIGH = 126, 176
SHADES = {"steal": 30, "knife": 220, "spy": 150}


class Table:
    """Cards laid by hand under a camera; a look at their faces takes a while."""

    def __init__(self, seconds: float = 0.3) -> None:
        self.now, self.looks, self.told = 0.0, 0, list[Change]()
        self._seconds, self._lying = seconds, list[tuple[str, int, int]]()
        self._misread: dict[int, str] = {}
        self._watch = Watch("hit-the-silk", readers=[], enrolled=self._look)
        self.wait(3 + 2 * LOOKS * seconds)

    def lay(self, *cards: tuple[str, int, int]) -> list[str]:
        """A hand lays the table anew, id, column and row of each, so that just these are seen; what is told of it."""
        before = len(self.told)
        for x in range(0, 1280, 160):
            self._frame(hand=x)
        self._lying = list(cards)
        for x in range(1280, 0, -160):
            self._frame(hand=x)
        self.wait(3 + 2 * LOOKS * self._seconds)
        return [f"{change.kind} {change.card[0]} {change.card[1]}" for change in self.told[before:]]

    def misread(self, at_look: int, as_: str) -> None:
        """The first card is taken for another one at that look."""
        self._misread[at_look] = as_

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self._frame()

    def _frame(self, hand: int | None = None) -> None:
        frame = np.full((720, 1280, 3), 120, np.uint8)
        for card, x, y in self._lying:
            cv2.rectangle(frame, (x - 63, y - 88), (x + 63, y + 88), (200, SHADES[card], 90), -1)
        if hand is not None:
            cv2.rectangle(frame, (hand, 0), (hand + 150, 720), (120, 150, 220), -1)
        self.now += 0.1
        self.told += [change for change in self._watch.see(frame, self.now) if isinstance(change, Change)]

    def _look(self, picture: Picture) -> list[Observation]:
        self.looks += 1
        self.now += self._seconds
        named = [
            (self._misread.get(self.looks, card) if k == 0 else card, x, y)
            for k, (card, x, y) in enumerate(self._lying)
        ]
        return [Card(card, 1, "enrolled", 0.9, _corners(x, y), "discard") for card, x, y in named]


def _corners(x: int, y: int) -> tuple[tuple[float, float], ...]:
    return (x - 63.0, y - 88.0), (x + 63.0, y - 88.0), (x + 63.0, y + 88.0), (x - 63.0, y + 88.0)


@pytest.mark.parametrize("seconds", [0.1, 0.7, 2.5])
def test_a_card_arrives_however_long_a_look_takes(seconds: float) -> None:
    table = Table(seconds)
    assert table.lay(("steal", 400, 300)) == ["appeared steal 1"]
    assert table.lay() == ["left steal 1"]


def test_a_second_one_on_a_covered_one_is_another() -> None:
    table = Table()
    table.lay(("steal", 400, 300))
    assert table.lay(("knife", 402, 301)) == ["appeared knife 1", "top knife 1"]
    assert table.lay(("steal", 399, 302)) == ["appeared steal 2", "top steal 2"]


def test_two_alike_side_by_side_are_two() -> None:
    table = Table()
    assert table.lay(("steal", 300, 300), ("steal", 700, 300)) == ["appeared steal 1", "appeared steal 2"]
    assert table.lay(("steal", 700, 300)) == ["left steal 1"]


def test_one_that_was_pushed_aside_is_the_same() -> None:
    table = Table()
    table.lay(("steal", 300, 300), ("spy", 1000, 500))
    assert table.lay(("steal", 640, 420), ("spy", 1000, 500)) == []


def test_the_one_under_a_card_that_is_taken_off_and_laid_beside_it_is_the_same() -> None:
    table = Table()
    table.lay(("steal", 400, 300))
    table.lay(("knife", 402, 301))
    assert "appeared steal 2" not in table.lay(("steal", 400, 300), ("knife", 800, 300))


def test_one_misreading_is_no_news() -> None:
    table = Table()
    table.misread(table.looks + LOOKS + 1, "spy")
    table.lay(("steal", 400, 300))
    table.wait(3 * AGAIN)
    assert {change.card[0] for change in table.told} == {"steal"}


def test_a_table_at_rest_is_hardly_looked_at() -> None:
    table = Table()
    table.lay(("steal", 400, 300))
    table.wait(1)
    before = table.looks
    table.wait(4 * AGAIN)
    assert 2 <= table.looks - before <= 4


def test_while_hands_are_about_cards_are_still_seen() -> None:
    """Somebody always reaches for something; only what lies under the hand must wait."""
    table = Table()
    table.lay(("steal", 400, 300))
    table._lying.append(("spy", 800, 300))
    for k in range(60):
        table._frame(hand=[1100, 1120][k % 2])
    assert "appeared spy 1" in [f"{change.kind} {change.card[0]} {change.card[1]}" for change in table.told]


def test_copies_in_one_picture_are_numbered() -> None:
    faces = deck(7, 6, 0)
    rng = np.random.default_rng(3)
    album = []
    for card in faces:
        frame, laid = loose_cards(faces, [card], rng, TYPICAL, 10, 1280, 400)
        album.append((card, flatten(frame, laid[0].corners)))
    first = next(iter(faces))
    frame, laid = loose_cards(faces, [first, first, list(faces)[1]], rng, TYPICAL, 20)
    cards = [one for one in EnrolledReader("hit-the-silk", Matcher(album))(Picture(frame)) if isinstance(one, Card)]
    assert sorted((card.id, card.copy) for card in cards) == sorted([(first, 1), (first, 2), (list(faces)[1], 1)])
