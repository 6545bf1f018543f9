"""What everyone at the table may know: Places, counts, tokens and open cards, never a card of a hand."""

from typing import Any

from rules import bag
from rules.games.dig_your_way_out.actions.extort import Combat, Intimidation, Payment
from rules.games.dig_your_way_out.actions.move import WhereTo
from rules.games.dig_your_way_out.cards import BACKGROUNDS, GANG_CARDS, GANGS, IDS, PILED, PLACES
from rules.games.dig_your_way_out.scoring import reckoning
from rules.games.dig_your_way_out.state import DISCARD, PILES, SEARCH, State
from rules.games.dig_your_way_out.turn import TooMany

PHASES: dict[type, str] = {
    WhereTo: "move",
    Intimidation: "intimidation",
    Combat: "combat",
    Payment: "payment",
    TooMany: "discard",
}


def view(state: State) -> dict[str, Any]:
    seats = state.box.seats
    shown: dict[str, Any] = {
        "phase": "over" if state.over else PHASES.get(type(state.waiting), "turn"),
        "turn": None if state.over else seats[state.turn],
        "actions": state.left,
        "goal": state.box.goal,
        "players": {name: _player(state, seat) for seat, name in enumerate(seats)},
        "extortion": _extortion(state),
        "piles": {
            "search": state.zones[SEARCH].size,
            "discard": state.zones[DISCARD].size,
            **{IDS[kind]: state.zones[PILES + kind].size for kind in range(PILED)},
            **{gang: pile.size for gang, pile in zip(GANGS, state.gangs, strict=True)},
        },
        "gauge": {"points": leading(state), "alarm": alarm(state)},
        "result": result(state) if state.over else None,
    }
    if state.waiting is not None:
        shown["asks"] = state.waiting.asks(state)
    return shown


def result(state: State) -> dict[str, Any]:
    return reckoning(state.box, {name: state.dug(seat) for seat, name in enumerate(state.box.seats)})


def leading(state: State) -> int:
    """The most Tunnel points of anybody; more than the goal is no more than through."""
    return min(max(state.points(seat) for seat in range(len(state.players))), state.box.goal)


def alarm(state: State) -> str:
    """What the gauge warns of: somebody may win with the next Tool, or whoever is on turn is beaten up."""
    if leading(state) + max(state.box.points) >= state.box.goal:
        return "tunnel"
    return "beating" if state.players[state.turn].beatings else "none"


def _player(state: State, seat: int) -> dict[str, Any]:
    player = state.players[seat]
    return {
        "place": PLACES[player.place],
        "hand": state.hand(seat).size,
        "limit": state.limit(seat),
        "dug": [IDS[kind] for kind in bag.cards(state.dug(seat))],
        "points": state.points(seat),
        "cigarettes": player.cigarettes,
        "beatings": player.beatings,
        "gang": GANGS[player.gang] if player.gang >= 0 else None,
        "gang_card": GANG_CARDS[player.card] if player.card >= 0 else None,
        "background": BACKGROUNDS[player.background] if player.background >= 0 else None,
    }


def _extortion(state: State) -> dict[str, Any] | None:
    waiting = state.waiting
    if not isinstance(waiting, Intimidation | Combat | Payment):
        return None
    seats = state.box.seats
    (asked,) = waiting.awaits(state)
    return {
        "by": seats[waiting.by],
        "target": seats[waiting.whom],
        "tool": IDS[waiting.tool],
        "next": seats[asked],
    }
