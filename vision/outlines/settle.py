"""Moves cards of known size onto the edges near them: shifted and turned as a whole, then every side a little.

Opposite sides move together: a printed frame has clear edges too, but never a card's size apart.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.images import Floats
from vision.outlines.edges import NEXT, Edges, outwards
from vision.outlines.search import Rectangles

STATIONS = np.linspace(0.1, 0.9, 20)
# How far a card may be shifted, and how far from straight its sides may be, pixels: widely at first, then closely.
ALL = [(4.0, 1.0), (3.0, 0.5), (2.0, 0.5)]
FIRST, FIRST_TWO, LAST = ALL[:1], ALL[:2], ALL[2:]
STEP = 0.5
# A frame printed this far inside the edge, pixels, the same on opposite sides, tells where the card's middle is.
INSETS = np.arange(1.5, 8.01, STEP)
# What a frame counts beside the card's own edge.
FRAME = 0.4
# A card's rim has one colour: what it counts that the colours this far inside opposite sides, pixels, are alike, and
# the difference (levels of CIE Lab) at which little of that is left.
RIM, DEEP, UNLIKE = 0.5, 1.5, 12.0
# Share of a side that must have an edge to be laid on it; else the frame inside has to do.
SEEN = 0.25
# Stations look this many steps beside the edge of their side.
NEAR = np.arange(-3, 4)
# How much larger than thought a card may be on every side, pixels; edges there must be nearly as common as the most
# common ones.
GROWTH, COMMON = np.arange(-1.0, 10.01, STEP), 0.3
# A side's mean slope that counts fully, in those that count as an edge.
FULL = 2.0
# What was found may lie this far aside of its card, pixels.
ASIDE = 2.0
# At the end a side may give way by itself: lenses bend, cards curl, and sizes are known to a few percent.
GIVE = np.arange(-1.5, 1.51, 0.5)
STRETCH = 1.5
# Stations with an edge that a side needs to be moved by itself.
ENOUGH = 10


def settle(edges: Edges, cards: Rectangles, passes: Sequence[tuple[float, float]] = ALL) -> Rectangles:
    """Every rectangle on the edges near it, its size unchanged."""
    if not len(cards.poses):
        return cards
    for most, bent in passes:
        reach = np.arange(-most - INSETS[-1], most + STEP / 2, STEP)
        signed = edges.pulls(cards.corners(), STATIONS, reach)
        rims = edges.colours(cards.corners(), np.arange(-most, most + STEP / 2, STEP) - DEEP)
        target, inset = _targets(edges.peaks(signed, round(bent / STEP)), rims, reach, most)
        there = np.rint((target - reach[0]) / STEP).astype(int)[..., None] + NEAR
        there = np.clip(there, 0, len(reach) - 1)[:, :, None]
        pull = np.abs(np.take_along_axis(signed, there, 3))
        best = pull.argmax(3)[..., None]
        wanted = reach[np.take_along_axis(there, best, 3)[..., 0]] + inset[..., None]
        weight = np.clip(np.take_along_axis(pull, best, 3)[..., 0] - 0.4 * edges.edge, 0, edges.edge)
        cards = cards.moved(_motion(cards, wanted, weight))
    return cards


def _targets(peaks: Floats, rims: Floats, reach: Floats, most: float) -> tuple[Floats, Floats]:
    """Where the edge of every side is, in pixels outwards, and how far that edge lies inside the card.

    `peaks` (n × 4 × steps) says how much of each side has an edge at each step of `reach`, `rims` which colour the card
    has there. Opposite sides shift together, outwards on one and inwards on the other; frames lie as far from both.
    """
    shifts = np.arange(-most, most + STEP / 2, STEP)
    at = np.rint((shifts - reach[0]) / STEP).astype(int)
    deep = np.rint(INSETS / STEP).astype(int)
    one, other = peaks[:, :2], peaks[:, 2:]
    edge = _pair(one[..., at], other[..., at[::-1]])
    frames = _pair(one[..., at[:, None] - deep], other[..., at[::-1, None] - deep])
    best = (edge + FRAME * frames.max(3) + RIM * _alike(rims[:, :2], rims[:, 2:, ::-1])).argmax(2)
    shift = np.concatenate([shifts[best], -shifts[best]], 1)
    pair = np.take_along_axis(frames, best[..., None, None], 2)[:, :, 0]
    frame = np.tile(INSETS[pair.argmax(2)], 2)
    here = np.rint((shift - reach[0]) / STEP).astype(int)[..., None]
    seen = np.take_along_axis(peaks, here, 2)[..., 0] >= SEEN
    inset = np.where(seen, 0.0, frame)
    return shift - inset, inset


def _alike(one: Floats, other: Floats) -> Floats:
    """How far two colours are the same, 0 to 1."""
    return np.asarray(np.exp(-np.linalg.norm(one - other, axis=-1) / UNLIKE))


def _pair(one: Floats, other: Floats) -> Floats:
    """What two opposite sides say together: a card's edge or a frame is seen on both."""
    return np.asarray(0.5 * np.minimum(one, other) + 0.25 * (one + other))


