"""Which cards on the mat mean something new. The engine knows how many cards lie on each pile; the camera sees some of
them arrive. A card that the engine has counted already, one that went back after a Change, say, is no news."""

from collections import Counter
from collections.abc import Iterable

from companion.session.matching import ANYWHERE, Laid
from rules.board import Board
from vision.tracker import Change, Key

TOGETHER = 5.0
"""Seconds. Cards that go to a pile as one act (those that a Change did not keep) follow each other within this."""


class Sightings:
    """Follows the table's steps and the camera's changes."""

    def __init__(self) -> None:
        self._at: dict[Key, tuple[str | None, int]] = {}
        """Where each card was last taken notice of, and how often that pile had shrunk by then."""
        self._shrunk: Counter[str | None] = Counter()
        self._expected: Counter[Laid] = Counter()
        """Cards that somebody declared and that have yet to be seen."""
        self._owed: Counter[str] = Counter()
        """How many more cards each pile got, whichever they are."""
        self._owed_at: float | None = None

    def follow(self, before: Board, after: Board, laid: Iterable[Laid] = (), seen: Iterable[Laid] = ()) -> None:
        """A step was made: `laid` is what it lays down, `seen` what of this the camera has seen already."""
        rest = Counter(laid)
        for card in seen:
            rest -= Counter([next((one for one in rest if one[0] == card[0]), card)])
        self._expected, self._owed, self._owed_at = rest, Counter(), None
        told = Counter(zone for _, zone in laid)
        counts = {pile.id: pile.count for pile in before.piles}
        for pile in after.piles:
            was = counts.get(pile.id)
            if pile.count is None or was is None:
                continue
            if pile.count < was:
                self._shrunk[pile.id] += 1
            elif pile.count - was > told[pile.id]:
                self._owed[pile.id] = pile.count - was - told[pile.id]

    def retreat(self, before: Board, after: Board) -> None:
        """A step was taken back or brought back: nothing is expected, and its cards may be laid anew."""
        self.follow(before, after)
        self._owed.clear()
        grown = {pile.id: pile.count for pile in before.piles}
        self._shrunk.update(pile.id for pile in after.piles if pile.count != grown.get(pile.id))

    def is_news(self, change: Change) -> bool:
        """Whether a card that appeared or moved is one that the table has not counted yet. Takes notice of it."""
        zone = change.zone
        mark = (zone, self._shrunk[zone])
        if self._at.get(change.card) == mark:
            return False
        self._at[change.card] = mark
        expected = self._find(self._expected, change)
        if expected is not None:
            self._expected -= Counter([expected])
            return False
        pile = next((name for name in self._owed if zone in (name, ANYWHERE)), None)
        late = self._owed_at is not None and change.at - self._owed_at > TOGETHER
        if pile is None or late:
            return True
        self._owed -= Counter([pile])
        self._owed_at = change.at
        return False

    def forget(self, card: Key) -> None:
        """What was made of this card came to nothing: laid again, it is news again."""
        self._at.pop(card, None)

    @staticmethod
    def _find(expected: Counter[Laid], change: Change) -> Laid | None:
        card, zone = change.card[0], change.zone or ANYWHERE
        return next((one for one in expected if one[0] == card and zone in (one[1], ANYWHERE)), None)
