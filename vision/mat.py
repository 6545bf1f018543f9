"""Where things are on the table: the mat's corner tags give millimetres, and millimetres give zones."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers.grid_codes import Reading
from vision.observation import Point
from vision.stickers import marker_data

Matrix: TypeAlias = NDArray[Any]

TABLE = "table"
"""The one zone of a table without a mat."""
ENOUGH_TAGS = 3
"""Corner tags that give a view. Two lie in one line of the frame, and leave the other direction to chance."""
STILL = 0.2
"""Of a tag's side: by which a tag may seem to move while nothing did (a hand's shadow, a breath of the stand)."""
STRAYED = 1.5
"""Millimetres by which a tag may be off all four's common view. A lens that bends lines does more, but to all of them:
a tag has strayed if the other three agree three times better without it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One game's mat."""

    size: tuple[float, float]
    """Width and height in millimetres."""
    corners: dict[int, Point]
    """The middle of each corner tag, in millimetres."""
    tag_mm: float
    zones: dict[str, tuple[float, float, float, float]]
    """Left, top, width, height."""
    zone_tags: dict[int, str]
    """Tags that make a zone wherever they lie."""
    small_mm: float
    """Side of such a tag."""
    beside: tuple[float, float, float, float]
    """Where its zone lies from the tag's middle."""


@dataclass(frozen=True, slots=True)
class View:
    """How one frame sees the mat."""

    state: Literal["seen", "kept", "none"]
    """`seen`: enough tags in this frame; `kept`: the last good view still fits; `none`: the whole frame is one zone."""
    bumped: bool
    """The camera (or the whole mat) has moved since the frame before."""
    to_mm: Matrix | None
    """From pixels to the mat's millimetres."""
    loose_zones: tuple[tuple[str, Matrix], ...] = ()
    """Zones made by zone tags: name, and the matrix from pixels to millimetres about the tag."""
    layout: Layout | None = None

    def zone(self, point: Point) -> str | None:
        """The zone that a pixel is in; None between zones."""
        assert self.layout is not None
        for name, matrix in self.loose_zones:
            if _within(self.layout.beside, _through(matrix, point)):
                return name
        if self.to_mm is None:
            return None if self.loose_zones else TABLE
        place = _through(self.to_mm, point)
        return next((name for name, box in self.layout.zones.items() if _within(box, place)), None)

    def outlines(self) -> list[tuple[str, Matrix]]:
        """Every zone in sight, with its corners in pixels."""
        assert self.layout is not None
        places = [(name, self.layout.beside, matrix) for name, matrix in self.loose_zones]
        if self.to_mm is not None:
            places += [(name, box, self.to_mm) for name, box in self.layout.zones.items()]
        return [(name, _corners(box, np.linalg.inv(matrix))) for name, box, matrix in places]


class Mat:
    """Follows the mat from frame to frame."""

    def __init__(self, game: str) -> None:
        self.layout = layout_of(game)
        self._to_mm: Matrix | None = None
        self._last: dict[int, Matrix] = {}

    def see(self, tags: Iterable[Reading]) -> View:
        """Takes in the tags of one frame."""
        tags = list(tags)
        corners = {tag.number: tag.corners for tag in tags if tag.number in self.layout.corners}
        moved = {n for n, now in corners.items() if n in self._last and _shift(self._last[n], now) > STILL}
        known = {n for n in corners if n in self._last}
        # One tag that moved was pushed; when most of those in sight moved, it was the camera.
        bumped = len(moved) >= 2 and 2 * len(moved) > len(known)
        if bumped or len(known) == len(moved) == 1:
            self._to_mm = None
            self._last = {}
        strayed: tuple[int, ...] = ()
        state: Literal["seen", "kept", "none"] = "none" if self._to_mm is None else "kept"
        if len(corners) >= ENOUGH_TAGS:
            self._to_mm, strayed = self._fit(corners)
            state = "seen"
        self._last |= {n: c for n, c in corners.items() if n not in strayed}
        loose = tuple(
            (self.layout.zone_tags[tag.number], self._about(tag)) for tag in tags if tag.number in self.layout.zone_tags
        )
        return View(state, bumped, self._to_mm, loose, self.layout)

    def _fit(self, corners: dict[int, Matrix]) -> tuple[Matrix, tuple[int, ...]]:
        """The homography of all tags, without one that contradicts the other three."""
        whole = self._homography(corners)
        off = {n: self._error(whole, n, c) for n, c in corners.items()}
        if len(corners) > ENOUGH_TAGS and max(off.values()) > STRAYED:
            tries = {n: self._homography({k: c for k, c in corners.items() if k != n}) for n in corners}
            left = {n: max(self._error(tries[n], k, c) for k, c in corners.items() if k != n) for n in tries}
            worst = min(left, key=left.__getitem__)
            if 3 * left[worst] < max(off.values()):
                return tries[worst], (worst,)
        return whole, ()

    def _homography(self, corners: dict[int, Matrix]) -> Matrix:
        pixels = np.concatenate(list(corners.values()))
        places = np.concatenate([self._places(n) for n in corners])
        return np.asarray(cv2.findHomography(pixels, places)[0])

    def _error(self, to_mm: Matrix, number: int, corners: Matrix) -> float:
        mapped = cv2.perspectiveTransform(corners[None].astype(np.float64), to_mm)[0]
        return float(np.linalg.norm(mapped - self._places(number), axis=1).mean())

    def _places(self, number: int) -> Matrix:
        return _square(self.layout.tag_mm) + self.layout.corners[number]

    def _about(self, tag: Reading) -> Matrix:
        return np.asarray(cv2.findHomography(tag.corners, _square(self.layout.small_mm))[0])


@cache
def layout_of(game: str) -> Layout:
    """The mat of one game, from assets/markers/mat.toml."""
    data = marker_data("mat.toml")
    zones = {name: tuple(box) for name, box in data["zones"].get(game, {}).items()}
    return Layout(
        tuple(data["size"]),
        {corner["number"]: tuple(corner["at"]) for corner in data["corners"]},
        data["tag_mm"],
        zones,
        dict(zip(data["zone_tags"], zones, strict=False)),
        data["small_mm"],
        tuple(data["zone_beside"]),
    )


def _square(side: float) -> Matrix:
    half = side / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _shift(before: Matrix, now: Matrix) -> float:
    side = np.linalg.norm(before - np.roll(before, 1, 0), axis=1).mean()
    return float(np.linalg.norm(now.mean(0) - before.mean(0)) / side)


def _through(matrix: Matrix, point: Point) -> Point:
    x, y, depth = matrix @ (*point, 1.0)
    return float(x / depth), float(y / depth)


def _corners(box: tuple[float, float, float, float], matrix: Matrix) -> Matrix:
    left, top, width, height = box
    square = np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], float)
    return np.asarray(cv2.perspectiveTransform(square[None], matrix)[0])


def _within(box: tuple[float, float, float, float], point: Point) -> bool:
    left, top, width, height = box
    return left <= point[0] <= left + width and top <= point[1] <= top + height
