"""Extort a Prisoner: a Tool is asked for with a Weapon in sight; Intimidation, then Combat, Weapon against Weapon."""

from typing import Any, ClassVar

from msgspec import field

from rules import bag
from rules.action import Action, Card, Seat
from rules.games.dig_your_way_out.cards import A_CARD, IDS, NAMES, PILED, Tool
from rules.games.dig_your_way_out.state import DISCARD, HANDS, LAID, PILES, Draft, State
from rules.games.dig_your_way_out.turn import A_FREE_ACTION, in_play, laid
from rules.knowledge import knows, move, possible, rule_out
from rules.state import Obligation
from rules.verdict import MAYBE, Maybe, Rule, rule

HEADING = "Extort a Prisoner"
TOOLS: tuple[Tool, ...] = ("spoon", "pick", "shovel")


class Intimidation(Obligation, frozen=True):
    """The target is asked for a Tool: give it, or fight."""

    by: int
    whom: int
    tool: int

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"cooperate", "fight", "give-up"})
    heading: ClassVar[str] = "Intimidation"
    do_next: ClassVar[str] = "{player} is extorted"

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.whom,)

    def asks(self, state: State) -> str:
        one, other = state.box.seats[self.by], state.box.seats[self.whom]
        return f"{one} wants {A_CARD[self.tool]} from {other}: {other} cooperates, plays a Weapon or gives up."


class Combat(Obligation, frozen=True):
    """The two take turns with Weapons; `next` is to play one."""

    by: int
    whom: int
    tool: int
    next: int

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"fight", "give-up"})
    heading: ClassVar[str] = "Combat"
    do_next: ClassVar[str] = "{player} fights"

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.next,)

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.next]} plays a Weapon or loses the combat."


class Payment(Obligation, frozen=True):
    """The defender has lost: the Tool if it is there, else a card at random."""

    by: int
    whom: int
    tool: int

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"hand-over", "lose-a-card"})
    heading: ClassVar[str] = "Combat"
    do_next: ClassVar[str] = "{player} pays"

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.whom,)

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.whom]} hands over {A_CARD[self.tool]}, or has none and loses a card at random."


# ---------------------------------------------------------------- the threat


@rule(HEADING, "{by} has already extorted somebody this turn.")
def extorts_once(s: State, a: Any) -> bool:
    return not s.did or s.did.count("extort") <= s.power(a.by, "extort") or a.by != s.turn


@rule(HEADING, "{by} has to choose another player.", firm=True)
def extorts_another(s: State, a: Any) -> bool:
    return bool(a.whom != a.by)


@rule(HEADING, "{whom} is in another Place.")
def in_the_same_place(s: State, a: Any) -> bool:
    return s.players[a.by].place == s.players[a.whom].place


@rule(lambda s, a: _chapter(s), lambda s, a: f"The {NAMES[a.weapon]} is no Weapon.")
def is_a_weapon(s: State, a: Any) -> bool:
    return a.weapon in s.box.weapons


@rule(lambda s, a: _chapter(s), lambda s, a: f"{s.box.seats[a.by]} cannot have {A_CARD[a.weapon]} to play.")
def has_the_weapon(s: State, a: Any) -> bool:
    return possible(s.zones, s.unseen, HANDS + a.by, a.weapon)


def _chapter(s: State) -> str:
    return "Combat" if isinstance(s.waiting, Combat | Intimidation) else HEADING


class Extort(Action, frozen=True):
    whom: Seat = field(name="target")
    tool: Tool
    weapon: Card

    do: ClassVar[str] = "extort"
    label: ClassVar[str] = "{by}'s extortion of {whom}"
    button: ClassVar[str] = "Extort"
    asks: ClassVar[dict[str, str]] = {"target": "Whom?", "tool": "Which Tool?", "weapon": "With which Weapon?"}
    gate: ClassVar[tuple[Rule, ...]] = (*A_FREE_ACTION, extorts_once)
    rules: ClassVar[tuple[Rule, ...]] = (extorts_another, in_the_same_place, is_a_weapon, has_the_weapon)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        table.spend(self.do)
        tool = IDS.index(self.tool)
        move(table, HANDS + self.by, LAID, self.weapon)
        table.note("extorts", self.by, self.whom, tool, self.weapon)
        table.pending.append(Intimidation(int(self.by), int(self.whom), tool))

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return laid((self.weapon,))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Extort]":
        here = state.players[by].place
        others = [Seat(s) for s, player in enumerate(state.players) if player.place == here and s != by]
        if not others:
            return []
        weapons = [Card(kind) for kind in weapons_of(state, by)]
        return [cls(by, whom, tool, weapon) for whom in others for tool in TOOLS for weapon in weapons]


def weapons_of(state: State, by: int) -> list[int]:
    """The Weapons that this player could hold."""
    return [kind for kind in state.box.weapons if possible(state.zones, state.unseen, HANDS + by, kind)]


# ---------------------------------------------------------------- Intimidation and Combat


@rule("Intimidation", "{by} is not being extorted.", firm=True)
def is_intimidated(s: State, a: Any) -> bool:
    return isinstance(s.waiting, Intimidation) and s.waiting.whom == a.by


@rule("Intimidation", lambda s, a: f"{s.box.seats[a.by]} cannot have {A_CARD[s.waiting.tool]} to give.")
def has_the_tool_to_give(s: State, a: Any) -> bool:
    return not is_intimidated.test(s, a) or possible(s.zones, s.unseen, HANDS + a.by, s.waiting.tool)


