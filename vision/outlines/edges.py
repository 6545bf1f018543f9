"""Edges of a picture as a field of slopes, and how much of four-sided outlines has an edge under it."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.inks import inks

# Slope (grey levels across two pixels) that counts as an edge: this many times the usual slope of the picture, which is
# noise and the table's texture, but within these limits.
ABOVE, LIMITS = 2.2, (2.2, 5.0)
# A slope this many times as steep counts fully.
FIRM = 3.0
# The corner after each.
NEXT = [1, 2, 3, 0]
# Stations along a side; rounded corners bend away, so the ends are left out.
STATIONS = np.linspace(0.08, 0.92, 40)
# Stations enough for a colour.
FEW = np.linspace(0.12, 0.88, 8)
# Stations averaged where faint edges are looked for.
PIECE = 4
# Where frames are printed, pixels inside the card's edge.
INSETS = (2.0, 3.0, 4.0, 5.0, 6.0)
# Beside a side, pixels, inside and outside: far enough for its own edge to have ended.
BESIDE = np.array([-7.0, -5.0, 5.0, 7.0])
# Beyond both ends of a side, where the edge of a card that lies free has ended.
BEYOND = np.concatenate([np.linspace(-0.22, -0.07, 8), np.linspace(1.07, 1.22, 8)])
ABOUT = np.array([-1.0, 0.0, 1.0])


@dataclass(frozen=True)
class Edges:
    """The slopes of a picture, and how steep one must be to count."""

    slopes: Floats
    """Height × width × 2."""
    edge: float
    lab: Image
    """The picture itself."""

    @cached_property
    def inks(self) -> Image:
        """Its colours, coarsely numbered, at half its size."""
        return inks(self.lab)

    def pulls(self, quads: Floats, stations: Floats, reach: Floats) -> Floats:
        """Slope across every side of every outline (n × 4 × 2, clockwise), at stations along it and steps outwards.

        n × 4 × stations × steps, in grey levels, above 0 where it grows brighter outwards.
        """
        if not len(quads):
            return np.zeros((0, 4, len(stations), len(reach)), np.float32)
        x, y = _spots(quads, stations, reach)
        flat = len(quads), -1
        seen = cv2.remap(
            self.slopes, x.reshape(flat), y.reshape(flat), cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT
        ).reshape(*x.shape, 2)
        across, down = np.moveaxis(outwards(quads).astype(np.float32), 2, 0)[..., None, None]
        return np.asarray(seen[..., 0] * across + seen[..., 1] * down)

    def colours(self, quads: Floats, reach: Floats) -> Floats:
        """The mean colour along every side of every outline at steps outwards: n × 4 × steps × 3."""
        x, y = _spots(quads, FEW, reach)
        flat = len(quads), -1
        seen = cv2.remap(self.lab, x.reshape(flat), y.reshape(flat), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen.reshape(*x.shape, 3).mean(2, dtype=np.float32))

    def peaks(self, pulls: Floats, bent: int) -> Floats:
        """How much of every side has an edge that is steepest at each step, or up to `bent` steps beside it, 0 to 1.

        Beyond some steepness it counts no more: a printed frame is mostly steeper than the card's own edge.
        """
        n, sides, stations, steps = pulls.shape
        pieces = np.abs(pulls.reshape(n, sides, stations // PIECE, PIECE, steps).mean(3)).reshape(-1, steps)
        if not len(pieces):
            return np.zeros((n, sides, steps), np.float32)
        top = pieces >= cv2.dilate(pieces, np.ones((1, 5), np.uint8))
        there, steep = np.minimum(pieces / self.edge, 1), np.minimum(pieces / (FIRM * self.edge), 1)
        value = cv2.dilate(np.where(top, 0.6 * there + 0.4 * steep, 0), np.ones((1, 2 * bent + 1), np.uint8))
        return np.asarray(value.reshape(n, sides, -1, steps).mean(2))

    def supports(self, quads: Floats) -> Floats:
        """Share of every outline with an edge under it that runs the same way; the weakest side counts most."""
        return _whole((np.abs(self.pulls(quads, STATIONS, ABOUT)).max(3) > self.edge).mean(2))

    def beside(self, quads: Floats) -> Floats:
        """Share of every outline that has edges on both hands of it, running the same way: rough cloth, gravel, fur."""
        shares = (np.abs(self.pulls(quads, STATIONS, BESIDE)) > self.edge).mean((1, 2))
        return np.asarray(np.minimum(shares[:, :2].max(1), shares[:, 2:].max(1)))

    def framed(self, quads: Floats) -> Floats:
        """The support of a frame printed inside every outline, as far from it all round: it tells of a card, too."""
        along = np.abs(self.pulls(quads, STATIONS, np.arange(-INSETS[-1] - 1, -INSETS[0] + 1.5))) > self.edge
        # Steps are a pixel apart: a frame's own, and those beside it.
        frames = [along[..., k : k + len(ABOUT)].any(3).mean(2) for k in range(along.shape[3] - len(ABOUT) + 1)]
        return np.asarray(np.max([_whole(sides) for sides in frames], axis=0))

    def runs_on(self, quads: Floats) -> Floats:
        """Share of every outline's sides that run on beyond its corners: a card that lies free has none."""
        return np.asarray((np.abs(self.pulls(quads, BEYOND, ABOUT)).max(3) > self.edge).mean((1, 2)))


