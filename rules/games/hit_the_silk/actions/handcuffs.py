"""3 HANDCUFFS: two players are bound together by a wrist each; in the advanced game, a player and a Briefcase."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

from rules import bag
from rules.action import Action, Card, Seat
from rules.bag import Kind
from rules.games.hit_the_silk.cards import BRIEFCASES, HANDCUFFS
from rules.games.hit_the_silk.laid import Laid
from rules.games.hit_the_silk.play import holds, pay
from rules.games.hit_the_silk.state import HANDS, WORN, Cuff, Draft, State
from rules.games.hit_the_silk.turn import ON_TURN
from rules.knowledge import move, possible, reveal
from rules.verdict import MAYBE, Maybe, Rule, rule

HEADING = "3 HANDCUFFS"
ADVANCED = "Additional Actions"
WRISTS = 2


@rule(HEADING, "Handcuffs bind two different players.", firm=True)
def binds_two_players(s: State, a: Any) -> bool:
    if len(a.players) == 1:
        return bool(s.box.house["cuffed-briefcase"])
    return len(a.players) == 2 and a.players[0] != a.players[1]


@rule(ADVANCED, "{by} can cuff nobody but themself to a Briefcase.")
def cuffs_oneself(s: State, a: Any) -> bool:
    return len(a.players) != 1 or a.players[0] == a.by


@rule(ADVANCED, "{by} needs that Briefcase in hand to be cuffed to it.")
def has_a_briefcase(s: State, a: Any) -> bool | Maybe:
    if a.briefcase is not None:
        return a.briefcase in BRIEFCASES and possible(s.zones, s.unseen, HANDS + a.by, a.briefcase)
    if len(a.players) != 1:
        return True
    known = any(s.zones[HANDS + a.by].known >> 8 * kind & 255 for kind in BRIEFCASES)
    return (
        True if known else (MAYBE if any(possible(s.zones, s.unseen, HANDS + a.by, k) for k in BRIEFCASES) else False)
    )


@rule(ADVANCED, "Handcuffs bind either two players, or one player and a Briefcase.", firm=True)
def briefcase_goes_with_one_player(s: State, a: Any) -> bool:
    return a.briefcase is None or len(a.players) == 1


@rule(HEADING, lambda s, a: f"{_first(s, a, alive=False)} is dead.", firm=True)
def cuffs_the_living(s: State, a: Any) -> bool:
    return all(s.players[seat].alive for seat in a.players)


@rule(HEADING, lambda s, a: f"Both of {_first(s, a, alive=True)}'s wrists are cuffed already.")
def has_a_wrist_free(s: State, a: Any) -> bool:
    return not s.cuffs or all(s.wrists(seat) < WRISTS for seat in a.players)


def _first(s: State, a: Any, alive: bool) -> str:
    """The first player whom the rule is about."""
    for seat in a.players:
        if (s.wrists(seat) >= WRISTS) if alive else not s.players[seat].alive:
            return str(s.box.seats[seat])
    return ""


@cache
def leaves_the_cuffed_briefcase(of: str, owner: str = "whom") -> Rule:
    """Nobody can take a Briefcase that its owner is cuffed to; another one of that value may be in the hand, too."""

    def says(s: State, a: Any) -> str:
        return f"{s.box.seats[getattr(a, owner)]} is cuffed to a Briefcase of that value, which cannot be taken."

    @rule(ADVANCED, says, of=of)
    def leaves_the_cuffed_briefcase(s: State, a: Any) -> bool | Maybe:
        if a.take is None or not s.cuffs:
            return True
        seat = getattr(a, owner)
        hand, cuffed = s.zones[HANDS + seat], _cuffed_to(s, seat, a.take)
        known = bag.count(hand.known, a.take)
        if known > cuffed or not cuffed:
            return True
        another = hand.unknown > cuffed - known and known + bag.count(s.unseen, a.take) > cuffed
        return MAYBE if another else False

    return leaves_the_cuffed_briefcase


def _cuffed_to(s: State, seat: int, kind: Kind) -> int:
    """How many Briefcases of this value the player must be cuffed to: named so, or the only ones left for a secret."""
    cases = [cuff.case for cuff in s.cuffs if cuff.a == seat and cuff.b < 0]
    if kind not in BRIEFCASES or not cases:
        return 0
    hand = s.zones[HANDS + seat]
    others = sum(max(bag.count(hand.known, other) - cases.count(other), 0) for other in BRIEFCASES if other != kind)
    return cases.count(kind) + max(cases.count(-1) - others - hand.unknown, 0)


def open_the_empty(table: Draft) -> None:
    """Handcuffs open for which there can be no Briefcase left in the hand: shot away, traded, taken after all."""
    for cuff in table.cuffs:
        if cuff.b < 0:
            hand = table.zones[HANDS + cuff.a]
            kinds = BRIEFCASES if cuff.case < 0 else (cuff.case,)
            held = sum(bag.count(hand.known, kind) for kind in kinds)
            hidden = sum(bag.count(table.unseen, kind) for kind in kinds if not hand.never >> kind & 1)
            wanted = sum(other.a == cuff.a and other.b < 0 and cuff.case in (-1, other.case) for other in table.cuffs)
            if wanted > held + min(hidden, hand.unknown):
                table.open_empty(cuff)


class Handcuff(Action, frozen=True):
    players: tuple[Seat, ...]
    briefcase: Card | None = None

    do: ClassVar[str] = "handcuff"
    label: ClassVar[str] = "{by}'s Handcuffs on {players}"
    button: ClassVar[str] = "Handcuffs"
    asks: ClassVar[Mapping[str, str]] = {"players": "Who is cuffed?"}
    private: ClassVar[frozenset[str]] = frozenset({"briefcase"})
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, holds(HANDCUFFS, HEADING))
    rules: ClassVar[tuple[Rule, ...]] = (
        binds_two_players,
        cuffs_oneself,
        briefcase_goes_with_one_player,
        has_a_briefcase,
        cuffs_the_living,
        has_a_wrist_free,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (has_a_briefcase, has_a_wrist_free)

    def lays(self, state: State) -> Laid:
        return ((Card(HANDCUFFS), "table"),)

    def play(self, table: Draft) -> None:
        move(table, HANDS + self.by, WORN, HANDCUFFS)
        pay(table, self, table.box.costs[HANDCUFFS])

    def resolve(self, table: Draft) -> None:
        taken = {cuff.token for cuff in table.cuffs}
        token = next(number for number in range(1, len(taken) + 2) if number not in taken)
        if self.briefcase is not None and possible(table.zones, table.unseen, HANDS + self.by, self.briefcase):
            reveal(table, HANDS + self.by, self.briefcase)
        case = {} if self.briefcase is None else {"case": int(self.briefcase)}
        table.cuffs = (*table.cuffs, Cuff(token, *self.players, **case))
        table.note("cuffed", *self.players, token)
        table.take_flannel(self.by)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Handcuff, ...]":
        pairs = _pairs(by, state.living())
        return (*pairs, cls(by, (by,))) if state.box.house["cuffed-briefcase"] else pairs


@cache
def _pairs(by: Seat, living: tuple[int, ...]) -> tuple[Handcuff, ...]:
    return tuple(Handcuff(by, (Seat(one), Seat(other))) for one, other in combinations(living, 2))
