"""Which four-sided figure of a photo is the card: it has edges all round, table outside of them, and all that is not
table inside. Panes, badges and frames that are printed on it have more of the card round them."""

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import STATIONS, Edges, outwards
from vision.outlines.lines import from_lines
from vision.outlines.one_card.margin import Margin
from vision.outlines.one_card.sides import straightened
from vision.outlines.proposals import card_shaped, clockwise, propose

# Share of the photo that a card covers at the most: a larger one has no table round it.
LARGEST = 0.95
# What stands out from the margin and covers less of the photo is a part of the card, or none.
SMALLEST = 0.01
# Levels by which a card differs from the margin's colours, and pixels of the smaller photo over which its parts are
# one: pictures have places of the table's colour.
UNLIKE, GAPS = (4.0, 7.0, 12.0, 20.0), (3, 9)
# Pixels of the smaller photo: what is thinner is a plank's seam or the edge of a shadow.
THIN = 7
# How coarsely the hull of what stands out may be followed by four sides, as shares of its length.
SLACKS = (0.01, 0.02, 0.035, 0.05, 0.08)
# Pixels of the long side at which lines are put together: a large card's sides are short enough there.
FOR_LINES = 480
# Corners this near to each other make the same figure, pixels.
SAME = 2.0
# Where table lies beside a card, in its short sides: past its shadow, within the narrowest margin.
BESIDE = np.array([0.02, 0.035, 0.05])
# What counts: edges on the weakest side and on all, how steep they are, that the figure and what is no table are the
# same, and table along the side that has least of it.
WEAKEST, ALL, STEEP, COVERS, TABLE = 0.5, 0.5, 0.3, 2.0, 0.3
# A slope so many times as steep as one that counts as an edge counts fully.
FIRM = 3.0
ABOUT = np.array([-1.0, 0.0, 1.0])


def figures(lab: Image, edges: Edges, margin: Margin) -> Floats:
    """Whatever may be the card, n × 4 × 2, clockwise."""
    drawn = [clockwise(straightened(edges, quad)) for quad in _apart(_standing_out(margin))]
    small = min(1.0, FOR_LINES / max(lab.shape[:2]))
    lines = from_lines(cv2.resize(lab, None, fx=small, fy=small, interpolation=cv2.INTER_AREA), LARGEST)
    found = [np.array(drawn).reshape(-1, 4, 2), *propose(lab, edges, LARGEST), (lines + 0.5) / small - 0.5]
    quads = np.concatenate(found)
    return np.asarray(quads[card_shaped(quads)])


def likelihood(edges: Edges, margin: Margin, quads: Floats) -> Floats:
    """How likely each figure is the card's outline; they compare with each other only."""
    pulls = np.abs(edges.pulls(quads, STATIONS, ABOUT)).max(3)
    seen, steep = (pulls > edges.edge).mean(2), np.minimum(pulls / (FIRM * edges.edge), 1).mean((1, 2))
    table = _outside(margin, quads).min(1)
    covers = np.array([margin.covered(quad) for quad in quads])
    return np.asarray(WEAKEST * seen.min(1) + ALL * seen.mean(1) + STEEP * steep + COVERS * covers + TABLE * table)


def _standing_out(margin: Margin) -> Floats:
    """Four-sided figures round what differs from the margin."""
    found: list[Floats] = []
    least = SMALLEST * margin.away.size
    for limit in UNLIKE:
        apart = cv2.morphologyEx((margin.away > limit).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for gap in GAPS:
            whole = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
            whole = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((THIN, THIN), np.uint8))
            contours, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            for contour in contours:
                if cv2.contourArea(contour) >= least:
                    found += _four_sided(contour)
    return np.asarray((np.array(found).reshape(-1, 4, 2) + 0.5) / margin.scale - 0.5)


def _four_sided(contour: Image) -> list[Floats]:
    """The rectangle round a contour, and its hull as four corners."""
    hull = cv2.convexHull(contour)
    around = cv2.arcLength(hull, True)
    found = [cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float64)]
    for slack in SLACKS:
        sides = cv2.approxPolyDP(hull, slack * around, True)
        if len(sides) == 4:
            found.append(sides[:, 0].astype(np.float64))
            break
    return [clockwise(quad) for quad in found]


def _apart(quads: Floats) -> Floats:
    """Each figure once."""
    apart = np.abs(quads[:, None] - quads[None]).max((2, 3))
    return quads[~np.tril(apart < SAME, -1).any(1)]


def _outside(margin: Margin, quads: Floats) -> Floats:
    """How far what lies beside every side looks like table: n × 4."""
    along = np.roll(quads, -1, axis=1) - quads
    short = np.linalg.norm(along, axis=2).min(1)
    at = quads[:, :, None] + STATIONS[:, None] * along[:, :, None]
    away = (BESIDE * short[:, None])[:, None, None, :, None]
    return np.asarray(margin.seen(at[:, :, :, None] + away * outwards(quads)[:, :, None, None]).mean((2, 3)))
