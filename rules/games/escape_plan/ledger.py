"""MOVE as a ledger: a path step by step, what each step costs, which tiles it leaves, and what speaks against it.

A path is a row of pieces that reads like a walk: ["land-1", "a-2", "land-2", "casino"] goes onto land-1 here, over to
land-2 on tile a-2, and into the Casino. A tile stands before what lies on it; a way of travel before where it leads:
["subway", "b-1"], ["heliport", "casino"], ["sewer", "c-2", "land-1"], ["medevac"]. What the table has not entered
cannot be checked and is taken as told.
"""

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

from msgspec import Struct

from rules.games.escape_plan.city import City
from rules.games.escape_plan.pieces import (
    CHOPPER,
    GANG,
    HELIPORT,
    HOSPITAL,
    LAND,
    LOCATION,
    MEDEVAC,
    SEWER,
    SUBWAY,
    TILE,
    WATER,
)
from rules.games.escape_plan.state import Situation

WAYS = frozenset((SUBWAY, HELIPORT, CHOPPER, GANG, SEWER, MEDEVAC))
FLIGHTS = frozenset((HELIPORT, CHOPPER, GANG))
PAID = frozenset((CHOPPER, GANG, SEWER, MEDEVAC))  # by a card, a tile or a Gang member
REACH = 2  # tiles that a flight or a sewer spans


class Step(Struct, frozen=True):
    """One step of a path: by which way (-1: on foot), to which tile (None: the same, or not said), onto what."""

    way: int
    tile: int | None
    spot: int  # a Location, a Land, or the Subway station of the tile


class Entry(Struct, frozen=True):
    """One line of the ledger."""

    step: Step
    points: int  # Movement Points; below zero they are gained
    told: bool = True


class Ledger(Struct, frozen=True):
    entries: tuple[Entry, ...] = ()
    left: tuple[int, ...] = ()  # tiles, in order
    faults: frozenset[str] = frozenset()
    end: int = -1  # where the path leads

    @property
    def points(self) -> int:
        return sum(entry.points for entry in self.entries)

    @property
    def counted(self) -> bool:
        """Every step of the way was told: nobody went from one Location straight to another."""
        return all(entry.told for entry in self.entries)


def ledger(state: Situation, seat: int, path: tuple[int, ...]) -> Ledger:
    """The path of a player from where they stand."""
    going = state.going
    return _ledger(state.city, state.players[seat].at, path, going.leaps, going.water)


@lru_cache(maxsize=4096)
def _ledger(city: City, start: int, path: tuple[int, ...], paid: tuple[int, ...], waters: int) -> Ledger:
    steps = read_path(path)
    if steps is None:
        return Ledger(faults=frozenset({"unreadable"}))
    spot = start
    tile = city.tile_of(spot)
    faults: set[str] = set()
    entries: list[Entry] = []
    left: list[int] = []
    leaps = list(paid)
    wet: set[int] = set()  # tiles of the bodies of water that a card has opened
    for step in steps:
        to = _tile(city, step, tile)
        untold = step.way < 0 and step.spot in LOCATION and spot in LOCATION
        if step.way in PAID:
            if step.way in leaps:
                leaps.remove(step.way)
            else:
                faults.add("unpaid")
        faults.update(_faults(city, step, tile, spot, to))
        if step.spot == WATER and to is not None and to in city and to not in wet and not city.has_ferry(to):
            if waters:
                waters -= 1
                wet |= city.area(to, WATER)
            else:
                faults.add("water")
        entries.append(Entry(step, 0 if untold else _points(step, spot), not untold))
        if tile is not None and to != tile and tile not in left:
            left.append(tile)
        tile, spot = to, step.spot
    if any(entry.step.way == MEDEVAC for entry in entries[:-1]):
        faults.add("medevac")
    if spot not in LOCATION:
        faults.add("end")
    if len(steps) == 1 and spot == start:
        faults.add("still")
    return Ledger(tuple(entries), tuple(left), frozenset(faults), spot)


def read_path(path: tuple[int, ...]) -> list[Step] | None:
    """The steps that a row of pieces stands for, or nothing where it cannot be read."""
    steps: list[Step] = []
    way, tile = -1, None
    for piece in path:
        if piece == MEDEVAC and way < 0 and tile is None:
            steps.append(Step(MEDEVAC, None, HOSPITAL))
        elif piece in WAYS and way < 0 and tile is None:
            way = piece
        elif piece in TILE and tile is None:
            if way == SUBWAY:
                steps.append(Step(SUBWAY, piece, SUBWAY))
                way = -1
            else:
                tile = piece
        elif (piece in LAND or piece in LOCATION) and way != SUBWAY:
            steps.append(Step(way, tile, piece))
            way, tile = -1, None
        else:
            return None
    return steps if steps and way < 0 and tile is None else None


