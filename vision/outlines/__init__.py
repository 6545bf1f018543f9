"""Finds the outlines of cards lying loose on a table, whatever the table and the cards look like.

First, knowing nothing, whatever stands out as a four-sided figure is proposed. Figures that agree on one plane and one
size tell where the table lies and how large a card is; then cards are looked for as what they are, rectangles of that
size, and printed frames, two cards side by side and glare on the table drop out.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import Edges, edges_of, grown
from vision.outlines.faint_border import bordered
from vision.outlines.faint_end import lengthened
from vision.outlines.faint_side import completed
from vision.outlines.ground import detail, ends, ground, inside, outside
from vision.outlines.halves import whole, wholes
from vision.outlines.lines import from_lines
from vision.outlines.plane import Plane, common_planes, refitted
from vision.outlines.proposals import area_of, areas_of, clockwise, propose
from vision.outlines.search import placed, search, together
from vision.outlines.settle import FIRST, LAST, evidence, give, growths, settle
from vision.outlines.shadow import unshadowed
from vision.outlines.sides import straightened
from vision.outlines.worth import AWAY, ENOUGH, Worth, worth_of, worths

# Outlines are looked for at this width: card edges are long, and noise averages out.
LOOK_AT = 960
# Where so much of a picture differs by so many levels from the median of so many pixels across, the table is granite or
# printed paper, and all its specks have edges: the median, which leaves a card's edges where they are, is looked at.
# Cards on any other table, however patterned, come to a seventh at the most.
SPECKLED, STANDS_OUT, SPECK = 0.18, 10, 7
# Rows of the bands in which that is counted.
BAND = 32
# A photo of one card shows it no smaller than this share of the photo: less would not do to enrol it.
SMALLEST = 0.04
# Proposals that are compared with each other, the largest and surest.
MOST = 150
# A figure lies in another whose middle is this near, in short sides, and which is no more than so many times as large;
# the other one's edges may be worse by this much.
NEAR, MORE, NO_WORSE = 0.12, 1.7, 0.1
# Support that an outline needs when nothing else is known, and when it has the size of the other cards.
ALONE, AMONG = 0.72, 0.76
# With this much it may be a card, and is left aside when the table is learnt; with less than the other it is none.
LIKELY, POSSIBLE = 0.62, 0.5
# A frame printed inside counts nearly as much as the card's own edge.
FRAME = 0.8
# Cards may overlap a little; what overlaps more is one card seen twice, or two half cards.
OVERLAP = 0.25
# A side that runs on beyond its corners belongs to two cards in line: what a free card is preferred by.
IN_LINE = 0.15
# Round a card lies table, and inside it print: what that counts beside the edges.
OUTSIDE, INSIDE = 0.12, 0.15
# What it counts that the table begins right at the outline: a frame printed inside, or a card seen askew, has more card
# round it.
EDGE = 0.4
# Levels by which a printed card varies; the checks of a cloth and sheets of paper vary less and count less.
PRINT = 12.0
# Planes on which cards are looked for where few figures tell of them.
IN_DOUBT = 3
# Pixels by which a card may have slid onto its neighbour, what it counts that the table begins at its edge, and by how
# much it must be the better for it.
SLID, BEGINS, STAYS = (-5.5, -3.5, 3.5, 5.5), 2.0, 0.05
# Radians by which it may have turned towards it.
TURNED = (-0.12, -0.06, 0.06, 0.12)
# Plane and cards are fitted to each other this often.
ROUNDS = 3
# What looks like table mostly everywhere inside is a gap between cards, unless its outline is nearly whole.
BARE, FRAMED = 0.6, 0.9
# On a rough table edges lie everywhere, and the lines of a checked cloth run on: there a whole outline says nothing.
ROUGH, GRID = 0.5, 0.4
# Pictures inside cards cover less than half of what the cards do; pairs of cards side by side cover the same.
MUCH_MORE = 1.4
# What looks like table to this share has to be the surer for it.
EMPTY, DOUBT = 0.2, 0.3


@dataclass(frozen=True, slots=True)
class Outline:
    """Four corners of something card-shaped."""

    corners: Floats
    """4 × 2 frame pixels, clockwise; the first side (corner 0 to 1) is a short one."""
    support: float
    """Share of the outline that has a real edge under it, 0 to 1."""


def find_outlines(frame: Image) -> list[Outline]:
    """The cards that lie free or nearly so, best supported first."""
    lab, scale = _view(frame)
    edges = edges_of(lab)
    rounds = [_proposed(edges, quads) for quads in propose(lab, edges)]
    proposed = figures = _distinct([outline for outlines in rounds for outline in outlines])
    planes, best = _judged(lab, edges, _planes(lab, edges, rounds), proposed)
    if not best.convinces:
        lines = _outermost(edges, _proposed(edges, from_lines(lab)))
        proposed = _distinct([*figures, *lines])
        more = _planes(lab, edges, [lines])
        planes, best = _judged(lab, edges, [*planes[:1], *more], proposed)
    plane, cards = None, _largest(figures)
    # One or two figures may mislead: there planes are told apart by the cards that are found on them.
    for one in planes[: 1 if best.cards >= ENOUGH else IN_DOUBT]:
        found = _of_size(lab, edges, one, proposed)
        worth = worth_of(edges, _corners(found))
        if plane is None or worth.total > best.total:
            plane, cards, best = one, found, worth
        if best.convinces:
            break
    if plane is not None and _are_halves(edges, plane, cards, lab.shape):
        larger = _of_size(lab, edges, whole(plane), proposed)
        if _covered(larger) > MUCH_MORE * _covered(cards) and worth_of(edges, _corners(larger)).total > best.total:
            plane, cards = whole(plane), larger
    cards.sort(key=lambda outline: -outline.support)
    return [_in_frame(card, plane, scale) for card in cards]


def one_outline(frame: Image) -> Outline | None:
    """The largest card-shaped thing, for photos of a single card: nothing tells its size, and print has frames too."""
    lab, scale = _view(frame)
    edges = edges_of(lab)
    rounds = propose(lab, edges)
    least = SMALLEST * lab.shape[0] * lab.shape[1]
    largest = _largest(_proposed(edges, rounds[0]))
    if not largest or area_of(largest[0].corners) < least:
        # What stands out is something printed: the card's own outline is not whole, and must be drawn to its edges.
        quads = np.concatenate(rounds)
        large = [straightened(edges, clockwise(quad)) for quad in quads[areas_of(quads) >= least]]
        largest = _largest(_proposed(edges, np.array(large).reshape(-1, 4, 2))) or largest
    if not largest:
        return None
    corners = bordered(lab, unshadowed(edges, _short_side_first(largest[0].corners, None)))
    return _in_frame(Outline(corners, largest[0].support), None, scale)


def longer_outline(frame: Image, rest: Outline) -> Outline | None:
    """The card of which `rest` is all but one end that has nearly the table's colour; None where it does not go on."""
    lab, scale = _view(frame)
    corners = lengthened(edges_of(lab), (rest.corners + 0.5) * scale - 0.5)
    return None if corners is None else Outline((corners + 0.5) / scale - 0.5, rest.support)


