"""A pinhole camera over a table, and what spoils its pictures: shared by the renderers beside it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Light:
    """How a picture is spoilt. Widths in pixels, `jpeg` is the quality, the rest are shares of full white."""

    blur: float = 0.8
    motion: float = 0.0
    noise: float = 0.012
    glare: float = 0.0
    uneven: float = 0.15
    jpeg: int = 85


TYPICAL = Light()
HARD = Light(blur=1.2, motion=3.0, noise=0.025, glare=0.5, uneven=0.3, jpeg=65)


class Camera:
    """Looks at the table's origin from `distance` mm, `tilt` degrees off the vertical, turned by `turn` degrees.

    Table coordinates are millimetres: x to the right, y towards the viewer, z up.
    """

    def __init__(self, size: tuple[int, int], across: float, tilt: float = 20.0, turn: float = 0.0) -> None:
        self.size = size
        field = np.deg2rad(65.0)
        self._focal = size[0] / 2 / np.tan(field / 2)
        distance = across / 2 / np.tan(field / 2)
        a, t = np.deg2rad(tilt), np.deg2rad(turn)
        spin = np.array([[np.cos(t), -np.sin(t), 0], [np.sin(t), np.cos(t), 0], [0, 0, 1]])
        # Right, down and forward of the picture; the table's axes are left-handed (y comes towards the viewer).
        axes = [[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, -np.sin(a), -np.cos(a)]]
        self._axes = np.array(axes) @ spin
        self._place = -self._axes[2] * distance

    def pixels(self, points: Floats) -> Floats:
        """Where table points (n × 3, or n × 2 on the table itself) appear."""
        points = np.asarray(points, float)
        if points.shape[1] == 2:
            points = np.hstack([points, np.zeros((len(points), 1))])
        seen = (points - self._place) @ self._axes.T
        return seen[:, :2] / seen[:, 2:] * self._focal + np.array(self.size) / 2

    def towards(self, point: Floats) -> Floats:
        """From a table point to the camera, unit length."""
        line = self._place - point
        return np.asarray(line / np.linalg.norm(line))


def table_top(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """Cloth, wood or paper: coarse and fine noise, at times stretched into grain."""
    w, h = size
    base = rng.uniform(30, 225) + rng.normal(0, 18, 3)
    top = np.zeros((h, w, 3), np.float32) + base.astype(np.float32)
    grain = rng.choice([1.0, 12.0])
    for scale, strength in ((1.0, 4.0), (6.0, 5.0), (40.0, 9.0)):
        coarse = rng.normal(0, 1, (int(h / scale * 1.2) + 2, int(w / scale / grain * 1.2) + 2)).astype(np.float32)
        top += (cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC) * rng.uniform(0.2, 1) * strength)[..., None]
    return np.clip(top, 0, 255).astype(np.uint8)


def spread_out(cloth: Image, camera: Camera, dots: float = 3.0) -> Image:
    """A cloth, `dots` pixels a millimetre, that covers the table under the camera."""
    h, w = cloth.shape[:2]
    rim = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)
    there = camera.pixels((rim - (w / 2, h / 2)) / dots) - 0.5
    fine = 2
    matrix = cv2.getPerspectiveTransform(
        (rim - 0.5).astype(np.float32), ((there + 0.5) * fine - 0.5).astype(np.float32)
    )
    size = (camera.size[0] * fine, camera.size[1] * fine)
    seen = cv2.warpPerspective(cloth, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(cv2.resize(seen, camera.size, interpolation=cv2.INTER_AREA), np.uint8)


def paste(frame: Image, picture: Image, corners: Floats, alpha: NDArray[np.float32] | None = None) -> None:
    """Lay `picture` into the quadrilateral `corners` (clockwise from its top left), in place."""
    h, w = picture.shape[:2]
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 3, (frame.shape[1], frame.shape[0]))
    if (high <= low).any():
        return
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    # Three times too large, then averaged: a warp alone would leave stairs that no lens makes.
    fine = 3
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    target = ((corners - low + 0.5) * fine - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    cover = np.ones((h, w), np.float32) if alpha is None else alpha
    big = (size[0] * fine, size[1] * fine)
    warped = cv2.warpPerspective(picture, matrix, big, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpPerspective(cover, matrix, big, flags=cv2.INTER_LINEAR)
    warped = cv2.resize(warped, size, interpolation=cv2.INTER_AREA)
    share = cv2.resize(share, size, interpolation=cv2.INTER_AREA)[..., None]
    part = frame[low[1] : high[1], low[0] : high[0]]
    part[:] = (part * (1 - share) + warped * share + 0.5).astype(np.uint8)


def spoil(frame: Image, light: Light, rng: np.random.Generator) -> Image:
    """The picture as a cheap camera in a living room would give it."""
    h, w = frame.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    a = rng.uniform(0, 2 * np.pi)
    out = frame.astype(np.float32) * (1 + light.uneven * (np.cos(a) * x + np.sin(a) * y))[..., None]
    if light.glare:
        gx, gy = rng.uniform(-0.8, 0.8, 2)
        spot = np.exp(-(((x - gx) / 0.25) ** 2 + ((y - gy) / 0.35) ** 2))
        out += (255 * light.glare * spot)[..., None]
    if light.motion > 0:
        reach = int(np.ceil(light.motion)) * 2 + 1
        kernel = np.zeros((reach, reach), np.float32)
        a = rng.uniform(0, np.pi)
        step = np.array([np.cos(a), np.sin(a)]) * light.motion / 2
        middle = reach // 2
        ends = [tuple(round(float(v) * 16) for v in middle + sign * step) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, shift=4)
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    if light.blur > 0:
        out = cv2.GaussianBlur(out, (0, 0), light.blur)
    out += rng.normal(0, 255 * light.noise, out.shape).astype(np.float32)
    sharp = np.clip(out, 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", sharp, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])[1], cv2.IMREAD_COLOR)
