"""Reads plain pip dice of any colour, touching or with side faces in view.

One small network looks over the frame and says where the middle of a die is and how large it is; a second looks at each
die and counts. Both were trained on rendered dice only (see `assets/vision/README.md`).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image
from vision.network import Network
from vision.observation import Die

STRIDE = 4
"""Pixels from one look of the first network to the next."""
SMALLEST, LARGEST = 15.0, 58.0
"""Pixels that a die covers, as the networks were trained. Larger dice are read in a smaller picture."""
COVERED = 24.0
"""Pixels that the first network calls size 0; each doubling is one more."""
CROP = 48
"""Pixels of the second network's picture."""
FILLED = 0.74
"""Of the crop that the die covers."""
READ_AT = 960
"""Pixels of the longest side. At 600 mm across the frame a 16 mm die covers 30 pixels then."""
DIE = 0.5
"""Chance of a die below which there is none."""
SURE = 0.6
"""Below this a die may be there, but its number is a guess."""
SAME = 0.5
"""Of the mean size: two dice cannot be nearer."""

LOOKS = ((0.94, False), (0.94, True), (1.06, False), (1.06, True))
"""Each die is looked at a little nearer and farther, also mirrored, and the answers are averaged."""


class PipDice:
    """Callable: BGR or grey frame to the pip dice in it. One instance a thread."""

    def __init__(self, sure: float = SURE) -> None:
        self._sure = sure
        self._places = Network("pip_places.onnx")
        self._faces = Network("pip_faces.onnx")

    def __call__(self, frame: Image) -> list[Die]:
        """The dice whose number is sure, from the left."""
        if frame.ndim == 2:
            frame = cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        found = []
        for zoom in _zooms(max(frame.shape[:2])):
            size = (max(32, round(frame.shape[1] / zoom)), max(32, round(frame.shape[0] / zoom)))
            view = frame if zoom == 1 else cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
            found += [_Spot(s.chance, s.x * zoom, s.y * zoom, s.size * zoom) for s in self._spots(view)]
        spots = _distinct(found)
        if not spots:
            return []
        crops = [crop(frame, s.x, s.y, s.size * grow, flip) for s in spots for grow, flip in LOOKS]
        batch = np.stack(crops).transpose(0, 3, 1, 2)
        votes = self._faces(np.ascontiguousarray(batch)).reshape(len(spots), len(LOOKS), -1).mean(axis=1)
        dice = []
        for spot, vote in zip(spots, votes, strict=True):
            best = int(vote[1:].argmax()) + 1
            if vote[best] >= self._sure:
                dice.append(Die(str(best), (spot.x, spot.y), float(vote[best])))
        return sorted(dice, key=lambda die: die.centre)

    def _spots(self, view: Image) -> list["_Spot"]:
        """Where the first network sees dice, every one perhaps several times."""
        said = self._places.raw(prepared(view).transpose(2, 0, 1)[None])[0]
        chance = 1 / (1 + np.exp(-said[0]))
        peaks = (chance >= cv2.dilate(chance, np.ones((3, 3), np.uint8))) & (chance >= DIE)
        return [
            _Spot(
                float(chance[row, column]),
                float(column + said[2, row, column]) * STRIDE + (STRIDE - 1) / 2,
                float(row + said[3, row, column]) * STRIDE + (STRIDE - 1) / 2,
                COVERED * 2 ** float(np.clip(said[1, row, column], -1, 2)),
            )
            for row, column in np.argwhere(peaks)
        ]


@dataclass(frozen=True, slots=True)
class _Spot:
    chance: float
    x: float
    y: float
    size: float
    """Pixels that the die covers, mean of width and height."""


def prepared(view: Image) -> Floats:
    """A picture as the first network takes it, channels last."""
    return np.asarray(view, np.float32) / np.float32(64) - np.float32(2)


def crop(frame: Image, x: float, y: float, size: float, mirrored: bool) -> Floats:
    """The surroundings of one die as the second network takes them, channels last."""
    scale = FILLED * CROP / size
    reach = int(CROP / scale) + 3
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = frame[top : int(y) + reach, left : int(x) + reach]
    if part.size == 0:
        return np.zeros((CROP, CROP, 3), np.float32)
    if scale < 0.7:  # more pixels than the crop: average them first
        part = cv2.GaussianBlur(part, (0, 0), 0.4 / scale)
    across = -scale if mirrored else scale
    middle = (CROP - 1) / 2
    matrix = np.array([[across, 0, middle - across * (x - left)], [0, scale, middle - scale * (y - top)]])
    view = cv2.warpAffine(part, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return (view.astype(np.float32) - np.float32(view.mean())) / np.float32(64)


def _zooms(longest: int) -> list[float]:
    """By how much the frame is reduced for each look; near dice are only found in the smaller pictures."""
    first = max(1.0, longest / READ_AT)
    return [first, first * 2.4] if longest / first / 2.4 > 120 else [first]


def _distinct(found: list[_Spot]) -> list[_Spot]:
    kept: list[_Spot] = []
    for spot in sorted(found, key=lambda spot: -spot.chance):
        if all(np.hypot(spot.x - k.x, spot.y - k.y) > SAME * (spot.size + k.size) / 2 for k in kept):
            kept.append(spot)
    return kept