def wider_outline(frame: Image, rest: Outline, wider: float) -> Outline | None:
    """The card of which `rest` is all but a band along one side that has nearly the table's colour: so many times as
    wide or, below 1, as long as by its inverse. None where it does not go on so far."""
    lab, scale = _view(frame)
    corners = completed(edges_of(lab), (rest.corners + 0.5) * scale - 0.5, wider)
    return None if corners is None else Outline((corners + 0.5) / scale - 0.5, rest.support)


def _view(frame: Image) -> tuple[Image, float]:
    """The frame as it is looked at, in CIE Lab, and its scale."""
    scale = min(1.0, LOOK_AT / max(frame.shape[:2]))
    view = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else frame
    lab = cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    # Every fourth band of the picture tells as much as all of it.
    bands = np.concatenate([lab[top : top + BAND, :, 0] for top in range(0, lab.shape[0], 4 * BAND)])
    apart = cv2.absdiff(bands, cv2.medianBlur(bands, SPECK))
    speckled = cv2.countNonZero(cv2.compare(apart, STANDS_OUT, cv2.CMP_GT))  # type: ignore[call-overload]
    return cv2.medianBlur(lab, SPECK) if speckled > SPECKLED * bands.size else lab, scale


def _in_frame(card: Outline, plane: Plane | None, scale: float) -> Outline:
    return Outline((_short_side_first(card.corners, plane) + 0.5) / scale - 0.5, card.support)


def _proposed(edges: Edges, quads: Floats) -> list[Outline]:
    proposed = [Outline(quad, float(share)) for quad, share in zip(quads, edges.supports(quads), strict=True)]
    distinct = _distinct([outline for outline in proposed if outline.support >= ALONE])
    return sorted(distinct, key=lambda outline: -(outline.support**2) * area_of(outline.corners))[:MOST]


