"""MOVE: a path is costed and checked, the Police on the tiles left are avoided, then the location is visited."""

from functools import cache, lru_cache
from typing import Any, ClassVar, Literal, get_args

from msgspec.structs import replace

from rules.action import Action, Card, Seat
from rules.games.escape_plan.asked import Avoid, Officer
from rules.games.escape_plan.assets import price
from rules.games.escape_plan.ledger import Ledger, ledger, reachable
from rules.games.escape_plan.pieces import BUSINESSES, HOSPITAL, KEYS, KIND, LOCATION, MASTER_KEY, MEDEVAC, NAMES, ONCE
from rules.games.escape_plan.state import Draft, Situation, State, flipped, place_bit
from rules.games.escape_plan.turn import EXECUTIVE, ON_TURN, answers, can_pay, has_not_acted, in_play, short_of
from rules.games.escape_plan.visit import Arrive
from rules.verdict import Maybe, Rule, rule

HEADING = "MOVE"
OnTile = Literal[
    "red", "blue", "black", "red+blue", "red+black", "blue+black", "red+blue+black", "sandra", "red+sandra",
    "blue+sandra", "black+sandra", "red+blue+sandra", "red+black+sandra", "blue+black+sandra", "red+blue+black+sandra",
]  # fmt: skip
Opener = Literal["green", "black", "brown", "master-key"]
OPENERS: tuple[Opener, ...] = get_args(Opener)
BUSINESS = range(BUSINESSES[0], BUSINESSES[-1] + 1)  # they stand together

FAULTS = {
    "still": "{by} has to move.",
    "not-there": "That is not on the tile, as far as the map goes.",
    "land-first": "From a Location the way leads onto Land first.",
    "apart": "That is not adjacent.",
    "water": "No Ferry on that Water, and nothing else to cross it with.",
    "no-station": "Both tiles need a Subway Station.",
    "no-heliport": "A flight starts from a Heliport.",
    "too-far": "A flight goes up to two tiles, the Sewer exactly two.",
    "unpaid": "{by} has used nothing that allows this way of travel.",
    "medevac": "A Medevac ends the movement.",
}
BROKEN = frozenset(("unreadable", "end"))


def path_of(s: Situation, a: Any) -> tuple[int, ...]:
    """The path as told; or, where only its end was told, a cheapest one on the map, or straight there without one."""
    if a.path or a.to is None:
        return tuple(a.path)
    if s.city.tiles:
        found = reachable(s.city, s.players[a.by].at, points(s, a.gas)).get(a.to)
        if found is not None:
            return found
    return (a.to,)


def ledger_of(s: Situation, a: Any) -> Ledger:
    return ledger(s, a.by, path_of(s, a))


def way_is_untold(s: Situation, a: Any) -> bool:
    """Only the end was told, and no map knows the way: there is no ledger to keep."""
    return a.to is not None and not a.path and not s.city.tiles


@rule(HEADING, "That path leads somewhere else.", firm=True)
def path_leads_where_told(s: State, a: Any) -> bool:
    return a.to is None or not a.path or ledger_of(s, a).end in (a.to, -1)


def _unreadable(s: State, a: Any) -> str:
    if "unreadable" in ledger_of(s, a).faults:
        return "That path cannot be read: Land and Locations in turn, a tile before what lies on it."
    return "A move ends on a Location."


@rule(HEADING, _unreadable, firm=True)
def path_leads_to_a_location(s: State, a: Any) -> bool:
    return a.to in LOCATION if way_is_untold(s, a) else not ledger_of(s, a).faults & BROKEN


def _unsound(s: State, a: Any) -> str:
    faults = ledger_of(s, a).faults
    return " ".join(says for name, says in FAULTS.items() if name in faults).format(by=s.box.seats[a.by])


@rule(HEADING, _unsound)
def path_is_sound(s: State, a: Any) -> bool:
    """Every step of the way, as far as the map goes."""
    if way_is_untold(s, a):
        return bool(a.to != s.players[a.by].at)
    return ledger_of(s, a).faults <= BROKEN


def points(s: Situation, gas: int) -> int:
    return int(s.box.tables["movement"]) + s.going.boost + gas


def _too_dear(s: State, a: Any) -> str:
    return f"That path costs {ledger_of(s, a).points} Movement Points; {s.box.seats[a.by]} has {points(s, a.gas)}."


@rule(HEADING, _too_dear)
def has_the_points(s: State, a: Any) -> bool:
    return way_is_untold(s, a) or ledger_of(s, a).points <= points(s, a.gas)


@rule(HEADING, "{by} has not so many Gas cans.", firm=True)
def has_the_gas(s: State, a: Any) -> bool:
    return 0 <= a.gas <= s.players[a.by].gas


@rule(HEADING, "The map knows which Police are on the tiles left.", firm=True)
def police_are_told_where_no_map_is(s: State, a: Any) -> bool:
    return not a.police or not ledger_of(s, a).left


