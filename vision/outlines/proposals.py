"""Proposes outlines of cards, knowing nothing yet: several ways of parting card from table each give contours, and a
contour counts when it has a card's shape and a real edge along all four sides."""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import Edges

# A card's short side over its long one (63 × 88 mm is 0.72), with room for a camera at 40 degrees.
SHAPE = (0.48, 0.98)
# Area as a share of the frame: smaller is a token or a letter, larger is the table itself.
AREA = (0.002, 0.6)
# The outline must fill its four-sided hull: rejects hands, cables and two cards run together.
FILL = 0.88
# How far from a proposed side its true edge is looked for, pixels, inwards to outwards: a printed frame lies up to 5 mm
# inside the edge.
REACH = np.arange(-4, 10.01, 0.5)


def propose(lab: Image, edges: Edges) -> list[Floats]:
    """Four corners each, clockwise or not, moved onto the edges near them; many are proposed several times."""
    found = []
    for mask in _masks(lab, edges):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            quad = _quad(contour, lab.shape[0] * lab.shape[1])
            if quad is not None:
                quad = refined(edges, quad)
            if quad is not None:
                found.append(quad)
    return found


def _masks(lab: Image, edges: Edges) -> list[Image]:
    """Pictures in black and white in which a card may stand out as one piece."""
    strength = cv2.magnitude(edges.slopes[..., 0], edges.slopes[..., 1])
    masks = []
    for limit in (edges.edge, 5.0, 10.0, 20.0):
        lines = (strength > limit).astype(np.uint8) * 255
        masks.append(cv2.bitwise_not(cv2.morphologyEx(lines, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))))
    light = np.ascontiguousarray(lab[..., 0])
    for plane in (light, np.ascontiguousarray(lab[..., 1]), np.ascontiguousarray(lab[..., 2])):
        _, mask = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        masks += [mask, cv2.bitwise_not(mask)]
    for window in (75, 175):
        mean = cv2.blur(light, (window, window))
        masks += [cv2.compare(light, cv2.add(mean, np.full_like(mean, 4)), cv2.CMP_GT)]
    around = cv2.resize(cv2.medianBlur(cv2.resize(lab, None, fx=0.25, fy=0.25), 75), (lab.shape[1], lab.shape[0]))
    apart = np.linalg.norm(lab.astype(np.float32) - around, axis=2)
    masks += [(apart > limit).astype(np.uint8) * 255 for limit in (8, 16, 32)]
    return [cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) for mask in masks]


def _quad(contour: Image, frame_area: int) -> Floats | None:
    """The contour as four corners, if it is nearly a four-sided figure of a card's shape."""
    area = cv2.contourArea(contour)
    if not AREA[0] * frame_area <= area <= AREA[1] * frame_area:
        return None
    hull = cv2.convexHull(contour)
    if area < FILL * cv2.contourArea(hull):
        return None
    around = cv2.arcLength(hull, True)
    for slack in (0.02, 0.035, 0.05):
        sides = cv2.approxPolyDP(hull, slack * around, True)
        if len(sides) == 4:
            quad = sides[:, 0].astype(np.float64)
            return quad if card_shaped(quad) and area > FILL * area_of(quad) else None
    box = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64)
    return box if area > FILL * area_of(box) and card_shaped(box) else None


def card_shaped(quad: Floats) -> bool:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    a, b = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    if min(sides) < 0.6 * max(min(sides[0], sides[2]), min(sides[1], sides[3])) * SHAPE[0]:
        return False
    return bool(SHAPE[0] <= min(a, b) / max(a, b) <= SHAPE[1])


def refined(edges: Edges, quad: Floats) -> Floats | None:
    """Every side moved onto the strongest edge near it; corners where the sides meet, as if they were not round."""
    lines = []
    middle = quad.mean(axis=0)
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = b - a
        length = float(np.linalg.norm(along))
        if length < 12:
            return None
        normal = np.array([-along[1], along[0]]) / length
        if float(normal @ (a - middle)) < 0:
            normal = -normal
        # Rounded corners bend away from the side: the ends are left out.
        stations = a + np.linspace(0.12, 0.88, 24)[:, None] * along
        spots = stations[:, None] + REACH[None, :, None] * normal
        pull = np.abs(look(edges.slopes, spots.reshape(-1, 2)) @ normal).reshape(24, -1)
        edge = _outermost(pull.mean(axis=0), edges.edge)
        if edge is None:
            return None
        near = slice(max(0, edge - 4), edge + 5)
        best = pull[:, near].argmax(axis=1)
        strong = pull[:, near].max(axis=1) > edges.edge
        if int(strong.sum()) < 8:
            return None
        points = (stations + REACH[near][best][:, None] * normal)[strong].astype(np.float32)
        vx, vy, x, y = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array([x, y], float), np.array([vx, vy], float)))
    corners = []
    for (p, u), (q, v) in zip(lines[-1:] + lines[:-1], lines, strict=True):
        cross = u[0] * v[1] - u[1] * v[0]
        if abs(cross) < 0.3:
            return None
        t = ((q - p)[0] * v[1] - (q - p)[1] * v[0]) / cross
        corners.append(p + t * u)
    refined = np.array(corners)
    return refined if card_shaped(refined) and np.abs(refined - quad).max() < 20 else None


def _outermost(profile: Floats, edge: float) -> int | None:
    """Where the card ends: the outermost clear edge. Inside it there is often a printed frame with a stronger one."""
    top = float(profile.max())
    if top < edge:
        return None
    peak = (profile[1:-1] >= profile[:-2]) & (profile[1:-1] >= profile[2:])
    clear = np.flatnonzero(peak & (profile[1:-1] >= max(0.9 * edge, 0.22 * top))) + 1
    return int(clear[-1]) if len(clear) else None


def area_of(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def look(slopes: Floats, spots: Floats) -> Floats:
    """The slopes at picture points, n × 2."""
    at = spots.astype(np.float32)
    seen = cv2.remap(slopes, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen[0])
