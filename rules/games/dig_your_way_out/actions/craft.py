"""Craft: a Link and a second part for two Knives, a Pick or a Shovel."""

from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.dig_your_way_out.cards import (
    A_CARD,
    CELL_BLOCK,
    DATA,
    IDS,
    LINK,
    NAMES,
    PLACE_NAMES,
    SHOWERS,
    Crafted,
)
from rules.games.dig_your_way_out.state import HANDS, Draft, Situation, State
from rules.games.dig_your_way_out.turn import A_FREE_ACTION, laid, not_twice
from rules.knowledge import possible
from rules.verdict import Rule, rule

HEADING = "Craft"
ITEMS: tuple[Crafted, ...] = ("knife", "pick", "shovel")
PARTS: dict[str, tuple[Card, int]] = {
    item: (Card(IDS.index(part)), number) for item, (part, number) in DATA["tables"]["crafts"]["is"].items()
}


@rule(HEADING, lambda s, a: f"Nothing can be crafted in the {PLACE_NAMES[s.players[a.by].place]}.")
def not_in_cell_block_or_showers(s: State, a: Any) -> bool:
    return s.players[a.by].place not in (CELL_BLOCK, SHOWERS) or s.power(a.by, "workshop") > 0


@rule("BEATINGS", lambda s, a: f"{s.box.seats[a.by]} has received a Beating and cannot craft.")
def not_beaten(s: State, a: Any) -> bool:
    beatings = s.players[a.by].beatings
    return not beatings or beatings <= s.power(a.by, "tough")


@rule(HEADING, lambda s, a: f"{s.box.seats[a.by]} cannot have both a Link and {A_CARD[PARTS[a.item][0]]}.")
def has_both_parts(s: State, a: Any) -> bool:
    return can_have_both(s, a.by, LINK, PARTS[a.item][0])


def can_have_both(s: Situation, by: int, one: int, other: int) -> bool:
    """Two different cards, as far as the table can know."""
    hand = s.zones[HANDS + by]
    hidden = (not hand.known >> 8 * one & 255) + (not hand.known >> 8 * other & 255)
    if not hidden:
        return True
    return (
        hidden <= hand.unknown
        and possible(s.zones, s.unseen, HANDS + by, one)
        and possible(s.zones, s.unseen, HANDS + by, other)
    )


@rule(HEADING, lambda s, a: f"No {NAMES[IDS.index(a.item)]} is left on the board.", firm=True)
def pile_is_not_empty(s: State, a: Any) -> bool:
    return s.pile(IDS.index(a.item)) > 0


@rule(HEADING, "Only one Knife is left on the board, and two are due.", switch="last-knife")
def both_knives_are_there(s: State, a: Any) -> bool:
    due = PARTS[a.item][1]
    return due == 1 or s.pile(IDS.index(a.item)) >= due or s.box.house["last-knife"] == "one"


class Craft(Action, frozen=True):
    item: Crafted

    do: ClassVar[str] = "craft"
    label: ClassVar[str] = "{by}'s crafting of a {item}"
    button: ClassVar[str] = "Craft"
    asks: ClassVar[dict[str, str]] = {"item": "What?"}
    gate: ClassVar[tuple[Rule, ...]] = (*A_FREE_ACTION, not_in_cell_block_or_showers, not_beaten)
    rules: ClassVar[tuple[Rule, ...]] = (not_twice, pile_is_not_empty, both_knives_are_there, has_both_parts)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        part, number = PARTS[self.item]
        table.discard(self.by, LINK)
        table.discard(self.by, part)
        kind = IDS.index(self.item)
        table.note("crafted", self.by, table.take(self.by, kind, number), kind)

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return laid((Card(LINK), PARTS[self.item][0]))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Craft, ...]":
        return _crafts[by]


_crafts = tuple(tuple(Craft(Seat(by), item) for item in ITEMS) for by in range(max(DATA["players"])))