def growths(edges: Edges, cards: Rectangles) -> list[float]:
    """By how much, as shares of the short side, a card may be larger all round than these: wherever most have edges.

    Frames inside the cards come in several sizes, and a shadow has an edge on two sides only, never opposite ones.
    """
    quads = cards.corners()
    wide = np.arange(GROWTH[0] - ASIDE, GROWTH[-1] + ASIDE + STEP / 2, STEP)
    # The mean of a whole side shows edges too faint and too rough to be seen piece by piece.
    sides = np.abs(edges.pulls(quads, STATIONS, wide).mean(2)).reshape(-1, len(wide))
    top = sides >= cv2.dilate(sides, np.ones((1, 5), np.uint8))
    steep = np.minimum(np.where(top, sides, 0) / (FULL * edges.edge), 1)
    peaks = cv2.dilate(steep, np.ones((1, 3), np.uint8)).reshape(len(quads), 4, -1)
    # What was found may lie aside of its card's middle: then one side is further out, the opposite one less far.
    slides = range(-round(ASIDE / STEP), round(ASIDE / STEP) + 1)
    at = round(ASIDE / STEP) + np.arange(len(GROWTH))
    pairs = [np.minimum(peaks[:, :2, at + by], peaks[:, 2:, at - by]) for by in slides]
    both = np.max(pairs, axis=0).mean(1)
    short = np.linalg.norm(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3], axis=1) / 2
    usual = float(np.median(short))
    common = np.mean([np.interp(GROWTH * s / usual, GROWTH, p) for s, p in zip(short, both, strict=True)], axis=0)
    top = cv2.dilate(common.reshape(1, -1), np.ones((1, 5), np.uint8))[0]
    return [float(by) / usual for by in GROWTH[(common >= top) & (common >= COMMON * common.max())]]


def evidence(edges: Edges, quads: Floats) -> Floats:
    """How well every outline lies on edges, frames inside it included, 0 to 1."""
    if not len(quads):
        return np.zeros(0)
    reach = np.arange(-INSETS[-1], 2.01, STEP)
    peaks = edges.peaks(edges.pulls(quads, STATIONS, reach), 1)
    zero = round(INSETS[-1] / STEP)
    deep = zero - np.rint(INSETS / STEP).astype(int)
    one, other = peaks[:, :2], peaks[:, 2:]
    own = _pair(one[..., zero], other[..., zero]).mean(1)
    frames = _pair(one[..., deep], other[..., deep]).max(2).mean(1)
    rims = edges.colours(quads, np.array([-DEEP]))
    alike = _alike(rims[:, :2], rims[:, 2:])[..., 0].mean(1)
    return np.asarray((own + FRAME * frames + RIM * alike) / (1 + FRAME + RIM))


def _motion(cards: Rectangles, wanted: Floats, weight: Floats) -> Floats:
    """Shift and turn of every rectangle that bring its stations nearest to where their edges are."""
    corners, slopes = cards.slopes()
    normal = outwards(corners)
    # A station moves as the two corners of its side do, by how near it is to each.
    one, other = (np.einsum("nsk,nskj->nsj", normal, ends) for ends in (slopes, slopes[:, NEXT]))
    near, far = 1 - STATIONS, STATIONS
    first, both, last = (weight @ share for share in (near * near, near * far, far * far))
    mixed = np.einsum("ns,nsk,nsj->nkj", both, one, other)
    left = np.einsum("ns,nsk,nsj->nkj", first, one, one) + np.einsum("ns,nsk,nsj->nkj", last, other, other)
    left += mixed + mixed.transpose(0, 2, 1) + 1e-3 * np.eye(3)
    pull = weight * wanted
    right = np.einsum("ns,nsk->nk", pull @ near, one) + np.einsum("ns,nsk->nk", pull @ far, other)
    move = np.linalg.solve(left, right[..., None])[..., 0]
    move[~np.isfinite(move).all(1)] = 0
    return np.clip(move, (-5, -5, -0.08), (5, 5, 0.08))


def give(edges: Edges, quads: Floats) -> Floats:
    """Every side moved by itself onto its edge where that is clear, opposite ones to nearly their old distance."""
    if not len(quads):
        return quads
    signed = edges.pulls(quads, STATIONS, GIVE)
    whole, pull = edges.peaks(signed, 1), np.abs(signed)
    grown = GIVE[:, None] + GIVE[None]
    both = whole[:, :2, :, None] + whole[:, 2:, None, :] - 0.1 * np.abs(grown)
    both = np.where(np.abs(grown) <= STRETCH, both, -1.0).reshape(len(quads), 2, -1)
    one, other = np.divmod(both.argmax(2), len(GIVE))
    near = np.abs(GIVE - GIVE[np.concatenate([one, other], 1)][..., None]) <= 0.75
    pull = np.where(near[:, :, None], pull, 0)
    best, clear = GIVE[pull.argmax(3)], pull.max(3) > edges.edge
    normal, along = outwards(quads), quads[:, NEXT] - quads
    starts, ways = _lines(quads, normal, along, best, clear)
    moved = meet(np.roll(starts, 1, axis=1), np.roll(ways, 1, axis=1), starts, ways)
    keep = np.abs(moved - quads).max((1, 2)) < 5
    return np.where(keep[:, None, None], moved, quads)


def _lines(quads: Floats, normal: Floats, along: Floats, offsets: Floats, clear: Floats) -> tuple[Floats, Floats]:
    """A line through the clear stations of every side, its start and its way; the side itself where they are few."""
    weight = clear * (clear.sum(2, keepdims=True) >= ENOUGH)
    total = np.maximum(weight.sum(2), 1e-9)
    at, off = (weight * STATIONS).sum(2) / total, (weight * offsets).sum(2) / total
    there = STATIONS - at[..., None]
    slant = (weight * there * (offsets - off[..., None])).sum(2) / np.maximum((weight * there**2).sum(2), 1e-9)
    base = off - slant * at
    return quads + base[..., None] * normal, along + slant[..., None] * normal


def meet(p: Floats, u: Floats, q: Floats, v: Floats) -> Floats:
    """Where lines from p along u and from q along v meet."""
    cross, gap = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0], q - p
    t = (gap[..., 0] * v[..., 1] - gap[..., 1] * v[..., 0]) / np.where(np.abs(cross) > 1e-6, cross, 1e-6)
    return np.asarray(p + t[..., None] * u)