class Cooperate(Action, frozen=True):
    """The Tool is handed over, and that is the end of it."""

    do: ClassVar[str] = "cooperate"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s giving in"
    button: ClassVar[str] = "Cooperate"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_intimidated, has_the_tool_to_give)

    def play(self, table: Draft) -> None:
        threat = table.pending.pop()
        assert isinstance(threat, Intimidation)
        move(table, HANDS + self.by, HANDS + threat.by, threat.tool)
        table.note("gave", self.by, threat.by, threat.tool)
        if table.box.house["threat-weapon"] == "returned":
            for kind in bag.cards(table.zones[LAID].known):
                move(table, LAID, HANDS + threat.by, kind)
        discard_weapons(table)


@rule("Combat", lambda s, a: s.waiting.asks(s) if isinstance(s.waiting, Combat) else "There is no combat.", firm=True)
def is_next_in_combat(s: State, a: Any) -> bool:
    waiting = s.waiting
    if isinstance(waiting, Intimidation):
        return waiting.whom == a.by
    return isinstance(waiting, Combat) and waiting.next == a.by


class Fight(Action, frozen=True):
    weapon: Card

    do: ClassVar[str] = "fight"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s Weapon"
    button: ClassVar[str] = "Play a Weapon"
    asks: ClassVar[dict[str, str]] = {"weapon": "Which Weapon?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_next_in_combat)
    rules: ClassVar[tuple[Rule, ...]] = (is_a_weapon, has_the_weapon)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        fight: Any = table.pending.pop()
        move(table, HANDS + self.by, LAID, self.weapon)
        table.note("fights", self.by, self.weapon)
        other = fight.by if self.by == fight.whom else fight.whom
        table.pending.append(Combat(fight.by, fight.whom, fight.tool, other))

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return laid((self.weapon,))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Fight]":
        return [cls(by, Card(kind)) for kind in weapons_of(state, by)]


@rule("Combat", "{by} cannot have had that card.", firm=True)
def can_have_lost_it(s: State, a: Any) -> bool:
    return a.taken is None or possible(s.zones, s.unseen, HANDS + a.by, a.taken)


class GiveUp(Action, frozen=True):
    """No Weapon, or no will to play one. `taken` may name the card that the winner draws from a beaten attacker."""

    taken: Card | None = None

    do: ClassVar[str] = "give-up"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s defeat"
    button: ClassVar[str] = "Give up"
    private: ClassVar[frozenset[str]] = frozenset({"taken"})
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_next_in_combat)
    rules: ClassVar[tuple[Rule, ...]] = (can_have_lost_it,)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        fight: Any = table.pending.pop()
        attacker, defender, tool = fight.by, fight.whom, fight.tool
        winner = attacker if self.by == defender else defender
        table.note("lost", self.by, winner)
        table.beat(self.by)
        discard_weapons(table)
        if self.by == attacker:
            rob(table, defender, attacker, self.taken)
        elif knows(table.zones, HANDS + defender, tool):
            hand_over(table, defender, attacker, tool)
        elif possible(table.zones, table.unseen, HANDS + defender, tool):
            table.pending.append(Payment(attacker, defender, tool))
            return
        else:
            rob(table, attacker, defender, self.taken)
        reward(table, winner)


# ---------------------------------------------------------------- what the loser pays


@rule("Combat", "{by} does not have to pay for a combat.", firm=True)
def has_to_pay(s: State, a: Any) -> bool:
    return isinstance(s.waiting, Payment) and s.waiting.whom == a.by


@rule("Combat", lambda s, a: f"Whether {s.box.seats[a.by]} really has no {NAMES[s.waiting.tool]} is not known.")
def tool_decides(s: State, a: Any) -> bool | Maybe:
    return MAYBE if isinstance(s.waiting, Payment) else True


class HandOver(Action, frozen=True):
    """The beaten defender has the Tool, and has to give it."""

    do: ClassVar[str] = "hand-over"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s payment"
    button: ClassVar[str] = "Hand it over"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, has_to_pay)

    def play(self, table: Draft) -> None:
        payment: Any = table.pending.pop()
        hand_over(table, self.by, payment.by, payment.tool)
        reward(table, payment.by)


class LoseACard(Action, frozen=True):
    """The beaten defender does not have the Tool: the winner picks a card at random."""

    taken: Card | None = None

    do: ClassVar[str] = "lose-a-card"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s lost card"
    button: ClassVar[str] = "Has none"
    private: ClassVar[frozenset[str]] = frozenset({"taken"})
    gate: ClassVar[tuple[Rule, ...]] = (in_play, has_to_pay)
    rules: ClassVar[tuple[Rule, ...]] = (can_have_lost_it, tool_decides)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        payment: Any = table.pending.pop()
        rule_out(table, HANDS + self.by, 1 << payment.tool)
        rob(table, payment.by, self.by, self.taken)
        reward(table, payment.by)


def hand_over(table: Draft, loser: int, winner: int, tool: int) -> None:
    move(table, HANDS + loser, HANDS + winner, tool)
    table.note("gave", loser, winner, tool)


def rob(table: Draft, winner: int, loser: int, named: int | None) -> None:
    """One card at random, if there is any left."""
    if table.take_one(loser, winner, named):
        table.note("robbed", winner, loser)


def reward(table: Draft, winner: int) -> None:
    """What a Gang card brings whoever wins a combat."""
    loot, spoils = table.power(winner, "loot"), table.power(winner, "spoils")
    if loot:
        table.change(winner, cigarettes=table.players[winner].cigarettes + loot)
        table.note("gained", winner, loot)
    if spoils:
        table.note("searched", winner, table.draw(winner, spoils))


def discard_weapons(table: Draft) -> None:
    """All Weapons played go back: Knives to their pile, others to the discard pile."""
    for kind in bag.cards(table.zones[LAID].known):
        move(table, LAID, PILES + kind if kind < PILED else DISCARD, kind)
