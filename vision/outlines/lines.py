"""Proposes outlines of cards from straight lines, for tables whose bold pattern leaves no card in one piece.

A card's sides end at its corners, each where the next one begins; the lines of a checked or striped cloth run on. So
pieces of one line are joined first, however their contrast changes, and then figures of four lines, or three, are put
together that end where they meet.
"""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.proposals import AREA, card_shaped, clockwise

SHORTEST = 9.0
"""Pixels of a piece of line: shorter ones are letters and noise."""
TURN, OFF, GAP = 4.0, 1.6, 0.35
"""Pieces are one line if they differ by so many degrees and lie so many pixels beside it; the gap between them may be
this share of the two, and `BRIDGED` pixels at the least."""
BRIDGED = 9.0
SIDE = (24.0, 420.0)
"""Pixels of a card's side at the width that outlines are looked for at."""
MOST = 260
"""Lines that are put together, the longest: more would be a carpet."""
MEET, SHARE = 7.0, 0.1
"""How far from their meeting point two sides may end or go past it: pixels, for rounded corners and blur, and a share
of the side."""
RIGHT = 38.0
"""Degrees between two sides of a card, at the least, however the camera leans."""
LEVEL = 0.25
"""By how much opposite sides may differ where the fourth side is missing."""
FEWEST, MANY = 3, 2500
"""Figures that are put together from so many lines; more than the last are never looked at."""


def from_lines(lab: Image, largest: float = AREA[1]) -> Floats:
    """n × 4 × 2, clockwise; none covers more than the `largest` share of the picture."""
    lines = _joined(_pieces(lab))
    if len(lines) < FEWEST:
        return np.zeros((0, 4, 2))
    ends, corner = _meetings(lines)
    quads: list[Floats] = []
    area = lab.shape[0] * lab.shape[1]
    for side in range(len(lines)):
        for one in np.flatnonzero(ends[2 * side]):
            for other in np.flatnonzero(ends[2 * side + 1]):
                quad = _figure(lines, ends, corner, side, int(one), int(other))
                if quad is not None and AREA[0] * area <= cv2.contourArea(quad.astype(np.float32)) <= largest * area:
                    quads.append(clockwise(quad))
        if len(quads) > MANY:
            break
    figures = np.array(quads).reshape(-1, 4, 2)
    return np.asarray(figures[card_shaped(figures)])


