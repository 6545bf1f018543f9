"""Outlines of cards: how a picture is looked at, what may be one, and which of several is meant."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import Edges
from vision.outlines.ground import detail
from vision.outlines.plane import Plane
from vision.outlines.proposals import area_of, areas_of, clockwise

# Outlines are looked for at this width: card edges are long, and noise averages out.
LOOK_AT = 960
# Where so much of a picture differs by so many levels from the median of so many pixels across, the table is granite or
# printed paper, and all its specks have edges: the median, which leaves a card's edges where they are, is looked at.
# Cards on any other table, however patterned, come to a seventh at the most.
SPECKLED, STANDS_OUT, SPECK = 0.18, 10, 7
# Rows of the bands in which that is counted.
BAND = 32
# Proposals that are compared with each other, the largest and surest.
MOST = 150
# So many figures whose colours vary by less than so many levels are the checks of a cloth, or tiles: no table holds as
# many cards without print.
CHECKS, PLAIN = 40, 6.0
# Support that an outline needs when nothing else is known.
ALONE = 0.72
# Cards may overlap a little; what overlaps more is one card seen twice, or two half cards.
OVERLAP = 0.25


@dataclass(frozen=True, slots=True)
class Outline:
    """Four corners of something card-shaped."""

    corners: Floats
    """4 × 2 frame pixels, clockwise; the first side (corner 0 to 1) is a short one, as far as that shows."""
    support: float
    """Share of the outline that has a real edge under it, 0 to 1."""


def view(frame: Image) -> tuple[Image, float]:
    """The frame as it is looked at, in CIE Lab, and its scale."""
    scale = min(1.0, LOOK_AT / max(frame.shape[:2]))
    small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else frame
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    # Every fourth band of the picture tells as much as all of it.
    bands = np.concatenate([lab[top : top + BAND, :, 0] for top in range(0, lab.shape[0], 4 * BAND)])
    apart = cv2.absdiff(bands, cv2.medianBlur(bands, SPECK))
    speckled = cv2.countNonZero(cv2.compare(apart, STANDS_OUT, cv2.CMP_GT))  # type: ignore[call-overload]
    return cv2.medianBlur(lab, SPECK) if speckled > SPECKLED * bands.size else lab, scale


def in_frame(card: Outline, plane: Plane | None, scale: float) -> Outline:
    """The card in a frame that was looked at in this scale."""
    return Outline((short_side_first(card.corners, plane) + 0.5) / scale - 0.5, card.support)


def proposed_by(lab: Image, edges: Edges, quads: Floats) -> list[Outline]:
    """Those of the quads that may be cards by their edges alone, the largest and surest first."""
    proposed = [Outline(quad, float(share)) for quad, share in zip(quads, edges.supports(quads), strict=True)]
    apart = distinct([outline for outline in proposed if outline.support >= ALONE])
    plain = detail(lab, corners_of(apart)) < PLAIN
    if plain.sum() > CHECKS:
        apart = [outline for outline, same in zip(apart, plain, strict=True) if not same]
    return sorted(apart, key=lambda outline: -(outline.support**2) * area_of(outline.corners))[:MOST]


def distinct(proposed: list[Outline]) -> list[Outline]:
    """Each outline once: several masks give nearly the same."""
    if not proposed:
        return []
    order = sorted(proposed, key=lambda outline: -outline.support)
    quads = np.stack([outline.corners for outline in order])
    middles, areas = quads.mean(1), areas_of(quads)
    left = np.arange(len(order))
    kept: list[Outline] = []
    while len(left):
        first = left[0]
        kept.append(order[first])
        near = np.abs(middles[left] - middles[first]).max(1) < 3
        left = left[~(near & (np.abs(areas[left] / areas[first] - 1) < 0.03))]
    return kept


def overlap(a: Floats, b: Floats) -> float:
    """Shared area over the smaller of the two."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared) / max(min(area_of(a), area_of(b)), 1e-6)


def corners_of(outlines: list[Outline]) -> Floats:
    """Of all, n × 4 × 2."""
    return np.array([outline.corners for outline in outlines]).reshape(-1, 4, 2)


def short_side_first(quad: Floats, plane: Plane | None) -> Floats:
    """Clockwise from a short side: short on the table where that is known, else in the picture."""
    quad = clockwise(quad)
    corners = quad if plane is None else plane.points(quad)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return quad if sides[0] + sides[2] <= sides[1] + sides[3] else np.roll(quad, -1, axis=0)
