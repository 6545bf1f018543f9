"""Additional Actions 2: a Revolver held up, proof if asked for, and four ways to answer."""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import field

from rules.action import Action, Card, Seat
from rules.games.hit_the_silk.actions.handcuffs import leaves_the_cuffed_briefcase
from rules.games.hit_the_silk.actions.kung_fu import both_can_kick
from rules.games.hit_the_silk.altitude import Drop
from rules.games.hit_the_silk.cards import A_CARD, KUNG_FU, NAMES, REVOLVER
from rules.games.hit_the_silk.laid import Laid, discarded
from rules.games.hit_the_silk.play import another, holds, on_others, the_living
from rules.games.hit_the_silk.state import HANDS, Draft, State
from rules.games.hit_the_silk.turn import ON_TURN, in_play
from rules.knowledge import knows, possible, reveal
from rules.state import Obligation
from rules.verdict import MAYBE, Maybe, Rule, rule

HEADING = "Additional Actions"


class Threat(Obligation, frozen=True):
    """A player is threatened and has to answer."""

    by: int
    whom: int
    proof_asked: bool = False

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset(
        {"surrender", "refuse", "stand-off", "kick-away", "ask-proof", "show-revolver", "back-down"}
    )
    heading: ClassVar[str] = HEADING
    do_next: ClassVar[str] = "{player} has to answer"

    def asks(self, state: State) -> str:
        one, other = state.box.seats[self.by], state.box.seats[self.whom]
        if self.proof_asked:
            return f"{one} has to show a Revolver, or back down."
        return f"{other} is threatened: surrender a card, refuse, draw a Revolver or kick it away."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.by if self.proof_asked else self.whom,)


class PullTrigger(Obligation, frozen=True):
    """The threat was refused: a shot, or an empty click."""

    by: int
    whom: int

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"shoot", "empty-revolver", "back-down"})
    heading: ClassVar[str] = HEADING
    do_next: ClassVar[str] = "{player} has to pull the trigger"

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.by]} has to pull the trigger: shoot, or show that the Revolver is empty."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.by,)


class TooMany(Obligation, frozen=True):
    """CHANGING A CARD: nobody ever holds more than their limit."""

    by: int

    waits: ClassVar[bool] = True
    answers: ClassVar[frozenset[str]] = frozenset({"discard"})
    heading: ClassVar[str] = "CHANGING A CARD"
    do_next: ClassVar[str] = "{player} has to discard"

    def asks(self, state: State) -> str:
        return f"{state.box.seats[self.by]} holds too many cards and has to discard one."

    def awaits(self, state: State) -> tuple[int, ...]:
        return (self.by,)


@rule(
    HEADING,
    "Threats belong to the advanced game; this table plays without them.",
    switch="threats",
    firm=True,
    whoever=True,
)
def threats_are_played(s: State, a: Any) -> bool:
    return bool(s.box.house["threats"])


@rule(HEADING, "Whether {by} really holds a Revolver is not known.")
def revolver_decides(s: State, a: Any) -> bool | Maybe:
    return True if a.proof or knows(s.zones, HANDS + a.by, REVOLVER) else MAYBE


class Threaten(Action, frozen=True):
    whom: Seat = field(name="target")
    proof: bool = False

    do: ClassVar[str] = "threaten"
    label: ClassVar[str] = "{by}'s threat against {whom}"
    button: ClassVar[str] = "Threaten"
    asks: ClassVar[Mapping[str, str]] = {"target": "Whom?", "proof": "The Revolver is shown"}
    gate: ClassVar[tuple[Rule, ...]] = (*ON_TURN, threats_are_played, holds(REVOLVER, HEADING))
    rules: ClassVar[tuple[Rule, ...]] = (another(HEADING), the_living(HEADING), revolver_decides)
    asked: ClassVar[tuple[Rule, ...] | None] = ()

    def play(self, table: Draft) -> None:
        table.acted = True
        if self.proof:
            reveal(table, HANDS + self.by, REVOLVER)
        table.note("threat", self.by, self.whom)
        table.pending.append(Threat(int(self.by), int(self.whom)))

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "tuple[Threaten, ...]":
        return on_others(cls, state, by)


# ---------------------------------------------------------------- answers of the threatened


@rule(HEADING, "{by} is not being threatened.", firm=True)
def is_threatened(s: State, a: Any) -> bool:
    return isinstance(s.waiting, Threat) and s.waiting.whom == a.by


@rule(HEADING, "First the proof that was asked for: a Revolver, or backing down.")
def no_proof_is_due(s: State, a: Any) -> bool:
    return not (isinstance(s.waiting, Threat) and s.waiting.proof_asked)


ANSWER: tuple[Rule, ...] = (in_play, is_threatened, no_proof_is_due)


