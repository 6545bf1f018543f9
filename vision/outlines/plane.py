"""The plane that cards of one size lie in, from outlines that agree with each other, wherever the camera stood."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats

# Focal lengths tried, in long sides of the picture: phones have 0.7, webcams 0.9, a cropped photo 1.5 and more.
FOCALS = (0.72, 0.9, 1.5)
# How far a camera may lean, degrees, in steps that leave a card's size right to a few percent.
LEANS = (0, 9, 18, 27, 36, 45)
STEEPEST = 1.3  # the tangent of what a fit may make of it
# How much two outlines of one card size may differ in their sides: at first, and once the plane is fitted.
ROUGH, CLOSE = 0.085, 0.055
# A corner may be off a right angle by this much (as a cosine).
SQUARE = 0.1
# A card's short side over its long one, from tarot (0.58) to nearly square.
SHAPE = (0.55, 0.82)
# Cameras whose outlines agree best are fitted in full.
TRIES = 12
# With fewer outlines a second fit would only follow their errors.
FEWEST = 3
# A printed frame is at least this much smaller than its card, and at most this much.
INSIDE = (1.03, 1.6)


@dataclass(frozen=True)
class Plane:
    """Where the table lies before the camera, in units of the camera's height, and how large a card is on it."""

    focal: float
    middle: Floats
    normal: Floats
    """n · X = 1 for points X of the table, seen along (x, y, 1)."""
    short: float
    long: float

    def points(self, pixels: Floats) -> Floats:
        """Table points, … × 3, of picture points, … × 2."""
        return _on_plane(_rays(pixels, self.middle, self.focal), self.normal)

    def sides(self, quads: Floats) -> tuple[Floats, Floats, Floats]:
        """Short and long side and worst corner (as a cosine) of every outline, n × 4 × 2."""
        return _sides(self.points(quads))

    def fits(self, quads: Floats, slack: float = CLOSE) -> Floats:
        """Which outlines are cards of this size."""
        short, long, corner = self.sides(quads)
        near = (np.abs(np.log(short / self.short)) < slack) & (np.abs(np.log(long / self.long)) < slack)
        return np.asarray(near & (corner < SQUARE))

    def basis(self) -> tuple[Floats, Floats, Floats]:
        """A table point under the picture's middle, and two directions along the table; the first runs level."""
        along = np.cross(self.normal, [0.0, 1.0, 0.0])
        along /= -np.linalg.norm(along)
        down = np.cross(self.normal, along)
        down /= np.linalg.norm(down)
        if down[1] < 0:
            down = -down
        if along[0] < 0:
            along = -along
        return np.array([0.0, 0.0, 1.0]) / self.normal[2], along, down

    def to_picture(self, scale: float) -> Floats:
        """Homography from table coordinates, `scale` a unit along `basis`, to the picture."""
        origin, along, down = self.basis()
        lens = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]])
        return np.asarray(lens @ np.stack([along / scale, down / scale, origin], axis=1))


def common_plane(quads: Floats, weights: Floats, size: tuple[int, int]) -> Plane | None:
    """The plane in which most of `quads` (n × 4 × 2) are cards of one size; None if no two are.

    `size` is the picture's width and height; `weights` say how far each outline is trusted.
    """
    if len(quads) < 2:
        return None
    middle = np.array(size) / 2 - 0.5
    apart = np.linalg.norm(quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    reach = np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)
    # Checks on a cloth and letters are many, cards are large; two cards in line are larger, but only half as many.
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in quads]) ** 0.75
    tried: list[tuple[float, Plane]] = []
    for share in FOCALS:
        focal = share * max(size)
        rays = _rays(quads, middle, focal)
        for normal in _normals():
            short, long, corner = _sides(_on_plane(rays, normal))
            likely = (corner < SQUARE) & (short / long > SHAPE[0]) & (short / long < SHAPE[1])
            if likely.sum() < 2:
                continue
            alike = np.abs(np.log(short[:, None] / short[None])) < ROUGH
            alike &= np.abs(np.log(long[:, None] / long[None])) < ROUGH
            alike &= likely[:, None] & likely[None]
            first = int((np.where(alike, weights, 0.0).sum(1) * area * likely).argmax())
            members = alike[first]
            total = float((weights * area)[members].sum())
            tried.append((total, Plane(focal, middle, normal, _middle(short, members), _middle(long, members))))
    tried.sort(key=lambda item: -item[0])
    best, found = 0.0, None
    # The first tries are mostly the same one from neighbouring cameras; each is fitted, so every third will do.
    for _, plane in tried[: 3 * TRIES : 3]:
        fitted = _settled(plane, quads, weights)
        if fitted is None:
            continue
        members = fitted.fits(quads)
        total = _spread_sum(np.where(members, weights * area, 0.0), apart, reach)
        if total > best:
            best, found = total, fitted
    return found and _outer(found, quads)


def refitted(plane: Plane, quads: Floats) -> Plane | None:
    """The plane fitted to better outlines; None when they are too few to tell."""
    if len(quads) < FEWEST:
        return None
    for _ in range(2):
        members = plane.fits(quads, ROUGH)
        if members.sum() < FEWEST:
            return None
        plane = _fitted(plane, quads[members])
    return plane


def _settled(plane: Plane, quads: Floats, weights: Floats) -> Plane | None:
    """The plane fitted to its members; None when they turn out to be no cards."""
    for _ in range(3):
        members = plane.fits(quads, ROUGH)
        if members.sum() < 2:
            return None
        plane = _fitted(plane, quads[members])
    steep = float(np.hypot(plane.normal[0], plane.normal[1]))
    return plane if SHAPE[0] < plane.short / plane.long < SHAPE[1] and steep < STEEPEST else None


