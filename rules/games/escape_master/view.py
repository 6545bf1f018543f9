"""What everyone at the table may know: totals, piles in the open and what lies beside the players; never a hand."""

from typing import Any

from rules.games.escape_master import scoring
from rules.games.escape_master.cards import IDS
from rules.games.escape_master.state import NO_STORY, State


def view(state: State) -> dict[str, Any]:
    seats = state.box.seats
    shown: dict[str, Any] = {
        "phase": state.stage,
        "round": state.standing.rounds + (not state.over),
        "dealer": None if state.over else seats[state.dealer],
        "playing": [seats[seat] for seat in state.standing.playing],
        "players": {name: _player(state, seat) for seat, name in enumerate(seats)},
        "stacks": {str(number): IDS[stack.top] for number, stack in enumerate(state.stacks, 1) if stack is not None},
        "piles": {"story": state.story_deck() if state.box.has_characters else 0, "doom": state.standing.dooms},
        "gauge": {"blunders": most_blunders(state), "alarm": alarm(state)},
        "result": result(state) if state.over else None,
    }
    if state.box.alliance:
        shown["teams"] = [
            {"players": [seats[seat] for seat in side], "blunders": state.side_total(side)} for side in state.box.sides
        ]
    if state.waiting is not None:
        shown["asks"] = state.waiting.asks(state)
    return shown


def most_blunders(state: State) -> int:
    return max(state.side_total(side) for side in state.box.sides)


def alarm(state: State) -> str:
    """What the gauge shows beside the needle, the most pressing first."""
    limit = state.box.terms.limit
    if limit is not None and most_blunders(state) >= limit:
        return "breaking-point"
    if state.stage == "count":
        return "escape"
    return "trap" if any(player.trap >= 0 for player in state.players) else "none"


def result(state: State) -> dict[str, Any]:
    return scoring.as_data(state.rounds, state.standing, state.box.terms, state.box.seats)


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "blunders": state.total(seat),
        "out": player.out,
        "left": None if player.hand is None else player.hand.cards + player.hand.dooms,
        "trap": IDS[player.trap] if player.trap >= 0 else None,
        "leader": player.leader or None,
        "story": player.story != NO_STORY,
        "experience": player.experience,
        "beast": player.beast,
    }
