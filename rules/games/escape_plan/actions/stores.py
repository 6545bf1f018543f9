"""CONVENIENCE STORES: a Gas can, Equipment, a Locker."""

from typing import Any, ClassVar

from rules.action import Action, Card, Seat
from rules.games.escape_plan.actions.move import (
    Opener,
    flip_key,
    has_opener,
    holds_the_key,
    pays_for_the_master_key,
)
from rules.games.escape_plan.actions.visits import once, pays, visiting
from rules.games.escape_plan.pieces import ENTRIES, KEYS, NAMES, TOOL, KeyColour
from rules.games.escape_plan.spaces import gives_way, makes_way, takes_the_tile
from rules.games.escape_plan.state import Draft, Situation, State
from rules.games.escape_plan.turn import ON_TURN
from rules.verdict import Rule, rule

HEADING = "CONVENIENCE STORES"
AT_STORE = visiting("store")


@rule(HEADING, "{by} holds two Gas cans, and no more can be held.")
def holds_less_than_two(s: State, a: Any) -> bool:
    return s.players[a.by].gas < s.box.tables["gas"]


@rule(HEADING, "No Gas can is left.", firm=True)
def gas_is_there(s: State, a: Any) -> bool:
    return s.stock.gas > 0


class TakeGas(Action, frozen=True):
    do: ClassVar[str] = "take-gas"
    label: ClassVar[str] = "{by}'s Gas can"
    button: ClassVar[str] = "Take a Gas can"
    gate: ClassVar[tuple[Rule, ...]] = (
        *ON_TURN,
        AT_STORE,
        once("gas", "store", "{by} has taken a Gas can on this visit already."),
        holds_less_than_two,
        gas_is_there,
    )

    def play(self, table: Draft) -> None:
        table.spend("gas")
        table.take(gas=table.stock.gas - 1)
        table.change(self.by, gas=table.players[self.by].gas + 1)
        table.note("gas", self.by)


@rule("EQUIPMENT TILES", "That is no Equipment tile.", firm=True)
def is_equipment(s: State, a: Any) -> bool:
    return a.tile in TOOL


@rule(HEADING, "That stack of Equipment is empty.", firm=True)
def equipment_is_there(s: State, a: Any) -> bool:
    return a.tile not in TOOL or s.stock.equipment[a.tile - TOOL.start] > 0


@rule(HEADING, "{by} has bought two Equipment tiles on this visit already.")
def buys_two_at_most(s: State, a: Any) -> bool:
    return s.going.bought < s.box.tables["equipment_a_visit"]


class BuyEquipment(Action, frozen=True):
    tile: Card
    discard: Card | None = None

    do: ClassVar[str] = "buy-equipment"
    label: ClassVar[str] = "{by} buys Equipment"
    button: ClassVar[str] = "Buy Equipment"
    asks: ClassVar[dict[str, str]] = {"tile": "Which Equipment?", "discard": "Which tile makes room?"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, AT_STORE, buys_two_at_most)
    rules: ClassVar[tuple[Rule, ...]] = (
        is_equipment,
        equipment_is_there,
        pays("equipment", "store", lambda s, a: ENTRIES[a.tile]["price"] if a.tile in TOOL else 0),
        *takes_the_tile(HEADING),
    )

    def play(self, table: Draft) -> None:
        table.go(bought=table.going.bought + 1)
        table.pay(self.by, ENTRIES[self.tile]["price"])
        stacks = list(table.stock.equipment)
        stacks[self.tile - TOOL.start] -= 1
        table.take(equipment=tuple(stacks))
        makes_way(table, self.by, self.discard)
        table.change(self.by, tiles=(*table.players[self.by].tiles, (int(self.tile), False)))
        table.note("bought", self.by, NAMES[self.tile])

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[BuyEquipment, ...]":
        return tuple(cls(by, Card(tile), way) for tile in TOOL for way in gives_way(state, by))


# ---------------------------------------------------------------- Lockers


def locker_sum(s: Situation, seat: int) -> int:
    """The position on the Notoriety track and the number of Contact cards owned, together."""
    player = s.players[seat]
    return player.notoriety + len(player.contacts)


def drawn(s: Situation, seat: int, colour: str) -> int:
    """How many Locker tiles are drawn: the sum, one more from green, one less from brown."""
    number = locker_sum(s, seat) + int(s.box.tables["locker_draw"][colour])
    return min(number, s.stock.lockers[KEYS.index(colour)])


def _too_low(s: State, a: Any) -> str:
    needs = s.box.figure("lockers", KEYS.index(a.colour))
    return f"{s.box.seats[a.by]}'s Notoriety and Contact cards make {locker_sum(s, a.by)}; that Locker needs {needs}."


@rule(HEADING, _too_low)
def reaches_the_number(s: State, a: Any) -> bool:
    return locker_sum(s, a.by) >= (s.box.figure("lockers", KEYS.index(a.colour)) or 0)


@rule(HEADING, "There is no Locker tile of that colour to draw.")
def draws_a_locker(s: State, a: Any) -> bool:
    return drawn(s, a.by, a.colour) > 0


@rule(HEADING, "A Locker takes a Key of its own colour, or the Master Key.")
def key_matches(s: State, a: Any) -> bool:
    return a.key in (None, a.colour, "master-key")


@rule(HEADING, "A Locker takes a Key.", firm=True)
def takes_a_key(s: State, a: Any) -> bool:
    return a.key is not None


class OpenLocker(Action, frozen=True):
    """One Locker tile is kept face down; its value stays its owner's secret until the end."""

    colour: KeyColour
    key: Opener | None = None
    discard: Card | None = None

    do: ClassVar[str] = "open-locker"
    label: ClassVar[str] = "{by} opens a {colour} Locker"
    button: ClassVar[str] = "Open a Locker"
    asks: ClassVar[dict[str, str]] = {
        "colour": "Which Locker?",
        "key": "With which Key?",
        "discard": "Which tile makes room?",
    }
    gate: ClassVar[tuple[Rule, ...]] = (
        *ON_TURN,
        AT_STORE,
        once("locker", "store", "{by} has opened a Locker on this visit already."),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        takes_a_key,
        key_matches,
        holds_the_key(HEADING),
        pays_for_the_master_key(HEADING),
        reaches_the_number,
        draws_a_locker,
        *takes_the_tile("CONVENIENCE STORES", of="locker"),
    )

    def play(self, table: Draft) -> None:
        table.spend("locker")
        assert self.key is not None
        flip_key(table, self.by, self.key)
        number = KEYS.index(self.colour)
        table.note("locker", self.by, self.colour, drawn(table, self.by, self.colour))
        makes_way(table, self.by, self.discard)
        table.change(self.by, lockers=table.players[self.by].lockers + 1)
        stacks = list(table.stock.lockers)
        stacks[number] -= 1
        table.take(lockers=tuple(stacks))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[OpenLocker, ...]":
        openers = [key for key in (*KEYS, "master-key") if has_opener(state, by, key)]
        return tuple(
            cls(by, colour, key, way)  # type: ignore[arg-type]
            for key in openers
            for colour in (KEYS if key == "master-key" else (key,))
            for way in gives_way(state, by)
        )
