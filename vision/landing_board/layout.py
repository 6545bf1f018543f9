"""Which spaces the landing board has (`assets/vision/landing_board.toml`), as points of a lattice."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from vision.images import Floats


@dataclass(frozen=True)
class Layout:
    """The spaces as points of a unit lattice, in one arrangement of rows."""

    spaces: Floats
    """Row and column of every space, n × 2, as the rules count them (from 1)."""
    start: int
    """Index of the start space."""
    places: Floats
    """Column and row position of every space; half columns where rows are set like bricks."""
    rim: Floats
    """Positions just outside, where no space may be: they tell this layout from its neighbours."""


@cache
def layouts() -> tuple[Layout, ...]:
    """One layout for each arrangement of rows that an edition may have."""
    data = tomllib.loads(files("assets").joinpath("vision", "landing_board.toml").read_text("utf-8"))
    rows: list[list[int]] = data["rows"]
    spaces = [(r, c) for r, (first, last) in enumerate(rows, 1) for c in range(first, last + 1)]
    made = []
    for shift in data["shifts"]:
        places = [(c - 1 + shift[r - 1], r - 1.0) for r, c in spaces]
        rim = [(edge - 1 + shift[r - 1], r - 1.0) for r, (a, b) in enumerate(rows, 1) for edge in (a - 1, b + 1)]
        for r, near in ((0, 1), (len(rows) + 1, len(rows))):
            (a, b), offset = rows[near - 1], shift[near - 1]
            # Brick rows above and below lie half a column over; a straight rim would sample the gaps.
            over = 0.0 if not any(shift) else 0.5 - offset
            rim += [(c - 1 + over, r - 1.0) for c in range(a, b + 1)]
        made.append(
            Layout(np.array(spaces, np.int32), spaces.index(tuple(data["start"])), np.array(places), np.array(rim))
        )
    return tuple(made)
