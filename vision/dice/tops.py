"""Tells top faces from side faces among the discs of several dice, touching or not.

A circle seen at an angle keeps its long diameter; its flatness is the cosine of the angle. So every top in a frame is
equally flat, along the same axis, and a top tells where the discs of its own die's sides must lie and how they look.
"""

import numpy as np

from vision.discs import Disc
from vision.images import Floats

# The die's side over the disc's diameter. Boxes differ by a tenth, which the tests below leave room for.
SIDE_PER_DISC = 1.25
# Up to this tilt (flatness 0.8 is 37 degrees) a side is always clearly flatter than a top.
ROUND = 0.8
CLEARLY_FLATTER = 0.12
# Discs of one die, or of two touching, are equally long but for perspective.
SAME_SIZE = 0.72
# Closer than this (in sides, measured on the table) two tops would overlap.
OVERLAP = 0.9
# Two tops side by side are this far apart at the least, in sides: discs may be a little wider than assumed.
TOUCHING = 0.97
# What perspective within one die may add to a side's flatness.
PERSPECTIVE = 0.08
# A side's description and a top's must differ by this much, or the disc is neither: better silent than wrong.
DECIDED = 0.05


def top_faces(discs: list[Disc]) -> list[Disc]:
    """The discs that lie on top of a die; those that could be either are left out."""
    discs = [disc for disc in discs if not any(_beside_rounder(disc, other) for other in discs)]
    tops: list[Disc] = []
    for disc in sorted(discs, key=lambda d: d.y):
        near = [(top, *_verdict(top, disc)) for top in tops if _related(top, disc)]
        if all(as_top + DECIDED < as_side for _, as_side, as_top in near):
            tops.append(disc)
    return tops


def _related(a: Disc, b: Disc) -> bool:
    reach = 1.6 * SIDE_PER_DISC * max(a.major, b.major)
    return min(a.major, b.major) > SAME_SIZE * max(a.major, b.major) and bool(np.hypot(a.x - b.x, a.y - b.y) < reach)


def _beside_rounder(disc: Disc, other: Disc) -> bool:
    """Whether `other` is plainly the top of the die that `disc` is a side of, wherever the camera stands."""
    if other.flatness < ROUND or other.flatness - disc.flatness < CLEARLY_FLATTER or not _related(disc, other):
        return False
    return bool(np.hypot(disc.x - other.x, disc.y - other.y) < OVERLAP * SIDE_PER_DISC * other.major)


def _verdict(top: Disc, disc: Disc) -> tuple[float, float]:
    """How badly `disc` fits as a side of `top`'s die, and as the top of another die; 0 is perfect."""
    side = SIDE_PER_DISC * top.major
    cos = min(top.flatness, 1.0)
    sin = float(np.sqrt(1 - cos * cos))
    up = np.array([np.cos(top.angle), np.sin(top.angle)])
    if up[1] > 0:
        up = -up  # the camera is held upright: what is nearer the sky is higher in the picture
    right = np.array([-up[1], up[0]])
    step = np.array([disc.x - top.x, disc.y - top.y]) / side
    along, down = float(step @ right), float(-(step @ up))
    # A side's middle lies half a side out along its own normal and half a side down.
    normal = np.array([2 * along, (2 * down - sin) / max(cos, 0.2)])
    seen = normal[0] * right - normal[1] * cos * up
    flatness = abs(disc.flatness - sin * max(normal[1], 0.0))
    as_side = abs(float(np.linalg.norm(normal)) - 1) / 2 + max(0.0, flatness - PERSPECTIVE) + _askew(disc, seen)
    apart = float(np.hypot(along, down / max(cos, 0.2)))
    as_top = 2 * abs(disc.flatness - top.flatness) + 2 * max(0.0, TOUCHING - apart) + _askew(disc, up)
    # Light comes from above: a side is darker than its top, another top is not.
    dimmer = 1 - disc.ring / max(top.ring, 1.0)
    return as_side + max(0.0, 0.08 - dimmer), as_top + max(0.0, min(dimmer, 0.2) - 0.08)


def _askew(disc: Disc, axis: Floats) -> float:
    """How far the disc's short axis is from `axis`; nothing for round discs, whose axis means nothing."""
    if disc.flatness > 0.88:
        return 0.0
    turn = disc.angle - float(np.arctan2(axis[1], axis[0]))
    return 0.6 * abs(float(np.sin(turn)))
