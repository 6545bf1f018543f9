"""Search: once a turn, as many Search cards as the Place says."""

from typing import Any, ClassVar

from rules import bag
from rules.action import Action, Card
from rules.games.dig_your_way_out.cards import PLACE_NAMES
from rules.games.dig_your_way_out.state import DISCARD, SEARCH, Draft, State
from rules.games.dig_your_way_out.turn import A_FREE_ACTION
from rules.verdict import Rule, rule

HEADING = "Search"


def found_here(s: Any, seat: int) -> int:
    """How many cards a Search draws for this player now."""
    number = s.box.search[s.players[seat].place]
    return number + s.power(seat, "search") if number else 0


@rule(HEADING, "{by} has already searched this turn.")
def searches_once(s: State, a: Any) -> bool:
    return "search" not in s.did or a.by != s.turn


@rule(HEADING, lambda s, a: f"There is nothing to find in the {PLACE_NAMES[s.players[a.by].place]}.", firm=True)
def something_is_found_here(s: State, a: Any) -> bool:
    return s.box.search[s.players[a.by].place] > 0


@rule(HEADING, "The Search deck and the discard pile are both empty.", firm=True, whoever=True)
def cards_are_left(s: State, a: Any) -> bool:
    return s.zones[SEARCH].size + s.zones[DISCARD].size > 0


@rule(HEADING, lambda s, a: f"This Search draws {found_here(s, a.by)}, so no more can be named.", firm=True)
def names_no_more_than_drawn(s: State, a: Any) -> bool:
    return len(a.draws) <= found_here(s, a.by)


@rule(HEADING, "The cards named cannot all be in the Search deck.", firm=True)
def draws_can_be_there(s: State, a: Any) -> bool:
    if not a.draws:
        return True
    return bag.covers(s.zones[SEARCH].known + s.zones[DISCARD].known + s.unseen, bag.bag_of(a.draws))


class Search(Action, frozen=True):
    draws: tuple[Card, ...] = ()

    do: ClassVar[str] = "search"
    label: ClassVar[str] = "{by}'s Search"
    button: ClassVar[str] = "Search"
    private: ClassVar[frozenset[str]] = frozenset({"draws"})
    gate: ClassVar[tuple[Rule, ...]] = (*A_FREE_ACTION, searches_once, something_is_found_here, cards_are_left)
    rules: ClassVar[tuple[Rule, ...]] = (names_no_more_than_drawn, draws_can_be_there)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        number = table.draw(self.by, found_here(table, self.by), self.draws)
        table.note("searched", self.by, number)
