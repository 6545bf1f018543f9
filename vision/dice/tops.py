"""Tells a die's top from its sides, and both from coins, letters and badges, by what lies round the disc.

A small network sees the disc with the table about it: from a slant a side has its top above it and a top its sides
below. Which way is up, a camera held askew does not say, but it is the same for all discs of a picture: the network
looks at them in eight ways, and that way counts for more in which it is surer, agrees better with a second network,
which learnt to do without, and in which all outlines are those of tops on one table and of sides upright on it. Both
were trained on rendered tables (see `assets/vision/README.md`).
"""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import cv2
import numpy as np

from vision.crop import crop
from vision.dice.discs import Disc
from vision.dice.slant import TURNS, fits
from vision.images import Floats, Image
from vision.network import Network

NONE, SIDE, TOP = range(3)
"""The networks' classes."""
AROUND = 2.6
"""What the networks are shown as if it were a die's size, in the disc's long diameters."""
SURE = 0.9
"""Chance of a top below which a disc is left alone, however clear its figure: tops in bad light have more; figures
printed in dark circles, and sides that another die hides in part, have seldom so much."""
POSSIBLE = 0.4
"""Chance of a top, by the second network, without which it is none: a badge that lies flat is one by everything else.
Of a thousand tops that were read two had less."""
RATHER = ((0.7, 0.8), (0.5, 0.95))
"""Chance that will do where the second network, by itself, finds it so likely."""
PERHAPS = 0.99, 0.15
"""Chances of a top by both and by the second network alone that will do where the figure is one that only dice have."""
NO_DIE = 0.9
"""Chance of no die, by the second network, from which a disc is left alone: most print, which would be looked at eight
times and says nothing about the camera."""
WAYS = 8
"""In which a camera may be held, an eighth of a turn from one to the next, the usual one first."""
USUAL = 1.0
"""By how much that one is likelier, as a logarithm: upright and upside down, two dice alone may look much alike."""
SURER = 2.0
"""What the logarithm of the first network's chances counts beside how far both networks agree."""
LEAST = 1e-3
"""Chance that both say the same below which they do not disagree more: one odd disc must not outvote the rest."""
PLAIN = 0.1
"""How far below 0 the sum of these logarithms may be for a disc, on an average, in a way that is taken without a look
at the others: whichever of them came to as much would agree with the second network, and so say the same."""
BESIDE = 1.3
"""Long diameters within which a top is beside another one."""


class Judged(NamedTuple):
    """A disc that may be on a die."""

    disc: Disc
    side: float
    """Chance that it is on a side of the die, and on its top."""
    top: float
    alone: float
    """Chance of a top by the second network alone."""

    @property
    def is_top(self) -> bool:
        """Whether that is sure enough."""
        rather = any(self.top >= chance and self.alone >= agreed for chance, agreed in RATHER)
        return rather or (self.top >= SURE and self.alone >= POSSIBLE)

    @property
    def may_be_top(self) -> bool:
        """Whether it is sure enough for a figure that only dice have."""
        return self.is_top or (self.top >= PERHAPS[0] and self.alone >= PERHAPS[1])

    @property
    def chance(self) -> float:
        """Chance of a top by both: half-way between their odds, as logarithms."""
        odds = sqrt(self.top * self.alone / max((1 - self.top) * (1 - self.alone), 1e-9))  # a network may say just 1
        return odds / (1 + odds)


class Tops:
    """Callable: BGR or grey frame and discs in it to those that may be on a die. One instance a thread."""

    def __init__(self) -> None:
        self._network = Network("landing_tops.onnx")
        self._turned = Network("landing_turned.onnx")

    def __call__(self, frame: Image, discs: Sequence[Disc]) -> list[Judged]:
        if not discs:
            return []
        colour = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        views = _views(colour, discs, 0.0)
        turned = self._turned(views)
        likely = turned[:, NONE] < NO_DIE
        dice = [disc for disc, one in zip(discs, likely, strict=True) if one]
        if not dice:
            return []
        chances = self._held(colour, dice, views[likely], turned[likely])
        alone = turned[likely, TOP]
        return [
            Judged(disc, float(one[SIDE]), float(one[TOP]), float(by_itself))
            for disc, one, by_itself in zip(dice, chances, alone, strict=True)
        ]

    def on_dice(self, frame: Image, discs: Sequence[Disc]) -> list[Disc]:
        """Those of these discs that may be on a die at all."""
        if not discs:
            return []
        colour = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        likely = self._turned(_views(colour, discs, 0.0))[:, NONE] < NO_DIE
        return [disc for disc, one in zip(discs, likely, strict=True) if one]

    def _held(self, colour: Image, dice: Sequence[Disc], views: Floats, turned: Floats) -> Floats:
        """The chances of each disc, by all ways in which the camera may have been held; of the usual one alone if that
        leaves no doubt."""
        usual = self._network(views)
        if _score(usual, turned) > -PLAIN * len(dice):
            return usual
        slanting = _views(colour, dice, np.pi / 4)
        others = [
            np.rot90(seen, -(way // 2), axes=(2, 3)) for way in range(1, WAYS) for seen in [(views, slanting)[way % 2]]
        ]
        said = np.concatenate([usual, self._network(np.concatenate(others))]).reshape(WAYS, len(dice), -1)
        return _weighed(said, _score(said, turned), fits(dice, colour.shape))


def _views(colour: Image, discs: Sequence[Disc], turn: float) -> Floats:
    """Each disc with what lies round it, by a camera held at that turn."""
    views = [crop(colour, disc.x, disc.y, AROUND * disc.major, turn=turn) for disc in discs]
    return np.stack(views).transpose(0, 3, 1, 2)


def _score(said: Floats, turned: Floats) -> Floats:
    """How much speaks for a way, as a logarithm: how sure the first network is of each disc then, and how far it agrees
    with the second."""
    agree = np.log((said * turned).sum(axis=-1) + LEAST)
    return np.asarray((SURER * np.log(said.max(axis=-1)) + agree).sum(axis=-1))


def _weighed(said: Floats, score: Floats, fit: Floats) -> Floats:
    """The chances of each disc, by what the first network says of it in each way, how much speaks for that way, and how
    well the outlines fit, by turns and leans of the camera."""
    usual = score + USUAL * (np.arange(WAYS) == 0)
    joint = _between(said)[:, None] * fit
    chance = joint.sum(axis=-1, keepdims=True)
    held = _between(usual)[:, None] + np.log(chance[..., 0]).sum(axis=-1)
    weight = np.exp(held - held.max())
    return np.asarray(np.tensordot(weight / weight.sum(), joint / chance, 2))


def _between(ways: Floats) -> Floats:
    """For each turn of the camera, what is between the two ways that are nearest."""
    steps = TURNS // WAYS
    following = np.roll(ways, -1, axis=0)
    mixed = [(1 - step / steps) * ways + step / steps * following for step in range(steps)]
    return np.stack(mixed, axis=1).reshape(TURNS, *ways.shape[1:])


def beside(disc: Disc, other: Disc) -> bool:
    """Whether the two are on one die, or on two that touch."""
    return bool(np.hypot(disc.x - other.x, disc.y - other.y) < BESIDE * max(disc.major, other.major))
