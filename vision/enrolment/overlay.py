"""Lays one picture of a card over another that was cut askew."""

import cv2
import numpy as np

from vision.enrolment.planes import quarter
from vision.images import Floats

# How soft pictures are when one is laid over another, pixels: it finds its place from a few pixels off.
SOFT = 2.0
# How often, or until what gain, it is moved: a few times first, which tells another card, then until it lies there.
FIRST = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 5, 1e-3)
UNTIL = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 20, 1e-3)
# How well pictures agree at the least after the first few moves, and in the end: what agrees less is another card.
HOPEFUL, LAID = 0.5, 0.75
# So soft a picture loses little at a quarter of its size, where it costs a sixteenth: from there to its pixels.
FROM_QUARTER = np.array([[4, 0, 1.5], [0, 4, 1.5], [0, 0, 1.0]])


# What lies nearly right already is moved by fractions of a pixel at half its size, where ends of print are still sharp;
# its outermost pixels may be table.
CLOSELY = (cv2.TERM_CRITERIA_COUNT + cv2.TERM_CRITERIA_EPS, 12, 1e-4)
FROM_HALF = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
RIM = 4


def closely(one: Floats, other: Floats) -> Floats:
    """The other picture, all its planes, laid over the one to a fraction of a pixel; as it is where that fails."""
    here, there = (
        cv2.resize(shade[..., 0], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for shade in (one, other)
    )
    inside = np.zeros(there.shape, np.uint8)
    inside[RIM:-RIM, RIM:-RIM] = 255
    try:
        _, warp = cv2.findTransformECC(
            here, there, np.eye(3, dtype=np.float32), cv2.MOTION_HOMOGRAPHY, CLOSELY, inside, 3
        )
    except cv2.error:
        return other
    warp = FROM_HALF @ warp @ np.linalg.inv(FROM_HALF)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(other, warp, one.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)


def overlay(one: Floats, other: Floats) -> Floats | None:
    """The homography from one shade to the other with the highest correlation (Evangelidis and Psarakis); None where
    they never agree."""
    here, there = (quarter(cv2.GaussianBlur(shade, (0, 0), SOFT)) for shade in (one, other))
    warp: Floats = np.eye(3, dtype=np.float32)
    everywhere = np.full(there.shape, 255, np.uint8)
    try:
        for until, least in ((FIRST, HOPEFUL), (UNTIL, LAID)):
            alike, warp = cv2.findTransformECC(here, there, warp, cv2.MOTION_HOMOGRAPHY, until, everywhere, 1)
            if alike < least:
                return None
    except cv2.error:  # no overlap is left, or it does not settle
        return None
    return np.asarray(FROM_QUARTER @ warp @ np.linalg.inv(FROM_QUARTER))
