"""Final scoring from plain data: what each player has, and the tables of the box."""

from typing import Any

from rules.action import Unreadable
from rules.games.escape_plan import scoring
from rules.games.escape_plan.box import NAME, PLAYERS, PRINTED
from rules.games.escape_plan.pieces import ASSETS, CARDS, DATA
from rules.games.escape_plan.scoring import Figures, Fugitive
from rules.games.escape_plan.state import Situation
from rules.plain import read_number, read_object
from rules.setup import read_seats

FIELDS = ("money", "plan", "assets_flipped", "contacts", "lockers", "exits", "notoriety", "wounds", "arrested")
TABLES = ("contacts", "notoriety")
MOST = 9999


def final_score(data: Any) -> dict[str, Any]:
    """The result as `companion score` prints it, or Unreadable with the sentence to show."""
    read_object(data, "The score", ("players", "tables"))
    if "players" not in data:
        raise Unreadable('The score needs "players": each name with money, plan and the rest.')
    players = read_object(data["players"], '"players"')
    read_seats(NAME, PLAYERS, tuple(players))
    tables = read_object(data.get("tables", {}), '"tables"', TABLES)
    contacts, losses = (_table(name, tables.get(name, PRINTED[name]["is"])) for name in TABLES)
    figures = Figures(
        contacts,
        losses,
        DATA["tables"]["flipped_asset"]["is"],
        DATA["tables"]["wound_loss"]["is"],
    )
    return scoring.as_data(scoring.score([_fugitive(name, one) for name, one in players.items()], figures))


def _table(name: str, entries: Any) -> list[int]:
    if not isinstance(entries, list):
        raise Unreadable(f'"tables": {name} is a list of sums.')
    return [-1 if entry is None else read_number(entry, f'"tables": {name}', -1, MOST) for entry in entries]


def _fugitive(name: str, data: Any) -> Fugitive:
    read_object(data, name, FIELDS)
    arrested = data.get("arrested", False)
    if not isinstance(arrested, bool):
        raise Unreadable(f'{name}: "arrested" is true or false.')
    return Fugitive(
        name,
        _number(data, name, "money", MOST),
        _number(data, name, "plan", MOST),
        _number(data, name, "assets_flipped", len(ASSETS)),
        _number(data, name, "contacts", CARDS["contact"]["count"]),
        _values(data, name, "lockers"),
        _values(data, name, "exits"),
        _number(data, name, "notoriety", MOST),
        _number(data, name, "wounds", DATA["tables"]["wounds"]["is"]),
        arrested,
    )


def _number(data: Any, name: str, field: str, most: int) -> int:
    return read_number(data.get(field, 0), f"{name}: {field}", 0, most)


def _values(data: Any, name: str, field: str) -> tuple[int, ...]:
    values = data.get(field, [])
    most = DATA["tables"]["exit_tiles" if field == "exits" else "lockers"]["is"] * (1 if field == "exits" else 3)
    if not isinstance(values, list) or len(values) > most:
        raise Unreadable(f'{name}: "{field}" is a list of sums, one a tile, and the box has {most}.')
    return tuple(read_number(value, f"{name}: {field}", 0, MOST) for value in values)


def score_of(state: Situation) -> scoring.Score:
    """The score of a table where everybody has laid everything open."""
    tables = state.box.tables
    figures = Figures(
        state.box.printed["contacts"], state.box.printed["notoriety"], tables["flipped_asset"], tables["wound_loss"]
    )
    return scoring.score([_of(state, seat) for seat in range(len(state.box.seats))], figures)


def _of(state: Situation, seat: int) -> Fugitive:
    player, name = state.players[seat], state.box.seats[seat]
    shown = player.revealed
    if player.arrested or shown is None:
        return Fugitive(name, player.money or 0, notoriety=player.notoriety, wounds=player.wounds, arrested=True)
    flipped = sum(used for _, used in player.unlocked)
    return Fugitive(
        name,
        shown.money,
        shown.plan,
        flipped,
        len(player.contacts),
        shown.lockers,
        shown.exits,
        player.notoriety,
        player.wounds,
    )
