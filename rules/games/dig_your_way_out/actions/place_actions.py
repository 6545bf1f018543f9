"""PLACE ACTIONS: Dig in the Cell block, Heal in the Nursery, a Spoon from the Cafeteria."""

from functools import cache
from typing import Any, ClassVar

from rules.action import Action, Seat
from rules.games.dig_your_way_out.cards import (
    A_CARD,
    CAFETERIA,
    CELL_BLOCK,
    IDS,
    NURSERY,
    PLACE_NAMES,
    SPOON,
    Tool,
)
from rules.games.dig_your_way_out.state import HANDS, Draft, State
from rules.games.dig_your_way_out.turn import AN_ACTION, not_twice
from rules.knowledge import move, possible
from rules.verdict import Rule, rule

DIG = "CELL BLOCK: Dig"
HEAL = "NURSERY: Heal"
STEAL = "CAFETERIA: Steal a spoon"
TOOLS: tuple[Tool, ...] = ("spoon", "pick", "shovel")


@cache
def only_in(place: int, heading: str) -> Rule:
    """Each of these actions can only be performed in its Place."""

    @rule(heading, f"That is only done in the {PLACE_NAMES[place]}.", of=heading)
    def only_in(s: State, a: Any) -> bool:
        return s.players[a.by].place == place

    return only_in


@rule("BEATINGS", "{by} has received 2 Beatings and cannot dig.")
def not_beaten_twice(s: State, a: Any) -> bool:
    beatings = s.players[a.by].beatings
    return beatings < s.box.tables["beatings"] or beatings - s.power(a.by, "tough") < s.box.tables["beatings"]


@rule(DIG, lambda s, a: f"{s.box.seats[a.by]} cannot have {A_CARD[IDS.index(a.tool)]} to dig with.")
def has_the_tool(s: State, a: Any) -> bool:
    return possible(s.zones, s.unseen, HANDS + a.by, IDS.index(a.tool))


class Dig(Action, frozen=True):
    """One Tool onto the Prisoner board; whoever reaches the goal wins at once."""

    tool: Tool

    do: ClassVar[str] = "dig"
    label: ClassVar[str] = "{by}'s digging with a {tool}"
    button: ClassVar[str] = "Dig"
    asks: ClassVar[dict[str, str]] = {"tool": "With which Tool?"}
    gate: ClassVar[tuple[Rule, ...]] = (*AN_ACTION, only_in(CELL_BLOCK, DIG), not_beaten_twice)
    rules: ClassVar[tuple[Rule, ...]] = (not_twice, has_the_tool)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        kind = IDS.index(self.tool)
        move(table, HANDS + self.by, HANDS + len(table.players) + self.by, kind)
        table.note("dug", self.by, kind, table.points(self.by))
        if table.points(self.by) >= table.box.goal:  # GOAL: as soon as it is reached
            table.winner = int(self.by)
            table.pending.clear()
            table.note("over", self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Dig, ...]":
        return _digs(by)


@cache
def _digs(by: Seat) -> tuple[Dig, ...]:
    return tuple(Dig(by, tool) for tool in TOOLS)


@rule(HEAL, "{by} has received no Beating.", firm=True)
def has_a_beating(s: State, a: Any) -> bool:
    return s.players[a.by].beatings > 0


class Heal(Action, frozen=True):
    do: ClassVar[str] = "heal"
    label: ClassVar[str] = "{by}'s healing"
    button: ClassVar[str] = "Heal"
    gate: ClassVar[tuple[Rule, ...]] = (*AN_ACTION, only_in(NURSERY, HEAL), has_a_beating)
    rules: ClassVar[tuple[Rule, ...]] = (not_twice,)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        left = max(table.players[self.by].beatings - 1 - table.power(self.by, "heal"), 0)
        table.change(self.by, beatings=left)
        table.note("healed", self.by, left)


@rule(STEAL, "No Spoon is left on the board.", firm=True, whoever=True)
def spoons_are_left(s: State, a: Any) -> bool:
    return s.pile(SPOON) > 0


class StealSpoon(Action, frozen=True):
    do: ClassVar[str] = "steal-spoon"
    label: ClassVar[str] = "{by}'s theft of a Spoon"
    button: ClassVar[str] = "Steal a spoon"
    gate: ClassVar[tuple[Rule, ...]] = (*AN_ACTION, only_in(CAFETERIA, STEAL), spoons_are_left)
    rules: ClassVar[tuple[Rule, ...]] = (not_twice,)

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        table.note("spoons", self.by, table.take(self.by, SPOON, 1 + table.power(self.by, "spoons")))
