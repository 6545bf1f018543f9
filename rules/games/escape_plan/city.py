"""The city as far as the table has entered it: tiles, what lies beside what, land, locations, signs, Police.

The aid shows borders of land in pictures only. Here the same type of Land on two neighbouring tiles is one area, and a
Location borders every Land of its tile.
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from rules.games.escape_plan.pieces import COLOURS, FERRY, HOSPITAL_TILE, WATER, Police

BIT: dict[str, int] = {colour: 1 << number for number, colour in enumerate(COLOURS)}


class Tile(Struct, frozen=True, gc=False):
    id: int
    beside: tuple[int, ...] = ()
    lands: tuple[int, ...] = ()
    locations: tuple[int, ...] = ()
    signs: tuple[int, ...] = ()
    police: int = 0  # one bit a colour


class City(Struct, frozen=True, gc=False):
    tiles: tuple[Tile, ...] = ()

    def __contains__(self, tile: int) -> bool:
        return any(known.id == tile for known in self.tiles)

    def tile(self, number: int) -> Tile | None:
        return next((tile for tile in self.tiles if tile.id == number), None)

    def tile_of(self, location: int) -> int | None:
        """The tile that a location lies on, where that has been entered."""
        return next((tile.id for tile in self.tiles if location in tile.locations), None)

    def lay(self, tile: Tile) -> "City":
        """A tile is entered, or entered anew; its neighbours know it, too."""
        others = []
        for known in self.tiles:
            if known.id == tile.id:
                continue
            beside = tuple(other for other in known.beside if other != tile.id)
            gone = tuple(place for place in known.locations if place not in tile.locations)
            others.append(
                replace(known, beside=(*beside, tile.id) if known.id in tile.beside else beside, locations=gone)
            )
        return City((*others, tile))

    def apart(self, one: int, other: int) -> int | None:
        """How many tiles away, or nothing where no way is known."""
        ring, seen, far = {one}, {one}, 0
        while ring:
            if other in ring:
                return far
            ring = {next_to for tile in ring for next_to in self._beside(tile)} - seen
            seen |= ring
            far += 1
        return None

    def area(self, tile: int, land: int) -> set[int]:
        """The tiles over which one area of this Land stretches from here."""
        found, edge = {tile}, [tile]
        while edge:
            for beside in self._beside(edge.pop()):
                neighbour = self.tile(beside)
                if neighbour is not None and land in neighbour.lands and beside not in found:
                    found.add(beside)
                    edge.append(beside)
        return found

    def has_ferry(self, tile: int) -> bool:
        """MOVE: Water is open where any tile of its area has a Ferry."""
        return any(FERRY in known.signs for known in self.tiles if known.id in self.area(tile, WATER))

    # ---------------------------------------------------------------- Police

    def police(self, tile: int) -> tuple[Police, ...]:
        known = self.tile(tile)
        return tuple(colour for colour in COLOURS if known is not None and known.police & BIT[colour])

    def any_police(self) -> bool:
        return any(tile.police for tile in self.tiles)

    def put(self, tile: int, colour: str, there: bool) -> "City":
        def changed(known: Tile) -> Tile:
            police = known.police | BIT[colour] if there else known.police & ~BIT[colour]
            return replace(known, police=police) if known.id == tile else known

        return City(tuple(map(changed, self.tiles)))

    def move_police(self, colour: str, source: int, target: int) -> "City":
        return self.put(source, colour, False).put(target, colour, True)

    def may_stand(self, colour: str, tile: int) -> bool:
        """MOVING POLICE OFFICERS: one of each type on a tile, none at the Hospital."""
        known = self.tile(tile)
        return known is not None and tile != HOSPITAL_TILE and not known.police & BIT[colour]

    def moves_towards(self, goal: int) -> Iterable[tuple[Police, int, int]]:
        """NOTORIETY: every move of one Police Officer to a tile nearer to the goal."""
        away = {tile.id: self.apart(tile.id, goal) for tile in self.tiles}
        for tile in self.tiles:
            for colour in self.police(tile.id):
                for target, far in away.items():
                    near = away[tile.id]
                    if near is not None and far is not None and far < near and self.may_stand(colour, target):
                        yield colour, tile.id, target

    def _beside(self, tile: int) -> tuple[int, ...]:
        known = self.tile(tile)
        return known.beside if known is not None else ()


NOWHERE = City()
