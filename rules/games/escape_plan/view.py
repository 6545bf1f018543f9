"""What everyone at the table may know: tracks, tokens, tiles and cards that lie open; nothing behind a screen."""

from typing import Any

from rules.games.escape_plan import scoring
from rules.games.escape_plan.asked import (
    Avoid,
    BuyAsset,
    Join,
    MovePolice,
    PlaceTiles,
    RevealPatrol,
    SandraTurn,
    ThresholdUnlock,
)
from rules.games.escape_plan.final_score import score_of
from rules.games.escape_plan.pieces import BUSINESSES, EXITS, IDS, KEYS
from rules.games.escape_plan.state import DECK, DISCARD, DISPLAY, PATROL_DECK, Player, Situation, State

PHASES: tuple[tuple[type, str], ...] = (
    (BuyAsset, "income"),
    (RevealPatrol, "patrol"),
    (PlaceTiles, "city"),
    (Join, "join"),
    (SandraTurn, "sandra"),
    (Avoid, "avoid"),
    (ThresholdUnlock, "star"),
    (MovePolice, "star"),
)


def phase(state: State) -> str:
    if state.stage != "play":
        return state.stage
    waiting = state.waiting
    if not state.part:
        return next((name for kind, name in PHASES if isinstance(waiting, kind)), "city")
    return next((name for kind, name in PHASES if isinstance(waiting, kind)), "turn")


def view(state: State) -> dict[str, Any]:
    seats = state.box.seats
    now = phase(state)
    shown: dict[str, Any] = {
        "phase": now,
        "round": state.round,
        "part": state.part,
        "turn": seats[state.turn] if now in ("turn", "avoid") else None,
        "order": [name_of(state, seat) for seat in state.order],
        "players": {name: _player(state, state.players[seat]) for seat, name in enumerate(seats)},
        "exits": {IDS[place]: _exit(state, number) for number, place in enumerate(EXITS)},
        "businesses": {
            IDS[place]: {"visits": state.closing[number], "closed": is_closed(state, number)}
            for number, place in enumerate(BUSINESSES)
        },
        "piles": {
            "contacts": state.zones[DISPLAY].size,
            "deck": state.zones[DECK].size,
            "discard": state.zones[DISCARD].size,
            "patrol": state.zones[PATROL_DECK].size,
            "fixers": state.stock.fixers,
            "gas": state.stock.gas,
            "exit-tiles": state.stock.exits,
            **{f"{colour}-lockers": state.stock.lockers[number] for number, colour in enumerate(KEYS)},
            **{f"{colour}-keys": state.stock.keys[number] for number, colour in enumerate(KEYS)},
        },
        "gauge": {"value": dial(state), "alarm": alarm(state)},
        "result": scoring.as_data(score_of(state)) if state.over else None,
    }
    if state.box.sandra >= 0:
        sandra = state.players[state.box.sandra]
        shown["sandra"] = {"at": IDS[sandra.at], "notoriety": sandra.notoriety, "discs": sandra.discs}
    if state.city.tiles:
        shown["map"] = {IDS[tile.id]: list(state.city.police(tile.id)) for tile in state.city.tiles}
    if isinstance(state.waiting, Avoid):
        shown["avoid"] = [[number, who] for number, who in state.waiting.officers]
    if state.waiting is not None:
        shown["asks"] = state.waiting.asks(state)
    return shown


def name_of(state: Situation, seat: int) -> str:
    return "Sandra" if seat == state.box.sandra else state.box.seats[seat]


def is_closed(state: Situation, number: int) -> bool:
    return bool(state.closing[number] >= state.box.tables["closes"])


def dial(state: Situation) -> int:
    """Round and turn: 23 is the third turn of the second round."""
    return state.round * 10 + state.part


def alarm(state: State) -> str:
    """What the gauge warns of, the most pressing first."""
    if isinstance(state.waiting, RevealPatrol):
        return "patrol"
    if any(player.arrested for player in state.players):
        return "arrested"
    return "last-round" if state.round == state.box.tables["rounds"] else "none"


def _exit(state: State, number: int) -> dict[str, Any]:
    return {"patrols": state.patrols[number], "blocked": state.blocked(number)}


def _player(state: State, player: Player) -> dict[str, Any]:
    shown = {
        "at": IDS[player.at],
        "notoriety": player.notoriety,
        "gains": player.red,
        "losses": player.blue,
        "cubes": player.visits,
        "contacts": [{"card": IDS[kind] if kind >= 0 else None, "used": used} for kind, used in player.contacts],
        "assets": {"locked": len(player.locked), "unlocked": len(player.unlocked), "flipped": _used(player.unlocked)},
        "tiles": [{"tile": IDS[kind], "used": used} for kind, used in player.tiles],
        "keys": dict(zip(KEYS, player.keys, strict=True)),
        "lockers": player.lockers,
        "exits": player.exits,
        "gas": player.gas,
        "gang": sum(members for _, members in player.gangs),
        "discs": player.discs,
        "wounds": player.wounds,
        "handcuffs": player.cuffs,
        "first_aid": player.first_aid,
        "rested": player.rested,
        "escaped": player.escaped or None,
        "arrested": player.arrested,
        "revealed": player.revealed is not None,
    }
    if state.box.house["open-money"]:
        shown["money"] = player.money
    return shown


def _used(tiles: tuple[tuple[int, bool], ...]) -> int:
    return sum(used for _, used in tiles)
