"""1 Solve the puzzle: a card is laid beside the puzzle card, a Lucky Shot as a copy of a trait or to finish it."""

from functools import cache
from typing import Any, ClassVar, Literal

from msgspec import field

from rules.action import Action, Card, Seat
from rules.bag import one
from rules.games.escape_now.cards import ACTION_IDS, FIRST_PUZZLE, IDS, LUCKY_SHOT, NAMES, TRAITS, names_of, traits_of
from rules.games.escape_now.layout import LAST, PLACES
from rules.games.escape_now.start import TurnUp, named
from rules.games.escape_now.state import BESIDE, DISCARD, HANDS, Draft, Situation, State
from rules.games.escape_now.turn import ON_TURN, NextTurn, escape, next_turn, slide
from rules.knowledge import move, move_all, possible, possible_kinds
from rules.sentences import capital, listed
from rules.verdict import Rule, rule

HEADING = "HOW TO SOLVE A PUZZLE?"
Use = Literal["logical", "perceptive", "dexterous", "tenacious", "talkative", "finish"]
FINISH = -1


def use_of(state: Situation, action: Any) -> int | None:
    """What the card does beside the puzzle: a trait, the finish, or nothing that could be told from what was said."""
    if action.card != LUCKY_SHOT:
        return int(action.card)
    if action.use is not None:
        return FINISH if action.use == "finish" else ACTION_IDS.index(action.use)
    missing = state.missing(state.here(action.by))
    if not missing:
        return FINISH
    return missing.bit_length() - 1 if missing & missing - 1 == 0 else None


@rule("COMPONENTS", "Only action cards are played.", firm=True)
def an_action_card(s: State, a: Any) -> bool:
    return a.card < FIRST_PUZZLE


@rule(HEADING, "Only a Lucky Shot stands for another card.", firm=True)
def only_a_lucky_shot_stands_for_another(s: State, a: Any) -> bool:
    return a.use is None or a.card == LUCKY_SHOT or IDS[a.card] == a.use


@rule(
    "1 Solve the puzzle", lambda s, a: f"{s.box.seats[a.by]} cannot have a {NAMES[a.card]}: all of them lie elsewhere."
)
def holds_it(s: State, a: Any) -> bool:
    return possible(s.zones, s.unseen, HANDS + s.acting(a.by), a.card)


@rule("1 Solve the puzzle", "{by} has no card in hand.", firm=True)
def has_a_card(s: State, a: Any) -> bool:
    return s.hand(s.acting(a.by)).size > 0


@rule("2 Move to another puzzle", lambda s, a: f"{capital(named(s.here(a.by)))} is solved: move on first.", firm=True)
def not_solved_yet(s: State, a: Any) -> bool:
    return not s.is_solved(s.here(a.by))


@rule(HEADING, "Say which trait the Lucky Shot stands for.", firm=True)
def says_what_it_stands_for(s: State, a: Any) -> bool:
    return use_of(s, a) is not None


def _takes(s: State, a: Any) -> str:
    shown = names_of(traits_of(s.shown[s.here(a.by)]))
    return f"{capital(named(s.here(a.by)))} takes only {listed([NAMES[ACTION_IDS.index(name)] for name in shown])}."


@rule(HEADING, _takes)
def shown_on_the_puzzle(s: State, a: Any) -> bool:
    use, shown = use_of(s, a), s.shown[s.here(a.by)]
    return use is None or use == FINISH or not shown or traits_of(shown) >> use & 1 > 0


def _lacks(s: State, a: Any) -> str:
    missing = [NAMES[ACTION_IDS.index(name)] for name in names_of(s.missing(s.here(a.by)))]
    return f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} still missing at {named(s.here(a.by))}."


@rule(HEADING, lambda s, a: f"A Lucky Shot finishes once every trait lies there. {_lacks(s, a)}")
def finishes_only_with_every_trait(s: State, a: Any) -> bool:
    return use_of(s, a) != FINISH or not s.missing(s.here(a.by))


