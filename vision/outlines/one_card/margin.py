"""The table as the margin of a photo shows it: round a single card there is table everywhere.

Planks, checks and a lamp's light give a table many colours; all of them are taken as they are, but for the rarest.
"""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.markers.squares import unit_homographies

SMALL = 240
"""Pixels of the long side at which the table is looked at: its grain and weave are averaged there."""
WIDE = 0.02
"""How wide the margin is, in short sides of the photo."""
COARSE = 4
"""Levels of CIE Lab that count as one colour."""
RARE = 0.04
"""Share of the margin whose rarest colours are left out: the end of a shadow, crumbs, a corner of something else."""
LIGHT = 0.6
"""What a level of lightness counts beside one of colour: light changes more over a table than its colour does."""
NEAR = 5.0
"""Levels from the colours of the margin within which a place looks like table to more than a third."""
AROUND, THIN = 1.06, 5
"""How much larger than a card what belongs to it is, its shadow included; and pixels of the smaller photo: what is
thinner is a seam or a speck of the table."""
FILLS, SHAPE = 0.8, 0.5
"""Share of the rectangle round it that another card fills, and its short side over its long one at the least."""
MIDDLE, ALONG = np.linspace(0.42, 0.58, 33), np.linspace(0.02, 0.98, 49)
"""Where the gap between two cards is looked for in what was found, and where along it, in sides of that."""
FINE = 16
"""Parts of a pixel to which corners are known when a figure is filled."""


class Margin:
    """The photo, smaller, and how far every place of it looks like the table."""

    def __init__(self, lab: Image) -> None:
        self.scale = min(1.0, SMALL / max(lab.shape[:2]))
        small = cv2.resize(lab, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
        colours, number = np.unique(small.reshape(-1, 3) // COARSE, axis=0, return_inverse=True)
        number = number.reshape(small.shape[:2])
        ring = np.ones(small.shape[:2], bool)
        wide = max(2, round(WIDE * min(small.shape[:2])))
        ring[wide:-wide, wide:-wide] = False
        tally = np.bincount(number[ring], minlength=len(colours))
        order = np.argsort(-tally, kind="stable")
        common = order[np.cumsum(tally[order]) <= (1 - RARE) * tally.sum()]
        common = common if len(common) else order[:1]
        weighed = (colours * COARSE * np.array([LIGHT, 1.0, 1.0])).astype(np.float32)
        apart, _ = cv2.batchDistance(weighed, weighed[common], cv2.CV_32F, normType=cv2.NORM_L2, K=1)
        self.away: Floats = apart[:, 0][number]
        """Levels from the nearest colour of the margin."""
        self.like: Floats = np.exp(-((self.away / NEAR) ** 2))
        """How far every place looks like table, 0 to 1."""
        self._unlike = 1 - self.like

    def seen(self, spots: Floats) -> Floats:
        """How far the table is seen at these places of the photo (n × … × 2); not at all outside of it."""
        at = ((spots + 0.5) * self.scale - 0.5).astype(np.float32).reshape(len(spots), -1, 2)
        seen = cv2.remap(self.like, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(seen.reshape(spots.shape[:-1]))

    def covered(self, quad: Floats) -> float:
        """How far a figure and what is no table are the same, 0 to 1: what they share over what either covers."""
        inside = self._filled(quad)
        shared = float(self._unlike[inside > 0].sum())
        return shared / max(float(self._unlike.sum()) + float(inside.sum()) - shared, 1.0)

    def another(self, quad: Floats) -> float:
        """How large the largest thing beside a card is that looks like one, in shares of it; 0 where there is none."""
        inside = self._filled((quad - quad.mean(0)) * AROUND + quad.mean(0))
        beside = ((self._unlike > 0.5) & (inside == 0)).astype(np.uint8)
        beside = cv2.morphologyEx(beside, cv2.MORPH_OPEN, np.ones((THIN, THIN), np.uint8))
        most = 0.0
        for contour in cv2.findContours(beside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            area, (_, sides, _) = cv2.contourArea(contour), cv2.minAreaRect(contour)
            if min(sides) >= SHAPE * max(sides) and area >= FILLS * sides[0] * sides[1]:
                most = max(most, area / max(float(inside.sum()), 1.0))
        return most

    def parts(self, quad: Floats) -> float:
        """How much of a line across the middle of a figure is table, where most is: all of it between two cards."""
        ones = np.ones((len(MIDDLE), len(ALONG)))
        spots = [(ALONG * ones, MIDDLE[:, None] * ones), (MIDDLE[:, None] * ones, ALONG * ones)]
        flat = np.stack([np.stack([x, y, ones]) for x, y in spots])
        x, y, depth = np.moveaxis(np.einsum("ij,njkl->nikl", unit_homographies(quad[None])[0], flat), 1, 0)
        return float((self.seen(np.stack([x / depth, y / depth], -1)) > 0.5).mean(2).max())

    def _filled(self, quad: Floats) -> Image:
        """1 inside the figure, in the smaller photo."""
        inside = np.zeros(self.like.shape, np.uint8)
        corners = np.clip((quad + 0.5) * self.scale - 0.5, -SMALL, 2 * SMALL)
        corners = np.rint(corners * FINE).astype(np.int32)
        cv2.fillConvexPoly(inside, corners, 1, cv2.LINE_8, FINE.bit_length() - 1)
        return inside
