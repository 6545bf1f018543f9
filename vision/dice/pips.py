"""Reads plain pip dice of any colour, touching or with side faces in view.

Each die that was found is judged twice: by a small network that saw many rendered dice, and by measuring how well the
six patterns fit. The two err on different dice; together they are right more often than either.
"""

import cv2
import numpy as np

from vision.dice.pip_patterns import pattern_fits
from vision.dice.places import Places, Spot, crop
from vision.images import Floats, Image
from vision.network import Network
from vision.observation import Die

LOOKS = [(grow, turn * np.pi / 2) for grow in (0.88, 1.0, 1.12) for turn in range(4)]
"""The network looks at each die nearer and farther and from four sides; its answers are averaged as logarithms."""
LEAST = 1e-3
"""Chance below which a look says no more: one odd look must not outvote the rest."""
WEIGHT = 0.8
"""Of a pattern's fit beside the logarithm of the network's chance."""
LIKELY = 0.5
"""Chance, by both networks together, that it is a pip die at all."""
FITS = 4.5
"""The least that the best pattern must fit. Pictures on cards that look like dice have spots, but seldom in order."""
SURE = 0.5
"""Below this a die may be there, but its number is a guess."""


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
        dice = []
        for spot in self._places(frame):
            chances = self._chances(frame, spot)
            best = int(chances.argmax())
            if chances[best] >= self._sure:
                dice.append(Die(str(best + 1), (spot.x, spot.y), float(chances[best])))
        return sorted(dice, key=lambda die: die.centre)

    def _chances(self, frame: Image, spot: Spot) -> Floats:
        """Of one to six pips; all zero for what is no pip die."""
        crops = np.stack([crop(frame, spot.x, spot.y, spot.size * grow, turn=turn) for grow, turn in LOOKS])
        logs = np.log(np.maximum(self._faces(crops.transpose(0, 3, 1, 2)), LEAST)).mean(axis=0)
        if spot.chance * (1 - np.exp(logs[0]) / np.exp(logs).sum()) < LIKELY:
            return np.zeros(6)
        fits = pattern_fits(frame, spot.x, spot.y, spot.size)
        if fits.max() < FITS:
            return np.zeros(6)
        joint = logs[1:] + WEIGHT * fits
        joint = np.exp(joint - joint.max())
        return np.asarray(joint / joint.sum())
