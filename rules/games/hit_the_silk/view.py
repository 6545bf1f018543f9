"""What everyone at the table may know: counts, marks and tokens, never a card of a hidden hand."""

from typing import Any

from rules.games.hit_the_silk import scoring
from rules.games.hit_the_silk.ending import ending_of
from rules.games.hit_the_silk.state import DISCARD, DRAW, LAUNDRY, LOCKBOX, OUT, State
from rules.games.hit_the_silk.vote import Vote


def view(state: State) -> dict[str, Any]:
    seats = state.box.seats
    vote = state.waiting if isinstance(state.waiting, Vote) else None
    shown: dict[str, Any] = {
        "phase": "vote" if vote else state.stage,
        "turn": seats[state.turn] if state.stage == "turn" else None,
        "altitude": state.altitude,
        "players": {name: _player(state, seat) for seat, name in enumerate(seats)},
        "vote": _vote(state, vote) if vote else None,
        "piles": {
            "draw": state.zones[DRAW].size,
            "discard": state.zones[DISCARD].size,
            "laundry": state.zones[LAUNDRY].size,
            "lockbox": state.zones[LOCKBOX].size,
            "box": state.zones[OUT].size,
        },
        "gauge": {"altitude": state.altitude, "alarm": alarm(state)},
        "result": scoring.as_data(scoring.score(ending_of(state)), seats) if state.over else None,
    }
    if state.box.travel:
        shown["round"] = state.round
    if state.waiting is not None:
        shown["asks"] = state.waiting.asks(state)
    if state.landing is not None:
        shown["landing"] = _landing(state)
    return shown


def alarm(state: State) -> str:
    """What the gauge warns of, the most pressing first."""
    if state.altitude is None:
        return "vote" if isinstance(state.waiting, Vote) else "none"
    if state.altitude <= state.box.tables["ground"]:
        return "ground"
    if isinstance(state.waiting, Vote):
        return "vote"
    poisoned = any(player.alive and player.poison for player in state.players)
    return "poison" if poisoned and state.altitude <= state.box.tables["poison_warning"] else "none"


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "alive": player.alive,
        "hand": state.hand(seat).size,
        "limit": state.limit(seat),
        "bullets": player.bullets,
        "poisoned": player.poison > 0,
        "cuffs": [state.box.seats[other] for other in state.cuffed_to(seat)] + ["briefcase"] * state.cases(seat),
    }


def _vote(state: State, vote: Vote) -> dict[str, Any]:
    seats = state.box.seats
    return {"at": vote.at, "next": seats[vote.order[0]], "cast": {seats[seat]: choice for seat, choice in vote.cast}}


def _landing(state: State) -> dict[str, Any]:
    landing = state.landing
    assert landing is not None
    return {
        "crew": [state.box.seats[seat] for seat in landing.crew],
        "at": list(landing.space),
        "licence": landing.licence,
        "dice": list(landing.dice),
        "brakes": landing.braking,
    }
