"""What the table may know of cards that lie face down.

A zone (a pile, a hand) is a bag of known cards, a number of unknown ones, and the kinds that cannot be among the
unknown. Beside all zones stands the bag of unseen cards: the box's cards less every known one. A card that moves
unseen moves as a slot, and takes certainty with it: of three known Knives, two are still sure after one card has left.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Protocol

from msgspec import Struct

from rules import bag
from rules.bag import BITS, Bag, Kind


class Zone(Struct, frozen=True, gc=False):
    known: Bag = 0
    seen: int = 0  # how many cards `known` holds
    unknown: int = 0
    never: int = 0  # kinds that cannot be among the unknown, as bits

    @property
    def size(self) -> int:
        return self.seen + self.unknown


NOTHING = Zone()


class Cards(Protocol):
    """Anything that keeps zones and the unseen bag: a state that is being written."""

    zones: list[Zone]
    unseen: Bag


def reveal(t: Cards, zone: int, kind: Kind) -> None:
    """An unknown card of the zone turns out to be of this kind; one that is known already stays as it is."""
    z = t.zones[zone]
    if z.known >> BITS * kind & 255:
        return
    _pin(t, zone, kind)


def reveal_these(t: Cards, zone: int, cards: Bag) -> None:
    """All these cards are in the zone; what of them is known already stays as it is."""
    for kind, number in bag.kinds(cards):
        for _ in range(number - bag.count(t.zones[zone].known, kind)):
            if t.zones[zone].unknown:
                _pin(t, zone, kind)


def reveal_all(t: Cards, zone: int, cards: Bag) -> None:
    """The whole zone is laid open."""
    size, room = bag.size(cards), t.zones[zone].size
    t.unseen += t.zones[zone].known
    if size <= room and bag.covers(t.unseen, cards):
        t.unseen -= cards
    else:  # the box holds more than its list says: what is too many comes out of no other zone
        for kind, number in bag.kinds(cards):
            listed = min(number, bag.count(t.unseen, kind), room)
            t.unseen -= listed * bag.one(kind)
            room -= listed
    t.zones[zone] = Zone(cards, size, 0, 0)


def rule_out(t: Cards, zone: int, kinds: int) -> None:
    """None of these kinds (as bits) is among the zone's unknown cards."""
    z = t.zones[zone]
    t.zones[zone] = Zone(z.known, z.seen, z.unknown, z.never | kinds)


def move(t: Cards, source: int, target: int, kind: Kind) -> None:
    """A card goes from zone to zone for all to see."""
    one = 1 << BITS * kind
    s = t.zones[source]
    if not s.seen and not s.unknown:
        return  # an empty hand has nothing to lay down
    if s.known >> BITS * kind & 255:
        t.zones[source] = Zone(s.known - one, s.seen - 1, s.unknown, s.never)
    else:
        if not s.unknown:
            s = _doubt(t, s)
        t.zones[source] = Zone(s.known, s.seen, s.unknown - 1, s.never)
        _take_from_unseen(t, kind)
    d = t.zones[target]
    t.zones[target] = Zone(d.known + one, d.seen + 1, d.unknown, d.never)


def move_unseen(t: Cards, source: int, target: int, number: int = 1) -> int:
    """Up to so many cards go from zone to zone face down; returns how many there were to go."""
    s = t.zones[source]
    number = min(number, s.seen + s.unknown)
    if not number:
        return 0
    if number == s.seen + s.unknown:
        move_all(t, source, target)
        return number
    if s.known:
        s = _blur(t, s, number)
    if not s.unknown:  # all of one kind: which ones left is no secret
        gone = number << BITS * _top(s.known)
        t.zones[source] = Zone(s.known - gone, s.seen - number, 0, s.never)
        d = t.zones[target]
        t.zones[target] = Zone(d.known + gone, d.seen + number, d.unknown, d.never)
        return number
    t.zones[source] = Zone(s.known, s.seen, s.unknown - number, s.never)
    d = t.zones[target]
    never = d.never & s.never if d.unknown else s.never
    t.zones[target] = Zone(d.known, d.seen, d.unknown + number, never)
    return number


def move_all(t: Cards, source: int, target: int) -> None:
    """Everything goes (a Discard pile turned over): nothing becomes less certain, a shuffle hides only the order."""
    s, d = t.zones[source], t.zones[target]
    never = (d.never & s.never) if d.unknown and s.unknown else (s.never if s.unknown else d.never)
    t.zones[source] = NOTHING
    t.zones[target] = Zone(d.known + s.known, d.seen + s.seen, d.unknown + s.unknown, never)


def _pin(t: Cards, zone: int, kind: Kind) -> None:
    z = t.zones[zone]
    if not z.seen and not z.unknown:
        return
    if not z.unknown:
        z = _doubt(t, z)
    one = 1 << BITS * kind
    _take_from_unseen(t, kind)
    t.zones[zone] = Zone(z.known + one, z.seen + 1, z.unknown - 1, z.never)


