"""Proposes outlines of cards, knowing nothing yet: several ways of parting card from table each give contours, and a
contour counts when it has a card's shape and a real edge along all four sides."""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import NEXT, Edges, outwards, steepness

# A card's short side over its long one (63 × 88 mm is 0.72), with room for a camera at 40 degrees. Seen along its long
# sides a card may look square; but so do tiles, checks and printed pictures.
SHAPE, SQUARE = (0.48, 0.98), 1.0
# Area as a share of the frame: smaller is a token or a letter, larger is the table itself.
AREA = (0.002, 0.6)
# The outline must fill its four-sided hull: rejects hands, cables and two cards run together.
FILL = 0.88
# Contours are followed in a picture no larger than this, pixels; their edges are then found in the whole one.
LARGEST = 640
# How far from a proposed side its true edge is looked for, pixels, inwards to outwards: a printed frame lies up to 5 mm
# inside the edge.
REACH = np.arange(-4, 10.01, 0.5)
# Rounded corners bend away from the side: the ends are left out.
STATIONS = np.linspace(0.12, 0.88, 24)
# How steep the outermost edge must be beside the steepest near it: a frame is often steeper than the card's own edge,
# a shadow's is fainter. Both are tried, since the wrong ones agree on no plane.
CLEAR = (0.22, 0.12)
# Stations look this far beside the edge of their side, pixels, and this many of them must find it.
BESIDE, FEWEST = 2.0, 8
# Corners this near to each other make the same outline, pixels.
SAME = 2.0


def propose(lab: Image, edges: Edges, largest: float = AREA[1]) -> list[Floats]:
    """n × 4 × 2 each, clockwise: once moved onto the clear edges near them, once onto fainter ones further out. They
    may look square; `largest` is the share of the picture that one may cover."""
    found: list[Floats] = []
    for mask in _masks(lab, edges):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        areas = [cv2.contourArea(contour) for contour in contours]
        for contour, area in zip(contours, areas, strict=True):
            if AREA[0] * mask.size <= area <= largest * mask.size:
                quad = _quad(contour, area)
                if quad is not None:
                    found.append(quad)
    quads = (np.array(found).reshape(-1, 4, 2) + 0.5) / _scale(lab) - 0.5
    quads = quads[card_shaped(quads, SQUARE)]
    apart = np.abs(quads[:, None] - quads[None]).max((2, 3))
    quads = quads[~np.tril(apart < SAME, -1).any(1)]
    return [refined(edges, quads, share) for share in CLEAR]


def _masks(lab: Image, edges: Edges) -> list[Image]:
    """Smaller pictures in black and white in which a card may stand out as one piece."""
    strength = _smaller(steepness(edges.slopes))
    masks = []
    for limit in sorted({edges.edge, 5.0, 10.0, 20.0}):
        lines = (strength > limit).astype(np.uint8) * 255
        masks.append(cv2.bitwise_not(cv2.morphologyEx(lines, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))))
    lab = _smaller(lab)
    light, *colours = (np.ascontiguousarray(lab[..., channel]) for channel in range(3))
    for plane in (light, *colours):
        _, mask = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        masks += [mask, cv2.bitwise_not(mask)]
    for window in (51, 117):
        mean = cv2.blur(light, (window, window))
        masks += [cv2.compare(light, cv2.add(mean, np.full_like(mean, 4)), cv2.CMP_GT)]
    around = cv2.resize(cv2.medianBlur(cv2.resize(lab, None, fx=0.25, fy=0.25), 51), (lab.shape[1], lab.shape[0]))
    apart = np.linalg.norm(lab.astype(np.float32) - around, axis=2)
    masks += [(apart > limit).astype(np.uint8) * 255 for limit in (8, 16, 32)]
    return [cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) for mask in masks]


def _smaller(plane: Image) -> Image:
    scale = _scale(plane)
    return cv2.resize(plane, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else plane


def _scale(plane: Image) -> float:
    return min(1.0, LARGEST / max(plane.shape[:2]))


def _quad(contour: Image, area: float) -> Floats | None:
    """The contour as four corners, clockwise, if it is nearly a four-sided figure."""
    hull = cv2.convexHull(contour)
    if area < FILL * cv2.contourArea(hull):
        return None
    around = cv2.arcLength(hull, True)
    for slack in (0.02, 0.035, 0.05):
        sides = cv2.approxPolyDP(hull, slack * around, True)
        if len(sides) == 4:
            quad = clockwise(sides[:, 0].astype(np.float64))
            return quad if area > FILL * area_of(quad) else None
    box = clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64))
    return box if area > FILL * area_of(box) else None


