"""4 KEY: once a turn, unlock a set of Handcuffs or open the Lockbox."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.aboard import ON_TURN_OR_LAST_SEARCH, find_licence
from rules.games.hit_the_silk.actions.poison import useless
from rules.games.hit_the_silk.cards import KEY, POISON
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import holds, pay
from rules.games.hit_the_silk.state import LOCKBOX, OUT, Cuff, Draft, Situation, State
from rules.games.hit_the_silk.turn import ON_TURN
from rules.knowledge import move, possible
from rules.verdict import Rule, rule

HEADING = "4 KEY"
HOLDS_KEY = holds(KEY, HEADING)


@rule(HEADING, "{by} has already used a Key this turn.")
def one_key_a_turn(s: State, a: Any) -> bool:
    return not s.keyed or s.stage != "turn"


@rule(HEADING, lambda s, a: _not_cuffed(s, a), firm=True)
def they_are_cuffed(s: State, a: Any) -> bool:
    return cuff_of(s, a.players) is not None


@rule(HEADING, "The Lockbox is empty.", firm=True)
def lockbox_holds_cards(s: State, a: Any) -> bool:
    return s.zones[LOCKBOX].size > 0


@rule(HEADING, "That card cannot be in the Lockbox.", firm=True)
def can_lie_in_the_lockbox(s: State, a: Any) -> bool:
    return a.take in (None, "nothing") or possible(s.zones, s.unseen, LOCKBOX, a.take)


def _not_cuffed(s: State, a: Any) -> str:
    names = " and ".join(s.box.seats[seat] for seat in a.players)
    return f"{names} is not cuffed to a Briefcase." if len(a.players) == 1 else f"{names} are not cuffed together."


def cuff_of(state: Situation, players: tuple[Seat, ...]) -> Cuff | None:
    """The Handcuffs between these two, or on this one and a Briefcase."""
    wanted = {*players} if len(players) == 2 else {*players, -1}
    return next((cuff for cuff in state.cuffs if {cuff.a, cuff.b} == wanted), None)


class Unlock(Action, frozen=True):
    players: tuple[Seat, ...]

    do: ClassVar[str] = "unlock"
    label: ClassVar[str] = "{by}'s Key for {players}"
    button: ClassVar[str] = "Unlock"
    asks: ClassVar[Mapping[str, str]] = {"players": "Which Handcuffs?"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, one_key_a_turn, HOLDS_KEY)
    rules: ClassVar[tuple[Rule, ...]] = (they_are_cuffed,)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def lays(self, state: State) -> Laid:
        return discarded(KEY)

    def play(self, table: Draft) -> None:
        table.keyed = True
        table.discard(self.by, KEY)
        pay(table, self, table.box.costs[KEY])

    def resolve(self, table: Draft) -> None:
        cuff = cuff_of(table, self.players)
        if cuff is not None:
            table.unlock(cuff)
            table.note("unlocked", *self.players)
        table.take_flannel(self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Unlock, ...]":
        if not state.cuffs:
            return ()
        pairs = dict.fromkeys((cuff.a, cuff.b) if cuff.b >= 0 else (cuff.a,) for cuff in state.cuffs)
        return tuple(cls(by, tuple(Seat(seat) for seat in pair)) for pair in pairs)


class OpenLockbox(Action, frozen=True):
    """On a turn, or as part of the last search for the Pilot's Licence."""

    take: Card | Literal["nothing"] | None = None  # looking in and taking nothing is allowed, too

    do: ClassVar[str] = "open-lockbox"
    label: ClassVar[str] = "{by}'s Key for the Lockbox"
    button: ClassVar[str] = "Lockbox"
    private: ClassVar[frozenset[str]] = frozenset({"take"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN_OR_LAST_SEARCH, one_key_a_turn, HOLDS_KEY)
    rules: ClassVar[tuple[Rule, ...]] = (lockbox_holds_cards, can_lie_in_the_lockbox)
    asked: ClassVar[tuple[Rule, ...] | None] = (lockbox_holds_cards,)

    def lays(self, state: State) -> Laid:
        return discarded(KEY)

    def play(self, table: Draft) -> None:
        table.discard(self.by, KEY)
        table.keyed = table.stage == "turn"
        if table.keyed:
            pay(table, self, table.box.costs[KEY])
        else:
            self.resolve(table)
            find_licence(table)

    def resolve(self, table: Draft) -> None:
        take = self.take
        look_on = table.stage == "turn" and table.box.house["lockbox-poison"] == "look-on"
        if take == POISON and useless(table) and look_on:
            move(table, LOCKBOX, OUT, POISON)  # 5 POISON: found too late, it goes to the Box; look on
            take = None
        if take == "nothing":
            table.note("left-lockbox", self.by)
            return
        if table.zones[LOCKBOX].size:
            table.take_one(LOCKBOX, self.by, take)
        table.note("lockbox", self.by)
