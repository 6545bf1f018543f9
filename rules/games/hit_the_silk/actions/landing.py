"""LAND THE PLANE!: the last search for the Licence, the rolls, the moves and the brakes."""

from collections.abc import Mapping
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from rules import bag, knowledge
from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.aboard import find_licence, licence_is_missing, may_have_licence
from rules.games.hit_the_silk.cards import LICENCE
from rules.games.hit_the_silk.drawing import can_be_drawn
from rules.games.hit_the_silk.ending import finish
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.landing import FACES, Move, after, brake, moves
from rules.games.hit_the_silk.state import DISCARD, DRAW, DRAWN, HANDS, Draft, Landing, State
from rules.games.hit_the_silk.turn import STAGES
from rules.knowledge import move_all, possible, reveal
from rules.verdict import MAYBE, Maybe, Rule, rule

HEADING = "LAND THE PLANE!"
Face = Literal["1", "2", "3", "4", "1-across", "1-down"]


@rule(
    HEADING,
    lambda s, a: STAGES.get(s.stage, ("", "The plane is still in the air: nobody has jumped yet."))[1],
    firm=True,
    whoever=True,
)
def plane_is_being_landed(s: State, a: Any) -> bool:
    return s.stage == "landing"


@rule(HEADING, "{by} is not left aboard.")
def is_aboard(s: State, a: Any) -> bool:
    return s.landing is None or a.by in s.landing.crew


# ---------------------------------------------------------------- the last search


@rule(HEADING, "The dice have been rolled: the last search is over.")
def before_the_first_roll(s: State, a: Any) -> bool:
    return s.landing is None or not s.landing.flying


@rule(HEADING, "{by} has searched already.")
def searches_once(s: State, a: Any) -> bool:
    return s.landing is None or a.by not in s.landing.searched


@rule(HEADING, "This table searches once for the whole crew.", switch="licence-search")
def searches_for_all(s: State, a: Any) -> bool:
    return s.landing is None or s.box.house["licence-search"] == "each" or not s.landing.searched


@rule(HEADING, "From one to four cards are discarded in the search.", firm=True)
def discards_up_to_four(s: State, a: Any) -> bool:
    return 1 <= len(a.discard) <= 4


@rule(HEADING, "{by} does not hold those cards.", firm=True)
def holds_what_they_discard(s: State, a: Any) -> bool:
    held = s.zones[HANDS + a.by]
    wanted = [(bag.count(held.known, kind), number) for kind, number in bag.kinds(bag.bag_of(a.discard))]
    return sum(max(number - known, 0) for known, number in wanted) <= held.unknown


@rule(HEADING, "The cards named cannot have been drawn.", firm=True)
def can_have_been_drawn(s: State, a: Any) -> bool:
    number = len(a.discard)
    return len(a.draws) <= number and can_be_drawn(s, a.draws, number, [(a.by, kind) for kind in a.discard])


@rule(HEADING, "Whether the Pilot's Licence was among the cards drawn decides; they were not named.")
def drawn_cards_decide(s: State, a: Any) -> bool | Maybe:
    if len(a.draws) == len(a.discard):
        return True
    there = any(possible(s.zones, s.unseen, pile, LICENCE) for pile in (DRAW, DISCARD))
    return MAYBE if there else True


