"""An evening at the synthetic table: hands lay cards down, carry them off and pass by, and the camera looks on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from vision.images import Image
from vision.stickers import Sticker
from vision.table.camera import Camera, Pose
from vision.table.faces import Print
from vision.table.light import Light
from vision.table.scene import LaidCard, LaidHand, LaidTag, Scene, take

REACH_TIME = 0.8
"""Seconds in which a hand comes in, and in which it goes."""
EDGE = 330.0
"""Millimetres from the table's middle to where hands come from."""

LAMP_TIME = 30.0
"""Seconds after which people have shifted: other shadows, other glare."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a hand does at a time: lays a card at a pose, takes it away (no pose), or just passes."""

    at: float
    card: Sticker | None
    pose: Pose | None


class Film:
    """Renders the acts in order."""

    def __init__(
        self,
        acts: list[Act],
        camera: Camera,
        light: Light,
        random: Generator,
        tags: list[LaidTag] | None = None,
        made: Print | None = None,
    ) -> None:
        self._acts = sorted(acts, key=lambda act: act.at)
        self._camera = camera
        self._light = light
        self._random = random
        self._tags = tags or []
        self._made = made or Print()
        self._seed = int(random.integers(1000))

    def frames(self, until: float, rate: float) -> Iterator[tuple[float, Image]]:
        """Time and picture, `rate` a second."""
        for k in range(int(until * rate)):
            yield k / rate, self.frame(k / rate)

    def frame(self, now: float) -> Image:
        """The table at one moment."""
        laid: dict[Sticker, Pose] = {}
        where = Pose()
        hand: LaidHand | None = None
        for act in self._acts:
            where = act.pose or (laid.get(act.card, where) if act.card else Pose(40, -20))
            away = abs(now - act.at) / REACH_TIME
            if away < 1:
                hand = LaidHand(Pose(where.x, where.y + away * (EDGE - where.y) + 60, height=40))
            if act.at <= now and act.card:
                laid.pop(act.card, None)
                if act.pose:
                    laid[act.card] = act.pose
        cards = [
            LaidCard(card, replace(pose, height=0.3 * k), self._made) for k, (card, pose) in enumerate(laid.items())
        ]
        scene = Scene((*self._tags, *cards, *([hand] if hand else [])), "wood", self._seed)
        lamp = np.random.default_rng([self._seed, int(now // LAMP_TIME)])
        return take(scene, self._camera, self._light, self._random, finer=1, lamp=lamp).image