def _doubt(t: Cards, z: Zone) -> Zone:
    """The table insists on a card where all were known: one of the known ones was a mistake."""
    one = 1 << BITS * _top(z.known)
    t.unseen += one
    return Zone(z.known - one, z.seen - 1, z.unknown + 1, z.never)


def _take_from_unseen(t: Cards, kind: Kind) -> None:
    """One copy less to be found; if there was none left, the box holds more than its list says."""
    if t.unseen >> BITS * kind & 255:
        t.unseen -= 1 << BITS * kind


def _top(cards: Bag) -> Kind:
    """The last kind that is there."""
    return (cards.bit_length() - 1) // BITS


def _blur(t: Cards, z: Zone, leaving: int) -> Zone:
    """The zone after `leaving` cards may have been any: only what exceeds them is still sure."""
    if not z.unknown and z.seen << BITS * _top(z.known) == z.known:
        return z
    sure = unsure = seen = never = 0
    for kind, number in bag.kinds(z.known):
        kept = max(number - leaving, 0)
        seen += kept
        sure += kept << BITS * kind
        if number > kept:
            unsure += (number - kept) << BITS * kind
            never |= 1 << kind
    t.unseen += unsure
    return Zone(sure, seen, z.unknown + z.seen - seen, z.never & ~never)


# ---------------------------------------------------------------- the audit


def knows(zones: Sequence[Zone], zone: int, kind: Kind) -> bool:
    """Does the table know of a card of this kind in this zone?"""
    return zones[zone].known >> BITS * kind & 255 > 0


def possible(zones: Sequence[Zone], unseen: Bag, zone: int, kind: Kind) -> bool:
    """Could a card of this kind lie in this zone, as far as the table can know?"""
    z = zones[zone]
    if z.known >> BITS * kind & 255:
        return True
    if not z.unknown or not unseen >> BITS * kind & 255 or z.never >> kind & 1:
        return False
    return _slack(zones, unseen) > 0 or fits(zones, unseen - (1 << BITS * kind), zone)


def can_be(z: Zone, unseen: Bag, cards: Bag) -> bool:
    """Could these be the cards of the zone: all that are known there, and for the rest what it does not bar?"""
    return bag.covers(cards, z.known) and bag.covers(z.known + (unseen & ~_spread(z.never)), cards)


def possible_kinds(zones: Sequence[Zone], unseen: Bag, zone: int) -> Bag:
    """Every kind that could lie in this zone: a bag in which those are there, in whatever number."""
    z = zones[zone]
    if not z.unknown:
        return z.known
    kinds = z.known | unseen & ~_spread(z.never)
    if _slack(zones, unseen) > 0:
        return kinds
    return bag.bag_of(kind for kind, _ in bag.kinds(kinds) if possible(zones, unseen, zone, kind))


_last: tuple[Sequence[Zone], Bag, int] = ((), -1, 0)


def _slack(zones: Sequence[Zone], unseen: Bag) -> int:
    """`slack`, remembered while the same table is asked many questions. Sessions ask from several threads, so what is
    remembered is one thing, replaced as a whole."""
    global _last
    last_zones, last_unseen, last = _last
    if zones is last_zones and unseen == last_unseen:
        return last
    found = slack(zones, unseen)
    if type(zones) is tuple:  # a list may have changed by the next question
        _last = zones, unseen, found
    return found


def slack(zones: Sequence[Zone], unseen: Bag) -> int:
    """How many more unseen cards there are that no zone bars than slots in the zones that bar some."""
    wanted = barred = 0
    for zone in zones:
        if zone.never and zone.unknown:
            wanted += zone.unknown
            barred |= zone.never
    if not barred:
        return 1
    return bag.size(unseen & ~_spread(barred)) - wanted


def fits(zones: Sequence[Zone], unseen: Bag, less: int = -1) -> bool:
    """Can every unknown slot be filled from the unseen cards? `less` names a zone with one slot taken already.

    Only zones that bar some kinds can fail. By Hall's theorem the slots can be filled exactly if, for every set of such
    zones, there are at least as many unseen cards that one of them takes as they have slots together.
    """
    if slack(zones, unseen) >= 0:  # nearly always
        return True
    slots: dict[int, int] = {}  # by what is barred; zones that bar the same kinds are as one
    for index, zone in enumerate(zones):
        if zone.never and zone.unknown:
            slots[zone.never] = slots.get(zone.never, 0) + zone.unknown - (index == less)
    return all(
        sum(map(slots.__getitem__, barring)) <= _takers(unseen, barring)
        for number in range(1, len(slots) + 1)
        for barring in combinations(slots, number)
    )


def _takers(unseen: Bag, barring: tuple[int, ...]) -> int:
    """How many unseen cards at least one of the zones takes that bar these kinds."""
    barred_by_all = barring[0]
    for never in barring[1:]:
        barred_by_all &= never
    return bag.size(unseen & ~_spread(barred_by_all))


@cache
def _spread(kinds: int) -> Bag:
    """All copies of these kinds (as bits): the part of a bag that holds them."""
    return sum(255 << BITS * kind for kind in range(kinds.bit_length()) if kinds >> kind & 1)
