"""TAKING TURNS: whose turn it is, who plays the third hand, and when the team is out or out of time."""

from typing import Any

from rules.action import Seat
from rules.games.escape_now.state import DRAW, Draft, State
from rules.state import Obligation
from rules.verdict import Rule, rule

STAGES = {
    "start": ("START OF THE GAME", "First every pawn is placed on a puzzle."),
    "turn": ("START OF THE GAME", "Every pawn stands on a puzzle already."),
    "over": ("TO ESCAPE OR NOT TO ESCAPE?", "The game is over."),
}


@rule(lambda s, a: STAGES[s.stage][0], lambda s, a: STAGES[s.stage][1], firm=True, whoever=True)
def in_play(s: State, a: Any) -> bool:
    return s.stage == "turn"


@rule(lambda s, a: s.waiting.heading, lambda s, a: s.waiting.asks(s), whoever=True)
def nothing_waits(s: State, a: Any) -> bool:
    return not s.pending or not s.pending[-1].blocks


@rule("TAKING TURNS", lambda s, a: f"It is {s.box.seats[s.turn]}'s turn.")
def own_turn(s: State, a: Any) -> bool:
    return bool(a.by == s.turn)


ON_TURN: tuple[Rule, ...] = (in_play, nothing_waits, own_turn)


class NextTurn(Obligation, frozen=True):
    """Turns are taken clockwise, once every puzzle that lies open has been turned face up."""

    def run(self, table: Draft) -> None:
        begin_turn(table, table.following(table.pawn))


def next_turn(table: Draft) -> None:
    """The action is done: the hand slides over, the next pawn is to move, or time has run out."""
    slide(table)
    begin_turn(table, table.following(table.pawn))


def begin_turn(table: Draft, pawn: int) -> None:
    table.pawn = pawn
    table.turn = Seat(table.player(pawn))
    empty = not table.zones[DRAW].size
    if empty and (not table.hand(pawn).size or table.box.house["time-up"] == "empty-pile"):
        time_up(table)  # TO ESCAPE OR NOT TO ESCAPE?: even if the others still hold cards
    elif pawn < len(table.box.seats):
        table.note("turn", pawn)
    else:
        table.note("third-turn", table.turn)


def slide(table: Draft) -> None:
    """RULES FOR 2 PLAYERS: whoever has used the third hand slides it over to the other."""
    if table.pawn == 2 and len(table.box.seats) == 2:
        table.holder = 1 - table.holder


def time_up(table: Draft) -> None:
    table.stage = "over"
    table.pending.clear()
    table.note("time-up")


def escape(table: Draft) -> None:
    table.stage, table.escaped = "over", True
    table.pending.clear()
    table.note("escaped", table.minutes)
