"""Phases 1 to 3 and the optional turns: Assets bought, Patrol cards, City tiles, discs, and the dollar for staying."""

from typing import Any, ClassVar, Literal

from rules.action import Action, Card, Seat
from rules.games.escape_plan.asked import BuyAsset, Join, PlaceTiles, RevealPatrol, StayOut
from rules.games.escape_plan.assets import LOCKED_TILE, unlock
from rules.games.escape_plan.city import BIT, Tile
from rules.games.escape_plan.flow import Joined, arrest, next_turn
from rules.games.escape_plan.pieces import EXITS, HOSPITAL_TILE, LAND, LOCATION, NAMES, PATROL_CARD, SIGN, TILE, Police
from rules.games.escape_plan.state import PATROL_DECK, PATROLS, Draft, State
from rules.games.escape_plan.turn import answers, can_pay, in_play, short_of
from rules.knowledge import move
from rules.verdict import Maybe, Rule, rule

INCOME, PATROL, CITY, ACTION = "1) INCOME (skip in Round 1)", "2) PATROL", "3) CITY", "5) PLAYER ACTION"
OFFERED = answers(BuyAsset, INCOME, "{by} is not offered an Asset tile now.")
ASKED_TO_JOIN = answers(Join, ACTION, "{by} is not asked for a disc now.")


@rule(INCOME, lambda s, a: short_of(s, a.by, s.box.tables["income_asset"]))
def pays_for_the_asset(s: State, a: Any) -> bool | Maybe:
    return can_pay(s, a.by, s.box.tables["income_asset"])


class BuyAnAsset(Action, frozen=True):
    asset: Card

    do: ClassVar[str] = "buy-asset"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by} unlocks an Asset for $3"
    button: ClassVar[str] = "Unlock for $3"
    asks: ClassVar[dict[str, str]] = {"asset": "Which Asset tile?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, OFFERED)
    rules: ClassVar[tuple[Rule, ...]] = (LOCKED_TILE, pays_for_the_asset)

    def play(self, table: Draft) -> None:
        table.pay(self.by, table.box.tables["income_asset"])
        unlock(table, self.by, self.asset)
        _next_buyer(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[BuyAnAsset, ...]":
        return tuple(cls(by, Card(asset)) for asset in state.players[by].locked)


class KeepMoney(Action, frozen=True):
    do: ClassVar[str] = "keep-money"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by} keeps the money"
    button: ClassVar[str] = "No Asset"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, OFFERED)

    def play(self, table: Draft) -> None:
        _next_buyer(table)


def _next_buyer(table: Draft) -> None:
    others = table.answered(BuyAsset).order[1:]
    if others:
        table.pending.append(BuyAsset(others))


# ---------------------------------------------------------------- Patrol


@rule(PATROL, lambda s, a: f"{s.waiting.number} Patrol cards are revealed now.", firm=True)
def reveals_so_many(s: State, a: Any) -> bool:
    return not isinstance(s.waiting, RevealPatrol) or len(a.exits) == s.waiting.number


@rule(PATROL, "A Patrol card shows one of the three Exits.", firm=True)
def patrols_show_exits(s: State, a: Any) -> bool:
    return all(place in EXITS for place in a.exits)


@rule(PATROL, "There are only two Patrol cards for each Exit.")
def there_are_such_patrols(s: State, a: Any) -> bool:
    return all(s.patrols[number] + a.exits.count(place) <= 2 for number, place in enumerate(EXITS))


class RevealPatrols(Action, frozen=True):
    """The Exits that the revealed Patrol cards show."""

    exits: tuple[Card, ...]

    do: ClassVar[str] = "reveal-patrol"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "the Patrol"
    button: ClassVar[str] = "Patrol"
    asks: ClassVar[dict[str, str]] = {"exits": "Which Exits do the cards show?"}
    gate: ClassVar[tuple[Rule, ...]] = (
        in_play,
        answers(RevealPatrol, PATROL, "No Patrol card is revealed now."),
    )
    rules: ClassVar[tuple[Rule, ...]] = (reveals_so_many, patrols_show_exits, there_are_such_patrols)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        counts = list(table.patrols)
        for place in self.exits:
            move(table, PATROL_DECK, PATROLS, place)
            number = EXITS.index(place)
            counts[number] += 1
            table.note("patrol", NAMES[place])
            if counts[number] == table.box.tables["blocks"]:
                table.note("blocked", NAMES[place])
        table.patrols = tuple(counts)  # type: ignore[assignment]

    def lays(self, state: State) -> tuple[tuple[Card, str], ...]:
        return tuple((Card(PATROL_CARD), "patrol") for _ in self.exits)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[RevealPatrols, ...]":
        waiting = state.waiting
        if not isinstance(waiting, RevealPatrol):
            return ()
        ones = [Card(place) for place in EXITS]
        if waiting.number == 1:
            return tuple(cls(by, (place,)) for place in ones)
        return tuple(cls(by, (one, other)) for n, one in enumerate(ones) for other in ones[n:])


# ---------------------------------------------------------------- City tiles


@rule(CITY, "That is no City tile.", firm=True)
def is_a_tile(s: State, a: Any) -> bool:
    return a.tile is None or a.tile in TILE


@rule(CITY, "What lies on a tile belongs to a tile: name it, too.", firm=True)
def details_have_a_tile(s: State, a: Any) -> bool:
    return a.tile is not None or not (a.beside or a.lands or a.locations or a.signs or a.police)


