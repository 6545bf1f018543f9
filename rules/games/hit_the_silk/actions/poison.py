"""5 POISON and 6 ANTIDOTE: tokens, the marks at 6,000 and 4,000 ft, and what the dead leave lying."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from msgspec import field

from rules.action import Action, Card, Seat
from rules.bag import BITS
from rules.games.hit_the_silk.aboard import ON_TURN_OR_LAST_SEARCH, find_licence
from rules.games.hit_the_silk.actions.handcuffs import leaves_the_cuffed_briefcase
from rules.games.hit_the_silk.cards import A_CARD, ANTIDOTE, NAMES, POISON
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import has_a_card, holds, pay, the_living
from rules.games.hit_the_silk.state import HANDS, Draft, Situation, State
from rules.games.hit_the_silk.turn import ON_TURN, actor_is_alive, in_play
from rules.knowledge import possible
from rules.verdict import Rule, rule

HEADING = "5 POISON"
CURE = "6 ANTIDOTE"


def useless(state: Situation) -> bool:
    """5 POISON: at 6,000 ft unused Poison loses its deadliness; in Travel mode as the last round begins."""
    if state.altitude is None:
        return bool(state.round >= state.box.tables["rounds"] and state.box.house["travel-poison"] == "round-4")
    return bool(state.altitude <= state.box.tables["poison_useless"])


@rule(HEADING, "Unused Poison is useless by now.")
def still_deadly(s: State, a: Any) -> bool:
    return not useless(s)


@rule(CURE, "{whom} is not poisoned.")
def is_poisoned(s: State, a: Any) -> bool:
    return s.players[a.whom].poison > 0


class Poison(Action, frozen=True):
    whom: Seat = field(name="target")

    do: ClassVar[str] = "poison"
    label: ClassVar[str] = "{by}'s Poison for {whom}"
    button: ClassVar[str] = "Poison"
    asks: ClassVar[Mapping[str, str]] = {"target": "Who is poisoned?"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, still_deadly, holds(POISON, HEADING))
    rules: ClassVar[tuple[Rule, ...]] = (the_living(HEADING),)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def lays(self, state: State) -> Laid:
        return ((Card(POISON), "box"),)

    def play(self, table: Draft) -> None:
        table.remove(self.by, POISON)
        pay(table, self, table.box.costs[POISON])

    def resolve(self, table: Draft) -> None:
        if table.players[self.whom].alive:
            table.change(self.whom, poison=table.players[self.whom].poison + 1)
            table.note("poisoned", self.whom)
        table.take_flannel(self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Poison, ...]":
        return _poisons(by, state.living())


@cache
def _poisons(by: Seat, living: tuple[int, ...]) -> tuple[Poison, ...]:
    return tuple(Poison(by, Seat(seat)) for seat in living)


class Antidote(Action, frozen=True):
    whom: Seat = field(name="target")

    do: ClassVar[str] = "antidote"
    label: ClassVar[str] = "{by}'s Antidote for {whom}"
    button: ClassVar[str] = "Antidote"
    asks: ClassVar[Mapping[str, str]] = {"target": "Who takes it?"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, holds(ANTIDOTE, CURE))
    rules: ClassVar[tuple[Rule, ...]] = (the_living(CURE), is_poisoned)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def lays(self, state: State) -> Laid:
        return ((Card(ANTIDOTE), "box"),)

    def play(self, table: Draft) -> None:
        table.remove(self.by, ANTIDOTE)
        pay(table, self, table.box.costs[ANTIDOTE])

    def resolve(self, table: Draft) -> None:
        player = table.players[self.whom]
        if player.alive and player.poison:
            left = 0 if table.box.house["antidote-undoes"] == "all" else player.poison - 1
            table.change(self.whom, poison=left)
            table.note("cured", self.whom)
        else:
            table.note("too-late", self.by, self.whom)
        table.take_flannel(self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Antidote, ...]":
        return tuple(cls(by, Seat(seat)) for seat in state.living() if state.players[seat].poison)


@rule(HEADING, "Poison is still deadly; it is returned to the Box only once it is useless.")
def useless_by_now(s: State, a: Any) -> bool:
    return useless(s)


class ReturnPoison(Action, frozen=True):
    """Who holds or draws useless Poison returns it to the Box, and takes a Flannel or draws another card."""

    redraw: bool = False

    do: ClassVar[str] = "return-poison"
    label: ClassVar[str] = "{by}'s useless Poison"
    button: ClassVar[str] = "Return Poison"
    asks: ClassVar[Mapping[str, str]] = {"by": "Who returns it?", "redraw": "Draws another card"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, actor_is_alive, useless_by_now, holds(POISON, "5 POISON"))

    def lays(self, state: State) -> Laid:
        return ((Card(POISON), "box"),)

    def play(self, table: Draft) -> None:
        table.remove(self.by, POISON)
        table.note("poison-returned", self.by)
        if self.redraw:
            table.draw(self.by)
        else:
            table.take_flannel(self.by)


@rule(HEADING, "Only a player who died of Poison leaves cards to take.", firm=True)
def died_of_poison(s: State, a: Any) -> bool:
    return s.players[a.whom].killed_by == "poison"


@rule(HEADING, "{whom} has no card left to take.", firm=True)
def leaves_a_card(s: State, a: Any) -> bool:
    return s.zones[HANDS + a.whom].size > s.cases(a.whom)


@rule(HEADING, "{by} has already taken a card from {whom}.")
def loots_once(s: State, a: Any) -> bool:
    return not s.players[a.by].looted >> a.whom & 1


@rule(HEADING, "Somebody has already taken a card from {whom}.", switch="loot-once")
def nobody_looted_before(s: State, a: Any) -> bool:
    if s.box.house["loot-once"] == "each":
        return True
    return not any(player.looted >> a.whom & 1 for player in s.players)


@rule(HEADING, lambda s, a: f"{s.box.seats[a.by]} cannot have {A_CARD[a.discard]} to give up for it.")
def has_it_to_give_up(s: State, a: Any) -> bool:
    return possible(s.zones, s.unseen, HANDS + a.by, a.discard)


@rule(HEADING, lambda s, a: f"{s.box.seats[a.whom]} has no {NAMES[a.take]} lying there.")
def lies_there(s: State, a: Any) -> bool:
    return a.take is None or possible(s.zones, s.unseen, HANDS + a.whom, a.take)


class Loot(Action, frozen=True):
    """One card to the Discard pile, one card from a player who died of Poison: free, on one's own turn."""

    whom: Seat = field(name="from")
    discard: Card
    take: Card | None = None

    do: ClassVar[str] = "loot"
    label: ClassVar[str] = "{by}'s loot from {whom}"
    button: ClassVar[str] = "Loot"
    asks: ClassVar[Mapping[str, str]] = {"from": "From whom?", "discard": "Which card goes?"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN_OR_LAST_SEARCH, has_a_card)
    rules: ClassVar[tuple[Rule, ...]] = (
        died_of_poison,
        leaves_a_card,
        loots_once,
        nobody_looted_before,
        has_it_to_give_up,
        lies_there,
        leaves_the_cuffed_briefcase(HEADING),
    )

    def lays(self, state: State) -> Laid:
        return discarded(self.discard)

    def play(self, table: Draft) -> None:
        table.acted = True
        table.discard(self.by, self.discard)
        table.take_one(HANDS + self.whom, self.by, self.take)
        table.change(self.by, looted=table.players[self.by].looted | 1 << self.whom)
        table.note("looted", self.by, self.whom)
        find_licence(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Loot]":
        if not state.dead:
            return []
        dead = [Seat(seat) for seat, player in enumerate(state.players) if player.killed_by == "poison"]
        mine = state.unseen | state.zones[HANDS + by].known
        return [
            cls(by, seat, Card(kind))
            for seat in dead
            for kind in range(mine.bit_length() // BITS + 1)
            if mine >> BITS * kind & 255
        ]
