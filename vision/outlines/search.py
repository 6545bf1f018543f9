"""Looks for cards of a known size on a known plane: seen from straight above they are all the same rectangle."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import edges_of
from vision.outlines.plane import Plane

# A card's short side in the view from above, pixels: enough for its edges, few enough to try every turn.
SHORT = 30.0
# The view from above is no larger than this, each way, and reaches no further than this many heights of the camera.
LARGEST, FAR = 640, 1.5
# Turns tried, degrees: at half a step the ends of a card's long side are a pixel off.
STEP = 3.0
# Slopes, in those that count as an edge, that count not at all and fully.
FAINT, CLEAR = 0.5, 1.4
# How far a slope's own direction may be from a side's, degrees.
ALIGNED = 22.0
# Share of the rectangle that must have an edge to be worth a closer look.
WORTH = 0.5
LEAST = int(255 * WORTH)
# More than this many are never cards.
MOST = 120
# Rectangles this near to each other, pixels from above and radians, are the same one.
NEAR, TURNED = 5.0, 0.14
# Once they have settled, those this near are.
SAME = 0.75, 0.03
# The corners of a card from its middle, in sides, clockwise from the top left.
SIGNS = np.array([[-0.5, 0.5, 0.5, -0.5], [-0.5, -0.5, 0.5, 0.5]])


@dataclass(frozen=True)
class Rectangles:
    """Cards in the view from above, of one size or of several planes' sizes."""

    poses: Floats
    """n × 3: the middle, and the turn in radians."""
    sizes: Floats
    """n × 2: short and long side."""
    matrices: Floats
    """n × 3 × 3: homographies from the view to the picture."""

    def corners(self) -> Floats:
        """In the picture, n × 4 × 2, clockwise."""
        return self._seen()[0]

    def slopes(self) -> tuple[Floats, Floats]:
        """The corners, and n × 4 × 2 × 3: how far each moves in the picture with x, y and turn."""
        corners, depth, own = self._seen()
        m = self.matrices[:, None]
        # The quotient rule for x and y of the view; a turn moves a corner across its own arm.
        by_x, by_y = ((m[..., :2, k] - corners * m[..., 2:, k]) / depth for k in (0, 1))
        return corners, np.stack([by_x, by_y, by_y * own[..., :1] - by_x * own[..., 1:]], -1)

    def _seen(self) -> tuple[Floats, Floats, Floats]:
        """Corners in the picture, their depths, and their arms from the middle in the view."""
        c, s = np.cos(self.poses[:, 2, None]), np.sin(self.poses[:, 2, None])
        across, down = SIGNS[0] * self.sizes[:, :1], SIGNS[1] * self.sizes[:, 1:]
        own = np.stack([across * c - down * s, across * s + down * c], -1)
        above = own + self.poses[:, None, :2]
        there = above @ self.matrices[:, :, :2].transpose(0, 2, 1) + self.matrices[:, None, :, 2]
        return there[..., :2] / there[..., 2:], there[..., 2:], own

    def moved(self, by: Floats) -> "Rectangles":
        """Every one moved by x, y and turn."""
        return replace(self, poses=self.poses + by)

    def these(self, which: Floats) -> "Rectangles":
        """A part of them, or some more than once."""
        return Rectangles(self.poses[which], self.sizes[which], self.matrices[which])

    def distinct(self) -> "Rectangles":
        """Each once: after they have moved onto the edges near them, many are the same."""
        left = np.arange(len(self.poses))
        kept: list[int] = []
        while len(left):
            first = left[0]
            kept.append(int(first))
            apart = np.abs(self.poses[left] - self.poses[first])
            turned = np.abs((apart[:, 2] + np.pi / 2) % np.pi - np.pi / 2)
            left = left[(apart[:, :2].max(1) >= SAME[0]) | (turned >= SAME[1])]
        return self.these(np.array(kept, int))


