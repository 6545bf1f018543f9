"""Steady changes out of noisy frames: what the app listens to.

A card has arrived when it was read several times in one place; it has left when its place shows the bare table again,
or something else for long. A hand in the way is neither: while it is there, the card is unsure.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Image
from vision.observation import Card, Key, Point, apart

ARRIVE = 3
"""Readings in one place before a card counts as laid down: a card carried past is never read so often in one place."""
ARRIVE_WITHIN = 1.5
"""Seconds in which they must fall."""
SAME_PLACE = 0.6
"""Of a sticker's side: by which readings of a card that lies still may differ."""
PILE = 1.2
"""Sticker sides: a sticker nearer than this to another card's lies on that card's pile."""
UNMARKED = 1 / 3
"""Of the side of a card without a sticker: what counts as a sticker's."""
GLANCE = 1.0
"""Seconds without a reading after which a card that had not yet arrived is forgotten."""
QUIET = 0.7
"""Seconds without movement at a place before what is seen there counts."""
BARE = 12
"""Grey levels by which the bare table may seem changed: a passing shadow's edge, a lamp that was turned."""
STOOD = 2.0
"""Seconds that a place lies still without its card, whatever it shows: if another card is laid there next, it is not
laid on the first one. A hand that lays a card down does not rest so long before."""
PATIENCE = 8.0
"""Seconds after which a place that shows neither its card nor the bare table is given up: no hand rests so long."""
MOVED = 9
"""Grey levels between two small pictures that are movement, as in `vision.tracking.follow`."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happened on the table, told once."""

    kind: Literal["appeared", "left", "moved", "top"]
    """`appeared`, `left`: on or off the table; `moved`: to another zone; `top`: now the uppermost of its pile."""
    card: Key
    zone: str | None
    """Where the card is now; for `left`, where it was."""
    before: str | None = None
    """The zone that a `moved` card came from."""
    over: Key | None = None
    """For `top`: the card underneath, if it is known."""
    at: float = 0.0
    """Time of the frame that settled it."""


@dataclass(slots=True)
class _Track:
    zone: str | None = None
    here: bool = False
    seen_at: float = 0.0
    centre: Point = (0.0, 0.0)
    side: float = 0.0
    unit: float = 0.0
    """Pixels of a sticker's side."""
    marked: bool = True
    """Whether it has a sticker; others are looked at less often."""
    recent: deque[tuple[float, Point, str | None]] = field(default_factory=lambda: deque(maxlen=ARRIVE))
    stood: float = 0.0
    """Seconds that its place has lain still since the card was last read and something moved there."""


