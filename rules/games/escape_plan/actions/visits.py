"""The locations: what a visit asks for, and what it lets the visitor do until the turn ends."""

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from rules.action import Action, Card, Seat
from rules.games.escape_plan.asked import Bonus, Hexagon, TakeKey, Unlock, UseExit
from rules.games.escape_plan.pieces import (
    ENTRIES,
    FIXER,
    KEYS,
    KIND,
    NAMES,
    SAFE_HOUSES,
    KeyColour,
)
from rules.games.escape_plan.spaces import gives_way, makes_way, takes_the_tile
from rules.games.escape_plan.state import Draft, State
from rules.games.escape_plan.turn import ON_TURN, answers, can_pay, has_wounds, in_play, short_of
from rules.verdict import Maybe, Rule, rule

HEADINGS = {
    "business": "BUSINESSES",
    "safe-house": "SAFE HOUSES",
    "store": "CONVENIENCE STORES",
    "church": "CHURCH",
    "clinic": "CLINIC",
    "hospital": "HOSPITAL",
    "gang": "GANGS",
    "exit": "EXITS",
}


def visiting(kind: str) -> Rule:
    """The turn's move ended at such a location."""

    @rule(HEADINGS[kind], f"{{by}} is not visiting a {kind.replace('-', ' ')} this turn.", of=kind, firm=True)
    def is_visiting(s: State, a: Any) -> bool:
        return s.going.visit >= 0 and KIND[s.going.visit] == kind

    return is_visiting


def once(what: str, kind: str, says: str) -> Rule:
    @rule(HEADINGS[kind], says, of=what)
    def once_a_visit(s: State, a: Any) -> bool:
        return what not in s.going.spent

    return once_a_visit


def pays(what: str, kind: str, price: Callable[[State, Any], int]) -> Rule:
    @rule(HEADINGS[kind], lambda s, a: short_of(s, a.by, price(s, a)), of=what)
    def can_pay_for_it(s: State, a: Any) -> bool | Maybe:
        return can_pay(s, a.by, price(s, a))

    return can_pay_for_it


AT_CHURCH, AT_CLINIC, AT_HOSPITAL, AT_SAFE_HOUSE = map(visiting, ("church", "clinic", "hospital", "safe-house"))


# ---------------------------------------------------------------- Businesses and Safe Houses


