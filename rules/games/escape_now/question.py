"""4 Ask a question: it costs the top card of the draw pile; only how many cards somebody holds is asked for nothing."""

from functools import cache
from typing import Any, ClassVar

from msgspec import field

from rules.action import Action, Seat
from rules.games.escape_now.state import DISCARD, DRAW, Draft, State
from rules.games.escape_now.turn import ON_TURN, in_play, next_turn
from rules.knowledge import move_unseen
from rules.state import Obligation
from rules.verdict import Rule, rule

HEADING = "4 Ask a question"


class Question(Obligation, frozen=True):
    """A question is open. Everybody but who asked may answer in one word; whoever plays on has let it pass."""

    asker: int
    third: bool  # it was asked with the third hand
    answered: tuple[int, ...] = ()  # by these hands, the third being number 2

    waits: ClassVar[bool] = True
    blocks: ClassVar[bool] = False
    answers: ClassVar[frozenset[str]] = frozenset({"answer", "how-many"})
    heading: ClassVar[str] = HEADING

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.asker]} asks a question: everybody else may answer in one word."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (state.turn,)


@rule(HEADING, "The draw pile is empty: there is no card to pay for a question.", firm=True, whoever=True)
def a_card_pays_for_it(s: State, a: Any) -> bool:
    return s.zones[DRAW].size > 0


@rule(HEADING, "Nobody is there to answer.", whoever=True)
def somebody_can_answer(s: State, a: Any) -> bool:
    return len(s.box.seats) > 1


class Ask(Action, frozen=True):
    do: ClassVar[str] = "ask"
    label: ClassVar[str] = "{by}'s question"
    button: ClassVar[str] = "Ask"
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, a_card_pays_for_it, somebody_can_answer)

    def play(self, table: Draft) -> None:
        table.pawn = table.acting(self.by)
        third = table.pawn >= len(table.box.seats)
        move_unseen(table, DRAW, DISCARD)
        table.note("asked", self.by)
        table.pending.append(Question(int(self.by), third))
        next_turn(table)


@rule(HEADING, "No question is open.", firm=True, whoever=True)
def a_question_is_open(s: State, a: Any) -> bool:
    return isinstance(s.waiting, Question)


@rule(HEADING, "{by} asked: everybody else may answer.")
def did_not_ask(s: State, a: Any) -> bool:
    return not isinstance(s.waiting, Question) or a.by != s.waiting.asker


@rule(HEADING, "{by} has answered already, in one word.")
def answers_once(s: State, a: Any) -> bool:
    return not isinstance(s.waiting, Question) or hand_of(s, a) not in s.waiting.answered


@rule("RULES FOR 2 PLAYERS", "There is no third hand that {by} could answer for.", firm=True)
def has_the_third_hand(s: State, a: Any) -> bool:
    return not a.third or (len(s.box.seats) == 2 and s.holder == a.by)


@rule("RULES FOR 2 PLAYERS", "The third hand asked this question.")
def the_third_hand_did_not_ask(s: State, a: Any) -> bool:
    return not a.third or not isinstance(s.waiting, Question) or not s.waiting.third


def hand_of(s: State, a: Any) -> int:
    return 2 if a.third else int(a.by)


class Answer(Action, frozen=True):
    """One word, for one's own hand or (with two players) for the third one, which is then slid over."""

    third: bool = False

    do: ClassVar[str] = "answer"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s answer"
    button: ClassVar[str] = "Answer"
    asks: ClassVar[dict[str, str]] = {"third": "For the third hand?"}
    gate: ClassVar[tuple[Rule, ...]] = (a_question_is_open, did_not_ask)
    rules: ClassVar[tuple[Rule, ...]] = (has_the_third_hand, the_third_hand_did_not_ask, answers_once)

    def play(self, table: Draft) -> None:
        question = table.pending.pop()
        assert isinstance(question, Question)
        hand = 2 if self.third else int(self.by)
        table.pending.append(Question(question.asker, question.third, (*question.answered, hand)))
        table.note("third-answered" if self.third else "answered", self.by)
        if self.third:
            table.holder = 1 - table.holder
            if table.pawn == 2:
                table.turn = Seat(table.holder)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Answer, ...]":
        return _answers(by)


@cache
def _answers(by: Seat) -> tuple[Answer, ...]:
    return Answer(by), Answer(by, True)


# ---------------------------------------------------------------- for nothing


@rule(HEADING, "{by} knows that without asking.", firm=True)
def asks_another(s: State, a: Any) -> bool:
    return bool(a.whom != a.by)


class HowMany(Action, frozen=True):
    """The one question that costs nothing, at any time: how many cards do you hold?"""

    whom: Seat = field(name="of")

    do: ClassVar[str] = "how-many"
    label: ClassVar[str] = "{by}'s free question to {whom}"
    button: ClassVar[str] = "How many cards?"
    asks: ClassVar[dict[str, str]] = {"of": "Whose cards?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play,)
    rules: ClassVar[tuple[Rule, ...]] = (asks_another,)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        table.note("holds", self.whom, table.hand(self.whom).size)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[HowMany, ...]":
        return _others(by, len(state.box.seats))


@cache
def _others(by: Seat, players: int) -> tuple[HowMany, ...]:
    return tuple(HowMany(by, Seat(seat)) for seat in range(players) if seat != by)