class SearchLicence(Action, frozen=True):
    """Discard up to four cards and draw as many; `draws` names them, since all hands are open by now."""

    discard: tuple[Card, ...]
    draws: tuple[Card, ...] = ()

    do: ClassVar[str] = "search-licence"
    label: ClassVar[str] = "{by}'s search for the Licence"
    button: ClassVar[str] = "Search"
    asks: ClassVar[Mapping[str, str]] = {
        "by": "Who searches?",
        "discard": "Which cards go?",
        "draws": "Which cards were drawn?",
    }
    senses: ClassVar[Mapping[str, str]] = {"draws": "hand"}
    gate: ClassVar[tuple[Rule, ...]] = (
        plane_is_being_landed,
        is_aboard,
        before_the_first_roll,
        licence_is_missing,
        searches_once,
        searches_for_all,
    )
    rules: ClassVar[tuple[Rule, ...]] = (
        discards_up_to_four,
        holds_what_they_discard,
        can_have_been_drawn,
        drawn_cards_decide,
    )

    def lays(self, state: State) -> Laid:
        return tuple(card for kind in self.discard for card in discarded(kind))

    def play(self, table: Draft) -> None:
        assert table.landing is not None
        for kind in self.discard:
            table.discard(self.by, kind)
        number = table.lift(len(self.discard))
        knowledge.reveal_these(table, DRAWN, bag.bag_of(self.draws[:number]))
        move_all(table, DRAWN, HANDS + self.by)
        table.landing = replace(table.landing, searched=(*table.landing.searched, int(self.by)))
        table.note("searched", self.by, number)
        find_licence(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[SearchLicence]":
        hand = [Card(kind) for kind in bag.cards(state.zones[HANDS + by].known)]
        choices = (combinations(hand, number) for number in range(1, 5))
        return [cls(by, chosen) for chosen in dict.fromkeys(chain.from_iterable(choices))]


# ---------------------------------------------------------------- dice


@rule(HEADING, "The plane has touched down: hit the brakes with one die.")
def still_flying(s: State, a: Any) -> bool:
    return s.landing is None or not s.landing.braking


@rule(HEADING, "First the plane moves by the dice that were rolled.")
def dice_are_used(s: State, a: Any) -> bool:
    return s.landing is None or not s.landing.dice


@rule(HEADING, "The plane flies by two dice: roll both.", firm=True)
def rolls_two_dice(s: State, a: Any) -> bool:
    return len(a.dice) == 2


class Roll(Action, frozen=True):
    dice: tuple[Face, ...]

    do: ClassVar[str] = "roll"
    prompted: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s roll"
    button: ClassVar[str] = "Roll"
    asks: ClassVar[Mapping[str, str]] = {"dice": "Roll both dice"}
    senses: ClassVar[Mapping[str, str]] = {"dice": "dice"}
    gate: ClassVar[tuple[Rule, ...]] = (plane_is_being_landed, is_aboard, still_flying, dice_are_used)
    rules: ClassVar[tuple[Rule, ...]] = (rolls_two_dice,)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        assert table.landing is not None
        table.landing = replace(table.landing, flying=True, dice=self.dice)
        table.note("rolled", *self.dice)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Roll, ...]":
        return _rolls(by)


@cache
def _rolls(by: Seat) -> tuple[Roll, ...]:
    """Two dice alike: 21 different rolls."""
    pairs: Any = combinations_with_replacement(FACES, 2)
    return tuple(Roll(by, pair) for pair in pairs)


@rule(HEADING, "Roll the dice first.", firm=True)
def has_rolled(s: State, a: Any) -> bool:
    return s.landing is None or bool(s.landing.dice)


@rule(HEADING, lambda s, a: _moves_allowed(s))
def dice_allow_the_move(s: State, a: Any) -> bool | Maybe:
    if s.landing is None or not s.landing.dice:
        return True
    move = Move(a.across, a.down)
    dice = (s.landing.dice[0], s.landing.dice[1])
    if move in moves(dice, s.landing.licence):
        return True
    if not s.landing.licence and may_have_licence(s) and move in moves(dice, True):
        return MAYBE
    return False


def _moves_allowed(s: State) -> str:
    assert s.landing is not None
    allowed = moves((s.landing.dice[0], s.landing.dice[1]), s.landing.licence)
    told = " or ".join(f"{m.across} across and {m.down} down" for m in allowed)
    hidden = not s.landing.licence and may_have_licence(s)
    return f"These dice allow {told}{', or one less with the Licence' if hidden else ''}."


