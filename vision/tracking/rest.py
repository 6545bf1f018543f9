"""Dice and the plane token once they lie still: what was thrown, where the plane was put, each told once.

A rolling die shows many faces. So a throw is told only after several equal looks in one place with nothing moving near,
and told again only if a die lies elsewhere or shows another face: a hand that passes over the dice throws nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from vision.observation import Die, Plane, Point

LOOKS = 3
"""Equal looks in a row: a die that tips once more is caught by the third."""
QUIET = 0.5
"""Seconds without movement near what is told."""
SAME_PLACE = 0.008
"""Of the frame's width: by which the middle of a die at rest may seem to move; a die is three times as wide."""
GONE = 2.0
"""Seconds out of sight, with nothing moving where it lay, after which a die was picked up."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice at rest."""

    faces: tuple[str, ...]
    """From the left; none when the dice were picked up."""
    centres: tuple[Point, ...]
    at: float
    """Time of the frame that settled it."""
    thrown: str | None = None
    """The face of the one die that was thrown while any other lay as before; also of a die that lies alone."""


@dataclass(frozen=True, slots=True)
class Flown:
    """The plane token at rest on a space."""

    row: int
    col: int
    at: float


Settled: TypeAlias = Thrown | Flown
MovedAt: TypeAlias = Callable[[Point, float], float]
"""When something last moved within so many pixels of a point, in seconds."""


class Rest:
    """Feed it every look at dice and board, in order."""

    def __init__(self) -> None:
        self._looks: list[tuple[Die, ...]] = []
        self._told: tuple[Die, ...] = ()
        self._whole_at = 0.0
        self._spaces: list[tuple[int, int] | None] = []
        self._space: tuple[int, int] | None = None

    @property
    def waits(self) -> bool:
        """Whether another look could settle something that the last look began."""
        dice = bool(self._looks) and not _alike(self._looks[-1], self._told, float("inf"))
        return dice or (bool(self._spaces) and self._spaces[-1] not in (None, self._space))

    def see(self, dice: Sequence[Die], plane: Plane | None, width: int, now: float, moved_at: MovedAt) -> list[Settled]:
        """Takes in one look at a frame that is `width` pixels wide."""
        return [*self._thrown(tuple(dice), width, now, moved_at), *self._flown(plane, now, moved_at, width)]

    def _thrown(self, dice: tuple[Die, ...], width: int, now: float, moved_at: MovedAt) -> list[Settled]:
        reach = SAME_PLACE * width
        self._looks = [*self._looks, dice][-LOOKS:]
        missing = _without(self._told, dice, reach)
        if not missing:
            self._whole_at = now
        if len(self._looks) < LOOKS or not all(_alike(look, dice, reach) for look in self._looks):
            return []
        if _alike(dice, self._told, reach) or any(now - moved_at(die.centre, 3 * reach) < QUIET for die in dice):
            return []
        if len(missing) + len(dice) == len(self._told):  # nothing new, some gone: picked up, or under a hand
            moved = max(moved_at(die.centre, 3 * reach) for die in missing)
            if now - max(moved, self._whole_at) < GONE:
                return []
        fresh = _without(dice, self._told, reach)
        self._told = dice
        alone = fresh[0].face if len(fresh) == 1 else None
        return [Thrown(tuple(die.face for die in dice), tuple(die.centre for die in dice), now, alone)]

    def _flown(self, plane: Plane | None, now: float, moved_at: MovedAt, width: int) -> list[Settled]:
        space = (plane.row, plane.col) if plane else None
        self._spaces = [*self._spaces, space][-LOOKS:]
        if plane is None or space is None or space == self._space or self._spaces != [space] * LOOKS:
            return []
        if plane.centre and now - moved_at(plane.centre, 3 * SAME_PLACE * width) < QUIET:
            return []
        self._space = space
        return [Flown(plane.row, plane.col, now)]


def _alike(look: tuple[Die, ...], other: tuple[Die, ...], reach: float) -> bool:
    """The same faces in the same places."""
    return len(look) == len(other) and not _without(look, other, reach)


def _without(look: tuple[Die, ...], other: tuple[Die, ...], reach: float) -> list[Die]:
    """Those dice of a look that another does not show."""
    left, alone = list(other), []
    for die in look:
        near = [o for o in left if o.face == die.face and np.hypot(*np.subtract(o.centre, die.centre)) <= reach]
        if near:
            left.remove(near[0])
        else:
            alone.append(die)
    return alone
