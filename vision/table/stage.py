"""A synthetic table that changes thing by thing, rendered quickly: what lies still is painted and lit once."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.images import Image
from vision.table.camera import Camera
from vision.table.light import Light, fall
from vision.table.scene import Thing, ground, lay

TOPS = 4
"""Pieces of wood or cloth; another one takes a second to grow."""
NOISES = 5
"""Frames of sensor noise that are drawn at random again and again: no two frames in a row are alike."""


KEPT = 16
"""Things on top of which the table is kept as it was before them: hands, fans and the last cards come and go."""


class Stage:
    """Also a grabber: `vision.sources` can run it like a camera."""

    name = "The synthetic table"
    live = True

    def __init__(self, camera: Camera, light: Light, seed: int, top: str = "wood") -> None:
        self.camera = camera
        self._light = light
        self._random = np.random.default_rng(seed)
        self._bare = ground(top, seed % TOPS, camera)
        self._gain, spot = fall(camera.width, camera.height, light, self._random)
        self._spot = np.repeat(spot, 3, axis=2).astype(np.uint8)
        self._noise = [self._draw_noise() for _ in range(NOISES)]
        self._things: tuple[Thing, ...] = ()
        self._canvas = self._bare
        self._painted: dict[int, Image] = {0: self._bare}
        """The table after so many things: what lies beneath a change is not painted again."""
        self._owner = np.zeros(self._bare.shape[:2], np.uint16)
        self._lit: Image | None = None
        self._turn = 0

    def show(self, things: Sequence[Thing]) -> None:
        """All that lies there now, lowest first."""
        new = tuple(things)
        pairs = zip(new, self._things, strict=False)
        same = next((k for k, (one, other) in enumerate(pairs) if one is not other and one != other), None)
        same = min(len(new), len(self._things)) if same is None else same
        if self._lit is not None and same == len(new) == len(self._things):
            return
        known = max(number for number in self._painted if number <= same)
        self._painted = {number: canvas for number, canvas in self._painted.items() if number <= known}
        canvas = self._painted[known].copy()
        density = min(24.0, 1.6 * self.camera.width / self.camera.across)
        for number, thing in enumerate(new[known:], start=known + 1):
            lay(canvas, self._owner, 1, thing, self.camera, density)
            self._painted[number] = canvas.copy()
        self._painted = {number: kept for number, kept in self._painted.items() if not 0 < number <= len(new) - KEPT}
        self._canvas, self._things, self._lit = canvas, new, None

    def frame(self) -> Image:
        """What the camera delivers at this moment."""
        if self._lit is None:
            # Bytes times floats in one call cost twenty times as much.
            dimmed = cv2.convertScaleAbs(cv2.multiply(self._canvas.astype(np.float32), self._gain))
            lit = cv2.add(dimmed, self._spot)
            self._lit = cv2.GaussianBlur(lit, (0, 0), self._light.blur) if self._light.blur else lit
        self._turn = (self._turn + 1 + int(self._random.integers(NOISES - 1))) % NOISES
        more, less = self._noise[self._turn]
        return cv2.subtract(cv2.add(self._lit, more), less)

    def _draw_noise(self) -> tuple[Image, Image]:
        shape = (*self._bare.shape[:2], 1)
        noise = np.repeat(np.rint(self._random.normal(0, self._light.noise, shape)), 3, axis=2)
        return np.clip(noise, 0, 255).astype(np.uint8), np.clip(-noise, 0, 255).astype(np.uint8)

    # ---------------------------------------------------------------- as a grabber

    def open(self) -> None:
        """Nothing to open."""

    def grab(self) -> Image:
        return self.frame()

    def close(self) -> None:
        """Nothing to close."""
