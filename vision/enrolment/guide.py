"""Guided enrolment: takes a photo of one card, or says in one sentence what to do better."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.enrolment.face import HEIGHT, WIDTH, Corners, flatten
from vision.images import Floats, Image
from vision.outlines import find_outlines

# In a sharp photo the steepest edges span 0.4 of the contrast in one pixel, blurred to two pixels 0.14.
SHARP = 0.16
# Glare is burnt out to full white on a card whose own paper is not. More than this share hides print.
GLARE = 0.03
BURNT = 252
# A card nearer than this to the photo's border may be cut off.
BORDER = 3.0


@dataclass(frozen=True, slots=True)
class Taken:
    """A card face fit for the album, or what is wrong with the photo."""

    face: Image | None
    fault: str | None
    """One sentence for the person with the camera; None when the face was taken."""


def take(photo: Image) -> Taken:
    """The one card in `photo`, its top towards the photo's top."""
    outlines = find_outlines(photo)
    if not outlines:
        if _is_card_itself(photo):
            h, w = photo.shape[:2]
            return _checked(photo, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
        return Taken(None, "No whole card can be seen: lay one card on a plain table and keep its edges in view.")
    if len(outlines) > 1:
        return Taken(None, f"{len(outlines)} cards can be seen: photograph one card at a time.")
    corners = outlines[0].corners
    h, w = photo.shape[:2]
    if float(corners.min()) < BORDER or float((np.array([w, h]) - corners).min()) < BORDER:
        return Taken(None, "The card is cut off at the edge of the photo: move back a little.")
    return _checked(photo, upright(corners))


def upright(corners: Floats) -> Corners:
    """Corners from the card's top left, taking the short side nearer the photo's top as the card's top."""
    top, bottom = corners[:2, 1].mean(), corners[2:, 1].mean()
    return np.asarray(corners if top <= bottom else np.roll(corners, 2, axis=0), np.float32)


def _is_card_itself(photo: Image) -> bool:
    """A scan that is nothing but the card: its proportions within a tenth."""
    h, w = photo.shape[:2]
    return bool(abs(w / h / (WIDTH / HEIGHT) - 1) < 0.1)


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
    """Share of the face that is burnt out; none on a card printed on pure white."""
    burnt = (face.min(axis=2) >= BURNT).astype(np.uint8)
    burnt = cv2.morphologyEx(burnt, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    rim = np.concatenate([face[2:5].reshape(-1, 3), face[-5:-2].reshape(-1, 3)])
    if float(np.median(rim)) >= BURNT:
        return 0.0
    return float(burnt.mean())