def goal(a: Any) -> int:
    """Where a move says that it ends."""
    end = a.to if a.to is not None else a.path[-1] if a.path else -1
    return HOSPITAL if end == MEDEVAC else int(end)


@rule(
    lambda s, a: "SAFE HOUSES" if KIND[goal(a)] == "safe-house" else "BUSINESSES",
    lambda s, a: f"{s.box.seats[a.by]} has visited the {NAMES[goal(a)]} already.",
)
def visits_it_once(s: State, a: Any) -> bool:
    end = goal(a)
    return end not in ONCE or not s.players[a.by].visited & place_bit(end)


def is_closed(s: Situation, location: int) -> bool:
    return location in BUSINESS and s.closing[location - BUSINESSES[0]] >= s.box.tables["closes"]


@rule("BUSINESSES", lambda s, a: f"The {NAMES[goal(a)]} is closed: it takes an unused Key to visit it.")
def closed_takes_a_key(s: State, a: Any) -> bool:
    return a.key is not None or not is_closed(s, goal(a))


@rule("BUSINESSES", "A Key is flipped for a closed Business only.", firm=True)
def key_is_needed(s: State, a: Any) -> bool:
    return a.key is None or is_closed(s, goal(a))


def has_opener(s: Situation, seat: int, key: str) -> bool:
    player = s.players[seat]
    return (MASTER_KEY, False) in player.unlocked if key == "master-key" else player.keys[KEYS.index(key)] > 0


@cache
def holds_the_key(heading: str) -> Rule:
    @rule(heading, "{by} has no such Key unused.", of=heading, firm=True)
    def holds_the_key(s: State, a: Any) -> bool:
        return a.key is None or has_opener(s, a.by, a.key)

    return holds_the_key


@cache
def pays_for_the_master_key(heading: str) -> Rule:
    @rule(heading, lambda s, a: short_of(s, a.by, price(s, a.by, MASTER_KEY)), of=heading)
    def pays_for_the_master_key(s: State, a: Any) -> bool | Maybe:
        if a.key != "master-key" or not has_opener(s, a.by, "master-key"):
            return True
        return can_pay(s, a.by, price(s, a.by, MASTER_KEY))

    return pays_for_the_master_key


def flip_key(table: Draft, seat: int, key: str) -> None:
    player = table.players[seat]
    if key != "master-key":
        keys = list(player.keys)
        keys[KEYS.index(key)] -= 1
        table.change(seat, keys=tuple(keys))
    else:
        table.pay(seat, price(table, seat, MASTER_KEY))
        table.change(seat, unlocked=flipped(player.unlocked, MASTER_KEY))
    table.note("key-used", seat, key)


@rule("GANGS", "Another player or a Gang Control marker is there.")
def gang_is_free(s: State, a: Any) -> bool:
    end = goal(a)
    if KIND[end] != "gang":
        return True
    marked = any(end == place for player in s.players for place, _ in player.gangs)
    return not marked and not s.company(a.by, end)


@rule("GANGS", "{by} has no Gang Control marker left.")
def has_a_marker(s: State, a: Any) -> bool:
    return KIND[goal(a)] != "gang" or len(s.players[a.by].gangs) < s.box.tables["markers"]


@rule("GANGS", lambda s, a: short_of(s, a.by, s.box.tables["gang"]))
def pays_the_gang(s: State, a: Any) -> bool | Maybe:
    return True if KIND[goal(a)] != "gang" else can_pay(s, a.by, s.box.tables["gang"])


class Move(Action, frozen=True):
    """`to` a Location, or along a `path` that reads like a walk and ends on one.

    `police` tells who stood on each tile left, where no map is.
    """

    to: Card | None = None
    path: tuple[Card, ...] = ()
    police: tuple[OnTile, ...] = ()
    gas: int = 0
    key: Opener | None = None

    do: ClassVar[str] = "move"
    label: ClassVar[str] = "{by}'s move"
    button: ClassVar[str] = "Move"
    asks: ClassVar[dict[str, str]] = {
        "to": "Where to?",
        "gas": "How many Gas cans?",
        "key": "Which Key opens it?",
    }
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, has_not_acted)
    rules: ClassVar[tuple[Rule, ...]] = (
        path_leads_where_told,
        path_leads_to_a_location,
        path_is_sound,
        has_the_points,
        has_the_gas,
        police_are_told_where_no_map_is,
        visits_it_once,
        closed_takes_a_key,
        key_is_needed,
        holds_the_key("BUSINESSES"),
        pays_for_the_master_key("BUSINESSES"),
        gang_is_free,
        has_a_marker,
        pays_the_gang,
    )

    def play(self, table: Draft) -> None:
        seat, player = self.by, table.players[self.by]
        if way_is_untold(table, self):
            end, officers = int(self.to or 0), told(self.police) if self.police else ()
            table.note("moved", seat, NAMES[end])
        else:
            found = ledger_of(table, self)
            end, officers = found.end, on_tiles(table, found.left) if found.left else told(self.police)
            if found.counted:
                table.note("walked", seat, NAMES[end], found.points)
            else:
                table.note("moved", seat, NAMES[end])
        table.players[seat] = replace(player, at=end, gas=max(player.gas - self.gas, 0))
        table.going = replace(table.going, acted="move", leaps=())
        table.pending.append(Arrive(seat, end))
        if self.key is not None:
            flip_key(table, seat, self.key)
        if officers:
            table.pending.append(Avoid(seat, officers))
            table.note("police", seat, len(officers))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Move, ...]":
        """Where the map says how far it is: what the points reach. Without one: every location."""
        at = state.players[by].at
        if state.city.tiles and state.city.tile_of(at) is not None:
            return tuple(way for end, gas in _within_reach(state, by).items() for way in _ways(state, by, end, gas))
        closed = tuple(place for place in BUSINESSES if is_closed(state, place))
        return _anywhere(by, at, state.players[by].gas, closed, _openers(state, by) if closed else ())


