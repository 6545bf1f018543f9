"""Finds the outlines of cards lying loose on a table, whatever the table and the cards look like.

First, knowing nothing, whatever stands out as a four-sided figure is proposed. Figures that agree on one plane and one
size tell where the table lies and how large a card is; then cards are looked for as what they are, rectangles of that
size, and printed frames, two cards side by side and glare on the table drop out.
"""

import numpy as np

from vision.images import Floats, Image
from vision.outlines.edges import Edges, edges_of, grown
from vision.outlines.ground import detail, ends, ground, inside, outside
from vision.outlines.halves import whole, wholes
from vision.outlines.lines import from_lines
from vision.outlines.outline import (
    OVERLAP,
    Outline,
    corners_of,
    distinct,
    in_frame,
    overlap,
    proposed_by,
    short_side_first,
    view,
)
from vision.outlines.plane import Plane, common_planes, refitted
from vision.outlines.proposals import area_of, areas_of, card_shaped, propose
from vision.outlines.search import placed, search, together
from vision.outlines.settle import FIRST, LAST, evidence, give, growths, settle
from vision.outlines.worth import AWAY, ENOUGH, Worth, worth_of, worths

# A figure lies in another whose middle is this near, in short sides, and which is no more than so many times as large;
# the other one's edges may be worse by this much.
NEAR, MORE, NO_WORSE = 0.12, 1.7, 0.1
# Support that an outline needs when it has the size of the other cards.
AMONG = 0.76
# With this much it may be a card, and is left aside when the table is learnt; with less than the other it is none.
LIKELY, POSSIBLE = 0.62, 0.5
# A frame printed inside counts nearly as much as the card's own edge.
FRAME = 0.8
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


def find_outlines(frame: Image) -> list[Outline]:
    """The cards that lie free or nearly so, best supported first."""
    lab, scale = view(frame)
    edges = edges_of(lab)
    rounds = [proposed_by(lab, edges, quads) for quads in propose(lab, edges)]
    proposed = figures = distinct([outline for outlines in rounds for outline in outlines])
    planes, best = _judged(lab, edges, _planes(lab, edges, rounds), proposed)
    if not best.convinces:
        lines = _outermost(edges, proposed_by(lab, edges, from_lines(lab)))
        proposed = distinct([*figures, *lines])
        more = _planes(lab, edges, [lines])
        planes, best = _judged(lab, edges, [*planes[:1], *more], proposed)
    plane, cards, few = None, _alone(edges, proposed), best.cards < ENOUGH
    # One or two figures may mislead: there planes are told apart by the cards that are found on them, which may be the
    # halves of one that lies alone.
    rival = worth_of(edges, corners_of(cards)).total if few else -1.0
    for one in planes[: IN_DOUBT if few else 1]:
        found = _of_size(lab, edges, one, proposed)
        worth = worth_of(edges, corners_of(found))
        if worth.total > rival:
            plane, cards, best, rival = one, found, worth, worth.total
        if best.convinces:
            break
    if plane is not None and _are_halves(edges, plane, cards, lab.shape):
        larger = _of_size(lab, edges, whole(plane), proposed)
        if _covered(larger) > MUCH_MORE * _covered(cards) and worth_of(edges, corners_of(larger)).total > best.total:
            plane, cards = whole(plane), larger
    cards.sort(key=lambda outline: -outline.support)
    return [in_frame(card, plane, scale) for card in cards]


def _alone(edges: Edges, proposed: list[Outline]) -> list[Outline]:
    """The cards where nothing tells their size. Of a card and the frame printed inside it, the card is the larger: it
    wins unless its edge is much fainter."""
    if not proposed:
        return []
    quads = corners_of(proposed)
    kept: list[int] = []
    for i in np.argsort(-areas_of(quads) * evidence(edges, quads)):
        if all(overlap(quads[i], quads[k]) < OVERLAP for k in kept):
            kept.append(int(i))
    return [proposed[k] for k in kept]


def _outermost(edges: Edges, proposed: list[Outline]) -> list[Outline]:
    """Lines make a figure of the card's edge, of every frame inside it and of any mixture of these: where one lies in
    another that edges bear out as well, the other is kept."""
    if not proposed:
        return []
    quads = corners_of(proposed)
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
        quads = np.array([short_side_first(outline.corners, None) for outline in outlines]).reshape(-1, 4, 2)
        quads = quads[card_shaped(quads)]
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
    quads = corners_of(proposed)
    return np.asarray(quads[plane.fits(quads)])


def _of_size(lab: Image, edges: Edges, plane: Plane, proposed: list[Outline]) -> list[Outline]:
    """Everything of a card's size, found by search or proposed."""
    quads = corners_of(proposed)
    found = np.concatenate([quads[plane.fits(quads)], search(lab, plane, edges.edge).corners()])
    found = settle(edges, placed(found, plane, lab.shape), passes=FIRST).distinct().corners()
    found = found[_share(edges, found) >= POSSIBLE]
    found = settle(edges, placed(found, plane, lab.shape)).distinct().corners()
    share = _share(edges, found)
    cards = _best(edges, found, share)
    # Cards found show the plane better than the first proposals did; with it the others settle better too.
    kept = corners_of(cards)
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
    cards = corners_of(found)
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
    larger = wholes(plane, corners_of(cards))
    settled = settle(edges, placed(larger.reshape(-1, 4, 2), whole(plane), shape), passes=FIRST).corners()
    share = _share(edges, settled).reshape(larger.shape[:2]).max(1)
    return bool((share >= AMONG).sum() >= max(2, len(cards) / 3))


def _covered(cards: list[Outline]) -> float:
    """How much of the picture the cards cover, by how sure each is."""
    return sum(card.support * area_of(card.corners) for card in cards)


def _near(quads: Floats) -> Floats:
    """n × n: which of them may overlap, by the boxes round them."""
    low, high = quads.min(1), quads.max(1)
    return np.asarray((low[:, None] <= high[None]).all(2) & (high[:, None] >= low[None]).all(2))
