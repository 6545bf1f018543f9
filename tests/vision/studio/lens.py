"""A camera that casts a ray from every pixel onto the table, and a sensor that spoils what the rays saw."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image

FINE = 2  # rays a pixel, each way


@dataclass(frozen=True)
class Shot:
    """How a picture is taken. Blurs in pixels, `noise` in levels, `glare` as a share of full white."""

    tilt: float = 20.0
    across: float = 600.0
    width: int = 1920
    focus: float = 0.7
    motion: float = 0.0
    noise: float = 2.5
    glare: float = 0.0
    jpeg: int = 85


TYPICAL = Shot()
HARD = Shot(tilt=35.0, focus=1.1, motion=3.0, noise=5.0, glare=0.6, jpeg=65)


class Lens:
    """Rays of a camera `across` millimetres wide at the table's origin, bent a little towards the corners."""

    def __init__(self, shot: Shot, rng: np.random.Generator, shape: float = 9 / 16) -> None:
        self.size = (shot.width, round(shot.width * shape))
        self.bend = float(rng.uniform(-0.02, 0.02))
        field = np.radians(rng.uniform(58, 68))
        self.focal = self.size[0] / 2 / np.tan(field / 2)
        away = shot.across / 2 / np.tan(field / 2)
        tilt, turn = np.radians(shot.tilt), np.radians(rng.uniform(-12, 12))
        roll = np.radians(rng.uniform(-3, 3))
        forward = np.array([np.sin(tilt) * np.sin(turn), -np.sin(tilt) * np.cos(turn), -np.cos(tilt)])
        right = np.array([np.cos(turn), np.sin(turn), 0.0])
        down = np.cross(right, forward)  # the table's axes are left-handed: y comes towards the viewer
        self.axes = np.stack(
            [np.cos(roll) * right + np.sin(roll) * down, -np.sin(roll) * right + np.cos(roll) * down, forward]
        )
        self.eye = -forward * away

    def rays(self) -> tuple[Floats, Floats]:
        """The table point that every fine pixel sees (mm, x right, y towards the viewer), and its direction."""
        w, h = self.size[0] * FINE, self.size[1] * FINE
        x = ((np.arange(w, dtype=np.float32) + 0.5) / FINE - self.size[0] / 2) / self.focal
        y = ((np.arange(h, dtype=np.float32) + 0.5) / FINE - self.size[1] / 2) / self.focal
        x, y = np.meshgrid(x, y)
        stretch = 1 + self.bend * (x * x + y * y)
        x, y = x * stretch, y * stretch
        way = x[..., None] * self.axes[0].astype(np.float32) + y[..., None] * self.axes[1].astype(np.float32)
        way += self.axes[2].astype(np.float32)
        reach = -self.eye[2] / way[..., 2]
        return (self.eye[:2].astype(np.float32) + way[..., :2] * reach[..., None]), way

    def pixels(self, points: Floats) -> Floats:
        """Where points (n × 2 on the table, or n × 3) appear, pixel middles at whole numbers."""
        points = np.asarray(points, float)
        if points.shape[1] == 2:
            points = np.hstack([points, np.zeros((len(points), 1))])
        seen = (points - self.eye) @ self.axes.T
        bent = seen[:, :2] / seen[:, 2:]
        flat = bent.copy()
        for _ in range(6):
            flat = bent / (1 + self.bend * (flat**2).sum(1, keepdims=True))
        return flat * self.focal + np.array(self.size) / 2 - 0.5


def linear(image: Image) -> Floats:
    """Printed colour as light."""
    return (image.astype(np.float32) / 255) ** 2.2


def expose(light: Floats, shot: Shot, rng: np.random.Generator) -> Image:
    """The fine picture of light as the camera's file gives it."""
    size = (light.shape[1] // FINE, light.shape[0] // FINE)
    seen = cv2.resize(light, size, interpolation=cv2.INTER_AREA)
    seen = cv2.filter2D(seen, -1, _disc(shot.focus))
    if shot.motion:
        seen = cv2.filter2D(seen, -1, _streak(shot.motion, rng.uniform(0, np.pi)))
    h, w = seen.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    seen = seen * (1 - rng.uniform(0.05, 0.25) * (x * x + y * y) / 2)[..., None]
    seen = seen * (1 + rng.uniform(-0.12, 0.12, 3)).astype(np.float32)  # white balance
    shade = 255 * np.clip(seen, 0, 1) ** (1 / 2.2)
    # Bright light is grainier, in the dark the amplifier is.
    grain = rng.normal(0, 1, shade.shape).astype(np.float32)
    shade += shot.noise * (0.6 + 0.4 * np.sqrt(shade / 255)) * cv2.GaussianBlur(grain, (0, 0), 0.6) * 1.6
    shade += 0.5 * (shade - cv2.GaussianBlur(shade, (0, 0), 1.2))  # every phone sharpens
    picture = np.clip(shade, 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, shot.jpeg])[1], cv2.IMREAD_COLOR)


def _disc(radius: float) -> Floats:
    reach = int(np.ceil(radius)) + 1
    at = np.arange(-reach, reach + 1)
    x, y = np.meshgrid(at, at)
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return (kernel / kernel.sum()).astype(np.float32)


def _streak(length: float, turn: float) -> Floats:
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for t in np.linspace(-length / 2, length / 2, 41):
        x, y = reach + t * np.cos(turn), reach + t * np.sin(turn)
        i, j = int(x), int(y)
        for dx in (0, 1):
            for dy in (0, 1):
                kernel[j + dy, i + dx] += (1 - abs(x - i - dx)) * (1 - abs(y - j - dy))
    return kernel / kernel.sum()