def card_shaped(quads: Floats, most: float = SHAPE[1]) -> Floats:
    """Which of them (n × 4 × 2) have a card's shape, as far as a picture tells."""
    sides = np.linalg.norm(quads[:, NEXT] - quads, axis=2)
    means = (sides[:, :2] + sides[:, 2:]) / 2
    shape = means.min(1) / np.maximum(means.max(1), 1e-9)
    whole = sides.min(1) >= 0.6 * SHAPE[0] * np.minimum(sides[:, :2], sides[:, 2:]).max(1)
    return np.asarray(whole & (shape >= SHAPE[0]) & (shape <= most))


def refined(edges: Edges, quads: Floats, clear: float) -> Floats:
    """Those of which every side has an edge near it, moved onto the outermost one that is clear beside the steepest."""
    if not len(quads):
        return quads
    pull = np.abs(edges.pulls(quads, STATIONS, REACH))
    profile = pull.mean(2)
    peak = np.zeros(profile.shape, bool)
    peak[..., 1:-1] = (profile[..., 1:-1] >= profile[..., :-2]) & (profile[..., 1:-1] >= profile[..., 2:])
    # Inside the card's own edge there is often a printed frame with a stronger one.
    peak &= profile >= np.maximum(0.9 * edges.edge, clear * profile.max(2, keepdims=True))
    at = len(REACH) - 1 - peak[..., ::-1].argmax(2)
    near = np.abs(REACH - REACH[at][..., None]) <= BESIDE
    pull = np.where(near[:, :, None], pull, 0)
    offset, sure = REACH[pull.argmax(3)], pull.max(3) > edges.edge
    good = np.asarray(peak.any(2) & (sure.sum(2) >= FEWEST)).all(1)
    quads, moved = quads[good], _on_lines(quads[good], offset[good], sure[good])
    kept = np.abs(moved - quads).max((1, 2)) < 20
    return np.asarray(moved[kept & card_shaped(moved, SQUARE)])


def _on_lines(quads: Floats, offset: Floats, sure: Floats) -> Floats:
    """The outlines with every side on a line through its stations' offsets; corners where the sides meet, as if they
    were not round."""
    line = np.zeros((*quads.shape[:2], 2))
    for apart in (np.inf, 1.5, 1.0):
        weight = sure * (np.abs(offset - line[..., :1] - line[..., 1:] * STATIONS) <= apart)
        terms = np.stack([np.ones_like(STATIONS), STATIONS], 1)
        left = np.einsum("nst,ti,tj->nsij", weight, terms, terms) + 1e-6 * np.eye(2)
        line = np.linalg.solve(left, np.einsum("nst,ti->nsi", weight * offset, terms)[..., None])[..., 0]
    normal, along = outwards(quads), np.roll(quads, -1, axis=1) - quads
    starts, ways = quads + line[..., :1] * normal, along + line[..., 1:] * normal
    before, ahead = np.roll(starts, 1, axis=1), np.roll(ways, 1, axis=1)
    cross = ahead[..., 0] * ways[..., 1] - ahead[..., 1] * ways[..., 0]
    gap = starts - before
    t = (gap[..., 0] * ways[..., 1] - gap[..., 1] * ways[..., 0]) / np.where(np.abs(cross) > 1e-6, cross, 1e-6)
    return np.asarray(before + t[..., None] * ahead)


def area_of(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def areas_of(quads: Floats) -> Floats:
    """The same for every one, n × 4 × 2."""
    across, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(np.abs(across[:, 0] * other[:, 1] - across[:, 1] * other[:, 0]) / 2)


def clockwise(quad: Floats) -> Floats:
    """Beginning with the corner nearest to the picture's upper left."""
    quad = quad[::-1] if float(cv2.contourArea(quad.astype(np.float32), oriented=True)) < 0 else quad
    return np.roll(quad, -int(quad.sum(1).argmin()), axis=0)
