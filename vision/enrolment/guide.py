"""Guided enrolment: takes a photo of one card, or says in one sentence what to do better."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.enrolment.face import Corners, flatten
from vision.images import Floats, Image
from vision.outlines import find_outlines
from vision.outlines.one_card import OneCard
from vision.outlines.one_card.shape import shape_of
from vision.outlines.outline import Outline, overlap
from vision.outlines.proposals import area_of

# In a sharp photo the steepest edges span 0.4 of the contrast in one pixel, blurred to two pixels 0.14.
SHARP = 0.16
# Glare is burnt out to full white. More than this share of the card hides print.
GLARE = 0.03
BURNT = 252
# Round a mirrored lamp the card is still nearly as bright; printed white ends sharply.
HALO = 205
# A card nearer than this to the photo's border may be cut off, pixels of a photo 1000 wide.
BORDER = 3.0
# A card's short side over its long one: tarot 0.58, bridge 0.64, mini 0.66, poker 0.72, with room for a leaning camera.
SHAPE = (0.54, 0.80)
# By how much a card may differ in shape from the others of its box; a leaning camera and crooked cuts come to half.
ODD = 0.025
# Cards whose shapes tell that of a box.
BOX = 6
# A scan that is nothing but the card has its shape; cameras take pictures of 0.56 and 0.75.
SCAN = (0.575, 0.735)
# A scan lies straight: the frames printed in it are parallel to its borders within this many degrees.
STRAIGHT = 0.8
# What lies round the frame of such a scan is the card's border: so wide at the most, in the scan's short sides, and on
# all four sides the same to so much.
RIM, EVEN = 0.12, 0.015
# Pixels that a card is wide at the least: what is narrower shows too little of its print, or is a part of it.
NARROWEST = 90
# Another outline this large beside the card is another card.
ANOTHER = 0.4
# Two outlines that each cover so much of what was found, and so little of each other, are cards that lie side by side:
# together they have a card's shape. What is printed on a card leaves more of it over.
HALF, APART = (0.42, 0.55), 0.05


@dataclass(frozen=True, slots=True)
class Taken:
    """A card face fit for the album, or what is wrong with the photo."""

    face: Image | None
    fault: str | None
    """One sentence for the person with the camera; None when the face was taken."""
    shape: float | None = None
    """Short side over long side of the card, where one was seen on a table."""

    def is_odd(self, usual: float | None) -> bool:
        """Whether that is another one than the box's cards usually have: a side of it may have been overlooked."""
        return self.shape is not None and usual is not None and _is_odd(self.shape, usual)


def usual_shape(taken: Sequence[Taken]) -> float | None:
    """What the cards of one box have; None where too few were taken."""
    shapes = [one.shape for one in taken if one.face is not None and one.shape is not None]
    return float(np.median(shapes)) if len(shapes) >= BOX else None


def take(photo: Image, usual: float | None = None) -> Taken:
    """The one card in `photo`, its top towards the photo's top. The `usual` shape of the box's cards, if it is known,
    tells of a side that is hardly seen."""
    seen = OneCard(photo)
    card = seen.outline(usual)
    h, w = photo.shape[:2]
    if _is_card_itself(photo, card):
        whole = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
        return _checked(photo, whole if w <= h else np.roll(whole, -1, axis=0))
    if card is not None and shape_of(card.corners, (w, h)) > SHAPE[1]:
        card = seen.longer(card) or card
    if card is not None and usual is not None and _is_odd(shape := shape_of(card.corners, (w, h)), usual):
        card = seen.wider(card, usual / shape) or card
    if card is None:
        return Taken(None, "No whole card can be seen: lay one card on a plain table and keep its edges in view.")
    if seen.is_one_of_several(card) or _are_several([other.corners for other in find_outlines(photo)], card.corners):
        return Taken(None, "More than one card can be seen: photograph one card at a time.")
    corners = card.corners
    margin = BORDER * max(h, w) / 1000
    if float(corners.min()) < margin or float((np.array([w, h]) - corners).min()) < margin:
        return Taken(None, "The card is cut off at the edge of the photo: move back a little.")
    shape = shape_of(corners, (w, h))
    if not SHAPE[0] <= shape <= SHAPE[1]:
        return Taken(
            None, "What can be seen has not the shape of a card: lay one card on a plain table, nothing else.", shape
        )
    if float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min()) < NARROWEST:
        return Taken(None, "The card is too small in the photo: move nearer.")
    return replace(_checked(photo, upright(corners)), shape=shape)


