"""The real cards behind what the rules know: every zone's unknown cards are some card, and stay it until they move."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from rules import bag
from vision.stickers import Sticker, stickers_of

TRIES = 20
"""Deals that are tried before a state counts as impossible with these cards."""


class RealCards:
    """What really lies in each zone of a game's state."""

    def __init__(self, game: str, state: Any, random: Random) -> None:
        self._random = random
        self._ids = state.box.card_ids
        counts = {self._ids[kind]: number for kind, number in bag.kinds(_everything(state))}
        stock = [sticker for sticker in stickers_of(game) if sticker.copy <= counts.get(sticker.card, 0)]
        dealt = self._deal(state, [[] for _ in state.zones], stock)
        assert dealt is not None, "the stickers do not make up this box"
        self.zones: list[list[Sticker]] = dealt

    def follow(self, before: Any, after: Any) -> bool:
        """Moves the real cards as the rules moved theirs; False, and nothing moves, where these cards cannot do it."""
        changed = [k for k, (old, new) in enumerate(zip(before.zones, after.zones, strict=True)) if old != new]
        kept = [[] if k in changed else list(zone) for k, zone in enumerate(self.zones)]
        stock = [card for k in changed for card in self.zones[k]]  # in the order in which they lie
        dealt = self._deal(after, kept, stock, changed)
        if dealt is not None:
            self.zones = dealt
        return dealt is not None

    def would_follow(self, before: Any, after: Any) -> bool:
        """Whether the real cards allow it."""
        zones, here = [list(zone) for zone in self.zones], self._random.getstate()
        possible = self.follow(before, after)
        self.zones = zones
        self._random.setstate(here)
        return possible

    def has(self, zone: int, cards: Iterable[str]) -> bool:
        held = Counter(card.card for card in self.zones[zone])
        return not Counter(cards) - held

    def _deal(
        self, state: Any, kept: list[list[Sticker]], stock: list[Sticker], changed: list[int] | None = None
    ) -> list[list[Sticker]] | None:
        """Fills the zones from the stock: what is known there, then what lay there before, then anything."""
        for _ in range(TRIES):
            zones, left = [list(zone) for zone in kept], list(stock)
            if all(self._fill(state, zones, left, k) for k in self._order(state, changed, zones)) and not left:
                return zones
        return None

    def _order(self, state: Any, changed: list[int] | None, zones: list[list[Sticker]]) -> list[tuple[int, str]]:
        indexes = list(range(len(zones))) if changed is None else list(changed)
        own = getattr(self, "zones", [[] for _ in zones])
        indexes.sort(key=lambda k: (state.zones[k].size - len(own[k]), self._random.random()))
        return [(k, "known") for k in indexes] + [(k, "unknown") for k in indexes]

    def _fill(self, state: Any, zones: list[list[Sticker]], left: list[Sticker], what: tuple[int, str]) -> bool:
        index, part = what
        zone = state.zones[index]
        own = set(getattr(self, "zones", [[]] * len(zones))[index])
        known = [self._ids[kind] for kind in bag.cards(zone.known)]
        wanted = known if part == "known" else [""] * zone.unknown
        for name in wanted:
            fitting = [c for c in left if c.card == name or (not name and not zone.never >> self._kind(c) & 1)]
            if not fitting:
                return False
            mine = [c for c in fitting if c in own]
            open_pile = not zone.unknown  # of which people take what lies on top
            card = mine[0] if mine and open_pile else self._random.choice(mine or fitting)
            left.remove(card)
            zones[index].append(card)
        return True

    def _kind(self, card: Sticker) -> int:
        return int(self._ids.index(card.card))


def _everything(state: Any) -> int:
    total: int = state.unseen
    for zone in state.zones:
        total += zone.known
    return total