@rule(HEADING, lambda s, a: f"There is no room for another one. {_lacks(s, a)}", switch="sixth-card")
def leaves_room_for_every_trait(s: State, a: Any) -> bool:
    """A puzzle with four Dexterous waits for its other trait: a fifth Dexterous cannot fulfil it."""
    if s.box.house["sixth-card"]:
        return True
    place, use = s.here(a.by), use_of(s, a)
    if use is None or use == FINISH:
        return True
    missing = s.missing(place) & ~(1 << use)
    return s.lies(place) + 1 + missing.bit_count() <= s.needs(place)


class Solve(Action, frozen=True):
    """A card for the puzzle on which the pawn stands. What a Lucky Shot is for need not be said where it is plain."""

    card: Card
    use: Use | None = field(default=None, name="as")

    do: ClassVar[str] = "solve"
    label: ClassVar[str] = "{by}'s {card}"
    button: ClassVar[str] = "Solve"
    asks: ClassVar[dict[str, str]] = {"card": "Which card?", "as": "As which trait, or to finish?"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, has_a_card, not_solved_yet)
    rules: ClassVar[tuple[Rule, ...]] = (
        an_action_card,
        only_a_lucky_shot_stands_for_another,
        holds_it,
        says_what_it_stands_for,
        shown_on_the_puzzle,
        finishes_only_with_every_trait,
        leaves_room_for_every_trait,
    )
    asked: ClassVar[tuple[Rule, ...] | None] = (leaves_room_for_every_trait,)

    def play(self, table: Draft) -> None:
        use, place = use_of(table, self), table.here(self.by)
        table.pawn = table.acting(self.by)
        move(table, HANDS + table.pawn, BESIDE + place, self.card)
        table.seen += one(self.card)
        finishes = use == FINISH
        if use is not None and not finishes:
            table.put("present", place, table.present[place] | 1 << use)
        table.note("laid" if self.card != LUCKY_SHOT else "finished" if finishes else "copied", *self._told(use, place))
        full = table.lies(place) >= table.needs(place) and not table.missing(place)
        if finishes or full:
            solve(table, place)
        else:
            next_turn(table)

    def _told(self, use: int | None, place: int) -> tuple[Any, ...]:
        if self.card != LUCKY_SHOT:
            return self.by, self.card, PLACES[place]
        return (self.by, PLACES[place]) if use in (FINISH, None) else (self.by, use, PLACES[place])

    def lays(self, state: Any) -> tuple[tuple[Card, str], ...]:
        return ((self.card, "puzzles"),)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Solve]":
        """Every card that could help here: the traits shown, and a Lucky Shot in each of its ways."""
        place = state.here(by)
        held = possible_kinds(state.zones, state.unseen, HANDS + state.acting(by))
        wanted = traits_of(state.shown[place])
        found = [_lay(by, trait) for trait in TRAITS if wanted >> trait & 1 and held >> 8 * trait & 255]
        if held >> 8 * LUCKY_SHOT & 255:
            found += [_shot(by, name) for name in names_of(wanted)]
            if not state.missing(place):
                found.append(_shot(by, "finish"))
        return found


@cache
def _lay(by: Seat, kind: int) -> Solve:
    return Solve(by, Card(kind))


@cache
def _shot(by: Seat, use: Any) -> Solve:
    return Solve(by, Card(LUCKY_SHOT), use)


def solve(table: Draft, place: int) -> None:
    """The puzzle is solved: what its arrows point to is turned face up, or the team is out."""
    before = table.box.layout.face_up(table.solved)
    table.solved |= 1 << place
    table.note("solved", PLACES[place])
    if table.box.house["solved-cards"] == "discard":
        move_all(table, BESIDE + place, DISCARD)
    if place == LAST:
        escape(table)
        return
    opened = table.box.layout.face_up(table.solved) & ~before
    slide(table)
    table.pending.append(NextTurn())
    table.pending += [TurnUp(other) for other in reversed(range(len(PLACES))) if opened >> other & 1]
