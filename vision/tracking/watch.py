"""Watches a game's table frame by frame: cards that come and go, dice thrown, the plane moved. The app listens to this.

Cards with stickers are followed in every frame. Cards without, dice and board cost more, so they are looked at only
after something came to rest somewhere, until several looks agree.
"""

from collections.abc import Iterable
from typing import TypeAlias

from vision.images import Image
from vision.mat import Mat, View
from vision.observation import Card, Die, Observation, Plane
from vision.picture import Picture, Reader
from vision.scan import cards_of, skill_readers
from vision.stickers import stickers_of
from vision.tracking.follow import Follower, thumb
from vision.tracking.rest import QUIET, Rest, Settled
from vision.tracking.tracker import Change, Tracker
from vision.tracking.unmarked import Unmarked

Event: TypeAlias = Change | Settled

LOOK_EVERY = 0.25
"""Seconds between looks at dice and board."""
ENOUGH = 5
"""Looks after a rest: three that agree, and some room for frames that come late."""
AGAIN = 5.0
"""Seconds after which they are looked at once more although nothing has moved: the light may have become better."""


class Watch:
    """Feed it every frame in order. One a thread: its networks keep scratch space."""

    def __init__(self, game: str, readers: Iterable[Reader] | None = None, enrolled: Reader | None = None) -> None:
        """`readers` are the looks at dice and board; None takes those that the game's data names. `enrolled` knows the
        faces of cards without stickers."""
        self._known = {sticker.number: sticker for sticker in stickers_of(game)}
        self._readers = list(skill_readers(game) if readers is None else readers)
        self._follower, self._mat, self._tracker, self._rest = Follower(), Mat(game), Tracker(), Rest()
        self._unmarked = Unmarked(enrolled, self._tracker) if enrolled else None
        self._looked_at = float("-inf")
        self.cards: list[Card] = []
        """What the last frame shows, before it is steady."""
        self.view: View | None = None
        """How the last frame saw the mat."""
        self.dice: list[Die] = []
        self.plane: Plane | None = None
        """What the last look at dice and board showed, before it is steady."""

    @property
    def tracker(self) -> Tracker:
        """What lies on the table, and what is unsure."""
        return self._tracker

    def see(self, colour: Image, now: float, *, dice_matter: bool = True) -> list[Event]:
        """What this frame settles; `now` in seconds, never falling. While nobody waits for dice or plane, they are
        not looked for."""
        picture = Picture(colour)
        picture.markers = found = self._follower.see(picture.grey, now)
        self.view = self._mat.see(found.tags)
        self.cards = cards_of(found, self._known, self.view)
        looked = float("inf")
        if self._unmarked is not None:
            self.cards += self._unmarked.see(picture, self.cards, now)
            looked = self._unmarked.looked
        events: list[Event] = [*self._tracker.see(self.cards, thumb(picture.grey), colour.shape[1], now, looked)]
        if dice_matter and self._readers and self._due(now):
            self._looked_at = now
            seen = [one for reader in self._readers for one in reader(picture)]
            events += self._settled(seen, colour.shape[1], now)
        return events

    def _due(self, now: float) -> bool:
        if now - self._looked_at < LOOK_EVERY:
            return False
        rested = self._tracker.came_to_rest(now - QUIET - ENOUGH * LOOK_EVERY, now - QUIET)
        return rested or self._rest.waits or now - self._looked_at >= AGAIN

    def _settled(self, seen: list[Observation], width: int, now: float) -> list[Settled]:
        self.dice = [one for one in seen if isinstance(one, Die)]
        self.plane = next((one for one in seen if isinstance(one, Plane)), None)
        return self._rest.see(self.dice, self.plane, width, now, self._tracker.moved_near)
