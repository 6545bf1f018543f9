"""WIN OR LOSE?: the hands are laid open, the Tandem takes somebody along, and the survivors are known."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rules import bag
from rules.action import Action, Card, Seat
from rules.bag import BITS
from rules.games.hit_the_silk import scoring
from rules.games.hit_the_silk.cards import A_CARD, NAMES, TANDEM
from rules.games.hit_the_silk.ending import ending_of, reveals_are_in
from rules.games.hit_the_silk.state import HANDS, Draft, State
from rules.games.hit_the_silk.turn import STAGES
from rules.knowledge import can_be, reveal_all
from rules.verdict import Rule, rule

HEADING = "WIN OR LOSE?"


def _not_yet(s: State, a: Any) -> str:
    return STAGES[s.stage][1] if s.stage in STAGES else "Hands stay secret until the jump."


@rule(lambda s, a: HEADING if s.stage != "turn" else "GAME PREPARATION", _not_yet)
def hands_are_laid_open(s: State, a: Any) -> bool:
    return s.stage == "reveal" or (s.players[a.by].killed_by == "poison" and s.stage != "over")


@rule(HEADING, "{by} has laid the hand open already.")
def reveals_once(s: State, a: Any) -> bool:
    return not s.revealed >> a.by & 1


@rule("8 SHOOT A PLAYER", "{by}'s cards went out of the plane.", firm=True)
def still_has_a_hand(s: State, a: Any) -> bool:
    return s.players[a.by].killed_by != "bullet"


@rule("GAME PREPARATION", lambda s, a: f"{s.box.seats[a.by]} holds {s.hand(a.by).size} cards, not {len(a.hand)}.")
def names_the_whole_hand(s: State, a: Any) -> bool:
    return len(a.hand) == s.zones[HANDS + a.by].size


def missing_from(s: State, by: int, hand: tuple[Card, ...]) -> str:
    """What is wrong with a hand laid open: too many copies, or a card that must still be there."""
    named, held = bag.bag_of(hand), s.zones[HANDS + by]
    for kind, number in bag.kinds(named):
        most = bag.count(held.known, kind) + (0 if held.never >> kind & 1 else bag.count(s.unseen, kind))
        if number > most:
            if not most:
                return f"{s.box.seats[by]} cannot hold {A_CARD[kind]}: every one of them is somewhere else."
            return f"{s.box.seats[by]} can hold {_so_many(most, kind)} at most, not {number}."
    for kind, number in bag.kinds(held.known):
        if bag.count(named, kind) < number:
            return f"{s.box.seats[by]} must still hold {_so_many(number, kind)}."
    return ""


def _so_many(number: int, kind: int) -> str:
    return A_CARD[kind] if number == 1 else f"{number} {NAMES[kind]} cards"


@rule("GAME PREPARATION", lambda s, a: missing_from(s, a.by, a.hand))
def hand_can_be_theirs(s: State, a: Any) -> bool:
    return can_be(s.zones[HANDS + a.by], s.unseen, bag.bag_of(a.hand))


class Reveal(Action, frozen=True):
    hand: tuple[Card, ...]

    do: ClassVar[str] = "reveal"
    prompted: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s hand"
    button: ClassVar[str] = "Show hand"
    asks: ClassVar[Mapping[str, str]] = {"hand": "Show your cards"}
    senses: ClassVar[Mapping[str, str]] = {"hand": "hand"}
    gate: ClassVar[tuple[Rule, ...]] = (hands_are_laid_open, still_has_a_hand, reveals_once)
    rules: ClassVar[tuple[Rule, ...]] = (names_the_whole_hand, hand_can_be_theirs)

    def play(self, table: Draft) -> None:
        reveal_all(table, HANDS + self.by, bag.bag_of(self.hand))
        table.note("revealed", self.by)
        if table.stage == "reveal":
            table.revealed |= 1 << self.by
            reveals_are_in(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Reveal, ...]":
        """Nobody but the player can say what they hold."""
        return ()


@rule(
    HEADING,
    "Who is taken along is said once the hands are open, and before the dice are rolled.",
    firm=True,
    whoever=True,
)
def jump_is_being_settled(s: State, a: Any) -> bool:
    return s.stage == "reveal" or (s.landing is not None and not s.landing.searched and not s.landing.flying)


@rule(HEADING, "{by} has not shown a Tandem Parachute.", firm=True)
def has_shown_the_tandem(s: State, a: Any) -> bool:
    return bool(s.revealed >> a.by & 1 and s.zones[HANDS + a.by].known >> BITS * TANDEM & 255)


@rule(HEADING, "{by}'s Tandem is taken already.")
def tandem_is_free(s: State, a: Any) -> bool:
    return not any(giver == a.by for giver, _ in s.carried)


@rule(HEADING, "Only another player who is alive can be taken along.", firm=True)
def takes_another_living_player(s: State, a: Any) -> bool:
    return a.take is None or (a.take != a.by and s.players[a.take].alive)


class Tandem(Action, frozen=True):
    """`take` is the passenger; without it the Tandem carries nobody else."""

    take: Seat | None = None

    do: ClassVar[str] = "tandem"
    label: ClassVar[str] = "{by}'s Tandem"
    button: ClassVar[str] = "Tandem"
    asks: ClassVar[Mapping[str, str]] = {"take": "Who rides along?"}
    gate: ClassVar[tuple[Rule, ...]] = (jump_is_being_settled, has_shown_the_tandem, tandem_is_free)
    rules: ClassVar[tuple[Rule, ...]] = (takes_another_living_player,)

    def play(self, table: Draft) -> None:
        carry(table, self.by, self.take)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Tandem]":
        return [cls(by), *(cls(by, Seat(seat)) for seat in state.living() if seat != by)]


@rule(HEADING, "A spare Parachute may only go to a player who is cuffed to its owner.", switch="spare-parachute")
def spares_may_be_given(s: State, a: Any) -> bool:
    return bool(s.box.house["spare-parachute"])


@rule(HEADING, "{by} has no spare Parachute.", firm=True)
def has_a_spare_parachute(s: State, a: Any) -> bool:
    return bool(s.revealed >> a.by & 1) and scoring.spare_places(ending_of(s), a.by) > 0


class GiveParachute(Action, frozen=True):
    """A house rule: a spare Parachute for somebody who is not cuffed to its owner."""

    take: Seat

    do: ClassVar[str] = "give-parachute"
    label: ClassVar[str] = "{by}'s spare Parachute"
    button: ClassVar[str] = "Spare Parachute"
    asks: ClassVar[Mapping[str, str]] = {"take": "Who gets it?"}
    gate: ClassVar[tuple[Rule, ...]] = (jump_is_being_settled, spares_may_be_given, has_a_spare_parachute)
    rules: ClassVar[tuple[Rule, ...]] = (takes_another_living_player,)

    def play(self, table: Draft) -> None:
        carry(table, self.by, self.take)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[GiveParachute]":
        return [cls(by, Seat(seat)) for seat in state.living() if seat != by]


def carry(table: Draft, by: int, whom: int | None) -> None:
    passenger = by if whom is None else whom
    table.carried = (*table.carried, (int(by), int(passenger)))
    table.note("tandem", by, passenger)
    reveals_are_in(table)