def _spread_sum(worth: Floats, apart: Floats, reach: Floats) -> float:
    """Sum over members of which no two lie on each other (a card and its frame); nothing for a single one."""
    kept: list[int] = []
    for i in np.argsort(-worth):
        if worth[i] <= 0:
            break
        if all(apart[i, k] > 0.4 * reach[k] for k in kept):
            kept.append(int(i))
    return float(worth[kept].sum()) if len(kept) > 1 else 0.0


def _outer(plane: Plane, quads: Floats) -> Plane:
    """The same plane with the size of the cards, should the outlines so far be frames printed inside them."""
    inner = plane.fits(quads)
    points = plane.points(quads)
    short, long, corner = _sides(points)
    centres = points.mean(1)
    grown = (short / plane.short > INSIDE[0]) & (long / plane.long > INSIDE[0])
    grown &= (short / plane.short < INSIDE[1]) & (long / plane.long < INSIDE[1]) & (corner < SQUARE)
    shape = short / long
    grown &= (shape > SHAPE[0]) & (shape < SHAPE[1])
    over = np.linalg.norm(centres[:, None] - centres[inner][None], axis=2).min(1) < 0.15 * plane.short
    grown &= over
    best, answer = 0, plane
    for i in np.flatnonzero(grown):
        larger = Plane(plane.focal, plane.middle, plane.normal, float(short[i]), float(long[i]))
        members = np.flatnonzero(larger.fits(quads))
        apart = np.linalg.norm(centres[members][:, None] - centres[members][None], axis=2)
        alone = sum(bool((apart[k, :k] > 0.5 * plane.short).all()) for k in range(len(members)))
        if alone >= 2 and alone > best:
            best = alone
            answer = Plane(plane.focal, plane.middle, plane.normal, _middle(short, members), _middle(long, members))
    return answer


def _fitted(plane: Plane, quads: Floats) -> Plane:
    """The plane turned so that its members agree best; the focal length gives way a little."""
    quads = _short_first(plane, quads)
    unknown = np.array([plane.normal[0] / plane.normal[2], plane.normal[1] / plane.normal[2], np.log(plane.focal)])
    start = unknown[2]

    def misfit(at: Floats) -> Floats:
        normal = np.array([at[0], at[1], 1.0])
        points = _on_plane(_rays(quads, plane.middle, float(np.exp(at[2]))), normal)
        edges = np.log(np.linalg.norm(np.roll(points, -1, axis=1) - points, axis=2))
        a, b = edges[:, 0::2], edges[:, 1::2]
        cross = np.log(
            np.linalg.norm(points[:, 0] - points[:, 2], axis=1) / np.linalg.norm(points[:, 1] - points[:, 3], axis=1)
        )
        parts = [a.ravel() - np.median(a), b.ravel() - np.median(b), cross]
        return np.concatenate([*(np.clip(part, -0.08, 0.08) for part in parts), [(at[2] - start) * 0.1]])

    for _ in range(4):
        here = misfit(unknown)
        steps = np.stack([(misfit(unknown + step) - here) / 1e-4 for step in 1e-4 * np.eye(3)], axis=1)
        # A little of the old answer is kept, since two cards alone do not fix three unknowns.
        move = np.linalg.solve(steps.T @ steps + 1e-3 * np.eye(3), -steps.T @ here)
        if not np.isfinite(move).all() or np.abs(move).max() > 0.5:
            break
        if np.abs(misfit(unknown + move)).sum() > np.abs(here).sum():
            break
        unknown = unknown + move
    focal = float(np.exp(unknown[2]))
    normal = np.array([unknown[0], unknown[1], 1.0])
    short, long, _ = _sides(_on_plane(_rays(quads, plane.middle, focal), normal))
    return Plane(focal, plane.middle, normal, _middle(short, slice(None)), _middle(long, slice(None)))


def _short_first(plane: Plane, quads: Floats) -> Floats:
    """Every outline begun so that its first side is a short one on the table; in the picture it may look longer."""
    edges = np.linalg.norm(np.diff(plane.points(quads), axis=1), axis=2)
    swap = edges[:, 0] > edges[:, 1]
    return np.where(swap[:, None, None], np.roll(quads, -1, axis=1), quads)


def _normals() -> list[Floats]:
    out = []
    for lean in LEANS:
        turns = 1 if lean == 0 else 8 if lean < 20 else 16
        for turn in np.arange(turns) * 2 * np.pi / turns:
            slope = np.tan(np.radians(lean))
            out.append(np.array([slope * np.cos(turn), slope * np.sin(turn), 1.0]))
    return out


def _rays(pixels: Floats, middle: Floats, focal: float) -> Floats:
    flat = (np.asarray(pixels, np.float64) - middle) / focal
    return np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1)


def _on_plane(rays: Floats, normal: Floats) -> Floats:
    # Beyond the horizon nothing lies on the table: such points are sent far away.
    return np.asarray(rays / np.maximum(rays @ normal, 0.05)[..., None])


def _sides(points: Floats) -> tuple[Floats, Floats, Floats]:
    edges = np.roll(points, -1, axis=1) - points
    length = np.linalg.norm(edges, axis=2)
    unit = edges / np.maximum(length[..., None], 1e-9)
    corner = np.abs((unit * np.roll(unit, -1, axis=1)).sum(2)).max(1)
    a, b = (length[:, 0] + length[:, 2]) / 2, (length[:, 1] + length[:, 3]) / 2
    return np.minimum(a, b), np.maximum(a, b), corner


def _middle(values: Floats, members: Floats | slice) -> float:
    return float(np.median(values[members]))
