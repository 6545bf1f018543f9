"""THE VOTE: clockwise, spoken one by one; a majority hits the silk, anything else is a Wait."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal

from rules.action import Action, Seat
from rules.games.hit_the_silk.jump import hit_the_silk
from rules.games.hit_the_silk.state import Draft, State
from rules.state import Obligation
from rules.verdict import Rule, rule

Choice = Literal["jump", "wait"]


class Vote(Obligation, frozen=True):
    at: int | None  # feet; none at the end of a round in Travel mode
    order: tuple[int, ...]  # who has yet to vote
    on_wait: Obligation  # turbulence, or the next round
    cast: tuple[tuple[int, Choice], ...] = ()

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"vote"})
    heading: ClassVar[str] = "THE VOTE"
    do_next: ClassVar[str] = "{player} votes"

    def asks(self, state: State) -> str:
        return f"A vote is open: {state.box.seats[self.order[0]]} is to say jump or wait."

    def awaits(self, state: State) -> tuple[int, ...]:
        return self.order[:1]


@rule("THE VOTE", "There is no vote now.", firm=True, whoever=True)
def a_vote_is_open(s: State, a: Any) -> bool:
    return bool(s.pending) and isinstance(s.pending[-1], Vote)


@rule("THE VOTE", "{by} has no vote to give now.", firm=True)
def has_a_vote_left(s: State, a: Any) -> bool:
    vote = s.pending[-1] if s.pending else None
    return not isinstance(vote, Vote) or a.by in vote.order


@rule("THE VOTE", lambda s, a: f"It is {s.box.seats[s.waiting.order[0]]}'s turn to vote.")
def votes_clockwise(s: State, a: Any) -> bool:
    vote = s.pending[-1] if s.pending else None
    return not isinstance(vote, Vote) or vote.order[0] == a.by or a.by not in vote.order


class CastVote(Action, frozen=True):
    choice: Choice

    do: ClassVar[str] = "vote"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s vote"
    button: ClassVar[str] = "Vote"
    asks: ClassVar[Mapping[str, str]] = {"choice": "Jump or wait?"}
    gate: ClassVar[tuple[Rule, ...]] = (a_vote_is_open, has_a_vote_left, votes_clockwise)

    def play(self, table: Draft) -> None:
        vote = table.pending.pop()
        assert isinstance(vote, Vote)
        table.note("voted", self.by, self.choice)
        at = vote.order.index(self.by)
        left = vote.order[:at] + vote.order[at + 1 :]
        cast = (*vote.cast, (int(self.by), self.choice))
        if left:
            table.pending.append(Vote(vote.at, left, vote.on_wait, cast))
            return
        jumps = sum(choice == "jump" for _, choice in cast)
        if jumps * 2 > len(cast):
            table.note("jump", jumps, len(cast) - jumps)
            hit_the_silk(table)
        else:  # a tie waits, too
            table.note("wait", jumps, len(cast) - jumps)
            table.pending.append(vote.on_wait)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> tuple["CastVote", ...]:
        return _either(by)


@cache
def _either(by: Seat) -> tuple[CastVote, ...]:
    return CastVote(by, "jump"), CastVote(by, "wait")