def _is_odd(shape: float, usual: float) -> bool:
    return abs(shape / usual - 1) > ODD


def upright(corners: Floats) -> Corners:
    """Corners from the card's top left, taking the short side nearer the photo's top as the card's top."""
    top, bottom = corners[:2, 1].mean(), corners[2:, 1].mean()
    return np.asarray(corners if top <= bottom else np.roll(corners, 2, axis=0), np.float32)


def _are_several(others: list[Floats], card: Floats) -> bool:
    """Whether another card lies beside this one, or this is two cards side by side."""
    halves = [other for other in others if HALF[0] < area_of(other) / area_of(card) < HALF[1]]
    two = any(overlap(one, other) < APART for k, one in enumerate(halves) for other in halves[:k])
    return two or any(_beside(other, card) for other in others)


def _beside(other: Floats, card: Floats) -> bool:
    """Whether another outline is a card of its own, not something printed on this one."""
    a, b = other.astype(np.float32), card.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    return bool(shared < 0.5 * cv2.contourArea(a) and cv2.contourArea(a) > ANOTHER * cv2.contourArea(b))


def _is_card_itself(photo: Image, card: Outline | None) -> bool:
    """Whether the photo is a scan of nothing but the card: it has a card's shape, and no card lies about in it."""
    h, w = photo.shape[:2]
    if not SCAN[0] <= min(w, h) / max(w, h) <= SCAN[1]:
        return False
    if card is None:
        return True
    along = np.roll(card.corners, -1, axis=0) - card.corners
    lean = np.degrees(np.arctan2(along[:, 1], along[:, 0]))
    straight = bool(np.abs((lean + 45) % 90 - 45).max() < STRAIGHT)
    low, high = card.corners.min(axis=0), np.array([w, h]) - 1 - card.corners.max(axis=0)
    rims = np.concatenate([low, high]) / min(w, h)
    if straight and rims.max() < RIM and np.ptp(rims) < EVEN:
        return True
    # A card on a table has the table round it, which is plainer than print.
    return straight and not _plain_around(photo, card.corners)


def _plain_around(photo: Image, corners: Floats) -> bool:
    scale = 200 / max(photo.shape[:2])
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    around = np.full(small.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(around, np.rint(corners * scale).astype(np.int32), 0)
    around = cv2.erode(around, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_REPLICATE)
    if not around.any():
        return False
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    return bool(lab[around > 0].std(axis=0).max() < PLAIN)


# Levels by which a plain table varies, shadows and grain included; print varies more.
PLAIN = 22.0


def _checked(photo: Image, corners: Corners) -> Taken:
    face = flatten(photo, corners)
    if sharpness(face) < SHARP:
        return Taken(None, "The photo is blurred: hold the camera still and let it focus.")
    if glare(face) > GLARE:
        return Taken(None, "A lamp is mirrored in the card: tilt the card or the lamp a little.")
    return Taken(face, None)


def sharpness(face: Image) -> float:
    """How steep the steepest edges are: share of the card's whole contrast that one pixel spans."""
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    slope = cv2.magnitude(
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.125)
    )
    low, high = np.percentile(grey, (2, 98))
    return float(np.percentile(slope, 99) / max(high - low, 8.0))


def glare(face: Image) -> float:
    """Share of the face that is burnt out with a halo round it; printed white has none."""
    burnt = (face.min(axis=2) >= BURNT).astype(np.uint8)
    burnt = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)
    if float(np.median(grey[[2, 3, -4, -3]])) >= BURNT:
        return 0.0  # printed on pure white
    count, labels, stats, _ = cv2.connectedComponentsWithStats(burnt)
    hidden = 0
    for i in range(1, count):
        spot = (labels == i).astype(np.uint8)
        ring = cv2.dilate(spot, np.ones((7, 7), np.uint8)) - cv2.dilate(spot, np.ones((3, 3), np.uint8))
        if float(np.median(grey[ring > 0])) >= HALO:
            hidden += int(stats[i, 4])
    return hidden / burnt.size