class PlaceCube(Action, frozen=True):
    """The top-most Income cube goes onto a hexagon; the Escape Plan card says whether it brings Income at once."""

    income: bool = False

    do: ClassVar[str] = "place-cube"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s Income cube"
    button: ClassVar[str] = "Place the cube"
    asks: ClassVar[dict[str, str]] = {"income": "Does the Escape Plan card show an Income symbol?"}
    gate: ClassVar[tuple[Rule, ...]] = (
        in_play,
        answers(Hexagon, "BUSINESSES", "{by} places no Income cube now."),
    )

    def play(self, table: Draft) -> None:
        location = table.answered(Hexagon).location
        table.change(self.by, visits=table.players[self.by].visits + 1)
        table.note("cube", self.by, NAMES[location])
        if self.income:
            table.earn(self.by)
        if location in SAFE_HOUSES:
            table.lose(self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[PlaceCube, ...]":
        return cls(by), cls(by, True)


class ChooseBonus(Action, frozen=True):
    choice: Literal["disc", "asset"]

    do: ClassVar[str] = "choose-bonus"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s reward for all three"
    button: ClassVar[str] = "All three"
    asks: ClassVar[dict[str, str]] = {"choice": "A disc, or an Asset tile and what comes with it?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(Bonus, "BUSINESSES", "{by} has no reward to choose now."))

    def play(self, table: Draft) -> None:
        location = table.answered(Bonus).location
        if self.choice == "disc":
            table.disc(self.by)
            return
        if location in SAFE_HOUSES:
            table.earn(self.by)
        else:
            table.lose(self.by)
        if table.players[self.by].locked:
            table.pending.append(Unlock(self.by, 1))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[ChooseBonus, ...]":
        return cls(by, "disc"), cls(by, "asset")


@rule("SAFE HOUSES", "No Key of that colour is left.")
def key_is_there(s: State, a: Any) -> bool:
    return s.stock.keys[KEYS.index(a.colour)] > 0


class TakeAKey(Action, frozen=True):
    colour: KeyColour

    do: ClassVar[str] = "take-key"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s {colour} Key"
    button: ClassVar[str] = "Take a Key"
    asks: ClassVar[dict[str, str]] = {"colour": "Which colour?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(TakeKey, "SAFE HOUSES", "{by} takes no Key now."))
    rules: ClassVar[tuple[Rule, ...]] = (key_is_there,)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        number = KEYS.index(self.colour)
        keys = list(table.players[self.by].keys)
        keys[number] += 1
        table.change(self.by, keys=tuple(keys))
        take_key(table, number)
        table.note("key", self.by, self.colour)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[TakeAKey, ...]":
        return tuple(cls(by, colour) for colour in KEYS)


def take_key(table: Draft, number: int) -> None:
    keys = list(table.stock.keys)
    keys[number] = max(keys[number] - 1, 0)
    table.take(keys=tuple(keys))


@rule("FIXER TILES", "That is no Fixer tile.", firm=True)
def is_a_fixer(s: State, a: Any) -> bool:
    return a.fixer in FIXER


@rule("SAFE HOUSES", "That Fixer tile is not in the stack any more.")
def fixer_is_there(s: State, a: Any) -> bool:
    return s.stock.fixers > 0 and (a.fixer not in FIXER or not s.stock.sold >> a.fixer - FIXER.start & 1)


class BuyFixer(Action, frozen=True):
    fixer: Card
    discard: Card | None = None

    do: ClassVar[str] = "buy-fixer"
    label: ClassVar[str] = "{by} buys a Fixer"
    button: ClassVar[str] = "Buy a Fixer"
    asks: ClassVar[dict[str, str]] = {"fixer": "Which Fixer?", "discard": "Which tile makes room?"}
    gate: ClassVar[tuple[Rule, ...]] = (
        *ON_TURN,
        AT_SAFE_HOUSE,
        once("fixer", "safe-house", "{by} has bought a Fixer on this visit already."),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        is_a_fixer,
        fixer_is_there,
        pays("fixer", "safe-house", lambda s, a: ENTRIES[a.fixer].get("price", 0) if a.fixer in FIXER else 0),
        *takes_the_tile("SAFE HOUSES"),
    )

    def play(self, table: Draft) -> None:
        table.spend("fixer")
        table.pay(self.by, ENTRIES[self.fixer]["price"])
        table.take(fixers=table.stock.fixers - 1, sold=table.stock.sold | 1 << self.fixer - FIXER.start)
        makes_way(table, self.by, self.discard)
        table.change(self.by, tiles=(*table.players[self.by].tiles, (int(self.fixer), False)))
        table.note("bought", self.by, NAMES[self.fixer])

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[BuyFixer, ...]":
        return tuple(cls(by, Card(fixer), way) for fixer in FIXER for way in gives_way(state, by))


# ---------------------------------------------------------------- Church, Clinic, Hospital, Exit


class Pray(Action, frozen=True):
    do: ClassVar[str] = "pray"
    label: ClassVar[str] = "{by}'s $1 for the Church"
    button: ClassVar[str] = "$1: lose 1 Notoriety"
    gate: ClassVar[tuple[Rule, ...]] = (
        *ON_TURN,
        AT_CHURCH,
        once("church", "church", "{by} has paid the Church on this visit already."),
        pays("church", "church", lambda s, a: s.box.tables["church"]),
    )

    def play(self, table: Draft) -> None:
        table.spend("church")
        table.pay(self.by, table.box.tables["church"])
        table.lose(self.by)
        table.note("prayed", self.by)


class Treat(Action, frozen=True):
    do: ClassVar[str] = "treat"
    label: ClassVar[str] = "{by}'s Wound treated"
    button: ClassVar[str] = "Heal 1 Wound"
    gate: ClassVar[tuple[Rule, ...]] = (
        *ON_TURN,
        AT_CLINIC,
        once("clinic", "clinic", "{by} was treated on this visit already."),
    )

    def play(self, table: Draft) -> None:
        table.spend("clinic")
        table.heal(self.by)


@rule("HOSPITAL", "The Hospital heals 1, 2 or 3 Wounds, for $1, $3 or $6.", firm=True)
def heals_one_to_three(s: State, a: Any) -> bool:
    return 1 <= a.wounds <= 3


class PayHospital(Action, frozen=True):
    wounds: int = 1

    do: ClassVar[str] = "pay-hospital"
    label: ClassVar[str] = "{by} pays the Hospital"
    button: ClassVar[str] = "Pay to heal"
    asks: ClassVar[dict[str, str]] = {"wounds": "How many Wounds?"}
    gate: ClassVar[tuple[Rule, ...]] = (
        *ON_TURN,
        AT_HOSPITAL,
        once("hospital", "hospital", "{by} has paid the Hospital on this visit already."),
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        heals_one_to_three,
        has_wounds("HOSPITAL", lambda a: min(a.wounds, 3)),
        pays("hospital", "hospital", lambda s, a: s.box.tables["hospital"][max(min(a.wounds, 3), 1) - 1]),
    )

    def play(self, table: Draft) -> None:
        table.spend("hospital")
        table.pay(self.by, table.box.tables["hospital"][self.wounds - 1])
        table.heal(self.by, self.wounds)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[PayHospital, ...]":
        return tuple(cls(by, wounds) for wounds in (1, 2, 3))


@rule("EXITS", "Exit tiles lie at closed Exits only.")
def tiles_lie_at_closed_exits(s: State, a: Any) -> bool:
    return a.choice != "tile" or not isinstance(s.waiting, UseExit) or s.waiting.closed


@rule("EXITS", "No Exit tile is left.", firm=True)
def exit_tile_is_there(s: State, a: Any) -> bool:
    return a.choice != "tile" or s.stock.exits > 0


@rule("EXITS", "{by} has no Contact card, so there is no Exit tile to draw.")
def draws_an_exit_tile(s: State, a: Any) -> bool:
    return a.choice != "tile" or len(s.players[a.by].contacts) > 0


class UseAnExit(Action, frozen=True):
    """Income, or one of as many Exit tiles as the player has Contact cards, or neither."""

    choice: Literal["income", "tile", "nothing"]
    discard: Card | None = None

    do: ClassVar[str] = "use-exit"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by} at the Exit"
    button: ClassVar[str] = "At the Exit"
    asks: ClassVar[dict[str, str]] = {"choice": "Income or an Exit tile?", "discard": "Which tile makes room?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(UseExit, "EXITS", "{by} is not at an Exit now."))
    rules: ClassVar[tuple[Rule, ...]] = (
        tiles_lie_at_closed_exits,
        exit_tile_is_there,
        draws_an_exit_tile,
        *takes_the_tile("EXITS", lambda a: a.choice == "tile"),
    )

    def play(self, table: Draft) -> None:
        table.pending.pop()
        if self.choice == "income":
            table.earn(self.by)
        elif self.choice == "tile":
            player = table.players[self.by]
            table.note("exit-tile", self.by, min(len(player.contacts), table.stock.exits))
            makes_way(table, self.by, self.discard)
            table.change(self.by, exits=player.exits + 1)
            table.take(exits=table.stock.exits - 1)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[UseAnExit, ...]":
        tiles = tuple(cls(by, "tile", way) for way in gives_way(state, by))
        return cls(by, "income"), *tiles, cls(by, "nothing")
