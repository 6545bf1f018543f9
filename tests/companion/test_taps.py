"""How many taps an evening costs. The figures are printed, and may only fall."""

import itertools
from pathlib import Path

import pytest

from companion.demo.deed import Fan, Lay, Motion, Take
from companion.demo.hit_the_silk import Evening as Player
from companion.demo.show import Blind, Outcome, perform
from companion.evening import Evening
from companion.session import Already, Session
from tests.companion.evenings import clock
from vision.rest import Flown, Thrown
from vision.tracker import Change


class PerfectCamera:
    """Sees everything that is laid down, at once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._now = itertools.count(0.0, 3.0)
        self._fan: tuple = ()
        self._piles: dict = {}
        self._known: set = set()

    def begin(self, lying) -> None:
        for lay in lying:
            self._piles.setdefault(lay.zone, []).append(lay.card)
        for zone, pile in self._piles.items():
            self._known.add(pile[-1])
            self._session.see(Already(Change("appeared", (pile[-1].card, pile[-1].copy), zone, at=next(self._now))))

    def perform(self, motions) -> None:
        for motion in motions:
            self._perform(motion)

    def _perform(self, motion: Motion) -> None:
        at = next(self._now)
        match motion:
            case Lay(card, zone):
                where = zone or None
                for pile in self._piles.values():
                    if card in pile:
                        pile.remove(card)
                self._piles.setdefault(zone, []).append(card)
                self._known.add(card)
                self._session.see(Change("appeared", (card.card, card.copy), where, at=at))
            case Take(card):
                self._take(card, at)
            case Fan(cards):
                self._fan = cards
                for card in cards:
                    self._session.see(Change("appeared", (card.card, card.copy), None, at=at))
            case _ if hasattr(motion, "faces"):
                self._session.see(Thrown(motion.faces, (), at, motion.faces[0] if len(motion.faces) == 1 else None))
            case _:
                self._session.see(Flown(motion.row, motion.col, at))

    def _take(self, card: object, at: float) -> None:
        """Off a pile; the card under it comes to light."""
        for zone, pile in self._piles.items():
            if card in pile:
                top = pile[-1] is card
                pile.remove(card)
                self._known.discard(card)
                self._session.see(Change("left", (card.card, card.copy), zone, at=at))
                if top and pile:
                    kind = "top" if pile[-1] in self._known else "appeared"
                    self._known.add(pile[-1])
                    self._session.see(Change(kind, (pile[-1].card, pile[-1].copy), zone, at=at))

    def rest(self) -> None:
        for card in self._fan:
            self._session.see(Change("left", (card.card, card.copy), None, at=next(self._now)))
        self._fan = ()


def evening(folder: Path, seed: int, camera: bool) -> Outcome:
    player = Player(seed)
    session = Session(Evening.begin(folder / f"{seed}.jsonl", player.setup, clock()))
    watcher = PerfectCamera(session) if camera else Blind()
    return perform(player, session, watcher)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("camera", [True, False])
def test_debug(tmp_path, seed, camera):
    o = evening(tmp_path, seed, camera)
    print(seed, camera, o.actions, o.seen, o.taps, o.wrong, o.taps / o.actions, o.agrees)
    assert o.agrees
