"""Which cards on the mat mean something new.

The engine knows how many cards lie on each pile; the camera sees which one lies on top. A card that the engine has
counted already is no news: one that went back after a Change, one that somebody announced by a touch, one that came to
light because the card above it was taken.
"""

from collections import Counter
from collections.abc import Iterable

from companion.session.matching import ANYWHERE, Laid, fits
from rules.board import Board
from vision.observation import Key
from vision.tracking.tracker import Change

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
        """Cards that the engine saw taken off since, each of which may bring a hidden one to light."""
        self._shrunk: Counter[str] = Counter()
        """How often each pile became smaller."""
        self._ever: set[Key] = set()
        self._stacks: dict[str, list[Key]] = {}
        """The cards that lie on each pile, lowest first, as far as they were seen."""
        self._laid_at: dict[Key, int] = {}
        """How often its pile had shrunk when a card was laid on it."""
        self._left: set[Key] = set()
        """Cards that were on top and are out of sight: taken, or hidden for long."""
        self._going: set[Key] = set()
        """Cards of a pile that is being shuffled: until they are out of sight, they only lie there still."""
        self._loose: set[Key] = set()
        """Cards that were taken notice of off the piles."""
        self._expected: Counter[Laid] = Counter()
        """Cards that somebody announced and that have yet to be seen."""
        self._owed: Counter[str] = Counter()
        """How many more cards each pile got, whichever they are."""
        self._owed_at: float | None = None

    # ---------------------------------------------------------------- the table's steps

    def follow(
        self,
        before: Board,
        after: Board,
        laid: Iterable[Laid] = (),
        seen: Iterable[Laid] = (),
        reshuffled: bool = False,
        back: bool = False,
    ) -> None:
        """Another state stands: `laid` is what the step lays down, `seen` what was seen laid since the step before;
        `back`, it stood before, and its cards may be laid anew."""
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
                self._going |= {card for card in self._stacks.get(pile, ()) if card not in self._left}
                self._stacks[pile] = []
                self._owed[pile] = sum(_counts(after, pile))
            elif more > told[pile]:
                self._owed[pile] += more - told[pile]
            elif more < 0:
                self._shrunk[pile] += 1
                self._taken[pile] -= 0 if back else more
                if not sum(_counts(after, pile)):  # swept off, with all that was seen of it
                    self._stacks[pile] = []

    def settle(self) -> None:
        """The turn has passed, or a step was taken back: what was still to be laid down will not be any more."""
        self._expected.clear()
        self._owed.clear()

    # ---------------------------------------------------------------- the camera's changes

    def notice(self, change: Change) -> None:
        """A card that lay there before anybody looked."""
        self._ever.add(change.card)
        if change.zone is None:
            self._loose.add(change.card)
        else:
            self._put(change.card, change.zone)
            self._hidden[change.zone] -= 1

    def is_news(self, change: Change) -> bool:
        """Whether a card that came into sight is one that the table has not counted yet. Takes notice of it."""
        card, zone = change.card, change.zone
        fresh = card not in self._ever
        self._ever.add(card)
        if zone is None:
            known = card in self._loose
            self._loose.add(card)
            return not known and not self._was_announced(change)
        self._loose.discard(card)
        if card in self._going and zone == SHUFFLED:
            return False
        if self._lies_on(card, zone) or self._came_to_light_again(card, zone):
            self._uncover(card, zone)
            return False
        if fresh and self._came_to_light(zone):
            self._stacks[zone] = []  # whatever was known there lay above it
            self._put(card, zone)
            return False
        self._put(card, zone)
        return not (self._was_announced(change) or self._was_owed(change))

    def is_due(self, change: Change) -> bool:
        """Whether a card that came into sight on a pile was to come there. Takes notice of it then."""
        if change.zone is None or not (self._was_announced(change) or self._was_owed(change)):
            return False
        self._ever.add(change.card)
        self._put(change.card, change.zone)
        return True

    def leave(self, card: Key) -> None:
        """A card is out of sight; one that others were laid on is just under them."""
        self._going.discard(card)
        if not any(card in stack[:-1] for stack in self._stacks.values()):
            self._left.add(card)

    def forget(self, card: Key) -> None:
        """What was made of this card came to nothing: laid again, it is news again."""
        self._loose.discard(card)
        for stack in self._stacks.values():
            if card in stack:
                stack.remove(card)

    def lies(self, card: Key) -> bool:
        """Whether this card is known to lie on a pile, so that nobody can hold it in a hand."""
        return any(self._lies_on(card, zone) for zone in self._stacks)

    # ---------------------------------------------------------------- piles

    def _lies_on(self, card: Key, zone: str) -> bool:
        """Seen there before; and if it has been out of sight since, the pile did not become smaller meanwhile."""
        if card not in self._stacks.get(zone, ()):
            return False
        return card not in self._left or self._laid_at[card] == self._shrunk[zone]

    def _put(self, card: Key, zone: str) -> None:
        for stack in self._stacks.values():
            if card in stack:
                stack.remove(card)
        self._stacks.setdefault(zone, []).append(card)
        self._laid_at[card] = self._shrunk[zone]
        self._left.discard(card)

    def _uncover(self, card: Key, zone: str) -> None:
        """Whatever lay on it has been taken. Without a mat all piles are one zone, and nothing can be told."""
        self._left.discard(card)
        if zone != ANYWHERE:
            stack = self._stacks[zone]
            del stack[stack.index(card) + 1 :]

    def _came_to_light_again(self, card: Key, zone: str) -> bool:
        """Long out of sight under something that the camera did not see laid, and now taken."""
        if card not in self._stacks.get(zone, ()) or self._taken[zone] <= 0:
            return False
        self._taken[zone] -= 1
        return True

    def _came_to_light(self, zone: str) -> bool:
        if self._hidden[zone] <= 0 or self._taken[zone] <= 0:
            return False
        self._hidden[zone] -= 1
        self._taken[zone] -= 1
        return True

    # ---------------------------------------------------------------- what was to come

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

    def _like(self, card: str, zone: str | None) -> list[Laid]:
        """The announced card that this one can be, if there is one."""
        return [one for one in self._expected if one[0] == card and fits(one[1] or ANYWHERE, zone)][:1]


def _counts(board: Board, pile: str) -> list[int]:
    return [other.count for other in board.piles if other.id == pile and other.count is not None]
