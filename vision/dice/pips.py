"""Reads plain pip dice of any colour, touching or with side faces in view."""

import cv2
import numpy as np

from vision.dice.places import Places, crop
from vision.images import Image
from vision.network import Network
from vision.observation import Die

SURE = 0.5
"""Below this a die may be there, but its number is a guess."""
LOOKS = ((0.94, False), (0.94, True), (1.06, False), (1.06, True))
"""Each die is looked at a little nearer and farther, also mirrored, and the answers are averaged."""


class PipDice:
    """Callable: BGR or grey frame to the pip dice in it. One instance a thread."""

    def __init__(self, sure: float = SURE) -> None:
        self._sure = sure
        self._places = Places()
        self._faces = Network("pip_faces.onnx")

    def __call__(self, frame: Image) -> list[Die]:
        """The dice whose number is sure, from the left."""
        if frame.ndim == 2:
            frame = cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        spots = self._places(frame)
        if not spots:
            return []
        crops = [crop(frame, spot.x, spot.y, spot.size * grow, flip) for spot in spots for grow, flip in LOOKS]
        votes = self._faces(np.stack(crops).transpose(0, 3, 1, 2)).reshape(len(spots), len(LOOKS), -1).mean(axis=1)
        dice = []
        for spot, vote in zip(spots, votes, strict=True):
            pips = int(vote.argmax())  # 0 is something else
            if pips and vote[pips] >= self._sure:
                dice.append(Die(str(pips), (spot.x, spot.y), float(vote[pips])))
        return sorted(dice, key=lambda die: die.centre)
