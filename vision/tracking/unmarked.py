"""Cards without stickers, by their enrolled faces: in one picture, and frame after frame.

Their copies look alike: only where they lie tells them apart. And a look at their faces takes many times as long as one
at stickers, so that there is none before the table has come to rest, or hands have been about for long.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

import cv2
import numpy as np

from vision.enrolment.matching import Matcher
from vision.enrolment.reader import EnrolledCards
from vision.mat import Mat
from vision.observation import Card, Key, Observation, Point, apart
from vision.picture import Picture
from vision.stickers import stickers_of
from vision.tracking.tracker import Tracker

LOOKS = 2
"""Looks that must agree before a card counts: one alone may be a misreading."""
QUIET = 0.5
"""Seconds without movement anywhere before a look."""
HURRY, AGAIN = 1.5, 5.0
"""Seconds after which there is another one although hands are still about; and although nothing has moved: the light
may have become better."""
SAME_PLACE = 0.2
"""Of a card's diagonal: by which two looks at it may differ."""


class EnrolledReader:
    """Unmarked cards in a picture, with their zones. One a picture series: it remembers where the mat was."""

    def __init__(self, game: str, matcher: Matcher) -> None:
        self._cards = EnrolledCards(matcher)
        self._mat = Mat(game)
        self._marked = {sticker.number: (sticker.card, sticker.copy) for sticker in stickers_of(game)}

    def __call__(self, picture: Picture) -> list[Observation]:
        found = picture.markers
        view = self._mat.see(found.tags)
        stickers = [reading.corners.mean(axis=0) for reading in (*found.aruco, *found.qr)]
        # A card with a sticker on it was read by that, with its copy.
        bare = [card for card in self._cards(picture.colour) if not any(_inside(at, card) for at in stickers)]
        taken = {self._marked[one.number] for one in (*found.aruco, *found.qr) if one.number in self._marked}
        cards: list[Observation] = []
        for card in bare:
            numbered = replace(card, copy=_free(card.id, taken), zone=view.zone(card.centre))
            taken.add(numbered.key)
            cards.append(numbered)
        return cards


class Unmarked:
    """Feed it every frame in order; what it says of one frame is what lies there as far as the last looks showed."""

    def __init__(self, look: Callable[[Picture], Iterable[Observation]], tracker: Tracker) -> None:
        self._look, self._tracker = look, tracker
        self._looked_at = self._moved_at = float("-inf")
        """When the last look was, and when something had last moved."""
        self._looks = 0
        """How many there were since then."""
        self._last: list[Card] = []
        """What it showed."""
        self._agreed: list[Card] = []
        """What it and the one before agreed on, told apart from their copies."""
        self.looked = float("-inf")
        """What has lain still since then was seen in both."""

    def see(self, picture: Picture, marked: Iterable[Card], now: float) -> list[Card]:
        """The unmarked cards of this frame; `marked` are those with stickers, `now` is in seconds, never falling."""
        if self._due(now):
            cards = [card for card in self._look(picture) if isinstance(card, Card)]
            seen = [card for card in self._unmoved(cards) if any(_same(card, other) for other in self._last)]
            self._agreed = self._toldapart(seen, {card.key for card in marked})
            self.looked, self._last, self._looked_at = self._looked_at, cards, now
        return self._unmoved(self._agreed)

    def _due(self, now: float) -> bool:
        if (moved := self._tracker.moved_at) > self._moved_at:
            self._moved_at, self._looks = moved, int(moved == self._looked_at)  # the last frame showed it
        wait = AGAIN if self._looks >= LOOKS else 0.0 if now - moved >= QUIET else HURRY
        due = now - self._looked_at >= wait
        self._looks += due
        return due

    def _unmoved(self, cards: list[Card]) -> list[Card]:
        """Those near which nothing has moved since the last look."""
        near = self._tracker.moved_near
        return [card for card in cards if near(card.centre, _across(card) / 2) <= self._looked_at]

    def _toldapart(self, cards: list[Card], taken: set[Key]) -> list[Card]:
        """Each with a copy of its own: that which lay there before, or has gone from where it lay; otherwise it is one
        that was not seen yet."""
        told: list[Card] = []
        for card in sorted(cards, key=lambda card: min(self._away(card, cards, taken).values(), default=np.inf)):
            away = self._away(card, cards, taken)
            copy = min(away, key=lambda key: away[key])[1] if away else _free(card.id, taken | set(self._tracker.cards))
            told.append(replace(card, copy=copy))
            taken.add(told[-1].key)
        return told

    def _away(self, card: Card, cards: list[Card], taken: set[Key]) -> dict[Key, float]:
        """How far its copies on the table lay from here, those on which nothing lies: piles grow, and where others lie
        on one, another like it was laid on, unless these are seen elsewhere now."""
        place = self._tracker.place
        copies = [key for key in self._tracker.cards if key[0] == card.id and key not in taken]
        return {
            key: apart(place(key), card.centre)
            for key in copies
            if all(_seen_off(cover, place(cover), cards) for cover in self._tracker.over(key))
        }


def _seen_off(key: Key, place: Point, cards: list[Card]) -> bool:
    """Whether a card like this one is seen away from that place."""
    return any(card.id == key[0] and apart(card.centre, place) > SAME_PLACE * _across(card) for card in cards)


def _free(card: str, taken: set[Key]) -> int:
    """The lowest number of a copy that is not taken."""
    return next(copy for copy in count(1) if (card, copy) not in taken)


def _same(one: Card, other: Card) -> bool:
    return one.id == other.id and apart(one.centre, other.centre) <= SAME_PLACE * _across(one)


def _across(card: Card) -> float:
    """Its diagonal."""
    return apart(card.corners[0], card.corners[2])


def _inside(point: Point, card: Card) -> bool:
    outline = np.array(card.corners, np.float32)
    return bool(cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), False) >= 0)