def search(lab: Image, plane: Plane, edge: float) -> Rectangles:
    """Every rectangle of a card's size that has edges (`edge` levels steep) on all sides, best first."""
    scale, matrix, size = from_above(plane, lab.shape)
    above = cv2.warpPerspective(lab, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    inside = cv2.warpPerspective(np.full(lab.shape[:2], 255, np.uint8), matrix, size, flags=cv2.WARP_INVERSE_MAP)
    slopes = edges_of(above).slopes
    slopes[cv2.erode(inside, np.ones((5, 5), np.uint8)) < 255] = 0
    strength, way = cv2.cartToPolar(slopes[..., 0], slopes[..., 1], angleInDegrees=True)
    way = (way % 180).astype(np.uint8)
    weight = (255 * np.clip((strength / edge - FAINT) / (CLEAR - FAINT), 0, 1)).astype(np.uint8)
    wide, high = round(scale * plane.short), round(scale * plane.long)
    found = [np.zeros((0, 4))]
    for turn in np.arange(0, 90, STEP):
        spin, box = _spin(turn, size)
        sides = [cv2.bitwise_and(weight, _between(way, normal)) for normal in (turn, turn + 90)]
        upright, level = cv2.split(cv2.warpAffine(cv2.merge(sides), spin, box))
        upright = cv2.dilate(upright, np.ones((1, 3), np.uint8))
        level = cv2.dilate(level, np.ones((3, 1), np.uint8))
        back = cv2.invertAffineTransform(spin)
        for across, down, quarter in ((wide, high, 0.0), (high, wide, 90.0)):
            score = _rectangles(upright, level, across, down)
            if score is None:
                continue
            _, worth = cv2.threshold(score, LEAST, 255, cv2.THRESH_BINARY)
            if not cv2.hasNonZero(worth):
                continue
            peaks = cv2.compare(score, cv2.dilate(score, np.ones((7, 7), np.uint8)), cv2.CMP_GE)
            spots = cv2.findNonZero(cv2.bitwise_and(peaks, worth))
            columns, rows = spots[:, 0].T
            middles = np.stack([columns + across / 2, rows + down / 2], 1) @ back[:, :2].T + back[:, 2]
            turned = np.full(len(rows), np.radians(turn + quarter))
            found.append(np.column_stack([middles, turned, score[rows, columns]]))
    poses = _apart(np.concatenate(found))
    return _alike(poses, scale, plane, matrix)


def placed(quads: Floats, plane: Plane, shape: tuple[int, ...]) -> Rectangles:
    """The rectangles of a card's size that lie where `quads` (clockwise from any corner) do."""
    scale, matrix, _ = from_above(plane, shape)
    if not len(quads):
        return _alike(np.zeros((0, 3)), scale, plane, matrix)
    above = cv2.perspectiveTransform(quads.reshape(-1, 1, 2), np.linalg.inv(matrix)).reshape(-1, 4, 2)
    down = above[:, 3] - above[:, 0] + above[:, 2] - above[:, 1]
    across = above[:, 1] - above[:, 0] + above[:, 2] - above[:, 3]
    # The first side is a short one, unless the other two are shorter.
    lying = np.linalg.norm(across, axis=1) > np.linalg.norm(down, axis=1)
    down[lying] = across[lying]
    poses = np.column_stack([above.mean(1), np.arctan2(-down[:, 0], down[:, 1])])
    return _alike(poses, scale, plane, matrix)


def together(parts: Sequence[Rectangles]) -> Rectangles:
    """All of them as one."""
    joined = (np.concatenate([getattr(one, name) for one in parts]) for name in ("poses", "sizes", "matrices"))
    return Rectangles(*joined)


def _alike(poses: Floats, scale: float, plane: Plane, matrix: Floats) -> Rectangles:
    sizes = np.tile(scale * np.array([plane.short, plane.long]), (len(poses), 1))
    return Rectangles(poses, sizes, np.tile(matrix, (len(poses), 1, 1)))


def _apart(found: Floats) -> Floats:
    """The best ones (x, y, turn and score in each row), without those that are nearly a better one; no scores."""
    left = found[np.argsort(-found[:, 3], kind="stable"), :3]
    kept: list[Floats] = []
    while len(left) and len(kept) < MOST:
        one = left[0]
        kept.append(one)
        near = np.abs(left[:, :2] - one[:2]).sum(1) < NEAR
        left = left[~(near & (np.abs((left[:, 2] - one[2] + np.pi / 2) % np.pi - np.pi / 2) < TURNED))]
    return np.array(kept).reshape(-1, 3)


def from_above(
    plane: Plane, shape: tuple[int, ...], short: float = SHORT, largest: int = LARGEST
) -> tuple[float, Floats, tuple[int, int]]:
    """The view from above, in which a card is `short` pixels wide: pixels a unit of the table, homography to the
    picture, size, which is no larger than `largest`."""
    h, w = shape[:2]
    rim = np.array([[0, 0], [w / 2, 0], [w, 0], [w, h / 2], [w, h], [w / 2, h], [0, h], [0, h / 2]], np.float64)
    origin, along, down = plane.basis()
    there = plane.points(rim) - origin
    flat = np.stack([there @ along, there @ down], 1)
    # A low camera sees far: what lies many heights away is too small to be read.
    low, high = np.maximum(flat.min(0), -FAR), np.minimum(flat.max(0), FAR)
    scale = min(short / plane.short, largest / float((high - low).max()))
    shift = np.array([[1, 0, scale * low[0]], [0, 1, scale * low[1]], [0, 0, 1.0]])
    size = np.ceil(scale * (high - low)).astype(int)
    return scale, plane.to_picture(scale) @ shift, (int(size[0]), int(size[1]))


def _spin(turn: float, size: tuple[int, int]) -> tuple[Floats, tuple[int, int]]:
    """Turns the view so that a card turned by `turn` stands upright; and the turned view's size."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    w, h = size
    box = (int(abs(c) * w + abs(s) * h) + 2, int(abs(s) * w + abs(c) * h) + 2)
    spin = np.array([[c, s, 0], [-s, c, 0]])
    spin[:, 2] = np.array(box) / 2 - spin[:, :2] @ (np.array(size) / 2)
    return spin, box


def _between(way: Image, normal: float) -> Image:
    """255 where a slope's direction (degrees, 0 to 180) is near `normal`."""
    near = np.abs((np.arange(256) - normal + 90) % 180 - 90) <= ALIGNED
    return cv2.LUT(way, np.where(near, 255, 0).astype(np.uint8))


def _rectangles(upright: Image, level: Image, wide: int, high: int) -> Image | None:
    """Support of every upright rectangle, by its top left corner: half the weakest side, half the mean; 255 is full."""
    h, w = upright.shape
    if h <= high + 8 or w <= wide + 8:
        return None
    ends = 0.84  # of a side; rounded corners bend away
    post = cv2.boxFilter(upright, -1, (1, round(high * ends)), borderType=cv2.BORDER_CONSTANT)
    beam = cv2.boxFilter(level, -1, (round(wide * ends), 1), borderType=cv2.BORDER_CONSTANT)
    x, y = wide // 2, high // 2
    rows, columns = slice(y, y + h - high), slice(x, x + w - wide)
    left, right = post[rows, : w - wide], post[rows, wide:]
    top, bottom = beam[: h - high, columns], beam[high:, columns]
    weakest = np.minimum(np.minimum(left, right), np.minimum(top, bottom))
    mean = cv2.addWeighted(
        cv2.addWeighted(left, 0.5, right, 0.5, 0), 0.5, cv2.addWeighted(top, 0.5, bottom, 0.5, 0), 0.5, 0
    )
    return cv2.addWeighted(weakest, 0.5, mean, 0.5, 0)
