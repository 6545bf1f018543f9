"""What random play needs besides `options`: what only people at a table can say, and actions made of anything."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec.structs import replace

from rules import bag
from rules.action import Action, Card, Seat, fields
from rules.game import Game
from rules.knowledge import Zone, possible

Driver = Callable[[Any, Random], list[Action]]


def laid_open(state: Any, rng: Random) -> Any:
    """The same state with every unknown card turned into one that could really lie there."""
    zones, unseen = list(state.zones), state.unseen
    kinds = [kind for kind, _ in bag.kinds(unseen)]
    for index in range(len(zones)):
        while (zone := zones[index]).unknown:
            kind = rng.choice(kinds)
            if bag.count(unseen, kind) and not zone.never >> kind & 1 and could_be(zones, unseen, index, kind):
                zones[index] = Zone(zone.known + bag.one(kind), zone.seen + 1, zone.unknown - 1, zone.never)
                unseen -= bag.one(kind)
    return replace(state, zones=tuple(zones), unseen=unseen)


def could_be(zones: list[Zone], unseen: int, index: int, kind: int) -> bool:
    """One more card of the kind, besides those known already."""
    zone = zones[index]
    trial = [*zones[:index], Zone(0, 0, zone.unknown, zone.never), *zones[index + 1 :]]
    return possible(trial, unseen, index, kind)


def nothing_more(state: Any, rng: Random) -> list[Action]:
    return []


def driver(game: Game) -> Driver:
    """What people say at this game that `options` does not list: `people` in tests/rules/<game>/driver.py, if any."""
    folder = game.id.replace("-", "_")
    if not (Path(__file__).parent / folder / "driver.py").exists():
        return nothing_more
    people: Driver = import_module(f"tests.rules.{folder}.driver").people
    return people


def anything(game: Game, state: Any, rng: Random) -> Action:
    """Some action of the game with readable, but otherwise arbitrary fields."""
    kind = game.actions[rng.choice(sorted(game.actions))]
    values = {field.name: _anything(field.type, state.box, rng) for field in fields(kind).values()}
    return kind(**values)


def _anything(kind: Any, box: Any, rng: Random) -> Any:
    if kind is Seat:
        return Seat(rng.randrange(len(box.seats)))
    if kind is Card:
        return Card(rng.randrange(len(box.card_ids)))
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.randint(-1, 6)
    origin = get_origin(kind)
    if origin is Literal:
        return rng.choice(get_args(kind))
    if origin is tuple:
        return tuple(_anything(get_args(kind)[0], box, rng) for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 4))))
    if origin in (UnionType, Union):
        return _anything(rng.choice(get_args(kind)), box, rng)
    assert kind is NoneType, kind
    return None
