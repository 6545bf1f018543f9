"""How a die's discs lie to the camera: a circle seen aslant is an ellipse, and its short side says which way it leans.

All tops of a picture lie in one plane, and all sides stand upright on it. Which way the camera is held and how far it
leans is not known; each guess says what ellipse a top must be where it is seen, and what ellipses a side can be.
"""

from collections.abc import Sequence

import numpy as np

from vision.dice.discs import Disc
from vision.images import Floats

TURNS = 24
"""In which a camera may be held, the usual one first, the others as the picture is turned to look upright."""
LEANS = np.deg2rad(np.arange(5.0, 60.0, 5.0))
"""How far it may lean, from straight down."""
FOCAL = 0.85
"""Focal length over the picture's longer side: phones and tablets have 0.7 to 1. Where a lens sees farther round, a
die at the picture's edge is seen from a lower height than one in its middle."""
ROUGH = 0.06
"""By how much an outline's flatness is off, blur and rounded corners counted in."""
ODD = 0.15
"""Chance that an outline says nothing, since a shadow or glare made it."""
ANY = 1 / (np.pi * 0.6**2)
"""Chance of an ellipse that is no die's: as flat as discs may be, it can lean any way."""
FLAT = 0.5
"""Share of what is no die that lies flat on the table, as coins, badges and prints do, and looks as tops do."""
FACING = 0.3
"""How much a face must be turned to the camera to show its disc, as a cosine: flatter ones are not found."""
_YAWS = np.arange(24) * 2 * np.pi / 24


def _normals() -> tuple[Floats, Floats]:
    """Which way tops look, and sides: for each turn and lean, in the camera's own coordinates, z away from it."""
    turn = np.pi / 2 + np.arange(TURNS)[:, None] * 2 * np.pi / TURNS + 0 * LEANS
    up = np.stack([np.cos(turn), -np.sin(turn), 0 * turn], axis=-1)
    top = np.sin(LEANS)[:, None] * up - np.cos(LEANS)[:, None] * np.array([0.0, 0.0, 1.0])
    right = np.stack([-up[..., 1], up[..., 0], 0 * turn], axis=-1)
    away = np.cross(top, right)
    yaw = _YAWS[:, None]
    side = np.cos(yaw) * right[..., None, :] + np.sin(yaw) * away[..., None, :]
    return top.astype(np.float32), side.astype(np.float32)


_TOP, _SIDE = _normals()


def fits(discs: Sequence[Disc], shape: Sequence[int]) -> Floats:
    """How well each outline suits no die, a side and a top, if the camera is held and leans so: turns, leans, discs and
    these three, in a picture of this height and width."""
    high, wide = shape[:2]
    focal = FOCAL * max(high, wide)
    rays = np.array([[disc.x - wide / 2, disc.y - high / 2, focal] for disc in discs])
    rays = (rays / np.linalg.norm(rays, axis=1, keepdims=True)).astype(np.float32)
    seen = np.array([_lean(1 - disc.flatness, 2 * disc.angle) for disc in discs], np.float32)
    top = _likeness(_TOP, rays, seen)[0]
    sides, shown = _likeness(_SIDE, rays, seen)
    side = sides.sum(axis=2) / np.maximum(shown.sum(axis=2), 1)
    likely = np.stack([(1 - FLAT) * ANY + FLAT * top, side, top], axis=-1)
    return np.asarray((1 - ODD) * likely + ODD * ANY)


def _lean(flat: float, twice: float) -> tuple[float, float]:
    return flat * float(np.cos(twice)), flat * float(np.sin(twice))


def _likeness(normals: Floats, rays: Floats, seen: Floats) -> tuple[Floats, Floats]:
    """How likely faces that look this way are seen as these ellipses, and whether they show at all."""
    facing = -(normals @ rays.T)
    across = normals[..., 0, None] + facing * rays[:, 0]
    down = normals[..., 1, None] + facing * rays[:, 1]
    long = across**2 + down**2 + np.float32(1e-9)
    flat = (1 - np.abs(facing)) / long
    off = (flat * (across**2 - down**2) - seen[:, 0]) ** 2 + (2 * flat * across * down - seen[:, 1]) ** 2
    shown = facing > FACING
    return shown * np.exp(off / np.float32(-2 * ROUGH**2)) / np.float32(2 * np.pi * ROUGH**2), shown
