"""Dice and the plane token at rest: told once when they have come to lie somewhere, again when they lie differently."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.observation import Die, Plane

READINGS = 3
"""Equal readings in a row before something counts as lying still."""
SAME_PLACE = 12.0
"""Pixels by which a die at rest may seem to wander; a die that was thrown lies further off, or was out of sight."""
GONE = 3
"""Looks without dice after which they count as picked up: thrown again, they are told again."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """The dice lie still."""

    faces: tuple[str, ...]
    thrown: str | None
    """The face of the one die that was thrown while any other lay as before; also of a die that lies alone."""
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Stands:
    """The plane token stands on another space."""

    row: int
    col: int
    at: float = 0.0


class AtRest:
    """Feed it what was read in every frame that was looked at for dice and board."""

    def __init__(self) -> None:
        self._dice: list[tuple[Die, ...]] = []
        self._told: tuple[Die, ...] = ()
        self._missing = 0
        self._planes: list[Plane] = []
        self._stood: Plane | None = None

    def see(self, dice: Sequence[Die], plane: Plane | None, now: float) -> list[Thrown | Stands]:
        """Takes in one frame."""
        return [*self._throw(tuple(dice), now), *self._stand(plane, now)]

    def _throw(self, dice: tuple[Die, ...], now: float) -> list[Thrown | Stands]:
        if not dice:
            self._dice.clear()
            self._missing += 1
            if self._missing >= GONE:
                self._told = ()
            return []
        self._missing = 0
        self._dice = [*(before for before in self._dice if _alike(before, dice)), dice][-READINGS:]
        if len(self._dice) < READINGS or _alike(self._told, dice):
            return []
        fresh = [die for die in dice if not any(_same(die, other) for other in self._told)]
        self._told = dice
        return [Thrown(tuple(die.face for die in dice), fresh[0].face if len(fresh) == 1 else None, now)]

    def _stand(self, plane: Plane | None, now: float) -> list[Thrown | Stands]:
        if plane is None:
            return []
        self._planes = [*(before for before in self._planes if before == plane), plane][-READINGS:]
        if len(self._planes) < READINGS or plane == self._stood:
            return []
        self._stood = plane
        return [Stands(plane.row, plane.col, now)]


def _alike(one: tuple[Die, ...], other: tuple[Die, ...]) -> bool:
    return len(one) == len(other) and all(any(_same(a, b) for b in other) for a in one)


def _same(one: Die, other: Die) -> bool:
    apart = np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1])
    return one.face == other.face and bool(apart < SAME_PLACE)
