"""TO ESCAPE OR NOT TO ESCAPE?: a player who can do nothing at all is out of time, even with cards in hand."""

from typing import Any, ClassVar

from rules import bag
from rules.action import Action
from rules.games.escape_now.cards import LUCKY_SHOT, TRAITS, traits_of
from rules.games.escape_now.state import DRAW, HANDS, State
from rules.games.escape_now.turn import ON_TURN, time_up
from rules.knowledge import possible_kinds
from rules.verdict import MAYBE, Maybe, Rule, rule

HEADING = "TO ESCAPE OR NOT TO ESCAPE?"


@rule(HEADING, "There are cards left to draw.", whoever=True)
def nothing_to_draw(s: State, a: Any) -> bool:
    return not s.zones[DRAW].size


@rule("2 Move to another puzzle", "There is another puzzle to move to.")
def nowhere_to_move(s: State, a: Any) -> bool:
    return s.box.layout.face_up(s.solved) & ~(1 << s.here(a.by)) == 0


@rule(HEADING, "That no card of this hand fits is {by}'s word.")
def no_card_fits(s: State, a: Any) -> Maybe | bool:
    held = possible_kinds(s.zones, s.unseen, HANDS + s.acting(a.by))
    fitting = (*(trait for trait in TRAITS if traits_of(s.shown[s.here(a.by)]) >> trait & 1), LUCKY_SHOT)
    return MAYBE if any(bag.count(held, kind) for kind in fitting) else True


class Stuck(Action, frozen=True):
    """The draw pile is empty, no other puzzle lies face up, and no card fits: nothing can be done any more."""

    do: ClassVar[str] = "stuck"
    label: ClassVar[str] = "{by}'s standstill"
    button: ClassVar[str] = "Stuck"
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, nothing_to_draw, nowhere_to_move, no_card_fits)

    def play(self, table: Any) -> None:
        table.note("stuck", self.by)
        time_up(table)
