"""Additional Actions 3: items thrown off the plane, and as many more discarded."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rules import bag
from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.altitude import Drop
from rules.games.hit_the_silk.state import HANDS, OUT, Draft, State
from rules.games.hit_the_silk.turn import actor_is_alive, in_play
from rules.knowledge import move_unseen
from rules.verdict import Rule, rule

HEADING = "Additional Actions"


@rule(
    HEADING,
    "Disposal belongs to the advanced game; this table plays without it.",
    switch="disposal",
    firm=True,
    whoever=True,
)
def disposal_is_played(s: State, a: Any) -> bool:
    return bool(s.box.house["disposal"])


@rule(HEADING, "This table allows disposal only on one's own turn.", switch="dispose-anytime")
def may_dispose_now(s: State, a: Any) -> bool:
    return s.box.house["dispose-anytime"] or a.by == s.turn


@rule(HEADING, "One or two items may be thrown off the plane.", firm=True)
def throws_one_or_two(s: State, a: Any) -> bool:
    return 1 <= a.number <= 2


@rule(HEADING, "For every item thrown off the plane another one has to be discarded.")
def discards_as_many(s: State, a: Any) -> bool:
    return len(a.discard) == a.number


@rule(HEADING, "{by} cannot have all of those cards.", firm=True)
def has_them_all(s: State, a: Any) -> bool:
    hand = s.zones[HANDS + a.by]
    named = bag.bag_of((*a.discard, *(a.items if isinstance(a.items, tuple) else ())))
    if hand.size < a.number + len(a.discard):
        return False
    at_most = [
        (bag.count(named, kind), bag.count(hand.known, kind), bag.count(s.unseen, kind)) for kind, _ in bag.kinds(named)
    ]
    hidden = sum(max(wanted - known, 0) for wanted, known, _ in at_most)
    return hidden <= hand.unknown and all(wanted <= known + unseen for wanted, known, unseen in at_most)


class Dispose(Action, frozen=True):
    """`items`: what is thrown off the plane, named or only counted; `discard`: what goes face up on the pile."""

    items: tuple[Card, ...] | int
    discard: tuple[Card, ...]

    do: ClassVar[str] = "dispose"
    label: ClassVar[str] = "{by}'s disposal"
    button: ClassVar[str] = "Throw off"
    asks: ClassVar[Mapping[str, str]] = {
        "by": "Who throws something off?",
        "discard": "Which card is discarded for it?",
    }
    private: ClassVar[frozenset[str]] = frozenset({"items"})
    gate: ClassVar[tuple[Rule, ...]] = (in_play, actor_is_alive, disposal_is_played, may_dispose_now)
    rules: ClassVar[tuple[Rule, ...]] = (throws_one_or_two, discards_as_many, has_them_all)

    @property
    def number(self) -> int:
        return self.items if isinstance(self.items, int) else len(self.items)

    def play(self, table: Draft) -> None:
        if self.by == table.turn:
            table.acted = True
        for kind in self.discard:
            table.discard(self.by, kind)
        if isinstance(self.items, int):
            move_unseen(table, HANDS + self.by, OUT, self.items)
        else:
            for kind in self.items:
                table.remove(self.by, kind)
        table.note("disposed", self.by, self.number)
        given_up = self.number + len(self.discard)
        for _ in range(min(given_up, table.limit(self.by) - table.zones[HANDS + self.by].size)):
            table.take_flannel(self.by)
        table.pending.append(Drop(table.box.tables["disposal"] * self.number))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Dispose]":
        mine = state.unseen | state.zones[HANDS + by].known
        return [cls(by, 1, (Card(kind),)) for kind, _ in bag.kinds(mine)]