def edges_of(lab: Image) -> Edges:
    """The strongest slope of the three channels at every pixel."""
    slopes: list[Floats] = []
    for channel in range(3):
        x, y = (slope.astype(np.float32) for slope in cv2.spatialGradient(np.ascontiguousarray(lab[..., channel])))
        # Colour counts double: tables and cards differ less in it, but noise does too.
        scale = np.float32(0.5 if channel else 0.25)
        x *= scale
        y *= scale
        own = [x, y, x * x + y * y]
        if not slopes:
            slopes = own
            continue
        stronger = cv2.compare(own[2], slopes[2], cv2.CMP_GT)
        for plane, one in zip(own, slopes, strict=True):
            cv2.copyTo(plane, stronger, one)
    across, down, size = slopes
    usual = float(np.sqrt(np.median(size[::3, ::3])))
    return Edges(cv2.merge([across, down]), float(np.clip(ABOVE * usual, *LIMITS)), lab)


def steepness(slopes: Floats) -> Floats:
    """The length of every slope. OpenCV's own differs in the last digit with where its buffers lie in memory, and cards
    at the edge of a threshold would come and go."""
    return np.sqrt(slopes[..., 0] ** 2 + slopes[..., 1] ** 2)


def _spots(quads: Floats, stations: Floats, reach: Floats) -> tuple[Floats, Floats]:
    """Places at stations along every side and steps outwards, x and y: n × 4 × stations × steps each."""
    starts, ways = quads.astype(np.float32), (quads[:, NEXT] - quads).astype(np.float32)
    out, stations, reach = outwards(quads).astype(np.float32), stations.astype(np.float32), reach.astype(np.float32)
    x, y = (
        (starts[..., k, None] + ways[..., k, None] * stations)[..., None] + (out[..., k, None] * reach)[:, :, None]
        for k in (0, 1)
    )
    return x, y


def outwards(quads: Floats) -> Floats:
    """Unit normals of every side, away from the middle when the corners run clockwise."""
    along = quads[:, NEXT] - quads
    normal = np.stack([along[..., 1], -along[..., 0]], -1)
    return np.asarray(normal / np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6))


def grown(quads: Floats, by: float) -> Floats:
    """Every outline larger by so many pixels on every side, as nearly as it is a rectangle."""
    normal = outwards(quads)
    return np.asarray(quads + by * (normal + np.roll(normal, 1, axis=1)))


def _whole(sides: Floats) -> Floats:
    return np.asarray(0.5 * sides.min(1) + 0.5 * sides.mean(1))