def _pieces(lab: Image) -> Floats:
    """n × 4: both ends of every straight piece of an edge, in shade and in colour."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE, 1.0)
    found: list[Floats] = [np.zeros((0, 4))]
    light, *colours = cv2.split(lab)
    # Where only colours differ, they differ by fewer levels.
    for plane in (light, cv2.addWeighted(colours[0], 1.5, colours[1], 1.5, -256)):
        pieces = detector.detect(plane)[0]
        if pieces is not None:
            found.append(np.asarray(pieces, np.float64).reshape(-1, 4))
    pieces = np.concatenate(found)
    length = np.hypot(pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1])
    order = np.argsort(-length, kind="stable")[: 4 * MOST]
    return np.asarray(pieces[order[length[order] >= SHORTEST]])


def _joined(pieces: Floats) -> Floats:
    """Pieces of one line as one, the longest first."""
    middles = pieces.reshape(-1, 2, 2).mean(1)
    left = np.arange(len(pieces))
    lines: list[Floats] = []
    while len(left) and len(lines) < 2 * MOST:
        line, taken = pieces[left[0]], np.zeros(len(left), bool)
        taken[0] = True
        while True:
            near = np.flatnonzero(~taken & _along(line, middles[left]))
            more = near[_continues(line, pieces[left[near]])]
            if not len(more):
                break
            taken[more] = True
            line = _through(pieces[left[taken]])
        lines.append(line)
        left = left[~taken]
    joined = np.array(lines).reshape(-1, 4)
    length = np.hypot(joined[:, 2] - joined[:, 0], joined[:, 3] - joined[:, 1])
    long = (length >= SIDE[0]) & (length <= SIDE[1])
    return np.asarray(joined[long][np.argsort(-length[long], kind="stable")][:MOST])


def _along(line: Floats, points: Floats) -> Floats:
    """Which points lie so near the line that a piece through them may continue it: few do, and only these are asked."""
    way = line[2:] - line[:2]
    length = float(np.hypot(*way))
    beside = np.abs((points - line[:2]) @ np.array([-way[1], way[0]])) / length
    return np.asarray(beside <= OFF + 0.01 * max(BRIDGED, GAP * length))


def _continues(line: Floats, others: Floats) -> Floats:
    """Which pieces lie on the line, and near what is known of it."""
    start, way = line[:2], line[2:] - line[:2]
    length = float(np.hypot(*way))
    way = way / length
    their = others[:, 2:] - others[:, :2]
    size = np.hypot(their[:, 0], their[:, 1])
    turned = np.abs(their @ np.array([-way[1], way[0]])) / size
    from_start = others.reshape(-1, 2, 2) - start
    beside = np.abs(from_start @ np.array([-way[1], way[0]])).max(1)
    along = from_start @ way
    gap = np.maximum(along.min(1) - length, -along.max(1))
    near = gap <= np.maximum(BRIDGED, GAP * np.minimum(size, length))
    # A short piece may lean more than a long one.
    leans = np.sin(np.radians(TURN)) + 1.0 / size
    return np.asarray((turned <= leans) & (beside <= OFF + 0.01 * np.maximum(gap, 0)) & near)


def _through(pieces: Floats) -> Floats:
    """One line through all of them, as long as they reach."""
    points = pieces.reshape(-1, 2)
    weight = np.repeat(np.hypot(pieces[:, 2] - pieces[:, 0], pieces[:, 3] - pieces[:, 1]), 2)
    middle = (weight @ points) / weight.sum()
    there = points - middle
    _, vectors = np.linalg.eigh((there * weight[:, None]).T @ there)
    way = vectors[:, 1]
    along = there @ way
    return np.concatenate([middle + along.min() * way, middle + along.max() * way])


def _meetings(lines: Floats) -> tuple[Floats, Floats]:
    """Ends × ends: which two ends (2k and 2k + 1 belong to line k) make a corner; and where any two lines meet."""
    start, way = lines[:, :2], lines[:, 2:] - lines[:, :2]
    length = np.hypot(way[:, 0], way[:, 1])
    way = way / length[:, None]
    cross = way[:, None, 0] * way[None, :, 1] - way[:, None, 1] * way[None, :, 0]
    gap = start[None] - start[:, None]
    steep = np.abs(cross) > np.sin(np.radians(RIGHT))
    along = (gap[..., 0] * way[None, :, 1] - gap[..., 1] * way[None, :, 0]) / np.where(steep, cross, 1.0)
    corner = start[:, None] + along[..., None] * way[:, None]
    slack = np.maximum(MEET, SHARE * length)[:, None]
    first, last = (np.abs(along) <= slack) & steep, (np.abs(along - length[:, None]) <= slack) & steep
    near = np.stack([first, last], 1).reshape(2 * len(lines), len(lines))
    # An end of the one at the other's line, and an end of the other there, too.
    own = np.repeat(near, 2, axis=1)
    return np.asarray(own & own.T), corner


def _figure(lines: Floats, ends: Floats, corner: Floats, side: int, one: int, other: int) -> Floats | None:
    """The figure of one side and the two that begin at its ends; the fourth side, where there is none, joins these."""
    a, b = one // 2, other // 2
    if a == b:
        return None
    first, second = corner[side, a], corner[side, b]
    far_a, far_b = one ^ 1, other ^ 1
    closing = np.flatnonzero(ends[far_a] & ends[far_b])
    if len(closing) == 0:
        both = np.flatnonzero(ends[far_a])
        opposite = [end for end in both if ends[far_b, end ^ 1]]
        if opposite:
            c = int(opposite[0]) // 2
            return np.array([first, second, corner[b, c], corner[a, c]])
    end_a, end_b = lines[a, 2 * (far_a % 2) : 2 * (far_a % 2) + 2], lines[b, 2 * (far_b % 2) : 2 * (far_b % 2) + 2]
    reach = np.hypot(*(end_a - first)), np.hypot(*(end_b - second))
    if abs(np.log(reach[0] / max(reach[1], 1e-6))) > LEVEL:
        return None
    return np.array([first, second, end_b, end_a])
