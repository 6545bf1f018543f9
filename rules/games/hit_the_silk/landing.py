"""LAND THE PLANE!: the board, the moves that a roll allows, and where they end."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from rules.library import toml

Space = tuple[int, int]  # row and column, (1, 1) is the top left
Lake = Literal["crash", "fly"]
Ends = Literal["flying", "strip", "crashed"]

LANDING = toml("games/hit-the-silk/landing.toml")
FACES: tuple[str, ...] = tuple(LANDING["die"]["faces"])


class Board(Struct, frozen=True):
    """Raises ValueError if a named space does not exist, or is both strip and lake."""

    rows: tuple[tuple[int, int], ...]  # first and last column of each row
    start: Space
    strip: tuple[Space, ...]  # left to right
    lake_spaces: frozenset[Space]
    lake: Lake = "crash"  # the rulebook is silent on a stop there

    def __post_init__(self) -> None:
        for space in (self.start, *self.strip, *self.lake_spaces):
            if space not in self:
                raise ValueError(f"Row {space[0]}, column {space[1]} is not a space of the landing board.")
        if self.lake_spaces.intersection(self.strip):
            raise ValueError("A space of the Landing Strip cannot be over the lake.")

    def __contains__(self, space: Space) -> bool:
        row, column = space
        return 1 <= row <= len(self.rows) and self.rows[row - 1][0] <= column <= self.rows[row - 1][1]

    def __iter__(self) -> Iterator[Space]:
        """Every space, row by row from the top left."""
        for row, (first, last) in enumerate(self.rows, start=1):
            for column in range(first, last + 1):
                yield row, column


class Move(Struct, frozen=True, order=True):
    across: int
    down: int


class Flight(Struct, frozen=True):
    """Where a move ends; `to` is None when the plane has left the board."""

    ends: Ends
    to: Space | None


@cache
def moves(faces: tuple[str, str], licence: bool) -> tuple[Move, ...]:
    """Every distinct legal move for a roll, those that leave the dice as rolled first."""
    (first, first_way), (second, second_way) = map(_read, faces)
    found: list[Move] = []
    # Pilot's Licence: allows to deduct 1 from one of the dice, 1 ACROSS and 1 DOWN too.
    for less_first, less_second in ((0, 0), (1, 0), (0, 1)) if licence else ((0, 0),):
        for way, other_way in _ways(first_way, second_way):
            distance = {"across": 0, "down": 0}
            distance[way] += first - less_first
            distance[other_way] += second - less_second
            found.append(Move(**distance))
    return tuple(dict.fromkeys(found))


def after(board: Board, space: Space, move: Move) -> Flight:
    """Only the space where the plane stops counts, not what it flies over."""
    reached = space[0] + move.down, space[1] + move.across
    if reached not in board:  # below the surface line, into the mountain, or a cut corner
        return Flight("crashed", None)
    return Flight(ends(board, reached), reached)


def ends(board: Board, space: Space) -> Ends:
    """What a stop on a space of the board means."""
    if space in board.strip:
        return "strip"
    return "crashed" if board.lake == "crash" and space in board.lake_spaces else "flying"


def brake(board: Board, space: Space, face: str, licence: bool) -> bool:
    """Whether one die, rolled on a space of the strip, brings the plane to a stand there.

    The Licence is used when it helps.
    """
    value, way = _read(face)
    for distance in (value, value - 1) if licence else (value,):
        down, across = (distance, 0) if way == "down" else (0, distance)
        if (space[0] + down, space[1] + across) in board.strip:
            return True
    return False


def read_board(data: Mapping[str, Any], lake: Lake = "crash") -> Board:
    """The board that landing.toml describes, under the table's ruling on the lake."""
    return Board(
        rows=tuple((first, last) for first, last in data["rows"]),
        start=(data["start"][0], data["start"][1]),
        strip=_stretch(data["strip"]),
        lake_spaces=frozenset(_stretch(data["lake"])),
        lake=lake,
    )


def _stretch(part: Mapping[str, Any]) -> tuple[Space, ...]:
    first, last = part["columns"]
    return tuple((part["row"], column) for column in range(first, last + 1))


def _read(face: str) -> tuple[int, str]:
    """The value of a face and its mandatory direction, if any."""
    if face not in FACES:
        raise ValueError(f"{face} is not a face of the landing dice: {', '.join(FACES)}.")
    value, _, way = face.partition("-")
    return int(value), way


def _ways(first: str, second: str) -> tuple[tuple[str, str], ...]:
    """The directions in which the two dice may be used, given their mandatory ones."""
    if first and second:
        return ((first, second),)  # as directed, even if both the same
    return tuple(
        (one, two)
        for one, two in (("across", "down"), ("down", "across"))
        if first in ("", one) and second in ("", two)
    )
