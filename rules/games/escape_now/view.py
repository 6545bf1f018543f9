"""What everyone at the table may know: counts, pawns, open puzzles and open cards, never a card of a hidden hand."""

from typing import Any

from rules import bag
from rules.bag import Bag
from rules.games.escape_now import scoring
from rules.games.escape_now.cards import ACTION_IDS, IDS, names_of, traits_of
from rules.games.escape_now.layout import PLACES
from rules.games.escape_now.question import Question
from rules.games.escape_now.start import TurnUp
from rules.games.escape_now.state import BESIDE, DISCARD, DRAW, NOWHERE, State


def view(state: State) -> dict[str, Any]:
    seats = state.box.seats
    shown: dict[str, Any] = {
        "phase": phase(state),
        "turn": None if state.over else seats[state.turn],
        "minutes": state.minutes,
        "players": {name: _pawn(state, pawn) for pawn, name in enumerate(seats)},
        "hands_played_besides": [_pawn(state, pawn) for pawn in range(len(seats), len(state.pawns))],
        "third_hand_with": seats[state.holder] if len(seats) == 2 else None,
        "puzzles": {PLACES[place]: _puzzle(state, place) for place in state.box.layout.places},
        "cards": {name: _counted(state, kind) for kind, name in enumerate(ACTION_IDS)},
        "piles": {"draw": state.zones[DRAW].size, "discard": state.zones[DISCARD].size},
        "gauge": {"minutes": state.minutes, "alarm": (*alarms(state), "none")[0]},
        "result": scoring.as_data(scoring.score(state), seats) if state.over else None,
    }
    if state.waiting is not None:
        shown["asks"] = state.waiting.asks(state)
    return shown


def phase(state: State) -> str:
    if isinstance(state.waiting, TurnUp):
        return "turn-up"
    return "question" if isinstance(state.waiting, Question) else state.stage


def alarms(state: State) -> tuple[str, ...]:
    """What the gauge warns of, the most pressing first."""
    found = []
    if state.over and not state.escaped:
        found.append("locked-in")
    if isinstance(state.waiting, Question):
        found.append("question")
    if state.minutes <= state.box.tables["hurry"] and not state.over:
        found.append("hurry")
    return tuple(found)


def open_cards(state: State) -> Bag:
    """The action cards that lie face up beside the puzzles."""
    return sum(state.zones[BESIDE + place].known for place in state.box.layout.places)


def played(state: State) -> Bag:
    """TIPS FROM THE MASTER: the cards that were laid face up and may be counted.

    Where solved puzzles are cleared away, the players are to remember: then only what still lies there counts.
    """
    return open_cards(state) if state.box.house["solved-cards"] == "discard" else state.seen


def _counted(state: State, kind: int) -> dict[str, int]:
    """Of each kind: how many were played, and how many are left, unseen in hands, the draw pile or the discard pile."""
    number = bag.count(played(state), kind)
    left = bag.count(state.box.deck, kind) - number  # a table may insist on more than its box has
    return {"played": number, "left": max(left, 0)}


def _pawn(state: State, pawn: int) -> dict[str, Any]:
    place = state.pawns[pawn]
    return {"hand": state.hand(pawn).size, "at": None if place == NOWHERE else PLACES[place]}


def _puzzle(state: State, place: int) -> dict[str, Any]:
    beside = state.zones[BESIDE + place]
    return {
        "visible": state.visible(place),
        "shows": list(names_of(traits_of(state.shown[place]))),
        "cards": [IDS[kind] for kind in bag.cards(beside.known)],
        "missing": list(names_of(state.missing(place))),
        "needs": state.needs(place),
        "solved": state.is_solved(place),
        "after": list(state.box.layout.before(place)),
    }
