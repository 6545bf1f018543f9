"""ON YOUR TURN: whose turn it is, what ends it, and the rounds of Travel mode."""

from typing import Any, ClassVar

from rules.action import Action, Seat
from rules.games.hit_the_silk.altitude import Drop, poisoned_die
from rules.games.hit_the_silk.jump import hit_the_silk
from rules.games.hit_the_silk.state import Draft, State
from rules.games.hit_the_silk.vote import Vote
from rules.state import Obligation
from rules.verdict import Rule, rule

STAGES = {
    "reveal": ("WIN OR LOSE?", "The jump is decided: hands are laid open now."),
    "landing": ("LAND THE PLANE!", "The others have jumped: now it is about landing the plane."),
    "over": ("WIN OR LOSE?", "The game is over."),
}


def cause_of_death(s: State, a: Any) -> str:
    """The heading that keeps the dead from acting; the living are told whose turn it is."""
    return {"bullet": "8 SHOOT A PLAYER", "poison": "5 POISON"}.get(s.players[a.by].killed_by, "ON YOUR TURN")


def _not_now(s: State, a: Any) -> str:
    if not s.players[a.by].alive:
        return f"{s.box.seats[a.by]} is dead and takes no further part."
    return f"It is {s.box.seats[s.turn]}'s turn."


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def in_play(s: State, a: Any) -> bool:
    return s.stage == "turn"


@rule(lambda s, a: s.waiting.heading, lambda s, a: s.waiting.asks(s), whoever=True)
def nothing_waits(s: State, a: Any) -> bool:
    return not s.pending or not s.pending[-1].blocks


@rule(cause_of_death, _not_now)
def own_turn(s: State, a: Any) -> bool:
    return a.by == s.turn


@rule(cause_of_death, _not_now)
def actor_is_alive(s: State, a: Any) -> bool:
    return s.players[a.by].alive


ON_TURN: tuple[Rule, ...] = (in_play, nothing_waits, own_turn)


class EndTurn(Action, frozen=True):
    """Your turn is over when you say so; a turn without any action costs altitude."""

    do: ClassVar[str] = "end-turn"
    label: ClassVar[str] = "end of {by}'s turn"
    button: ClassVar[str] = "End turn"
    on_next: ClassVar[bool] = True
    gate: ClassVar[tuple[Rule, ...]] = ON_TURN

    def play(self, table: Draft) -> None:
        table.pending.append(NextTurn())
        if not table.acted:  # ON YOUR TURN, IMPORTANT
            table.pending.append(Drop(table.box.tables["no_action"]))


class NextTurn(Obligation, frozen=True):
    """Hands are filled up, the next living player goes on; in Travel mode a full round ends in a vote."""

    def run(self, table: Draft) -> None:
        table.refill()
        following = table.clockwise_from(table.turn + 1)[0]
        if table.altitude is None and _round_is_full(table, following):
            end_round(table)
        else:
            begin_turn(table, following)


class NextRound(Obligation, frozen=True):
    """TRAVEL MODE 2: another player begins each round. Poison kills as the last one begins (house rule)."""

    def run(self, table: Draft) -> None:
        table.round += 1
        table.note("round", table.round)
        if table.round == table.box.tables["rounds"] and table.box.house["travel-poison"] == "round-4":
            poisoned_die(table)
        if table.stage == "turn":
            table.starter = table.clockwise_from(table.starter + 1)[0]
            begin_turn(table, table.starter)


def begin_turn(table: Draft, seat: int) -> None:
    table.turn = Seat(seat)
    table.acted = table.changed = table.keyed = False
    table.note("turn", seat)


def end_round(table: Draft) -> None:
    """TRAVEL MODE 5 and 7: a vote after each round; after the last one everybody must jump."""
    if table.round >= table.box.tables["rounds"]:
        table.note("last-round")
        hit_the_silk(table)
    else:
        table.note("vote", None)
        table.pending.append(Vote(None, table.clockwise_from(table.starter), NextRound()))


def pass_on(table: Draft) -> None:
    """Whose turn ends with their death has no end of turn to announce."""
    if table.stage == "turn" and not table.pending and not table.players[table.turn].alive:
        table.pending.append(NextTurn())


def _round_is_full(table: Draft, following: int) -> bool:
    """TRAVEL MODE 4: everyone has had a turn once play would come back to, or pass, who began the round."""
    number = len(table.players)
    return (following - table.starter) % number <= (table.turn - table.starter) % number
