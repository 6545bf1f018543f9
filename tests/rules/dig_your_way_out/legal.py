"""One table for each action on which Ann may take it; the same tables, a little changed, show what forbids it."""

from typing import Any

from msgspec.structs import replace

from rules.games.dig_your_way_out.actions.extort import Intimidation, Payment
from rules.games.dig_your_way_out.actions.move import WhereTo
from rules.games.dig_your_way_out.cards import PICK
from rules.games.dig_your_way_out.turn import TooMany
from rules.state import Obligation
from rules.table import Step
from tests.rules.dig_your_way_out.script import Evening, evening

Table = tuple[dict[str, Any], tuple[Any, ...]]

TURN: dict[str, Table] = {
    "search": ({}, ()),
    "roll": ({}, (1,)),
    "cautious-move": ({}, ("showers",)),
    "join": ({"hands": {"Ann": "chain cap"}}, ("crew", "chain cap", "crew-1")),
    "extort": ({"hands": {"Ann": "knife"}}, ("Ben", "pick", "knife")),
    "craft": ({"hands": {"Ann": "link pike"}, "at": {"Ann": "nursery"}}, ("pick",)),
    "play-action": ({"hands": {"Ann": "action"}}, ("parcel",)),
    "dig": ({"hands": {"Ann": "spoon"}}, ("spoon",)),
    "sell": ({"hands": {"Ann": "ring"}, "at": {"Ann": "recreation-area"}}, ("ring",)),
    "buy": ({"cigarettes": {"Ann": 8}, "at": {"Ann": "recreation-area"}}, ("shovel",)),
    "heal": ({"beatings": {"Ann": 1}, "at": {"Ann": "nursery"}}, ()),
    "steal-spoon": ({"at": {"Ann": "cafeteria"}}, ()),
}
ENDING: dict[str, Table] = {"end-turn": ({}, ())}
ANSWERS: dict[str, tuple[Table, Obligation]] = {
    "move": (({}, ("nursery",)), WhereTo(0, (3, 4))),
    "cooperate": (({"hands": {"Ann": "pick"}}, ()), Intimidation(1, 0, PICK)),
    "fight": (({"hands": {"Ann": "knife"}}, ("knife",)), Intimidation(1, 0, PICK)),
    "give-up": (({"hands": {"Ann": "link"}}, ()), Intimidation(1, 0, PICK)),
    "hand-over": (({"hands": {"Ann": "pick"}}, ()), Payment(1, 0, PICK)),
    "discard": (({"hands": {"Ann": "link " * 11}}, ("link",)), TooMany(0)),
}
FREE = ("search", "cautious-move", "join", "extort", "craft", "play-action")
TWICE = tuple(do for do in TURN if do not in ("search", "extort"))


def legal(do: str, **found: Any) -> tuple[Evening, tuple[Any, ...]]:
    """The table, with these fields of its state as if it was found like that, and what Ann says."""
    setup, said = (TURN | ENDING).get(do) or ANSWERS[do][0]
    table = evening(**setup)
    if do in ANSWERS:
        found = {"pending": (ANSWERS[do][1],), **found}
    return found_like(table, **found), said


def found_like(table: Evening, **found: Any) -> Evening:
    table.table.steps[0] = Step("Set-up", replace(table.table.state, **found))
    return table


def says(table: Any, do: str, by: str, said: tuple[Any, ...]) -> None:
    getattr(table, do.replace("-", "_"))(by, *said)