@rule(CITY, "That is not what a tile has: it lies beside tiles, and has Land, Locations and signs.", firm=True)
def details_fit(s: State, a: Any) -> bool:
    return (
        all(tile in TILE and tile != a.tile for tile in a.beside)
        and all(land in LAND for land in a.lands)
        and all(place in LOCATION for place in a.locations)
        and all(sign in SIGN for sign in a.signs)
    )


@rule(CITY, "That tile lies in the city already.")
def tile_is_new(s: State, a: Any) -> bool:
    return a.tile is None or a.tile not in s.city


@rule(CITY, "A new tile lies beside at least two others.")
def touches_two(s: State, a: Any) -> bool:
    return a.tile is None or not a.beside or len(set(a.beside)) >= 2


@rule(CITY, "One type of Land has to match a neighbour, if that is possible.")
def land_matches(s: State, a: Any) -> bool:
    """Whether another place would have matched is the table's to see: it may overrule this."""
    if a.tile is None or not a.lands:
        return True
    around = {land for tile in a.beside if (known := s.city.tile(tile)) for land in known.lands}
    return not around or bool(around & set(a.lands))


@rule("MOVING POLICE OFFICERS", "One Police Officer of each type on a tile, and none on the Hospital tile.")
def officers_fit(s: State, a: Any) -> bool:
    return len(set(a.police)) == len(a.police) and not (a.police and a.tile == HOSPITAL_TILE)


class PlaceTile(Action, frozen=True):
    """A City tile is placed; what is on it may be told, so that moves can be checked."""

    tile: Card | None = None
    beside: tuple[Card, ...] = ()
    lands: tuple[Card, ...] = ()
    locations: tuple[Card, ...] = ()
    signs: tuple[Card, ...] = ()
    police: tuple[Police, ...] = ()

    do: ClassVar[str] = "place-tile"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s City tile"
    button: ClassVar[str] = "Place a tile"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(PlaceTiles, CITY, "{by} places no City tile now."))
    rules: ClassVar[tuple[Rule, ...]] = (
        is_a_tile,
        details_have_a_tile,
        details_fit,
        tile_is_new,
        touches_two,
        land_matches,
        officers_fit,
    )

    def play(self, table: Draft) -> None:
        waiting = table.answered(PlaceTiles)
        table.note("tile", self.by)
        if self.tile is not None:
            lay(table, self)
        if waiting.left > 1:
            table.pending.append(PlaceTiles(waiting.left - 1, (*waiting.order[1:], waiting.order[0])))


class EnterTile(Action, frozen=True):
    """A tile that lies there already is entered, or entered anew: the board's own places and the start tiles."""

    tile: Card
    beside: tuple[Card, ...] = ()
    lands: tuple[Card, ...] = ()
    locations: tuple[Card, ...] = ()
    signs: tuple[Card, ...] = ()
    police: tuple[Police, ...] = ()

    do: ClassVar[str] = "enter-tile"
    label: ClassVar[str] = "the map"
    gate: ClassVar[tuple[Rule, ...]] = (in_play,)
    rules: ClassVar[tuple[Rule, ...]] = (is_a_tile, details_fit, officers_fit)

    def play(self, table: Draft) -> None:
        lay(table, self)
        table.note("entered", NAMES[self.tile])

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[EnterTile, ...]":
        """Only the table knows what lies there."""
        return ()


def lay(table: Draft, told: Any) -> None:
    police = sum(BIT[colour] for colour in set(told.police))
    table.city = table.city.lay(
        Tile(told.tile, tuple(dict.fromkeys(told.beside)), told.lands, told.locations, told.signs, police)
    )


# ---------------------------------------------------------------- optional turns


class UseDisc(Action, frozen=True):
    do: ClassVar[str] = "use-disc"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s Extra Action disc"
    button: ClassVar[str] = "Use a disc"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, ASKED_TO_JOIN)

    def play(self, table: Draft) -> None:
        join = table.answered(Join)
        table.change(self.by, discs=table.players[self.by].discs - 1)
        table.note("joins", self.by)
        table.pending.append(Joined(Join(join.order[1:], (*join.joined, int(self.by)))))


class StayOutOfIt(Action, frozen=True):
    do: ClassVar[str] = "stay-out"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by} takes no optional turn"
    button: ClassVar[str] = "No turn"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, ASKED_TO_JOIN)

    def play(self, table: Draft) -> None:
        join = table.answered(Join)
        table.pending.append(Joined(Join(join.order[1:], join.joined)))


class PayStay(Action, frozen=True):
    """$1 because another player has escaped; who does not pay is arrested."""

    choice: Literal["pay", "arrest"] = "pay"

    do: ClassVar[str] = "pay-stay"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s dollar"
    button: ClassVar[str] = "$1 or arrest"
    asks: ClassVar[dict[str, str]] = {"choice": "Is the dollar paid?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(StayOut, ACTION, "{by} owes no dollar now."))

    def play(self, table: Draft) -> None:
        table.pending.pop()
        if self.choice == "pay":
            table.pay(self.by, table.box.tables["stay"])
            table.note("stays", self.by)
        else:
            arrest(table, self.by)
            next_turn(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[PayStay, ...]":
        return cls(by), cls(by, "arrest")
