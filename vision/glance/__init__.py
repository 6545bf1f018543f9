"""A glance at a small copy of a picture: whether dice, the landing board or a foreign code may be in it at all.

Readers that look closely cost many times as much as all markers together; most tables hold nothing for them. A glance
asks for less than they do, so that it spares their time and loses none of what they would be sure of.
"""

from functools import cached_property

import cv2
import numpy as np

from vision.images import Floats, Image, halved
from vision.markers.blobs import Quads
from vision.markers.squares import unit_homographies

WIDE = 640
"""Pixels across the small copy: a die 16 mm wide on a table 1.2 m across still has a disc of seven."""
CARD_MM = (63.0, 88.0)
"""A card, as most boxes print them."""
INSET = 6.0
"""Millimetres from a card's edge to the black square of its sticker, rim included."""


class Small:
    """A small copy, and what stickers tell about it."""

    def __init__(
        self,
        colour: Image,
        free: Image | None = None,
        unmarked: Image | None = None,
        millimetre: float | None = None,
        whole: Image | None = None,
    ) -> None:
        everywhere = np.full(colour.shape[:2], 255, np.uint8) if free is None or unmarked is None else colour
        self.colour = colour
        """BGR."""
        self.free = everywhere if free is None else free
        """255 where no card with a sticker lies."""
        self.unmarked = everywhere if unmarked is None else unmarked
        """255 where neither a sticker lies nor a tag."""
        self.millimetre = millimetre
        """Pixels that it has; None without a sticker."""
        self.whole = colour if whole is None else whole
        """The picture that it is a copy of, grey or in colour."""

    @cached_property
    def half(self) -> "Small":
        """The same from half as near."""
        millimetre = None if self.millimetre is None else self.millimetre / 2
        return Small(halved(self.colour), halved(self.free), halved(self.unmarked), millimetre)


def reduced(picture: Image) -> Image:
    """The small copy, grey or in colour."""
    while picture.shape[1] >= 2 * WIDE:  # halving is several times as quick as any other size
        picture = halved(picture)
    if picture.shape[1] <= WIDE:
        return picture
    return cv2.resize(picture, (WIDE, max(1, round(picture.shape[0] * WIDE / picture.shape[1]))))


def free_of_cards(shape: tuple[int, ...], stickers: Quads, side_mm: Floats) -> Image:
    """255 where no card lies that carries one of these stickers as the sheet says: upright in its upper left corner.

    Dice and boards are looked for beside cards: what is printed on them looks like anything.
    """
    free = np.full(shape[:2], 255, np.uint8)
    if len(stickers) == 0:
        return free
    left = top = -INSET / side_mm
    right, bottom = ((length - INSET) / side_mm for length in CARD_MM)
    x, y = np.stack([left, right, right, left], 1), np.stack([top, top, bottom, bottom], 1)
    corners = unit_homographies(stickers) @ np.stack([x, y, np.ones_like(x)], 1)
    clear(free, np.clip(np.moveaxis(corners[:, :2] / corners[:, 2:], 1, 2), -1e4, 1e4))
    return free


def clear(mask: Image, quads: Quads) -> None:
    """Sets it to 0 where these are."""
    for quad in np.round(quads).astype(np.int32):
        cv2.fillConvexPoly(mask, quad, 0)


def boxes(mask: Image) -> Floats:
    """Left, top, width and height of the box round each of the shapes in it, those within another's holes left out.
    To follow the outlines of three takes a fifth of the time that labelling does, of twenty as long."""
    outlines = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    return np.array([cv2.boundingRect(outline) for outline in outlines]).reshape(-1, 4)


def looked(grey: Image, spots: Floats) -> Floats:
    """What is seen at these spots, or at the edge nearest to one outside."""
    high, wide = grey.shape[:2]
    # Twice as quick as clip, which asks what whole numbers can be.
    at = np.maximum(np.minimum(np.rint(spots).astype(np.intp), (wide - 1, high - 1)), 0)
    return np.asarray(grey[at[..., 1], at[..., 0]], np.float32)