def _outermost(edges: Edges, proposed: list[Outline]) -> list[Outline]:
    """Lines make a figure of the card's edge, of every frame inside it and of any mixture of these: where one lies in
    another that edges bear out as well, the other is kept."""
    if not proposed:
        return []
    quads = _corners(proposed)
    seen, middles = evidence(edges, quads), quads.mean(1)
    areas = areas_of(quads)
    short = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2).min(1)
    near = np.linalg.norm(middles[:, None] - middles[None], axis=2) < NEAR * short[:, None]
    grown = areas[None] / areas[:, None]
    lies_in = near & (grown > 1.0) & (grown < MORE) & (seen[None] >= seen[:, None] - NO_WORSE)
    return [outline for outline, inner in zip(proposed, lies_in.any(1), strict=True) if not inner]


def _planes(lab: Image, edges: Edges, rounds: list[list[Outline]]) -> list[Plane]:
    """All planes on which the outlines of one round agree."""
    planes: list[Plane] = []
    for outlines in rounds:
        quads = np.array([_short_side_first(outline.corners, None) for outline in outlines]).reshape(-1, 4, 2)
        weights = evidence(edges, quads) ** 2
        weights *= np.clip(detail(lab, quads) / PRINT, 0.1, 1)
        for plane in common_planes(quads, weights, (lab.shape[1], lab.shape[0])):
            if not any(plane.is_nearly(other) for other in planes):
                planes.append(plane)
    return planes


def _judged(lab: Image, edges: Edges, planes: list[Plane], proposed: list[Outline]) -> tuple[list[Plane], Worth]:
    """The planes, the one that the edges bear out best first, and its worth."""
    judged = worths(edges, [placed(_fitting(plane, proposed), plane, lab.shape) for plane in planes])
    order = sorted(range(len(planes)), key=lambda k: -judged[k].total)
    likely = [planes[k] for k in order if judged[k].total > 0]
    return likely, judged[order[0]] if order else Worth()


def _fitting(plane: Plane, proposed: list[Outline]) -> Floats:
    quads = _corners(proposed)
    return np.asarray(quads[plane.fits(quads)])


def _of_size(lab: Image, edges: Edges, plane: Plane, proposed: list[Outline]) -> list[Outline]:
    """Everything of a card's size, found by search or proposed."""
    quads = _corners(proposed)
    found = np.concatenate([quads[plane.fits(quads)], search(lab, plane, edges.edge).corners()])
    found = settle(edges, placed(found, plane, lab.shape), passes=FIRST).distinct().corners()
    found = found[_share(edges, found) >= POSSIBLE]
    found = settle(edges, placed(found, plane, lab.shape)).distinct().corners()
    share = _share(edges, found)
    cards = _best(edges, found, share)
    # Cards found show the plane better than the first proposals did; with it the others settle better too.
    kept = _corners(cards)
    if not len(kept):
        return cards
    worth = worths(edges, [placed(kept, plane, lab.shape)])[0].total
    for _ in range(ROUNDS):
        rivals = [plane.grown(by) for by in growths(edges, placed(kept, plane, lab.shape))]
        better = refitted(plane, kept)
        tried = rivals if better is None else [*rivals, better]
        totals = [one.total for one in worths(edges, [placed(kept, one, lab.shape) for one in tried])]
        # What was gained last is not counted again, so that a better fit of the same cards is taken.
        best = max(range(len(tried)), key=totals.__getitem__, default=-1)
        if best < 0 or totals[best] <= worth:
            break
        worth, plane = totals[best], tried[best]
        kept = give(edges, settle(edges, placed(kept, plane, lab.shape)).corners())
    found = settle(edges, placed(found[share >= LIKELY], plane, lab.shape)).corners()
    cards = _best(edges, found, _share(edges, found))
    return _unslid(lab, edges, plane, cards)