class AskProof(Action, frozen=True):
    do: ClassVar[str] = "ask-proof"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s demand for proof"
    button: ClassVar[str] = "Ask for proof"
    gate: ClassVar[tuple[Rule, ...]] = ANSWER

    def play(self, table: Draft) -> None:
        threat = table.pending.pop()
        assert isinstance(threat, Threat)
        if knows(table.zones, HANDS + threat.by, REVOLVER):
            table.note("proof", threat.by)
            table.pending.append(threat)
        else:
            table.pending.append(Threat(threat.by, threat.whom, True))


@rule(HEADING, "{by} has no card to give up.", firm=True)
def has_a_card_to_surrender(s: State, a: Any) -> bool:
    return s.zones[HANDS + a.by].size > s.cases(a.by)


@rule(HEADING, "{by} cannot have had that card.", firm=True)
def can_have_surrendered_it(s: State, a: Any) -> bool:
    return a.take is None or possible(s.zones, s.unseen, HANDS + a.by, a.take)


class Surrender(Action, frozen=True):
    """a) All cards are shown, the assailant takes one, a Flannel replaces it."""

    take: Card | None = None

    do: ClassVar[str] = "surrender"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s surrender"
    button: ClassVar[str] = "Surrender"
    private: ClassVar[frozenset[str]] = frozenset({"take"})
    gate: ClassVar[tuple[Rule, ...]] = (*ANSWER, has_a_card_to_surrender)
    rules: ClassVar[tuple[Rule, ...]] = (can_have_surrendered_it, leaves_the_cuffed_briefcase("surrender", "by"))

    def play(self, table: Draft) -> None:
        threat = table.pending.pop()
        assert isinstance(threat, Threat)
        table.take_one(HANDS + self.by, threat.by, self.take)
        table.note("surrendered", self.by, threat.by)
        table.take_flannel(self.by)
        if table.zones[HANDS + threat.by].size > table.limit(threat.by):
            table.pending.append(TooMany(threat.by))


class Refuse(Action, frozen=True):
    """b) The assailant must pull the trigger."""

    do: ClassVar[str] = "refuse"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s refusal"
    button: ClassVar[str] = "Refuse"
    gate: ClassVar[tuple[Rule, ...]] = ANSWER

    def play(self, table: Draft) -> None:
        threat = table.pending.pop()
        assert isinstance(threat, Threat)
        table.note("refused", self.by)
        table.pending.append(PullTrigger(threat.by, threat.whom))


class StandOff(Action, frozen=True):
    """c) Two Revolvers: nobody moves, and the threat comes to nothing."""

    do: ClassVar[str] = "stand-off"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s standoff"
    button: ClassVar[str] = "Draw a Revolver"
    gate: ClassVar[tuple[Rule, ...]] = (*ANSWER, holds(REVOLVER, HEADING))

    def play(self, table: Draft) -> None:
        table.pending.pop()
        reveal(table, HANDS + self.by, REVOLVER)
        table.note("standoff", self.by)


@rule("3 HANDCUFFS", "Both of {by}'s hands are cuffed, so there is no Kung Fu move.")
def kicks_with_a_free_hand(s: State, a: Any) -> bool:
    return s.wrists(a.by) < 2


@rule("3 HANDCUFFS", "Both of the assailant's hands are cuffed, so there is no Kung Fu move in return.")
def retaliates_with_a_free_hand(s: State, a: Any) -> bool:
    return not (a.countered and isinstance(s.waiting, Threat)) or s.wrists(s.waiting.by) < 2


@rule(HEADING, "The assailant cannot have a Kung Fu card to retaliate with.")
def retaliates_with_a_card(s: State, a: Any) -> bool:
    if not (a.countered and isinstance(s.waiting, Threat)):
        return True
    return both_can_kick(s, a.by, s.waiting.by)


class KickAway(Action, frozen=True):
    """d) A Kung Fu move sends the Revolver to the Discard pile, unless a Kung Fu move in retaliation stops it."""

    countered: bool = False

    do: ClassVar[str] = "kick-away"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s kick against the threat"
    button: ClassVar[str] = "Kick it away"
    asks: ClassVar[Mapping[str, str]] = {"countered": "It is blocked"}
    gate: ClassVar[tuple[Rule, ...]] = (*ANSWER, kicks_with_a_free_hand, holds(KUNG_FU, HEADING))
    rules: ClassVar[tuple[Rule, ...]] = (retaliates_with_a_free_hand, retaliates_with_a_card)

    def lays(self, state: State) -> Laid:
        return (*discarded(KUNG_FU), *(discarded(KUNG_FU) if self.countered else discarded(REVOLVER)))

    def play(self, table: Draft) -> None:
        threat = table.pending.pop()
        assert isinstance(threat, Threat)
        table.discard(self.by, KUNG_FU)
        table.pending += (Kicked(threat, self.countered), Drop(table.box.costs[KUNG_FU]))


