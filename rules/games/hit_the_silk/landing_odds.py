"""LAND THE PLANE!: the exact chance to land with best play, and the best move for a roll."""

from collections import Counter
from functools import cache

from msgspec import Struct

from rules.games.hit_the_silk.landing import FACES, Board, Ends, Move, Space, after, brake, ends, moves


class Option(Struct, frozen=True):
    """A legal move, where it leads (None: off the board), and the chance to land from there."""

    across: int
    down: int
    to: Space | None
    ends: Ends
    chance: float


class Odds:
    """The chances of one crew on one board, worked out when made.

    `spaces` holds the chance from every space: before a roll of two dice where the plane
    flies, before the brake roll on the strip, 0 where a stop is a crash.
    """

    def __init__(self, board: Board, licence: bool) -> None:
        self.board = board
        self.licence = licence
        self.spaces = _solve(board, licence)
        self.start = self.spaces[board.start]

    def advise(self, space: Space, roll: tuple[str, str]) -> tuple[Option, ...]:
        """Every legal move for a roll, the best first; of equals, the one that leaves the dice as rolled.

        Raises ValueError unless the plane is still flying at that space.
        """
        if space not in self.board or ends(self.board, space) != "flying":
            raise ValueError(f"The plane is not flying at row {space[0]}, column {space[1]}.")
        options = [self._option(space, move) for move in moves(roll, self.licence)]
        return tuple(sorted(options, key=lambda option: -option.chance))

    def _option(self, space: Space, move: Move) -> Option:
        flight = after(self.board, space, move)
        chance = self.spaces[flight.to] if flight.to else 0.0
        return Option(move.across, move.down, flight.to, flight.ends, chance)


def _solve(board: Board, licence: bool) -> dict[Space, float]:
    # No roll stands still, even with the Licence, and none goes back: seen from the last
    # space of the board, every space that a move reaches is already known.
    rolls = _rolls(licence)
    reach = max(max(move.across, move.down) for _, options in rolls for move in options)
    width = max(last for _, last in board.rows) + reach + 1
    # One list with a margin of crashes to the right and below, so that a move is one step in it.
    chances = [0.0] * (width * (len(board.rows) + reach + 1))
    steps = [(weight, [move.down * width + move.across for move in options]) for weight, options in rolls]
    spaces = list(board)
    for space in reversed(spaces):
        here = space[0] * width + space[1]
        match ends(board, space):
            case "strip":
                chances[here] = sum(brake(board, space, face, licence) for face in FACES) / len(FACES)
            case "flying":
                best = sum(weight * max([chances[here + step] for step in options]) for weight, options in steps)
                chances[here] = best / len(FACES) ** 2
    return {(row, column): chances[row * width + column] for row, column in spaces}


@cache
def _rolls(licence: bool) -> tuple[tuple[int, tuple[Move, ...]], ...]:
    """What each roll allows, with the number of the 36 rolls that allow the same."""
    allowed = Counter(tuple(sorted(moves((one, two), licence))) for one in FACES for two in FACES)
    return tuple((weight, options) for options, weight in allowed.items())