def _unslid(lab: Image, edges: Edges, plane: Plane, found: list[Outline]) -> list[Outline]:
    """The cards, those moved back that lie across two: where cards touch, the frame of one and the frame of the next
    are a card's length apart. Then no table begins at the side that lies free."""
    cards = _corners(found)
    wider = grown(cards, AWAY)
    near = _near(wider) & ~np.eye(len(cards), dtype=bool)
    touch = [k for k, one in enumerate(wider) if any(overlap(one, cards[j]) > 0 for j in np.flatnonzero(near[k]))]
    if not touch:
        return found
    table, few = ground(edges.inks, wider), cards[touch]
    across, down = (_unit(few[:, k] - few[:, 0] + few[:, 2] - few[:, 4 - k]) for k in (1, 3))
    tried = np.concatenate([few, *(few + by * way[:, None] for way in (across, down) for by in SLID)])
    aside = placed(tried, plane, lab.shape)
    turned = [aside.these(np.arange(len(few))).moved(np.array([0, 0, by])) for by in TURNED]
    settled = settle(edges, together([aside, *turned]), passes=LAST).corners()
    score = (evidence(edges, settled) + BEGINS * ends(table, settled)).reshape(-1, len(few))
    score[0] += STAYS
    best = score.argmax(0)
    moved = give(edges, settled.reshape(-1, len(few), 4, 2)[best, np.arange(len(few))])
    cards[touch] = np.where((best > 0)[:, None, None], moved, few)
    share = np.where(np.isin(np.arange(len(cards)), touch), _share(edges, cards), [card.support for card in found])
    kept: list[int] = []
    for k in range(len(cards)):
        if all(overlap(cards[k], cards[j]) < OVERLAP for j in kept):
            kept.append(k)
    return [Outline(cards[k], float(share[k])) for k in kept]


def _unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9))


def _best(edges: Edges, quads: Floats, share: Floats) -> list[Outline]:
    """The outlines, with their support, that are cards; where two overlap, the better one."""
    table = ground(edges.inks, quads[share >= LIKELY])
    quads, share = quads[share >= AMONG], share[share >= AMONG]
    bare = inside(table, quads)
    printed = (bare < BARE) & (share >= AMONG + DOUBT * np.maximum(bare - EMPTY, 0))
    printed |= (share > FRAMED) & (edges.beside(quads) < ROUGH) & (edges.runs_on(quads) < GRID)
    quads, share, bare = quads[printed], share[printed], bare[printed]
    score = evidence(edges, quads) + OUTSIDE * outside(table, quads) - INSIDE * bare
    score += EDGE * ends(table, quads) - IN_LINE * edges.runs_on(quads)
    near = _near(quads)
    kept: list[int] = []
    for i in np.argsort(-score):
        if all(overlap(quads[i], quads[k]) < OVERLAP for k in kept if near[i, k]):
            kept.append(int(i))
    return [Outline(quad, float(share[i])) for quad, i in zip(give(edges, quads[kept]), kept, strict=True)]


def _share(edges: Edges, quads: Floats) -> Floats:
    """Support of every outline; where its own edge is faint, that of a frame inside has to do."""
    share = edges.supports(quads)
    faint = share < FRAME
    share[faint] = np.maximum(share[faint], FRAME * edges.framed(quads[faint]))
    return share


def _are_halves(edges: Edges, plane: Plane, cards: list[Outline], shape: tuple[int, ...]) -> bool:
    """Whether many of them may be pictures inside larger cards."""
    if len(cards) < 2:
        return False
    larger = wholes(plane, _corners(cards))
    settled = settle(edges, placed(larger.reshape(-1, 4, 2), whole(plane), shape), passes=FIRST).corners()
    share = _share(edges, settled).reshape(larger.shape[:2]).max(1)
    return bool((share >= AMONG).sum() >= max(2, len(cards) / 3))


def _covered(cards: list[Outline]) -> float:
    """How much of the picture the cards cover, by how sure each is."""
    return sum(card.support * area_of(card.corners) for card in cards)


def _largest(proposed: list[Outline]) -> list[Outline]:
    """Of a card and the frame printed inside it, the card is the larger: it wins unless its edge is much fainter."""
    kept: list[Outline] = []
    for outline in sorted(proposed, key=lambda outline: -area_of(outline.corners) * outline.support**2):
        if all(overlap(outline.corners, other.corners) < OVERLAP for other in kept):
            kept.append(outline)
    return kept


def _distinct(proposed: list[Outline]) -> list[Outline]:
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


def _corners(outlines: list[Outline]) -> Floats:
    return np.array([outline.corners for outline in outlines]).reshape(-1, 4, 2)


def _near(quads: Floats) -> Floats:
    """n × n: which of them may overlap, by the boxes round them."""
    low, high = quads.min(1), quads.max(1)
    return np.asarray((low[:, None] <= high[None]).all(2) & (high[:, None] >= low[None]).all(2))


def overlap(a: Floats, b: Floats) -> float:
    """Shared area over the smaller of the two."""
    shared, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(shared) / max(min(area_of(a), area_of(b)), 1e-6)


def _short_side_first(quad: Floats, plane: Plane | None) -> Floats:
    """Clockwise from a short side: short on the table where that is known, else in the picture."""
    quad = clockwise(quad)
    corners = quad if plane is None else plane.points(quad)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return quad if sides[0] + sides[2] <= sides[1] + sides[3] else np.roll(quad, -1, axis=0)