class Kicked(Obligation, frozen=True):
    """What the kick does once its altitude has been paid. The threat comes to nothing if one of the two is dead."""

    threat: Threat
    countered: bool

    def run(self, table: Draft) -> None:
        one, other = self.threat.by, self.threat.whom
        if not (table.players[one].alive and table.players[other].alive):
            return
        if self.countered:
            table.discard(one, KUNG_FU)
            table.pending += (Retaliated(self.threat), Drop(table.box.costs[KUNG_FU]))
        elif possible(table.zones, table.unseen, HANDS + one, REVOLVER):
            table.discard(one, REVOLVER)
            table.note("kicked", other, one, REVOLVER)
            table.draw(other)
        else:
            table.note("no-weapon", other, one)
            table.take_flannel(other)


class Retaliated(Obligation, frozen=True):
    """Who retaliated draws a new card, who kicked takes a Flannel, and the threat stands."""

    threat: Threat

    def run(self, table: Draft) -> None:
        one, other = self.threat.by, self.threat.whom
        table.note("countered", one, other)
        if table.players[other].alive:
            table.take_flannel(other)
        if table.players[one].alive:
            table.draw(one)
        if table.players[one].alive and table.players[other].alive:
            table.pending.append(self.threat)


# ---------------------------------------------------------------- answers of the assailant


@rule(HEADING, "Nobody has asked {by} for proof.", firm=True)
def is_asked_for_proof(s: State, a: Any) -> bool:
    if isinstance(s.waiting, PullTrigger):  # the Revolver may have gone off the plane, or never been there
        return s.waiting.by == a.by and not knows(s.zones, HANDS + a.by, REVOLVER)
    return isinstance(s.waiting, Threat) and s.waiting.proof_asked and s.waiting.by == a.by


@rule(HEADING, "{by} is not threatening anybody.", firm=True)
def threatens(s: State, a: Any) -> bool:
    return isinstance(s.waiting, Threat) and s.waiting.by == a.by


class ShowRevolver(Action, frozen=True):
    """Proof, asked for or not."""

    do: ClassVar[str] = "show-revolver"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s proof"
    button: ClassVar[str] = "Show the Revolver"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, threatens, holds(REVOLVER, HEADING))

    def play(self, table: Draft) -> None:
        threat = table.pending.pop()
        assert isinstance(threat, Threat)
        reveal(table, HANDS + self.by, REVOLVER)
        table.note("proof", self.by)
        table.pending.append(Threat(threat.by, threat.whom))


class BackDown(Action, frozen=True):
    """No Revolver to show: the threat was a bluff and comes to nothing."""

    do: ClassVar[str] = "back-down"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s bluff"
    button: ClassVar[str] = "Back down"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, is_asked_for_proof)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        table.note("bluff", self.by)


@rule(HEADING, "{by} has no trigger to pull.", firm=True)
def must_pull_the_trigger(s: State, a: Any) -> bool:
    return isinstance(s.waiting, PullTrigger) and s.waiting.by == a.by


class EmptyRevolver(Action, frozen=True):
    """b) No Bullet: the empty Revolver goes to the Discard pile, a Flannel replaces it."""

    do: ClassVar[str] = "empty-revolver"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s empty Revolver"
    button: ClassVar[str] = "Empty Revolver"
    gate: ClassVar[tuple[Rule, ...]] = (in_play, must_pull_the_trigger, holds(REVOLVER, HEADING))

    def lays(self, state: State) -> Laid:
        return discarded(REVOLVER)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        table.discard(self.by, REVOLVER)
        table.note("empty", self.by)
        table.take_flannel(self.by)


@rule("CHANGING A CARD", "{by} does not hold too many cards.", firm=True)
def holds_too_many(s: State, a: Any) -> bool:
    return isinstance(s.waiting, TooMany) and s.waiting.by == a.by


@rule("CHANGING A CARD", lambda s, a: f"{s.box.seats[a.by]} cannot have {A_CARD[a.card]} to discard.")
def can_be_discarded(s: State, a: Any) -> bool:
    return possible(s.zones, s.unseen, HANDS + a.by, a.card)


class Discard(Action, frozen=True):
    card: Card

    do: ClassVar[str] = "discard"
    only_answers: ClassVar[bool] = True
    label: ClassVar[str] = "{by}'s discard"
    button: ClassVar[str] = "Discard"
    asks: ClassVar[Mapping[str, str]] = {"card": "Which card goes?"}
    gate: ClassVar[tuple[Rule, ...]] = (in_play, holds_too_many)
    rules: ClassVar[tuple[Rule, ...]] = (can_be_discarded,)

    def lays(self, state: State) -> Laid:
        return discarded(self.card)

    def play(self, table: Draft) -> None:
        table.pending.pop()
        table.discard(self.by, self.card)
        table.note("discarded", self.by, self.card)

    @classmethod
    def candidates(cls, state: State, by: Seat) -> "list[Discard]":
        return [cls(by, Card(kind)) for kind in range(len(NAMES))]