class Tracker:
    """Feed it every analysed frame in order."""

    def __init__(self) -> None:
        self._tracks: dict[Key, _Track] = {}
        self._piles: list[list[Key]] = []
        """Cards on one another, lowest first."""
        self._came_up: set[Key] = set()
        """Cards whose cover was taken off while they could not be read."""
        self._thumb: Image | None = None
        self._bare: NDArray[Any] | None = None
        """What each cell shows when no card is there; nan where it never was seen so."""
        self._moved_at: NDArray[Any] | None = None
        self._scale = 1.0

    @property
    def cards(self) -> dict[Key, str | None]:
        """Every card on the table, covered ones too, with its zone."""
        return {key: track.zone for key, track in self._tracks.items() if track.here}

    @property
    def moved_at(self) -> float:
        """When something last moved anywhere on the table."""
        return float("-inf") if self._moved_at is None else float(self._moved_at.max())

    def place(self, card: Key) -> Point:
        """Where a card on the table was last read."""
        return self._tracks[card].centre

    def over(self, card: Key) -> list[Key]:
        """The cards that lie on a card on the table."""
        return next((pile[pile.index(card) + 1 :] for pile in self._piles if card in pile), [])

    def came_to_rest(self, after: float, before: float) -> bool:
        """Whether the last movement anywhere on the table ended between two times."""
        moved = self._moved_at
        return moved is not None and bool(((moved > after) & (moved <= before)).any())

    def moved_near(self, place: Point, reach: float) -> float:
        """When something last moved within `reach` pixels of a place."""
        if self._moved_at is None:
            return float("-inf")
        x, y, half = (value * self._scale for value in (*place, reach))
        rows, columns = slice(max(0, int(y - half)), int(y + half) + 1), slice(max(0, int(x - half)), int(x + half) + 1)
        return float(self._moved_at[rows, columns].max(initial=0.0))

    def see(
        self, cards: list[Card], small: Image, width: int, now: float, looked: float = float("inf")
    ) -> list[Change]:
        """Takes in one frame: its cards, its small picture (`follow.thumb`) and the width it was made from. What
        has lain still since `looked` would be among the cards if it was one."""
        self._watch(small, width, now)
        changes: list[Change] = []
        for card in cards:
            changes += self._sighted(card, now)
        for key in list(self._tracks):
            changes += self._missed(key, now, looked)
        self._remember_bare(now, looked)
        return changes

    def _sighted(self, card: Card, now: float) -> list[Change]:
        key = card.key
        track = self._tracks.setdefault(key, _Track())
        track.side = float(np.linalg.norm(np.subtract(card.corners[2], card.corners[0]))) / 2**0.5
        track.marked = card.by != "enrolled"
        track.unit = track.side * (1 if track.marked else UNMARKED)
        track.seen_at, track.stood = now, 0.0
        track.recent.append((now, card.centre, card.zone))
        if not track.here:
            track.centre, track.zone = card.centre, card.zone
        if not _steady(track, now):
            return []
        was_here, before = track.here, track.zone
        shifted = apart(track.centre, card.centre) > PILE * track.unit
        track.centre, track.zone, track.here = card.centre, card.zone, True
        changes: list[Change] = []
        if not was_here:
            changes.append(Change("appeared", key, card.zone, at=now))
        elif before != card.zone:
            changes.append(Change("moved", key, card.zone, before, at=now))
        if not was_here or before != card.zone or shifted:
            self._take_off(key)
            changes += self._laid_on(key, now)
        else:
            changes += self._uncovered(key, now)
        return changes

    def _missed(self, key: Key, now: float, looked: float) -> list[Change]:
        track = self._tracks[key]
        if track.seen_at >= now:
            return []
        if not track.here:
            if now - track.seen_at > GLANCE:
                del self._tracks[key]
            return []
        if self._covered(key) or self._being_covered(key, now) or now - track.seen_at < QUIET:
            return []
        if not self._shows_another(key, now):
            moved, bare = self._looks_bare(track)
            # Where nothing has moved since the card was last read, it still lies, in bad light.
            if moved < track.seen_at or (moved > looked and not track.marked):
                return []
            track.stood = max(track.stood, now - moved)
            if now - moved < (QUIET if bare else PATIENCE):
                return []
        return self._gone(key, now)

    def _gone(self, key: Key, now: float) -> list[Change]:
        track = self._tracks.pop(key)
        self._take_off(key)
        return [Change("left", key, track.zone, at=now)]

    def _laid_on(self, key: Key, now: float) -> list[Change]:
        """Puts a card on the pile that lies where it was laid, if there is one."""
        track, changes = self._tracks[key], list[Change]()
        for top in [pile[-1] for pile in self._piles]:
            if self._tracks[top].stood >= STOOD and self._same_pile(top, key):
                changes += self._gone(top, now)
        for pile in self._piles:
            under = self._tracks[pile[-1]]
            if self._same_pile(pile[-1], key):
                # Side by side, as in a fan, both stay in sight; on a pile the lower one vanishes.
                if under.seen_at >= now:
                    continue
                pile.append(key)
                return [*changes, Change("top", key, track.zone, over=pile[-2], at=now)]
        self._piles.append([key])
        return changes

    def _same_pile(self, under: Key, over: Key) -> bool:
        one, other = self._tracks[under], self._tracks[over]
        return one.zone == other.zone and apart(one.centre, other.centre) < PILE * other.unit

    def _take_off(self, key: Key) -> None:
        """Removes a card from its pile; the one under it is the top as soon as it is read again."""
        self._came_up |= {pile[-2] for pile in self._piles if len(pile) > 1 and pile[-1] == key}
        self._came_up.discard(key)
        self._piles = [rest for pile in self._piles if (rest := [other for other in pile if other != key])]

    def _uncovered(self, key: Key, now: float) -> list[Change]:
        """A card that lay under others is read again: those have gone, or will be seen elsewhere."""
        for pile in self._piles:
            if key in pile and (pile[-1] != key or key in self._came_up):
                at = pile.index(key)
                above, pile[at + 1 :] = pile[at + 1 :], []
                self._piles += [[other] for other in above]
                self._came_up.discard(key)
                under = pile[at - 1] if at else None
                return [Change("top", key, self._tracks[key].zone, over=under, at=now)]
        return []

    def _covered(self, key: Key) -> bool:
        return any(key in pile[:-1] for pile in self._piles)

    def _being_covered(self, key: Key, now: float) -> bool:
        """Whether another card is read on it that has not yet arrived."""
        return any(
            not other.here and other.seen_at >= now and self._same_pile(key, above)
            for above, other in self._tracks.items()
        )

    def _watch(self, small: Image, width: int, now: float) -> None:
        if self._thumb is None or self._thumb.shape != small.shape or self._moved_at is None:
            self._bare = np.full(small.shape, np.nan)
            self._moved_at = np.full(small.shape, now)
        else:
            moved = cv2.dilate((cv2.absdiff(small, self._thumb) > MOVED).astype(np.uint8), np.ones((3, 3), np.uint8))
            self._moved_at[moved > 0] = now
        self._thumb = small
        self._scale = small.shape[1] / width

    def _remember_bare(self, now: float, looked: float) -> None:
        """Cells that were quiet and hold no card show the bare table."""
        assert self._thumb is not None and self._bare is not None and self._moved_at is not None
        free = (now - self._moved_at >= 2 * QUIET) & (self._moved_at <= looked)
        for track in self._tracks.values():
            free[self._cells(track, 1.5)] = False
        self._bare[free] = self._thumb[free]

    def _looks_bare(self, track: _Track) -> tuple[float, bool]:
        """When something last moved at a card's place, and whether it now shows the bare table."""
        assert self._thumb is not None and self._bare is not None and self._moved_at is not None
        cells = self._cells(track, 0.8)
        moved = float(self._moved_at[cells].max(initial=0.0))
        known = self._bare[cells]
        if known.size == 0 or np.isnan(known).any():
            return moved, False
        difference = self._thumb[cells].astype(float) - known
        return moved, bool(np.abs(difference).mean() < BARE)

    def _shows_another(self, key: Key, now: float) -> bool:
        """Whether another card is read just where this one lay: then this one is not on top of it any more."""
        place, reach = self._tracks[key].centre, SAME_PLACE * self._tracks[key].unit
        return any(other.seen_at >= now and apart(other.centre, place) < reach for other in self._tracks.values())

    def _cells(self, track: _Track, room: float) -> tuple[slice, slice]:
        x, y, half = (value * self._scale for value in (*track.centre, room * track.side / 2))
        return slice(max(0, int(y - half)), int(y + half) + 1), slice(max(0, int(x - half)), int(x + half) + 1)


def _steady(track: _Track, now: float) -> bool:
    """Read often enough, lately, in one place and one zone."""
    if len(track.recent) < ARRIVE or now - track.recent[0][0] > ARRIVE_WITHIN:
        return False
    _, place, zone = track.recent[-1]
    return all(apart(spot, place) < SAME_PLACE * track.unit and there == zone for _, spot, there in track.recent)
