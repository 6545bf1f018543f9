"""SANDRA'S TURN: the card says where she goes; what she does there follows."""

from collections.abc import Iterator
from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.escape_plan.asked import SandraTurn
from rules.games.escape_plan.flow import next_turn
from rules.games.escape_plan.pieces import (
    BUSINESSES,
    EXITS,
    KEYS,
    KIND,
    LOCATION,
    NAMES,
    SAFE_HOUSES,
    SANDRA_CARD,
    SANDRA_LETTER,
    KeyColour,
)
from rules.games.escape_plan.state import DISCARD, DISPLAY, Draft, State, place_bit
from rules.games.escape_plan.turn import answers, in_play
from rules.games.escape_plan.visit import count_visit, has_all
from rules.knowledge import move_unseen
from rules.verdict import Rule, rule

HEADING = "SANDRA'S TURN"
CONTACTS_GONE = 2
WITH_CONTACTS = ("business", "store", "exit")


@rule(HEADING, "Sandra's card names a Location.", firm=True)
def goes_to_a_location(s: State, a: Any) -> bool:
    return a.to in LOCATION


@rule(HEADING, "In Rounds 1 and 2 Sandra passes open Exits by: reveal another card.")
def ignores_open_exits(s: State, a: Any) -> bool:
    return a.to not in EXITS or s.round >= s.box.tables["rounds"] or s.blocked(EXITS.index(a.to))


@rule(
    HEADING,
    "Two discs at most come from the two Contact cards, and only where she discards any.",
    firm=True,
)
def so_many_discs(s: State, a: Any) -> bool:
    return a.discs == 0 or (0 < a.discs <= CONTACTS_GONE and a.to in LOCATION and KIND[a.to] in WITH_CONTACTS)


@rule(HEADING, "No Key of that colour is left, or she takes none there.", firm=True)
def her_key_is_there(s: State, a: Any) -> bool:
    return a.key is None or (a.to in SAFE_HOUSES and s.stock.keys[KEYS.index(a.key)] > 0)


class Sandra(Action, frozen=True):
    """Where she goes, the discs that the discarded Contact cards bring her, and the Key that she takes away."""

    to: Card
    discs: int = 0
    key: KeyColour | None = None

    do: ClassVar[str] = "sandra"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "Sandra's turn"
    button: ClassVar[str] = "Sandra"
    asks: ClassVar[dict[str, str]] = {
        "to": "Where does her card send her?",
        "discs": "How many discs do the two discarded Contact cards show?",
        "key": "Which Key does she take away?",
    }
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(SandraTurn, HEADING, "It is not Sandra's turn."))
    rules: ClassVar[tuple[Rule, ...]] = (goes_to_a_location, ignores_open_exits, so_many_discs, her_key_is_there)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        seat, kind = table.box.sandra, KIND[self.to]
        table.change(seat, at=int(self.to))
        company = table.company(seat, self.to)
        table.note("sandra", NAMES[self.to], company)
        _notoriety(table, self.to, company)
        if kind in WITH_CONTACTS:
            _discard_contacts(table, self.discs)
        if kind in ("business", "safe-house"):
            _place_cube(table, self.to)
        if kind == "safe-house":
            _empty_safe_house(table, self.key)
        elif kind == "store":
            _empty_lockers(table, self.to)
        elif kind == "exit":
            table.take(exits=max(table.stock.exits - 1, 0))
        next_turn(table)

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return ((Card(SANDRA_CARD), "discard"),)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Sandra, ...]":
        return tuple(cls(by, Card(place), discs, key) for place in LOCATION for discs, key in _finds(state, place))


def _finds(state: State, place: int) -> Iterator[tuple[int, KeyColour | None]]:
    """What a turn at this place has to tell: the discs on two Contact cards, the Key that goes."""
    if KIND[place] in WITH_CONTACTS:
        yield from ((discs, None) for discs in range(CONTACTS_GONE + 1))
        return
    left = [colour for colour, number in zip(KEYS, state.stock.keys, strict=True) if number]
    yield from ((0, colour) for colour in (left if place in SAFE_HOUSES and left else (None,)))


def _notoriety(table: Draft, to: int, company: int) -> None:
    """One for each other player there; Businesses and Stores A and C make her notorious, the others less so."""
    seat, kind = table.box.sandra, KIND[to]
    boxed = kind in ("business", "safe-house", "store", "exit")
    twice = boxed and table.box.house["sandra-company"] == "twice"
    table.gain(seat, company * (2 if twice else 1))
    if not boxed:
        return
    if kind == "business" or SANDRA_LETTER.get(to) in ("a", "c"):
        table.gain(seat)
    else:
        table.lose(seat)


def _discard_contacts(table: Draft, discs: int) -> None:
    gone = move_unseen(table, DISPLAY, DISCARD, CONTACTS_GONE)
    table.fill_display(gone)
    for _ in range(discs):
        table.disc(table.box.sandra)


def _place_cube(table: Draft, to: int) -> None:
    """A cube on the hexagon; the third of a group brings a disc."""
    player = table.players[table.box.sandra]
    new = not player.visited & place_bit(to)
    table.change(table.box.sandra, visits=player.visits + 1, visited=player.visited | place_bit(to))
    if to in BUSINESSES and table.box.house["sandra-closes"]:
        count_visit(table, to)
    if new and has_all(table, table.box.sandra, to):
        table.disc(table.box.sandra)


def _empty_safe_house(table: Draft, key: str | None) -> None:
    """A random Fixer and a Key leave the game."""
    stock = table.stock
    keys = tuple(number - (colour == key) for colour, number in zip(KEYS, stock.keys, strict=True))
    table.take(fixers=max(stock.fixers - 1, 0), keys=keys)


def _empty_lockers(table: Draft, to: int) -> None:
    stacks = list(table.stock.lockers)
    for colour in table.box.tables["sandra_lockers"][SANDRA_LETTER[to]]:
        number = KEYS.index(colour)
        stacks[number] = max(stacks[number] - 1, 0)
    table.take(lockers=tuple(stacks))
