"""The referee of the Stacks: may these cards be played there, and was this sequence played as it should be?

Each rule looks at a play: some cards (`a.cards`) and where they go (`a.onto(s)`), at a table or in a question alone.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from rules import house
from rules.bag import Kind
from rules.game import reason
from rules.games.escape_master.cards import (
    ADDABLE,
    DATA,
    DEAD_END,
    DOOM,
    ESCAPES,
    FACES,
    NAMES,
    SEVEN,
    START,
    TRAPS,
    WISDOM,
    written,
)
from rules.games.escape_master.stack import (
    DOWN,
    FREELY,
    UP,
    Ranks,
    Stack,
    after,
    following,
    is_face_combination,
    is_suit_combination,
    stack_of,
    value,
)
from rules.verdict import MAYBE, YES, Answer, Maybe, Reason, Rule, Verdict, rule

SWITCHES = house.switches(DATA["switches"])
BY_DEFAULT: Mapping[str, Any] = house.settle(SWITCHES, "", {})

NEVER_ON_STACKS = TRAPS | ESCAPES

Trap = Literal["none", "up", "down"]
WAYS: dict[str, int] = {"none": FREELY, "up": UP, "down": DOWN}


class Spot(Struct, frozen=True, gc=False):
    """Where cards are laid: on a Stack or as a new one, by somebody who is free or trapped."""

    stack: Stack | None
    way: int
    house: Mapping[str, Any]


class Question(Struct, frozen=True, gc=False):
    """A play that somebody asks about."""

    cards: tuple[Kind, ...]
    spot: Spot

    def onto(self, _: Any) -> Spot:
        return self.spot


def playable(
    top: Kind | None, cards: Sequence[Kind], trap: Trap = "none", house: Mapping[str, Any] = BY_DEFAULT
) -> Verdict:
    """May these cards be played on a Stack with this top card (or as a new Stack), by a player in this Trap?"""
    return judge(Question(tuple(cards), Spot(None if top is None else stack_of(top), WAYS[trap], house)))


def judge(question: Question) -> Verdict:
    """Yes, no, or depends on the letter of a Doom Master, with every reason."""
    broken = [(rule, answer) for rule in ON_A_STACK if (answer := rule.test(None, question)) is not True]
    if not broken:
        return YES
    refused = any(answer is not MAYBE for _, answer in broken)
    asked: Any = question
    return Verdict(
        Answer.NO if refused else Answer.DEPENDS, lambda: tuple(reason(rule, None, asked, {}) for rule, _ in broken)
    )


# ---------------------------------------------------------------- a whole sequence


class Followed(Struct, frozen=True):
    """What the referee says to a sequence: where it went wrong first, if it did."""

    verdict: Verdict
    bad: int | None = None  # the place of the first bad card, from 0


def follow(
    cards: Sequence[Kind],
    on: Kind | None = None,
    trap: Trap = "none",
    house: Mapping[str, Any] = BY_DEFAULT,
) -> Followed:
    """Was this sequence legal on that top card (or as a new Stack)? Any two neighbours may have been a combination."""
    reached: list[dict[tuple[Stack | None, int], tuple[Reason, ...]]] = [{} for _ in range(len(cards) + 2)]
    reached[0][None if on is None else stack_of(on), WAYS[trap]] = ()
    for place in range(len(cards)):
        for (stack, way), doubts in reached[place].items():
            for number in (1, 2):
                played = tuple(cards[place : place + number])
                verdict = judge(Question(played, Spot(stack, way, house)))
                if not verdict or len(played) < number:
                    continue
                then = after(stack, played, way), FREELY if WISDOM in played else way
                if reached[place + number].get(then, True):  # a way without doubts is the better one
                    reached[place + number][then] = doubts + _named(verdict.reasons, cards, place)
    if reached[len(cards)]:
        doubts = min(reached[len(cards)].values(), key=len)
        return Followed(Verdict(Answer.DEPENDS, lambda: doubts) if doubts else YES)
    bad = max(place for place in range(len(cards)) if reached[place])
    refused = judge(Question((cards[bad],), Spot(*next(iter(reached[bad])), house)))
    return Followed(Verdict(Answer.NO, lambda: _named(refused.reasons, cards, bad)), bad)


def _named(reasons: tuple[Reason, ...], cards: Sequence[Kind], place: int) -> tuple[Reason, ...]:
    which = f"Card {place + 1}, {NAMES[cards[place]]}"
    return tuple(Reason(r.rule, r.heading, f"{which}: {r.says}", r.firm, r.switch) for r in reasons)


# ---------------------------------------------------------------- the rules


@rule("Combinations", "Cards are played one at a time, or two together as a combination.", firm=True)
def one_card_or_two(s: Any, a: Any) -> bool:
    return 1 <= len(a.cards) <= 2


@rule("Playing Traps and Escapes", "Traps and Escapes are never played on Stacks.")
def no_trap_or_escape(s: Any, a: Any) -> bool:
    return NEVER_ON_STACKS.isdisjoint(a.cards)


@rule("Playing a Dead End", "The Dead End has closed that Stack for the rest of the round.")
def stack_is_open(s: Any, a: Any) -> bool:
    stack = a.onto(s).stack
    return stack is None or not stack.closed


@rule("Playing a Dead End", "The Dead End closes a Stack, so it cannot start one.")
def dead_end_needs_a_stack(s: Any, a: Any) -> bool:
    return DEAD_END not in a.cards or a.onto(s).stack is not None


def _cannot_start(s: Any, a: Any) -> str:
    return (
        f"{laid(a.cards)} cannot start a Stack: that takes a 7-Start, a Wisdom card or a Suit Combination that makes 7."
    )


@rule("Starting Stacks", _cannot_start)
def starts_with_a_seven(s: Any, a: Any) -> bool:
    if a.onto(s).stack is not None or not _plays_as_one(a.cards):
        return True
    return a.cards == (WISDOM,) or value(a.cards) == 1 << START


@rule("Suit Combinations", "Only cards of the same Tribe are added up.")
def is_of_one_tribe(s: Any, a: Any) -> bool:
    return len(a.cards) != 2 or not all(card in ADDABLE for card in a.cards) or is_suit_combination(a.cards)


@rule("Face Combinations", "Two face cards pair up only if they show the same letter.")
def is_of_one_letter(s: Any, a: Any) -> bool:
    return len(a.cards) != 2 or not all(card in FACES for card in a.cards) or is_face_combination(a.cards)


@rule("Doom Master Cards", "A Doom Master is never part of a combination.")
def doom_master_plays_alone(s: Any, a: Any) -> bool:
    return len(a.cards) != 2 or DOOM not in a.cards


@rule("Combinations", "Only two cards from 1 to 5, or two of the same face card, are played together.")
def is_a_combination(s: Any, a: Any) -> bool:
    if len(a.cards) != 2 or DOOM in a.cards:
        return True
    return all(card in ADDABLE for card in a.cards) or all(card in FACES for card in a.cards)


def _of_what(s: Any, a: Any) -> str:
    if is_suit_combination(a.cards):
        return "Suit Combinations"
    if is_face_combination(a.cards):
        return "Face Combinations"
    return "Doom Master Cards" if a.cards == (DOOM,) or a.onto(s).stack.top == DOOM else "Playing on Stacks"


def _does_not_follow(s: Any, a: Any) -> str:
    stack = a.onto(s).stack
    fitting = _either([written(rank) for rank in _listed(following(stack.ranks))])
    if stack.top == DOOM and _fits(value(a.cards), stack.ranks, FREELY) is MAYBE:
        return f"It depends on which letter the Doom Master there shows: {laid(a.cards)} goes on its neighbours only."
    if is_suit_combination(a.cards):
        total = written(_listed(value(a.cards))[0])
        return f"{laid(a.cards)} make {total}; on {NAMES[stack.top]} it takes {fitting}."
    return f"{laid(a.cards)} does not follow {NAMES[stack.top]}: it takes {fitting}, or a Wisdom card."


@rule(_of_what, _does_not_follow)
def is_next_in_rank(s: Any, a: Any) -> bool | Maybe:
    stack = a.onto(s).stack
    if stack is None or not stack.ranks:
        return True
    laid = value(a.cards)
    return _fits(laid, stack.ranks, FREELY) if laid else True


def _against_the_trap(s: Any, a: Any) -> str:
    spot = a.onto(s)
    which, far = ("ascending", "K") if spot.way == UP else ("descending", "1")
    if not following(spot.stack.ranks, spot.way):
        return f"Under a Trap that allows only {which} order nothing is played on a {far}: the loop does not help."
    if a.cards == (WISDOM,) or _fits(value(a.cards), spot.stack.ranks, spot.way) is MAYBE:
        return f"The Trap allows only {which} order: it depends on which letter the Doom Master there shows."
    return f"The Trap allows only {which} order, and {laid(a.cards)} goes the other way."


@rule("Types of Traps", _against_the_trap)
def keeps_the_way_of_the_trap(s: Any, a: Any) -> bool | Maybe:
    spot = a.onto(s)
    if spot.way == FREELY or spot.stack is None or not spot.stack.ranks:
        return True
    stack = spot.stack
    if a.cards == (WISDOM,):
        open_ends = [following(1 << rank, spot.way) != 0 for rank in _listed(stack.ranks)]
        return True if all(open_ends) else MAYBE if any(open_ends) else False
    freely = _fits(value(a.cards), stack.ranks, FREELY)
    if not freely or (is_suit_combination(a.cards) and not spot.house["combination-keeps-direction"]):
        return True
    kept = _fits(value(a.cards), stack.ranks, spot.way)
    return True if kept and freely is MAYBE else kept  # that it depends is said already


@rule("Wisdom Cards", "A Wisdom card goes on a Numbered card or starts a Stack.", switch="wisdom-on-wisdom")
def wisdom_goes_on_a_number(s: Any, a: Any) -> bool:
    if WISDOM not in a.cards:
        return True
    spot = a.onto(s)
    return spot.stack is None or not spot.stack.wild or spot.house["wisdom-on-wisdom"]


@rule("Playing on Stacks", "At this table a 7-Start only starts Stacks.", switch="seven-on-stacks")
def seven_may_be_played_on_a_stack(s: Any, a: Any) -> bool:
    if SEVEN not in a.cards:
        return True
    spot = a.onto(s)
    return spot.stack is None or spot.house["seven-on-stacks"]


ON_A_STACK: tuple[Rule, ...] = (
    one_card_or_two,
    no_trap_or_escape,
    stack_is_open,
    dead_end_needs_a_stack,
    starts_with_a_seven,
    doom_master_plays_alone,
    is_of_one_tribe,
    is_of_one_letter,
    is_a_combination,
    seven_may_be_played_on_a_stack,
    wisdom_goes_on_a_number,
    is_next_in_rank,
    keeps_the_way_of_the_trap,
)


def laid(cards: Sequence[Kind]) -> str:
    """The cards in words."""
    return " and ".join(NAMES[card] for card in cards)


def _fits(laid: Ranks, ranks: Ranks, way: int) -> bool | Maybe:
    """Does it go on what lies there; and if that is a Doom Master of several possible letters, on each of them?"""
    if not laid & following(ranks, way):
        return False
    if ranks & ranks - 1 and not all(laid & following(1 << rank, way) for rank in _listed(ranks)):
        return MAYBE
    return True


def _plays_as_one(cards: Sequence[Kind]) -> bool:
    """A number or a Wisdom, alone or as a combination; whatever else is laid down breaks another rule."""
    return cards == (WISDOM,) or value(cards) != 0


def _listed(ranks: Ranks) -> list[int]:
    return [rank for rank in range(ranks.bit_length()) if ranks >> rank & 1]


def _either(names: list[str]) -> str:
    return " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} or {names[-1]}"
