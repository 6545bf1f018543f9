"""Bags and knowledge against brute force: small decks, every layout that is possible, and moves of real cards."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from hypothesis import assume, given
from hypothesis import strategies as st

from rules import bag, knowledge
from rules.knowledge import Zone

KINDS = 4
ZONES = 3
kinds = st.integers(0, KINDS - 1)
hands = st.lists(kinds, max_size=5)
Layout = tuple[Counter[int], ...]  # the unknown cards of each zone


# ---------------------------------------------------------------- bags


@given(st.lists(st.integers(0, 20), max_size=60))
def test_a_bag_counts_like_a_list(cards: list[int]):
    held = bag.bag_of(cards)
    assert dict(bag.kinds(held)) == Counter(cards)
    assert bag.cards(held) == sorted(cards)
    assert bag.size(held) == len(cards)
    assert list(bag.counts(held)) == [cards.count(kind) for kind in range(max(cards, default=-1) + 1)]
    assert [bag.count(held, kind) for kind in range(22)] == [cards.count(kind) for kind in range(22)]


@given(st.lists(kinds), st.lists(kinds))
def test_bags_are_added_and_taken_apart(cards: list[int], more: list[int]):
    assert bag.bag_of(cards) + bag.bag_of(more) == bag.bag_of(cards + more)
    assert bag.bag_of(cards + more) - bag.bag_of(more) == bag.bag_of(cards)
    assert bag.one(3) + bag.EMPTY == bag.bag_of([3])


# ---------------------------------------------------------------- the audit


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Zone], int]:
    """Zones with known and unknown cards, and as many unseen cards as there are unknown slots."""
    zones = []
    for _ in range(ZONES):
        known = draw(st.lists(kinds, max_size=2))
        never = draw(st.sampled_from((0, 0, 1, 2, 3, 5, 6, 8, 12, 14)))
        zones.append(Zone(bag.bag_of(known), len(known), draw(st.integers(0, 3)), never))
    slots = sum(zone.unknown for zone in zones)
    return zones, bag.bag_of(draw(st.lists(kinds, min_size=slots, max_size=slots)))


def layouts(zones: list[Zone], unseen: int) -> Iterator[Layout]:
    """Every way to lay the unseen cards into the unknown slots."""

    def spread(number: int, kind: int) -> Iterator[tuple[int, ...]]:
        for shares in product(range(number + 1), repeat=len(zones)):
            barred = any(share and zone.never >> kind & 1 for share, zone in zip(shares, zones, strict=True))
            if sum(shares) == number and not barred:
                yield shares

    held = dict(bag.kinds(unseen))
    for ways in product(*(list(spread(number, kind)) for kind, number in held.items())):
        layout = tuple(Counter({kind: way[i] for kind, way in zip(held, ways, strict=True)}) for i in range(len(zones)))
        if all(cards.total() == zone.unknown for cards, zone in zip(layout, zones, strict=True)):
            yield layout


@given(tables())
def test_the_audit_is_exact(table: tuple[list[Zone], int]):
    zones, unseen = table
    found = list(layouts(zones, unseen))
    assert knowledge.fits(zones, unseen) == bool(found)
    for zone, kind in product(range(ZONES), range(KINDS)):
        known = bag.count(zones[zone].known, kind)
        assert knowledge.knows(zones, zone, kind) == bool(known)
        there = [known + layout[zone][kind] for layout in found]
        assert knowledge.possible(zones, unseen, zone, kind) == bool(known or any(there))


@given(tables(), st.data())
def test_what_is_remembered_of_a_table_is_of_its_unseen_cards_too(drawn: tuple[list[Zone], int], data: st.DataObject):
    """States hold their zones in tuples, and a tuple that was asked about before is not reckoned anew."""
    zones, slots = tuple(drawn[0]), sum(zone.unknown for zone in drawn[0])
    bags = [drawn[1], bag.bag_of(data.draw(st.lists(kinds, min_size=slots, max_size=slots)))]
    found = [list(layouts(list(zones), unseen)) for unseen in bags]
    for (unseen, ways), zone in product([*zip(bags, found, strict=True)] * 2, range(ZONES)):
        able = {kind for kind in range(KINDS) if knowledge.possible(zones, unseen, zone, kind)}
        known = {kind for kind, _ in bag.kinds(zones[zone].known)}
        assert able == known | {kind for way in ways for kind in +way[zone]}
        assert {kind for kind, _ in bag.kinds(knowledge.possible_kinds(zones, unseen, zone))} == able


# ---------------------------------------------------------------- moves


class Piles:
    """Real cards, and beside them what the table may know."""

    def __init__(self, cards: list[list[int]]) -> None:
        self.cards = cards
        self.zones = [Zone(unknown=len(pile)) for pile in cards]
        self.unseen = bag.bag_of(card for pile in cards for card in pile)

    def hidden(self, zone: int) -> Counter[int]:
        return Counter(self.cards[zone]) - Counter(bag.cards(self.zones[zone].known))

    def holds(self) -> None:
        """The truth is inside what is known."""
        unseen: Counter[int] = Counter()
        for index, zone in enumerate(self.zones):
            assert zone.seen == bag.size(zone.known)
            assert zone.size == len(self.cards[index])
            assert Counter(bag.cards(zone.known)) <= Counter(self.cards[index])
            assert not any(zone.never >> kind & 1 for kind in self.hidden(index))
            unseen += self.hidden(index)
        assert self.unseen == bag.bag_of(unseen.elements())
        assert knowledge.fits(self.zones, self.unseen)


@given(st.lists(hands, min_size=ZONES, max_size=ZONES), st.data())
def test_moves_keep_the_truth_inside_what_is_known(cards: list[list[int]], data: st.DataObject):
    table = Piles(cards)
    for _ in range(data.draw(st.integers(1, 12), "moves")):
        act = data.draw(
            st.sampled_from((move, move_unseen, move_all, reveal, reveal_these, reveal_all, rule_out)), "act"
        )
        act(table, data.draw(st.integers(0, ZONES - 1), "from"), data)
        table.holds()


def another(zone: int, data: st.DataObject) -> int:
    return data.draw(st.sampled_from([other for other in range(ZONES) if other != zone]), "to")


def move(table: Piles, zone: int, data: st.DataObject) -> None:
    target = another(zone, data)
    if table.cards[zone]:
        card = data.draw(st.sampled_from(table.cards[zone]), "card")
        table.cards[zone].remove(card)
        table.cards[target].append(card)
        knowledge.move(table, zone, target, card)


def move_unseen(table: Piles, zone: int, data: st.DataObject) -> None:
    target, number = another(zone, data), data.draw(st.integers(0, 4), "number")
    there = data.draw(st.permutations(table.cards[zone]), "order")
    table.cards[zone] = there[number:]
    table.cards[target] += there[:number]
    assert knowledge.move_unseen(table, zone, target, number) == len(there[:number])


def move_all(table: Piles, zone: int, data: st.DataObject) -> None:
    target = another(zone, data)
    table.cards[target] += table.cards[zone]
    table.cards[zone] = []
    knowledge.move_all(table, zone, target)


def reveal(table: Piles, zone: int, data: st.DataObject) -> None:
    if table.cards[zone]:
        card = data.draw(st.sampled_from(table.cards[zone]), "card")
        knowledge.reveal(table, zone, card)
        assert knowledge.knows(table.zones, zone, card)


def reveal_these(table: Piles, zone: int, data: st.DataObject) -> None:
    order = data.draw(st.permutations(table.cards[zone]), "order")
    shown = order[: data.draw(st.integers(0, len(order)), "number")]
    knowledge.reveal_these(table, zone, bag.bag_of(shown))
    assert Counter(bag.cards(table.zones[zone].known)) >= Counter(shown)


def reveal_all(table: Piles, zone: int, data: st.DataObject) -> None:
    knowledge.reveal_all(table, zone, bag.bag_of(table.cards[zone]))
    assert not table.zones[zone].unknown


def rule_out(table: Piles, zone: int, data: st.DataObject) -> None:
    absent = [kind for kind in range(KINDS) if kind not in table.hidden(zone)]
    knowledge.rule_out(table, zone, sum(1 << kind for kind in absent))
    for kind in absent:
        here = table.zones[zone].known
        assert knowledge.possible(table.zones, table.unseen, zone, kind) == bool(bag.count(here, kind))


MOVES = (move, move_unseen, move_all, reveal, reveal_these, reveal_all, rule_out)


@given(hands, kinds, kinds)
def test_a_card_that_cannot_be_there_is_a_mistake_and_nothing_gets_lost(cards: list[int], claimed: int, other: int):
    """The table insists on a card against all knowledge: sizes stay, and nothing becomes less than nothing."""
    assume(cards)
    table = Piles([list(cards), [other], []])
    knowledge.reveal_all(table, 0, bag.bag_of(cards))
    knowledge.move(table, 0, 2, claimed)
    knowledge.reveal(table, 1, claimed)
    assert [zone.size for zone in table.zones] == [len(cards) - 1, 1, 1]
    assert table.unseen >= 0
    assert bag.size(table.unseen) >= sum(zone.unknown for zone in table.zones)
    assert all(bag.size(zone.known) == zone.seen for zone in table.zones)


@given(tables(), st.integers(0, ZONES - 1), st.lists(kinds, max_size=9))
def test_a_zone_that_the_table_insists_is_larger_leaves_the_others_their_cards(
    drawn: tuple[list[Zone], int], zone: int, claimed: list[int]
):
    table = Piles([[] for _ in range(ZONES)])
    table.zones, table.unseen = drawn
    knowledge.reveal_all(table, zone, bag.bag_of(claimed))
    assert table.zones[zone] == Zone(bag.bag_of(claimed), len(claimed), 0, 0)
    assert bag.size(table.unseen) >= sum(other.unknown for other in table.zones)


@given(st.lists(st.integers(0, 5), max_size=12), st.lists(st.integers(0, 5), max_size=12))
def test_a_bag_covers_another_exactly_if_it_has_as_many_of_each_kind(one: list[int], other: list[int]):
    expected = all(one.count(kind) >= other.count(kind) for kind in other)
    assert bag.covers(bag.bag_of(one), bag.bag_of(other)) is expected
