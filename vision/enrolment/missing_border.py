"""Cards that were enrolled on a table of their border's colour: only what lies inside the border was taken.

Cards of one design have one border. A picture that is like the inside of others, and less like the whole of them, lacks
it, and is given theirs.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision.images import Floats, Image

BORDER = 0.06
"""Of a card's width; cells of pictures slide over what a border is wider or narrower."""
WIDTHS = range(3, 14)
"""Pixels of an enrolled picture that a border may be wide."""
LIKE, MORE = 0.6, 0.15
"""How like the inside of another picture one without a border is, and by how much less like the whole."""


def without_border(face: Image, wide: int | None = None) -> Image:
    """What lies inside a border so many pixels wide, or as wide as usual, as large as the card."""
    inside = _inside(face, round(BORDER * face.shape[1]) if wide is None else wide)
    return cv2.resize(face[inside], (face.shape[1], face.shape[0]), interpolation=cv2.INTER_LINEAR)


def mended(faces: list[Image], describe: Callable[[Image], Floats]) -> list[Image]:
    """The same pictures, those that lack their border with that of the most alike; `describe` says what each shows."""
    whole, inner = (_unit([describe(face) for face in shown]) for shown in (faces, map(without_border, faces)))
    like, wholly = inner @ whole.T, whole @ whole.T
    more = like - wholly
    lacks, has = (like >= LIKE) & (more >= MORE), (wholly >= LIKE) & (more < 0)
    np.fill_diagonal(lacks, False)
    np.fill_diagonal(has, False)
    # One picture cut with a rim of table would make all others of its design look as if they had no border: what says
    # that it is missing must outweigh what is rather like the whole.
    bare = (lacks * more).sum(0) > (has * -more).sum(0)
    of = np.where(lacks, like, 0).argmax(0)
    return [_bordered(face, faces[of[k]]) if bare[k] else face for k, face in enumerate(faces)]


def _bordered(face: Image, like: Image) -> Image:
    """The face within the other's border, which is as wide as leaves the two most alike."""
    misfits = [float(cv2.norm(face, without_border(like, wide), cv2.NORM_L1)) for wide in WIDTHS]
    whole = like.copy()
    part = whole[_inside(whole, WIDTHS[int(np.argmin(misfits))])]
    part[:] = cv2.resize(face, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)
    return whole


def _inside(face: Image, wide: int) -> tuple[slice, slice]:
    return slice(wide, face.shape[0] - wide), slice(wide, face.shape[1] - wide)


def _unit(rows: list[Floats]) -> Floats:
    stacked = np.stack(rows)
    return np.asarray(stacked / np.maximum(np.linalg.norm(stacked, axis=1, keepdims=True), 1e-6))
