"""Finds the outlines of cards lying loose on a table, whatever the table and the cards look like.

Several ways of parting card from table (edges in three colour channels, brightness, colour against the surroundings)
each propose outlines; a proposal counts only when a real edge runs along all four of its sides.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image

# Proposals are made at this width: card edges are long, and noise averages out.
PROPOSE_AT = 960
# A card's short side over its long one (63 × 88 mm is 0.72), with room for a camera at 40 degrees.
SHAPE = (0.48, 0.98)
# Area as a share of the frame: smaller is a token or a letter, larger is the table itself.
AREA = (0.002, 0.6)
# The outline must fill its four-sided hull: rejects hands, cables and two cards run together.
FILL = 0.88
# Edge strength (grey levels across two pixels) that a side needs along most of its length.
EDGE = 5.0
SUPPORT = 0.72
# Less than this share of the usual area is not a card.
SMALLER = 0.62
# How far from a proposed side its true edge is looked for, pixels, inwards to outwards: a printed frame lies up to 5 mm
# inside the edge.
REACH = np.arange(-4, 10.01, 0.5)
# Outlines that overlap more than this are one card.
OVERLAP = 0.3


@dataclass(frozen=True, slots=True)
class Outline:
    """Four corners of something card-shaped."""

    corners: Floats
    """4 × 2 frame pixels, clockwise; the first side (corner 0 to 1) is a short one."""
    support: float
    """Share of the outline that has a real edge under it, 0 to 1."""


def find_outlines(frame: Image) -> list[Outline]:
    """The cards that lie free, best supported first."""
    scale = min(1.0, PROPOSE_AT / max(frame.shape[:2]))
    view = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else frame
    lab = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    slopes = _slopes(lab)
    found = []
    for mask in _masks(lab, slopes):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            quad = _quad(contour, view.shape[0] * view.shape[1])
            if quad is None:
                continue
            quad = _refined(slopes, quad)
            if quad is not None:
                found.append(Outline(quad, _support(slopes, quad)))
    found = [outline for outline in found if outline.support >= SUPPORT]
    # Of a card and the frame printed inside it, the card is the larger: it wins unless its edge is much fainter.
    found.sort(key=lambda outline: -_area(outline.corners) * outline.support**2)
    kept: list[Outline] = []
    for outline in found:
        if all(_overlap(outline.corners, other.corners) < OVERLAP for other in kept):
            kept.append(outline)
    cards = sorted(_of_one_size(kept), key=lambda outline: -outline.support)
    return [Outline(_short_side_first(outline.corners) / scale, outline.support) for outline in cards]


def _of_one_size(outlines: list[Outline]) -> list[Outline]:
    """Without those too small for cards among cards: a picture printed on a card whose own edge was lost in glare.

    Cards are of one size, so their area in the frame changes evenly from far (top) to near (bottom).
    """
    if len(outlines) < 4:
        return outlines
    sizes = np.log([_area(outline.corners) for outline in outlines])
    down = np.array([outline.corners[:, 1].mean() for outline in outlines])
    i, j = np.triu_indices(len(outlines), 1)
    far = np.abs(down[i] - down[j]) > 20
    slope = float(np.median((sizes[i] - sizes[j])[far] / (down[i] - down[j])[far])) if far.any() else 0.0
    usual = sizes - slope * down
    return [outline for outline, size in zip(outlines, usual, strict=True) if size > np.median(usual) + np.log(SMALLER)]


def _slopes(lab: Image) -> Floats:
    """Strongest slope of the three channels at every pixel, as a vector field."""
    best = np.zeros((*lab.shape[:2], 2), np.float32)
    size = np.zeros(lab.shape[:2], np.float32)
    for channel in range(3):
        plane = np.ascontiguousarray(lab[..., channel])
        x = cv2.Sobel(plane, cv2.CV_32F, 1, 0, scale=0.25)
        y = cv2.Sobel(plane, cv2.CV_32F, 0, 1, scale=0.25)
        # Colour counts double: tables and cards differ less in it, but noise does too.
        strength = cv2.magnitude(x, y) * (1.0 if channel == 0 else 2.0)
        stronger = strength > size
        size[stronger] = strength[stronger]
        best[..., 0][stronger], best[..., 1][stronger] = x[stronger], y[stronger]
    unit = best / np.maximum(np.linalg.norm(best, axis=2, keepdims=True), 1e-6)
    return np.asarray(unit * size[..., None])


def _masks(lab: Image, slopes: Floats) -> list[Image]:
    """Pictures in black and white in which a card may stand out as one piece."""
    strength = np.linalg.norm(slopes, axis=2)
    masks = []
    for limit in (EDGE, 2 * EDGE, 4 * EDGE):
        edges = (strength > limit).astype(np.uint8) * 255
        masks.append(cv2.bitwise_not(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))))
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
            return quad if _card_shaped(quad) and area > FILL * _area(quad) else None
    box = cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64)
    return box if area > FILL * _area(box) and _card_shaped(box) else None


def _card_shaped(quad: Floats) -> bool:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    a, b = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    if min(sides) < 0.6 * max(min(sides[0], sides[2]), min(sides[1], sides[3])) * SHAPE[0]:
        return False
    return bool(SHAPE[0] <= min(a, b) / max(a, b) <= SHAPE[1])


def _refined(slopes: Floats, quad: Floats) -> Floats | None:
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
        pull = np.abs(_look(slopes, spots.reshape(-1, 2)) @ normal).reshape(24, -1)
        edge = _outermost(pull.mean(axis=0))
        if edge is None:
            return None
        near = slice(max(0, edge - 4), edge + 5)
        best = pull[:, near].argmax(axis=1)
        strong = pull[:, near].max(axis=1) > EDGE
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
    return refined if _card_shaped(refined) and np.abs(refined - quad).max() < 20 else None


def _outermost(profile: Floats) -> int | None:
    """Where the card ends: the outermost clear edge. Inside it there is often a printed frame with a stronger one."""
    top = float(profile.max())
    if top < EDGE:
        return None
    peak = (profile[1:-1] >= profile[:-2]) & (profile[1:-1] >= profile[2:])
    clear = np.flatnonzero(peak & (profile[1:-1] >= max(0.9 * EDGE, 0.22 * top))) + 1
    return int(clear[-1]) if len(clear) else None


def _support(slopes: Floats, quad: Floats) -> float:
    """Share of the outline with an edge under it that runs the same way; the weakest side counts most."""
    shares = []
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        along = b - a
        normal = np.array([-along[1], along[0]]) / max(float(np.linalg.norm(along)), 1e-6)
        stations = a + np.linspace(0.08, 0.92, 40)[:, None] * along
        spots = np.stack([stations - normal, stations, stations + normal], 1).reshape(-1, 2)
        pull = np.abs(_look(slopes, spots) @ normal).reshape(40, 3).max(axis=1)
        shares.append(float((pull > EDGE).mean()))
    return 0.5 * min(shares) + 0.5 * float(np.mean(shares))


def _look(slopes: Floats, spots: Floats) -> Floats:
    at = spots.astype(np.float32)
    seen = cv2.remap(slopes, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen[0])


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _overlap(a: Floats, b: Floats) -> float:
    """Shared area over the smaller of the two."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared) / max(min(_area(a), _area(b)), 1e-6)


def _short_side_first(quad: Floats) -> Floats:
    if float(cv2.contourArea(quad.astype(np.float32), oriented=True)) < 0:
        quad = quad[::-1]
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return quad if sides[0] + sides[2] <= sides[1] + sides[3] else np.roll(quad, -1, axis=0)