def _within_reach(state: State, by: Seat) -> dict[int, int]:
    """Every location that the map and the Gas cans allow, with the fewest cans that it takes."""
    player = state.players[by]
    found: dict[int, int] = {}
    for gas in range(player.gas, -1, -1):
        found |= dict.fromkeys(reachable(state.city, player.at, points(state, gas)), gas)
    return found


def _ways(state: State, by: Seat, end: int, gas: int) -> tuple[Move, ...]:
    """A move to an open location, or one for each Key that could open it."""
    keys: tuple[Opener | None, ...] = _openers(state, by) if is_closed(state, end) else (None,)
    return tuple(_to(by, end, gas, key) for key in keys)


def _openers(state: Situation, by: Seat) -> tuple[Opener, ...]:
    return tuple(key for key in OPENERS if has_opener(state, by, key))


@lru_cache(maxsize=1024)
def _anywhere(
    by: Seat, at: int, cans: int, closed: tuple[int, ...], keys: tuple[Opener | None, ...]
) -> tuple[Move, ...]:
    """Without a map: everywhere else, with every number of Gas cans."""
    return tuple(
        _to(by, end, gas, key)
        for end in LOCATION
        if end != at
        for gas in range(cans + 1)
        for key in (keys if end in closed else (None,))
    )


@cache
def _to(by: Seat, end: int, gas: int, key: Opener | None) -> Move:
    return Move(by, Card(end), gas=gas, key=key)


def on_tiles(table: Situation, left: tuple[int, ...]) -> tuple[Officer, ...]:
    """Everybody to be avoided on the tiles left: Police, and Sandra like one of them."""
    sandra = table.city.tile_of(table.players[table.box.sandra].at) if table.box.sandra >= 0 else None
    return tuple(
        (number, who)
        for number, tile in enumerate(left, 1)
        for who in (*table.city.police(tile), *(("sandra",) if tile == sandra else ()))
    )


def told(police: tuple[str, ...]) -> tuple[Officer, ...]:
    return tuple((number, who) for number, there in enumerate(police, 1) for who in there.split("+"))


@rule(HEADING, "{by} has not moved this turn.")
def has_moved(s: State, a: Any) -> bool:
    return s.going.acted == "move"


@rule(HEADING, "The map knows which Police are to be avoided.")
def no_map_knows(s: State, a: Any) -> bool:
    return s.city.tile_of(s.players[a.by].at) is None


class MeetPolice(Action, frozen=True):
    """Without a map: there were Police on a tile that the move left, as the table sees now."""

    police: OnTile

    do: ClassVar[str] = "meet-police"
    label: ClassVar[str] = "Police on {by}'s way"
    button: ClassVar[str] = "Police on the way"
    asks: ClassVar[dict[str, str]] = {"police": "Which Police were on that tile?"}
    gate: ClassVar[tuple[Rule, ...]] = (*EXECUTIVE, has_moved, no_map_knows)

    def play(self, table: Draft) -> None:
        waiting = table.pending[-1] if table.pending else None
        officers: tuple[Officer, ...] = ()
        if isinstance(waiting, Avoid):
            officers = table.answered(Avoid).officers
        next_tile = max((tile for tile, _ in officers), default=0)
        table.pending.append(Avoid(self.by, (*officers, *((next_tile + 1, who) for _, who in told((self.police,))))))
        table.note("police", self.by, len(self.police.split("+")))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[MeetPolice, ...]":
        return _meetings(by, state.box.sandra >= 0)


@cache
def _meetings(by: Seat, sandra: bool) -> tuple[MeetPolice, ...]:
    return tuple(MeetPolice(by, police) for police in get_args(OnTile) if sandra or "sandra" not in police)


class TakeWounds(Action, frozen=True):
    """Nothing more is used: a Wound for each Police Officer that was not avoided."""

    do: ClassVar[str] = "take-wounds"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s Wounds"
    button: ClassVar[str] = "Take the Wounds"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, answers(Avoid, HEADING, "{by} has no Police to avoid now."))

    def play(self, table: Draft) -> None:
        for _ in table.answered(Avoid).officers:
            table.wound(self.by)