def _tile(city: City, step: Step, here: int | None) -> int | None:
    """The tile that a step leads to, as far as that is known."""
    if step.tile is not None:
        return step.tile
    if step.spot in LOCATION:
        return city.tile_of(step.spot)
    return here if step.way < 0 else None


def _points(step: Step, spot: int) -> int:
    """Movement Points of one step; leaving a Subway station pays itself back."""
    back = -1 if spot == SUBWAY and step.way != SUBWAY else 0
    if step.way < 0:
        same_land = step.spot in LAND and step.spot == spot
        return back + (0 if same_land else 1)
    if step.way in (HELIPORT, GANG):
        return back + 1
    if step.way == SEWER:  # free, unless it ends on another type of Land than it started from
        return back + (1 if step.spot in LAND and spot in LAND and step.spot != spot else 0)
    return back


def _faults(city: City, step: Step, tile: int | None, spot: int, to: int | None) -> Iterator[str]:
    """What the entered map says against a step."""
    here = city.tile(tile) if tile is not None else None
    there = city.tile(to) if to is not None else None
    if there is not None and step.spot in LAND and step.spot not in there.lands:
        yield "not-there"
    if there is not None and step.tile is not None and step.spot in LOCATION and step.spot not in there.locations:
        yield "not-there"
    if step.way < 0 and step.spot in LOCATION and spot not in LAND and here is not None and there is not None:
        yield "land-first"
    if here is None:
        return
    far = city.apart(here.id, there.id) if there is not None else None
    if step.way < 0 and there is not None and there.id not in (here.id, *here.beside):
        yield "apart"
    if step.way < 0 and (step.spot in LOCATION or spot not in LAND) and there is not None and there.id != here.id:
        yield "apart"
    if step.way == SUBWAY and (SUBWAY not in here.signs or (there is not None and SUBWAY not in there.signs)):
        yield "no-station"
    if step.way in FLIGHTS and HELIPORT not in here.signs:
        yield "no-heliport"
    if step.way == HELIPORT and spot not in LOCATION:
        yield "no-heliport"
    if there is not None and step.way in FLIGHTS and (far is None or far > REACH):
        yield "too-far"
    if there is not None and step.way == CHOPPER and far == 0:
        yield "too-far"
    if there is not None and step.way == SEWER and far != REACH:
        yield "too-far"


@lru_cache(maxsize=256)
def reachable(city: City, start: int, points: int) -> dict[int, tuple[int, ...]]:
    """Every entered location that these points can reach, each with a cheapest path on foot, by Subway or Heliport."""
    tile = city.tile_of(start)
    if tile is None:
        return {}
    found: dict[int, tuple[int, ...]] = {}
    best: dict[tuple[int, int], int] = {}
    queue: list[tuple[int, int, tuple[int, ...], int, int]] = [(0, 0, (), tile, start)]
    while queue:
        spent, steps, path, tile, spot = heappop(queue)
        if best.get((tile, spot), points + 1) <= spent:
            continue
        best[tile, spot] = spent
        if spot in LOCATION and path:
            found.setdefault(spot, path)
        for words, to, target in _ways_on(city, tile, spot):
            step = Step(words[0] if words[0] in WAYS else -1, to, target)
            cost = spent + _points(step, spot)
            if cost <= points and not any(_faults(city, step, tile, spot, to)):
                if target == WATER and not city.has_ferry(to):
                    continue
                heappush(queue, (cost, steps + 1, (*path, *words), to, target))
    found.pop(start, None)
    return found


def _ways_on(city: City, tile: int, spot: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    here = city.tile(tile)
    if here is None:
        return
    if spot in LAND:
        for location in here.locations:
            yield (location,), tile, location
    for beside in (tile, *here.beside):
        neighbour = city.tile(beside)
        for land in neighbour.lands if neighbour is not None else ():
            if (beside, land) != (tile, spot):
                yield (beside, land), beside, land
    if SUBWAY in here.signs and spot != SUBWAY:
        for other in city.tiles:
            if SUBWAY in other.signs and other.id != tile:
                yield (SUBWAY, other.id), other.id, SUBWAY
    if HELIPORT in here.signs and spot in LOCATION:
        for other in city.tiles:
            for location in other.locations:
                yield (HELIPORT, location), other.id, location
