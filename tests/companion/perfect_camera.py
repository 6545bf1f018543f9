"""A camera that sees all that everybody could see, at once: what the session makes of it costs no rendering."""

import itertools
from collections.abc import Sequence

from companion.demo.deed import Fan, Fly, Lay, Motion, Take, Throw
from companion.session import Already, Session
from vision.stickers import Sticker
from vision.tracking.rest import Flown, Thrown
from vision.tracking.tracker import Change


class PerfectCamera:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._now = itertools.count(0.0, 3.0)
        self._piles: dict[str, list[Sticker]] = {}
        self._known: set[Sticker] = set()
        self._fan: tuple[Sticker, ...] = ()

    def begin(self, lying: Sequence[Motion]) -> None:
        for motion in lying:
            assert isinstance(motion, Lay)
            self._piles.setdefault(motion.zone, []).append(motion.card)
        for zone, pile in self._piles.items():
            self._known.add(pile[-1])
            self._session.see(Already(self._change("appeared", pile[-1], zone)))

    def perform(self, motions: Sequence[Motion]) -> None:
        taken = [motion.card for motion in motions if isinstance(motion, Take)]
        if taken:
            self._take(taken)
        for motion in motions:
            match motion:
                case Lay(card, zone):
                    self._lay(card, zone)
                case Fan(cards):
                    self._fan = cards
                    for card in cards:
                        self._session.see(self._change("appeared", card, ""))
                case Throw(faces):
                    self._session.see(Thrown(faces, (), next(self._now), faces[0] if len(faces) == 1 else None))
                case Fly(row, col):
                    self._session.see(Flown(row, col, next(self._now)))

    def rest(self) -> None:
        for card in self._fan:
            self._session.see(self._change("left", card, ""))
        self._fan = ()

    def _lay(self, card: Sticker, zone: str) -> None:
        for pile in self._piles.values():
            if card in pile:
                pile.remove(card)
        self._piles.setdefault(zone, []).append(card)
        self._known.add(card)
        self._session.see(self._change("appeared", card, zone))

    def _take(self, cards: Sequence[Sticker]) -> None:
        """Off their piles, in one go; the cards under them come to light."""
        for zone, pile in self._piles.items():
            gone = [card for card in pile if card in cards]
            was_top = bool(pile) and pile[-1] in gone
            for card in gone:
                pile.remove(card)
                self._known.discard(card)
                self._session.see(self._change("left", card, zone))
            if was_top and pile:
                kind = "top" if pile[-1] in self._known else "appeared"
                self._known.add(pile[-1])
                self._session.see(self._change(kind, pile[-1], zone))

    def _change(self, kind: str, card: Sticker, zone: str) -> Change:
        return Change(kind, (card.card, card.copy), zone or None, at=next(self._now))  # type: ignore[arg-type]