class MovePlane(Action, frozen=True):
    across: int
    down: int

    do: ClassVar[str] = "move"
    prompted: ClassVar[bool] = True
    label: ClassVar[str] = "the plane's move"
    button: ClassVar[str] = "Move"
    asks: ClassVar[Mapping[str, str]] = {"across": "How far across?", "down": "How far down?"}
    senses: ClassVar[Mapping[str, str]] = {"across": "plane", "down": "plane"}
    gate: ClassVar[tuple[Rule, ...]] = (plane_is_being_landed, is_aboard, has_rolled)
    rules: ClassVar[tuple[Rule, ...]] = (dice_allow_the_move,)

    def shows(self, state: State) -> Mapping[str, Any]:
        if state.landing is None:
            return {}
        flight = after(state.box.board, state.landing.space, Move(self.across, self.down))
        return {"plane": flight.to} if flight.to is not None else {}

    def play(self, table: Draft) -> None:
        landing = table.landing
        assert landing is not None
        move, dice = Move(self.across, self.down), (landing.dice[0], landing.dice[1])
        if not landing.licence and move not in moves(dice, False) and move in moves(dice, True):
            landing = find_the_licence_somewhere(table)
        flight = after(table.box.board, landing.space, move)
        table.landing = replace(
            landing,
            space=flight.to or landing.space,
            dice=(),
            braking=flight.ends == "strip",
            landed=False if flight.ends == "crashed" else None,
        )
        table.note("flew", self.across, self.down, flight.ends)
        if flight.ends == "crashed":
            finish(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[MovePlane]":
        landing = state.landing
        if landing is None or not landing.dice:
            return []
        return [cls(by, m.across, m.down) for m in moves((landing.dice[0], landing.dice[1]), True)]


def find_the_licence_somewhere(table: Draft) -> Landing:
    """The crew moved by the Licence, so one of them drew it; who, is known only if nobody else can have it."""
    assert table.landing is not None
    who = [seat for seat in table.landing.crew if possible(table.zones, table.unseen, HANDS + seat, LICENCE)]
    if len(who) == 1:
        reveal(table, HANDS + who[0], LICENCE)
    return replace(table.landing, licence=True)


@rule(HEADING, "The plane is still flying: only on the Landing Strip are the brakes hit.", firm=True)
def on_the_strip(s: State, a: Any) -> bool:
    return s.landing is None or s.landing.braking


@rule(HEADING, "The crew cannot have the Pilot's Licence to show.")
def can_show_the_licence(s: State, a: Any) -> bool:
    return not a.licence or s.landing is None or s.landing.licence or may_have_licence(s)


@rule(HEADING, "Whether the crew drew the Pilot's Licence decides; it was not shown, so the plane does not stand.")
def licence_would_save_them(s: State, a: Any) -> bool | Maybe:
    landing = s.landing
    if landing is None or landing.licence or a.licence or not may_have_licence(s):
        return True
    board = s.box.board
    return True if brake(board, landing.space, a.die, False) == brake(board, landing.space, a.die, True) else MAYBE


class Brake(Action, frozen=True):
    """`licence` says that the crew shows a Pilot's Licence that nobody had seen before."""

    die: Face
    licence: bool = False

    do: ClassVar[str] = "brake"
    prompted: ClassVar[bool] = True
    label: ClassVar[str] = "the brakes"
    button: ClassVar[str] = "Brake"
    asks: ClassVar[Mapping[str, str]] = {"die": "Roll one die", "licence": "The Licence is shown"}
    senses: ClassVar[Mapping[str, str]] = {"die": "die"}
    gate: ClassVar[tuple[Rule, ...]] = (plane_is_being_landed, is_aboard, on_the_strip)
    rules: ClassVar[tuple[Rule, ...]] = (can_show_the_licence, licence_would_save_them)

    def play(self, table: Draft) -> None:
        landing = table.landing
        assert landing is not None
        if self.licence and not landing.licence:
            landing = find_the_licence_somewhere(table)
        landed = brake(table.box.board, landing.space, self.die, landing.licence)
        table.landing = replace(landing, landed=landed)
        table.note("braked", self.die, "landed" if landed else "crashed")
        finish(table)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Brake]":
        return [cls(by, face) for face in FACES]  # type: ignore[arg-type]
