"""The plane that cards of one size lie in, from outlines that agree with each other, wherever the camera stood."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.images import Floats

# Focal lengths tried, in long sides of the picture: phones have 0.7, webcams 0.9, a cropped photo 1.5 and more.
FOCALS = (0.8, 1.3)
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
# How far outlines may be off the common size, as a logarithm, to count half: step by step.
SLACKS = (0.06, 0.05, 0.04, 0.03, 0.025, 0.02, 0.015, 0.015)
# Outlines that agree this well speak for a plane.
AGREED = 0.02
# What the lens's change counts: as much as this many outlines' misfit.
LENS = 0.1
# Planes that are told apart by the edges, and what makes two of them the same: sizes, as logarithms, and slopes.
RIVALS, SAME = 3, 0.015
# With fewer outlines a second fit would only follow their errors.
FEWEST = 3
# A printed frame is at least this much smaller than its card, and at most this much.
INSIDE = (1.03, 1.6)
# Corners between which the sides and the diagonals of an outline run.
FROM, TO = [0, 1, 2, 3, 0, 1], [1, 2, 3, 0, 2, 3]


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

    def grown(self, by: float) -> "Plane":
        """The same with cards that are larger on every side by a share of the short one."""
        return replace(self, short=self.short * (1 + 2 * by), long=self.long + 2 * by * self.short)

    def is_nearly(self, other: "Plane") -> bool:
        """Whether the two differ by less than one fit does from the next."""
        sizes = np.log([self.short / other.short, self.long / other.long])
        return bool(np.abs(sizes).max() < SAME and np.abs(self.normal - other.normal).max() < 2 * SAME)

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


def common_planes(quads: Floats, weights: Floats, size: tuple[int, int]) -> list[Plane]:
    """The planes in which most of `quads` (n × 4 × 2) are cards of one size, best first; none if no two are.

    `size` is the picture's width and height; `weights` say how far each outline is trusted.
    """
    if len(quads) < 2:
        return []
    middle = np.array(size) / 2 - 0.5
    apart = np.linalg.norm(quads.mean(1)[:, None] - quads.mean(1)[None], axis=2)
    reach = np.linalg.norm(quads[:, 0] - quads[:, 2], axis=1)
    # Checks on a cloth and letters are many, cards are large; two cards in line are larger, but only half as many.
    area = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in quads]) ** 0.75
    tried = _tries(quads, weights, area, middle, max(size))
    # The first tries are mostly the same one from neighbouring cameras; each is fitted, so every third will do.
    fitted: list[tuple[float, Plane]] = []
    for plane, off in _fits(tried[: 3 * TRIES : 3], quads, weights):
        worth = np.where(plane.fits(quads), weights * area / (1 + (off / AGREED) ** 2), 0.0)
        fitted.append((_spread_sum(worth, apart, reach), plane))
    kept: list[Plane] = []
    for total, plane in sorted(fitted, key=lambda item: -item[0]):
        if total > 0 and len(kept) < RIVALS and not any(plane.is_nearly(other) for other in kept):
            kept.append(plane)
    outer = _outer(kept[0], quads) if kept else None
    return kept if outer is None else [*kept, outer]


def _tries(quads: Floats, weights: Floats, area: Floats, middle: Floats, width: int) -> list[Plane]:
    """Every camera tried, with the size that most outlines share there; the one with most first."""
    normals = np.array(_normals())
    tried: list[tuple[float, Plane]] = []
    for focal in (share * width for share in FOCALS):
        rays = _rays(quads, middle, focal)
        depth = np.maximum(np.einsum("nck,pk->pnc", rays, normals), 0.05)
        sides = _sides((rays / depth[..., None]).reshape(-1, 4, 3))
        short, long, corner = (values.reshape(len(normals), -1) for values in sides)
        likely = (corner < SQUARE) & (short / long > SHAPE[0]) & (short / long < SHAPE[1])
        a, b = np.log(short), np.log(long)
        alike = np.abs(a[:, :, None] - a[:, None]) < ROUGH
        alike &= np.abs(b[:, :, None] - b[:, None]) < ROUGH
        alike &= likely[:, :, None] & likely[:, None]
        first = (alike @ weights * area * likely).argmax(1)
        members = alike[np.arange(len(normals)), first]
        totals = members @ (weights * area)
        for k in np.flatnonzero(likely.sum(1) >= 2):
            sizes = _middle(short[k], members[k]), _middle(long[k], members[k])
            tried.append((float(totals[k]), Plane(focal, middle, normals[k], *sizes)))
    return [plane for _, plane in sorted(tried, key=lambda item: -item[0])]


def refitted(plane: Plane, quads: Floats) -> Plane | None:
    """The plane fitted to better outlines; None when they are too few to tell."""
    if len(quads) < FEWEST or plane.fits(quads, ROUGH).sum() < FEWEST:
        return None
    fits = _fits([plane], quads, np.ones(len(quads)))
    return fits[0][0] if fits else None


def _spread_sum(worth: Floats, apart: Floats, reach: Floats) -> float:
    """Sum over members of which no two lie on each other (a card and its frame); nothing for a single one."""
    kept: list[int] = []
    for i in np.argsort(-worth):
        if worth[i] <= 0:
            break
        if all(apart[i, k] > 0.4 * reach[k] for k in kept):
            kept.append(int(i))
    return float(worth[kept].sum()) if len(kept) > 1 else 0.0


def _outer(plane: Plane, quads: Floats) -> Plane | None:
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
    best, answer = 0, None
    for i in np.flatnonzero(grown):
        larger = Plane(plane.focal, plane.middle, plane.normal, float(short[i]), float(long[i]))
        members = np.flatnonzero(larger.fits(quads))
        apart = np.linalg.norm(centres[members][:, None] - centres[members][None], axis=2)
        alone = sum(bool((apart[k, :k] > 0.5 * plane.short).all()) for k in range(len(members)))
        if alone >= 2 and alone > best:
            best = alone
            answer = Plane(plane.focal, plane.middle, plane.normal, _middle(short, members), _middle(long, members))
    return answer


def _fits(planes: list[Plane], quads: Floats, weights: Floats) -> list[tuple[Plane, Floats]]:
    """Every plane turned so that most outlines agree on one size, and how far off each outline then is.

    The few that do not agree (a frame on three sides and the card's edge on the fourth) are left out step by step. The
    focal length gives way a little. Planes that no camera sees are dropped.
    """
    if not planes:
        return []
    middle = planes[0].middle
    at = np.array([(p.normal[0], p.normal[1], np.log(p.focal), np.log(p.short), np.log(p.long)) for p in planes])
    start = at[:, 2].copy()
    for slack in SLACKS:
        here, turned = _misfit(at, quads, middle, None)
        aside = (at + 1e-4 * np.eye(5)[:, None]).reshape(-1, 5)
        there = _misfit(aside, quads, middle, np.tile(turned, (5, 1)))[0].reshape(5, *here.shape)
        slope = np.moveaxis(there - here, 0, -1) / 1e-4
        trust = weights / (1 + (here * here).mean(2) / slack**2) ** 2
        left = np.einsum("pnik,pn,pnij->pkj", slope, trust, slope) + 1e-5 * np.eye(5)
        right = -np.einsum("pnik,pn,pni->pk", slope, trust, here)
        # Cards lying about say little about the lens: it stays near where it was.
        left[:, 2, 2] += LENS
        right[:, 2] -= LENS * (at[:, 2] - start)
        at = at + np.clip(np.linalg.solve(left, right[..., None])[..., 0], -0.25, 0.25)
    off = np.sqrt((_misfit(at, quads, middle, None)[0] ** 2).mean(2))
    out = []
    for (x, y, focal, short, long), one in zip(at, off, strict=True):
        if np.hypot(x, y) < STEEPEST and SHAPE[0] < np.exp(short - long) < SHAPE[1]:
            sizes = float(np.exp(short)), float(np.exp(long))
            out.append((Plane(float(np.exp(focal)), middle, np.array([x, y, 1.0]), *sizes), one))
    return out


def _misfit(at: Floats, quads: Floats, middle: Floats, turned: Floats | None) -> tuple[Floats, Floats]:
    """Planes × outlines × 5: by how much, as logarithms, the sides and the two diagonals are off; and which outlines
    begin with a long side, unless that is given."""
    x, y = np.moveaxis((quads - middle) / np.exp(at[:, 2])[:, None, None, None], 3, 0)
    depth = 1 / np.maximum(x * at[:, :1, None] + y * at[:, 1:2, None] + 1, 0.05)
    x, y = x * depth, y * depth
    # The four sides, then the two diagonals.
    gaps = [values[..., TO] - values[..., FROM] for values in (x, y, depth)]
    logs = 0.5 * np.log(gaps[0] ** 2 + gaps[1] ** 2 + gaps[2] ** 2 + 1e-18)
    if turned is None:
        turned = logs[..., 0] + logs[..., 2] > logs[..., 1] + logs[..., 3]
    off = np.where(turned[..., None], logs[..., [1, 2, 3, 0, 4]], logs[..., :5])
    off[..., :4] -= at[:, None, [3, 4, 3, 4]]
    off[..., 4] -= logs[..., 5]
    return off, turned


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
