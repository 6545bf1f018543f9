"""A real city: six-sided tiles on a grid, with Land, places, signs and Police; and walking through it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
LANDS = ("land-1", "land-2", "land-3", "water")
COLOURS = ("red", "blue", "black")
PLACES = (
    *("church", "clinic", "casino", "bar", "restaurant", "cinema", "night-club", "gym"),
    *(f"safe-house-{n}" for n in (1, 2, 3)),
    *(f"gang-{n}" for n in (1, 2, 3, 4)),
    *(f"exit-{n}" for n in (1, 2, 3)),
    *("store-a", "store-b", "store-c"),
)
NEW = [f"{letter}-{number}" for number in (1, 2, 3) for letter in "abcd"]


class Tile:
    def __init__(self, name: str, at: tuple[int, int], lands: list[str], places: list[str], signs: list[str]) -> None:
        self.name, self.at, self.lands, self.places, self.signs = name, at, lands, places, signs
        self.police: set[str] = set()


class City:
    """Tiles by their place on the grid; where a walk may lead, step by step."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.grid: dict[tuple[int, int], Tile] = {}
        self.measured: dict[tuple[str, str, int], int] = {}
        shuffled = rng.sample(PLACES, len(PLACES))
        self.to_come = {name: shuffled[number::12] for number, name in enumerate(NEW)}
        for name, at, places in (
            ("hospital-tile", (0, 0), ["hospital"]),
            ("store-tile", (1, 0), ["store-d"]),
            ("start-1", (0, 1), []),
            ("start-2", (1, -1), []),
        ):
            self.grid[at] = Tile(name, at, ["land-1", rng.choice(LANDS[1:])], places, self.some_signs())
        self.at("store-tile").police |= {rng.choice(COLOURS), rng.choice(COLOURS)}

    def some_signs(self) -> list[str]:
        return [sign for sign in ("subway", "heliport", "ferry") if self.rng.random() < 0.3]

    def at(self, name: str) -> Tile:
        return next(tile for tile in self.grid.values() if tile.name == name)

    def of(self, place: str) -> Tile | None:
        return next((tile for tile in self.grid.values() if place in tile.places), None)

    def beside(self, tile: Tile) -> list[Tile]:
        spots = [(tile.at[0] + x, tile.at[1] + y) for x, y in AROUND]
        return [self.grid[spot] for spot in spots if spot in self.grid]

    def place(self, name: str) -> Tile:
        """A new tile where it touches at least two others and one Land matches."""
        free = {(t.at[0] + x, t.at[1] + y) for t in self.grid.values() for x, y in AROUND} - self.grid.keys()
        open_spots = [s for s in sorted(free) if sum((s[0] + x, s[1] + y) in self.grid for x, y in AROUND) >= 2]
        at = self.rng.choice(open_spots)
        around = [self.grid[at[0] + x, at[1] + y] for x, y in AROUND if (at[0] + x, at[1] + y) in self.grid]
        lands = {self.rng.choice(self.rng.choice(around).lands), self.rng.choice(LANDS)}
        tile = Tile(name, at, sorted(lands), self.to_come[name], self.some_signs())
        tile.police = {self.rng.choice(COLOURS), self.rng.choice(COLOURS)}
        self.grid[at] = tile
        return tile

    def far(self, one: Tile, other: Tile) -> int:
        """Tiles away, along tiles that lie there."""
        known = (one.name, other.name, len(self.grid))
        if known not in self.measured:
            self.measured[known] = self.measure(one, other)
        return self.measured[known]

    def measure(self, one: Tile, other: Tile) -> int:
        seen, ring, steps = {one.name}, [one], 0
        while ring:
            if any(tile is other for tile in ring):
                return steps
            ring = [n for n in {n.name: n for t in ring for n in self.beside(t)}.values() if n.name not in seen]
            seen |= {tile.name for tile in ring}
            steps += 1
        return 99

    def sea(self, tile: Tile) -> set[str]:
        """The body of water that this tile's water belongs to."""
        found, edge = {tile.name}, [tile]
        while edge:
            for near in self.beside(edge.pop()):
                if "water" in near.lands and near.name not in found:
                    found.add(near.name)
                    edge.append(near)
        return found

    def sailed(self, tile: Tile) -> bool:
        return any("ferry" in self.at(name).signs for name in self.sea(tile))

    # ---------------------------------------------------------------- walking

    def walk(self, start: str, leaps: list[str], swims: int) -> Walk:
        """A random walk of a few steps; most of them lawful, and the walk knows whether all were."""
        rng = self.rng
        tile = self.of(start)
        assert tile is not None
        walk = Walk(tile, start, list(leaps), swims)
        for _ in range(rng.choice((1, 2, 2, 3, 3, 4, 5))):
            steps = list(self.steps(walk))
            if not steps:
                break
            self.take(walk, *rng.choice(steps))
            if walk.spot in walk.tile.places and rng.random() < 0.8:
                break
        if walk.spot not in walk.tile.places and walk.tile.places and walk.spot in LANDS:
            self.take(walk, "foot", walk.tile, rng.choice(walk.tile.places))
        return walk

    def steps(self, walk: Walk) -> Iterator[tuple[str, Tile, str]]:
        rng, here = self.rng, walk.tile
        for land in here.lands:
            if land != walk.spot:
                yield "foot", here, land
        if walk.spot in LANDS:
            for place in here.places:
                yield "foot", here, place
                yield "foot", here, place
        for near in self.beside(here):
            for land in near.lands:
                yield "foot", near, land
        others = [tile for tile in self.grid.values() if tile is not here]
        target = rng.choice(others)
        if "subway" in here.signs and walk.spot != "subway":
            yield "subway", target, "subway"
        if "heliport" in here.signs or rng.random() < 0.1:
            yield "heliport", target, rng.choice([*target.lands, *target.places])
        for leap in {*walk.leaps} | ({rng.choice(("sewer", "chopper"))} if rng.random() < 0.05 else set()):
            if leap == "medevac":
                yield "medevac", self.at("hospital-tile"), "hospital"
            else:
                yield leap, target, rng.choice([*target.lands, *target.places])

    def take(self, walk: Walk, way: str, tile: Tile, spot: str) -> None:
        """One step: what it costs, and whether the aid allows it."""
        here, was = walk.tile, walk.spot
        far = self.far(here, tile)
        if was == "subway" and way != "subway":
            walk.points -= 1
        if way == "foot":
            walk.points += not (spot in LANDS and spot == was)
            if was in LANDS:
                walk.lawful &= far <= 1 if spot in LANDS else tile is here
            else:
                walk.lawful &= tile is here and spot in LANDS
        elif way == "subway":
            walk.lawful &= "subway" in here.signs and "subway" in tile.signs
        elif way in ("heliport", "chopper", "gang"):
            walk.points += way != "chopper"
            walk.lawful &= "heliport" in here.signs and far <= 2 and not (way == "chopper" and far == 0)
            if way == "heliport":
                walk.lawful &= was in here.places
        elif way == "sewer":
            walk.points += spot in LANDS and was in LANDS and spot != was
            walk.lawful &= far == 2
        if way not in ("foot", "subway", "heliport"):
            if way in walk.leaps:
                walk.leaps.remove(way)
            else:
                walk.lawful = False
        walk.lawful &= not walk.ended
        walk.ended |= way == "medevac"
        if spot == "water" and not self.sailed(tile) and tile.name not in walk.waters:
            if walk.swims:
                walk.swims -= 1
                walk.waters |= self.sea(tile)
            else:
                walk.lawful = False
        if tile is not here and here not in walk.left:
            walk.left.append(here)
        walk.words += [way] * (way != "foot")
        if way != "medevac":
            walk.words += [tile.name] * (spot not in tile.places or walk.named) + [spot] * (way != "subway")
        walk.steps += 1
        walk.tile, walk.spot = tile, spot


class Walk:
    """A walk so far: as words of a path, its price, the tiles it left, and whether it is lawful."""

    def __init__(self, tile: Tile, spot: str, leaps: list[str], swims: int) -> None:
        self.tile, self.spot, self.leaps, self.swims = tile, spot, leaps, swims
        self.start = spot
        self.words: list[str] = []
        self.left: list[Tile] = []
        self.waters: set[str] = set()
        self.points = self.steps = 0
        self.lawful, self.ended, self.named = True, False, False

    @property
    def arrives(self) -> bool:
        return self.spot in self.tile.places

    def legal(self, points: int) -> bool:
        stays = self.steps == 1 and self.spot == self.start
        return self.lawful and self.arrives and not stays and self.points <= points
