"""Stickers of one kind are equally large and lie on one table: by those that were read, what others look like there."""

import numpy as np

from vision.images import Floats
from vision.markers.blobs import Quads, areas

STIFF = 2e-4
"""How much is taken to speak for a table seen straight from above: little, but it counts where few stickers were read,
or all in one row."""
ROUNDS = 2
"""Of fitting: each trusts less what the one before did not explain, such as a card held above the table."""
USUALLY_OFF = 0.01
"""Of a size: how exactly it is known at the best."""
HORIZON = 0.2
"""As a share of how near the stickers are: what would be less near lies at the table's horizon, or beyond."""
ALIKE = 1.5
"""How many times as large or as small as a sticker something may be that is a part of it, or more than it."""
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


class TablePlane:
    """Of a plane seen aslant, sizes to the power of two thirds fall evenly across the picture, down to nothing at its
    horizon; straightened by that, all squares on it have the same spread about their middles."""

    def __init__(self, stickers: Quads) -> None:
        """By one sticker at the least."""
        sizes = np.sqrt(np.abs(areas(stickers)))
        usual = _middle(sizes)
        self._unit = 20 * usual  # pixels; some tables' width
        middles = stickers.mean(1) / self._unit
        self._about = middles.mean(0)
        off = middles - self._about
        rises = (sizes / usual) ** (2 / 3)
        rows, trust = np.column_stack([np.ones(len(off)), off]), np.ones(len(off))
        for _ in range(ROUNDS):
            weighted = rows.T * trust
            level, *slope = np.linalg.solve(weighted @ rows + np.diag([0, STIFF, STIFF]), weighted @ rises)
            wrong = np.abs(rises - rows @ [level, *slope])
            trust = 1 / (1 + np.square(wrong / max(1.5 * _middle(wrong), USUALLY_OFF)))
        self._falls = np.array(slope) / level
        sides = self._straight(off) @ _sides(stickers) / self._unit
        self._spread = np.einsum("n,nij,nkj->ik", trust / trust.sum(), sides, sides)
        self._usual = self._unit * float(_determinants(self._spread)) ** 0.25

    def stickers(self, middles: Floats, sides: Floats, turns: Floats) -> Quads:
        """With these middles, turned so much in the plane. What is not about so large there, or lies beyond the plane's
        horizon, is left out."""
        off, usual = middles / self._unit - self._about, self.sides(middles)
        fits = (self._near(off) > HORIZON) & (sides < ALIKE * usual) & (sides > usual / ALIKE)
        spread = self._aslant(off[fits])
        spread = spread @ self._spread @ spread.transpose(0, 2, 1) * self._unit**2
        return np.asarray(middles[fits, None] + _CORNERS @ (_root(spread) @ _turned(turns[fits])).transpose(0, 2, 1))

    def sides(self, middles: Floats) -> Floats:
        """Of stickers with these middles: the roots of their areas."""
        return np.asarray(self._near(middles / self._unit - self._about) ** 1.5 * self._usual)

    def like(self, shapes: Quads) -> Quads:
        """Stickers where these shapes lie, and turned as they are."""
        return self.stickers(*described(shapes))

    def _near(self, off: Floats) -> Floats:
        """How near each place is to the camera, as a share of how near the stickers are."""
        return np.maximum(1 + off @ self._falls, HORIZON)

    def _aslant(self, off: Floats) -> Floats:
        """How the straightened plane is distorted there."""
        return self._near(off)[:, None, None] * (np.eye(2) + off[:, :, None] * self._falls)

    def _straight(self, off: Floats) -> Floats:
        """The other way about."""
        near = self._near(off)[:, None, None]
        return (np.eye(2) - off[:, :, None] * self._falls / near) / near


def described(shapes: Quads) -> tuple[Floats, Floats, Floats]:
    """Their middles and sides, and how they are turned."""
    (a, b), (c, d) = _sides(shapes).transpose(1, 2, 0)
    turns = np.arctan2(c - b, a + d)  # of the rotation nearest to each
    return shapes.mean(1), np.sqrt(np.abs(areas(shapes))), turns


def _middle(values: Floats) -> float:
    """A median, but for the mean of two."""
    return float(np.sort(values)[len(values) // 2])


def _sides(quads: Quads) -> Floats:
    """As columns: from the left to the right, and from the top to the bottom."""
    across = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
    down = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
    return np.stack([across, down], 2)


def _determinants(matrices: Floats) -> Floats:
    return np.asarray(matrices[..., 0, 0] * matrices[..., 1, 1] - matrices[..., 0, 1] * matrices[..., 1, 0])


def _root(squares: Floats) -> Floats:
    """Of symmetric 2 x 2 matrices, by Cayley and Hamilton."""
    product = np.sqrt(_determinants(squares))
    sum_ = np.sqrt(squares[:, 0, 0] + squares[:, 1, 1] + 2 * product)
    return np.asarray((squares + product[:, None, None] * np.eye(2)) / sum_[:, None, None])


def _turned(angles: Floats) -> Floats:
    c, s = np.cos(angles), np.sin(angles)
    return np.stack([np.stack([c, -s], 1), np.stack([s, c], 1)], 1)
