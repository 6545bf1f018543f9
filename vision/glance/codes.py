"""Where a code that anybody printed may lie: patches as busy as one."""

import cv2
import numpy as np

from vision.glance import Small, boxes
from vision.images import Box, Image, block, halved
from vision.markers.search import dense

PATCH = 11
"""Pixels of a busy patch, at half the size in which a code can be read: 21 modules have as many, even blurred. Grain,
weave and noise are busy in lines and specks."""
SMALL_PATCH = 7
"""The same for a glance at half the small copy: a code of 13 mm on a table 600 mm wide."""
LEAST = 60
"""Pixels of the shorter side up to which a picture is reduced further."""
ALL_OF_IT = 400
"""Pixels. A picture no larger is looked at whole: faint codes are not busy enough, and it takes little time."""
GRAIN = 0.5
"""How much less busy a code may be in one direction than in the other: smeared ones reach 0.65, grain of wood 0.35."""


def busy_places(small: Small) -> list[Box]:
    """Where a code may lie that is not on a card: as busy as one in the small copy, with room round it."""
    busy = cv2.bitwise_and(dense(cv2.cvtColor(small.half.colour, cv2.COLOR_BGR2GRAY)), small.half.free)
    cores = cv2.erode(busy, block(SMALL_PATCH))
    if not cv2.hasNonZero(cores):
        return []
    found = 2 * boxes(cv2.dilate(cores, block(3 * SMALL_PATCH)))
    return [(int(x), int(y), int(x + wide), int(y + high)) for x, y, wide, high in found]


def code_places(grey: Image) -> list[Box]:
    """Where the picture, in full or reduced, is as busy as a code over as wide a patch: with room for a quiet zone."""
    if max(grey.shape) <= ALL_OF_IT:
        return [(0, 0, grey.shape[1], grey.shape[0])]
    around = np.zeros((-(-grey.shape[0] // 8), -(-grey.shape[1] // 8)), np.uint8)
    small, scale = grey, 1
    while min(small.shape) >= LEAST:
        small, scale = halved(small), scale * 2
        cores = cv2.erode(dense(small), block(PATCH))
        if cv2.hasNonZero(cores):
            for x, y, wide, high in scale * boxes(cores):
                room = PATCH * scale + max(wide, high) // 4
                corners = np.array([[x - room, y - room], [x + wide + room, y + high + room]]) // 8
                cv2.rectangle(around, corners[0].tolist(), corners[1].tolist(), 255, -1)
    places = [(int(x), int(y), int(x + wide), int(y + high)) for x, y, wide, high in 8 * boxes(around)]
    return [box for box in places if _crossed(grey[box[1] : box[3], box[0] : box[2]])]


def _crossed(patch: Image) -> bool:
    """Whether it is about as busy down as across; grain is not."""
    small = halved(patch)
    across, down = (
        cv2.mean(cv2.absdiff(*apart))[0] for apart in ((small[:, 2:], small[:, :-2]), (small[2:], small[:-2]))
    )
    return min(across, down) >= GRAIN * max(across, down)
