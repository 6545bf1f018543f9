"""Which cards on the mat mean something new.

The engine knows how many cards lie on each pile, the camera sees some of them come to light. A card that the engine has
counted already is no news: one that went back after a Change, one that somebody announced by a touch, one that lay
under a Flannel which was taken.
"""

from collections import Counter
from collections.abc import Iterable

from companion.session.matching import ANYWHERE, Laid, fits
from rules.board import Board
from vision.tracker import Change, Key

TOGETHER = 5.0
"""Seconds. Cards that go to a pile as one act (those that a Change did not keep) follow each other within this."""
SHUFFLED = "discard"
"""The pile that is shuffled into a new Draw pile when that is exhausted."""


class Sightings:
    """Follows the table's steps and the camera's changes."""

    def __init__(self, board: Board) -> None:
        self._hidden: Counter[str] = Counter({pile.id: pile.count or 0 for pile in board.piles})
        """Cards that lay on each pile from the first, and that the camera may never have seen."""
        self._taken: Counter[str] = Counter()
        """Cards that were taken off since, each of which brought another one to light."""
        self._ever: set[Key] = set()
        self._at: dict[Key, tuple[str, int]] = {}
        """The pile on which each card was last taken notice of, and how often that had shrunk by then."""
        self._loose: set[Key] = set()
        """Cards that were taken notice of off the piles."""
        self._shrunk: Counter[str] = Counter()
        self._expected: Counter[Laid] = Counter()
        """Cards that somebody announced and that have yet to be seen."""
        self._owed: Counter[str] = Counter()
        """How many more cards each pile got, whichever they are."""
        self._owed_at: float | None = None

    def follow(
        self,
        before: Board,
        after: Board,
        laid: Iterable[Laid] = (),
        seen: Iterable[Laid] = (),
        reshuffled: bool = False,
    ) -> None:
        """Another state stands: `laid` is what the step lays down, `seen` what was seen laid since the step before."""
        told = Counter(zone for _, zone in laid)
        self._expected += Counter(laid)
        for card, zone in seen:
            self._expected -= Counter(self._like(card, zone))
        self._owed_at = None
        grown = {pile.id: (pile.count or 0) - was for pile in after.piles for was in _counts(before, pile.id)}
        for pile, more in grown.items():
            if reshuffled and pile == SHUFFLED:  # whatever lies there now came after that
                self._shrunk[pile] += 1
                self._hidden[pile] = self._taken[pile] = 0
                self._owed[pile] = sum(_counts(after, pile))
            elif more > told[pile]:
                self._owed[pile] += more - told[pile]
            elif more < 0:
                self._shrunk[pile] += 1
                self._taken[pile] -= more

    def settle(self) -> None:
        """The turn has passed, or a step was taken back: what was still to be laid down will not be any more."""
        self._expected.clear()
        self._owed.clear()

    def notice(self, change: Change) -> None:
        """A card that lay there before anybody looked."""
        self._ever.add(change.card)
        if change.zone is None:
            self._loose.add(change.card)
        else:
            self._at[change.card] = (change.zone, self._shrunk[change.zone])
            self._hidden[change.zone] -= 1

    def is_news(self, change: Change) -> bool:
        """Whether a card that appeared or moved is one that the table has not counted yet. Takes notice of it."""
        card, zone = change.card, change.zone
        fresh = card not in self._ever
        self._ever.add(card)
        if zone is None:
            known = card in self._loose
            self._loose.add(card)
            return not known and not self._was_announced(change)
        self._loose.discard(card)
        mark = (zone, self._shrunk[zone])
        if self._at.get(card) == mark:
            return False
        self._at[card] = mark
        return not (self._was_announced(change) or self._was_owed(change) or (fresh and self._came_to_light(zone)))

    def forget(self, card: Key) -> None:
        """What was made of this card came to nothing: laid again, it is news again."""
        self._at.pop(card, None)
        self._loose.discard(card)

    def _was_announced(self, change: Change) -> bool:
        for laid in self._like(change.card[0], change.zone):
            self._expected -= Counter([laid])
            return True
        return False

    def _was_owed(self, change: Change) -> bool:
        if self._owed_at is not None and change.at - self._owed_at > TOGETHER:
            return False
        for pile in self._owed:
            if change.zone in (pile, ANYWHERE):
                self._owed -= Counter([pile])
                self._owed_at = change.at
                return True
        return False

    def _came_to_light(self, zone: str) -> bool:
        if self._hidden[zone] <= 0 or self._taken[zone] <= 0:
            return False
        self._hidden[zone] -= 1
        self._taken[zone] -= 1
        return True

    def _like(self, card: str, zone: str | None) -> list[Laid]:
        """The announced card that this one can be, if there is one."""
        return [one for one in self._expected if one[0] == card and fits(one[1] or ANYWHERE, zone)][:1]


def _counts(board: Board, pile: str) -> list[int]:
    return [other.count for other in board.piles if other.id == pile and other.count is not None]
