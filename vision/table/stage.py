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
        self._canvas = self._bare.copy()
        self._owner = np.zeros(self._bare.shape[:2], np.uint16)
        self._lit: Image | None = None
        self._turn = 0

    def show(self, things: Sequence[Thing]) -> None:
        """All that lies there now, lowest first."""
        new = tuple(things)
        known = len(self._things)
        if new[:known] != self._things:
            self._canvas, known = self._bare.copy(), 0
        density = min(24.0, 1.6 * self.camera.width / self.camera.across)
        for thing in new[known:]:
            lay(self._canvas, self._owner, 1, thing, self.camera, density)
        if known < len(new) or known < len(self._things) or not known:
            self._lit = None
        self._things = new

    def frame(self) -> Image:
        """What the camera delivers at this moment."""
        if self._lit is None:
            lit = cv2.add(cv2.multiply(self._canvas, self._gain, dtype=cv2.CV_8U), self._spot)
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
