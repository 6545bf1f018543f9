"""Reads plain pip dice of any colour, touching or with side faces in view.

Each die that was found is judged by a small network that saw many dice, and in doubt also by measuring how well the six
patterns fit. The two err on different dice; together they are right more often than either.
"""

from pathlib import Path

import cv2
import numpy as np

from vision.crop import crop
from vision.dice.pip_patterns import pattern_fits
from vision.dice.places import Places, Spot
from vision.images import Floats, Image
from vision.network import Network
from vision.observation import Die

GLANCE = [(0.95, turn * np.pi / 2) for turn in range(4)]
LOOKS = [(grow, (turn + 0.5) * np.pi / 2) for grow in (0.8, 1.0) for turn in range(4)]
"""How much wider than the die, and how far turned, the network looks: from four sides, in doubt from eight more. Its
answers are averaged as logarithms. The finder takes dice for 5 % larger than they are, hence 0.95."""
LEAST = 1e-3
"""Chance below which a look says no more: one odd look must not outvote the rest."""
CLEAR = 0.8
"""Chance, after a glance, from which there is no doubt that it is no die, or how many pips it shows."""
WEIGHT = 0.45
"""Of a pattern's fit beside the logarithm of the network's chance."""
MEASURED = 0.9
"""Of the size that the finder gives, at which patterns fit best."""
LIKELY, DOUBTED, ONE_PIP = 0.65, 0.75, 0.8
"""Chance, by both networks together, from which it is a pip die at all; where its number is in doubt; and where it
would show a single pip: one spot in the middle is on many things, from a clasp to an ace."""
FITS = 3.5
"""The least that the best pattern must fit. Pictures on cards that look like dice have spots, but seldom in order."""
SURE = 0.5
"""Below this a die may be there, but its number is a guess."""
MOST = 60
"""Spots judged in one frame, likeliest first: a picture full of them must not stop the clock."""


class PipDice:
    """Callable: BGR or grey frame to the pip dice in it. One instance a thread."""

    def __init__(self, sure: float = SURE, weights: Path | None = None) -> None:
        self._sure = sure
        self._places = Places(weights)
        self._faces = Network("pip_faces.onnx", weights)

    def __call__(self, frame: Image) -> list[Die]:
        """The dice whose number is sure, from the left."""
        if frame.ndim == 2:
            frame = cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        dice = []
        for spot in self._places(frame)[:MOST]:
            chances = self._chances(frame, spot)
            best = int(chances.argmax())
            if chances[best] >= self._sure:
                dice.append(Die(str(best + 1), (spot.x, spot.y), float(chances[best])))
        return sorted(dice, key=lambda die: die.centre)

    def _chances(self, frame: Image, spot: Spot) -> Floats:
        """Of one to six pips; all zero for what is no pip die."""
        logs = self._looked(frame, spot, GLANCE)
        seen = _shares(logs)
        if seen[0] > CLEAR:
            return np.zeros(6)
        if seen[1:].max() > CLEAR:
            return np.asarray(seen[1:] if _likely(spot, seen[0], seen[1:], LIKELY) else np.zeros(6))
        logs = (logs + 2 * self._looked(frame, spot, LOOKS)) / 3
        none = float(_shares(logs)[0])
        if spot.chance * (1 - none) < DOUBTED:
            return np.zeros(6)
        fits = pattern_fits(frame, spot.x, spot.y, MEASURED * spot.size)
        joint = _shares(logs[1:] + WEIGHT * fits)
        return joint if fits.max() >= FITS and _likely(spot, none, joint, DOUBTED) else np.zeros(6)

    def _looked(self, frame: Image, spot: Spot, looks: list[tuple[float, float]]) -> Floats:
        """Logarithms of the chances that it is no die, or one to six pips."""
        crops = np.stack([crop(frame, spot.x, spot.y, spot.size * grow, turn=turn) for grow, turn in looks])
        return np.asarray(np.log(np.maximum(self._faces(crops.transpose(0, 3, 1, 2)), LEAST)).mean(axis=0))


def _shares(logs: Floats) -> Floats:
    """Chances that sum to one."""
    return np.asarray(np.exp(logs - np.logaddexp.reduce(logs)))


def _likely(spot: Spot, none: float, pips: Floats, least: float) -> bool:
    """Whether it is a die that shows so many pips, `none` being the chance that it is none."""
    return spot.chance * (1 - none) >= (least if pips.argmax() > 0 else ONE_PIP)
