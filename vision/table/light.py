"""What light, lens, sensor and JPEG do to a clean picture of the table."""

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import Generator

from vision import images
from vision.images import Image


@dataclass(frozen=True, slots=True)
class Light:
    """One setting of everything that stands between the table and the reader."""

    level: float = 1.0
    """Exposure: 1 leaves paper just short of white."""
    uneven: float = 0.25
    """Share of light lost from the lamp's side to the far side."""
    shadows: int = 1
    """Soft shadows of people and things."""
    shadow_depth: float = 0.3
    """Share of light that a shadow takes."""
    glare: float = 0.25
    """Lamp reflections, as a share of full white at their middle."""
    blur: float = 0.8
    """Standard deviation of the lens's blur, in pixels."""
    motion: float = 0.0
    """Length of motion blur in pixels."""
    noise: float = 3.0
    """Standard deviation of sensor noise, in grey levels."""
    warmth: float = 0.0
    """White balance error: above 0 is yellowish."""
    jpeg: int = 85
    """JPEG quality; 0 leaves the frame as it is."""


TYPICAL = Light()
HARD = Light(
    level=0.9,
    uneven=0.4,
    shadows=2,
    shadow_depth=0.4,
    glare=0.75,
    blur=1.2,
    motion=3.0,
    noise=5.0,
    jpeg=65,
)


def shine(image: Image, light: Light, random: Generator, lamp: Generator | None = None) -> Image:
    """The picture as the camera delivers it. Frames with equal `lamp` differ in noise and motion only."""
    high, wide = image.shape[:2]
    gain, spot = fall(wide, high, light, lamp or random)
    lit: Image = image.astype(np.float32) * gain + spot
    if light.blur:
        lit = cv2.GaussianBlur(lit, (0, 0), light.blur)
    if light.motion > 1:
        lit = cv2.filter2D(lit, -1, _streak(light.motion, random.uniform(0, 180)))
    if light.noise:
        lit += random.normal(0, light.noise, (high, wide, 1)).astype(np.float32)
        lit += cv2.resize(random.normal(0, light.noise / 2, (high // 2, wide // 2, 3)).astype(np.float32), (wide, high))
    frame: Image = np.clip(lit, 0, 255).astype(np.uint8)
    if light.jpeg:
        frame = images.decode(cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])[1].tobytes())
    return frame


def fall(wide: int, high: int, light: Light, lamp: Generator) -> tuple[Image, Image]:
    """How the lamp falls on the table: what it takes of every pixel, and the reflections it adds."""
    small = (max(2, wide // 8), max(2, high // 8))  # light varies slowly: it is computed coarse and enlarged
    grid = np.stack(np.meshgrid(np.linspace(-1, 1, small[0]), np.linspace(-1, 1, small[1])), -1).astype(np.float32)
    angle = lamp.uniform(0, 2 * np.pi)
    slope = (grid @ np.array([np.cos(angle), np.sin(angle)], np.float32)) / 1.4
    gain = light.level * (1 - light.uneven * (0.5 + 0.5 * slope))
    for _ in range(light.shadows):
        gain *= 1 - light.shadow_depth * _blob(grid, lamp, 0.15, 0.6, edge=lamp.uniform(3, 10))
    spot = np.zeros_like(gain)
    for _ in range(2 if light.glare else 0):
        spot += light.glare * lamp.uniform(0.5, 1) * 255 * _blob(grid, lamp, 0.08, 0.3, edge=1.5)
    tint = np.array([1 - light.warmth, 1, 1 + light.warmth], np.float32)
    return cv2.resize(gain, (wide, high))[:, :, None] * tint, cv2.resize(spot, (wide, high))[:, :, None]


def _blob(grid: Image, random: Generator, least: float, most: float, edge: float) -> Image:
    """A soft ellipse somewhere in the frame, 1 in its middle."""
    centre = random.uniform(-1, 1, 2)
    turn = random.uniform(0, np.pi)
    axes = random.uniform(least, most, 2)
    away = grid - centre.astype(np.float32)
    u = (away[..., 0] * cos(turn) + away[..., 1] * sin(turn)) / axes[0]
    v = (away[..., 1] * cos(turn) - away[..., 0] * sin(turn)) / axes[1]
    return np.asarray(1 / (1 + np.exp(np.clip(edge * (u * u + v * v - 1), -30, 30))), np.float32)


def _streak(length: float, degrees: float) -> Image:
    side = int(np.ceil(length)) | 1
    fine = np.zeros((side * 8, side * 8), np.uint8)
    middle, reach = side * 4, length * 4
    dx, dy = reach * cos(radians(degrees)), reach * sin(radians(degrees))
    ends = [(round(middle + s * dx), round(middle + s * dy)) for s in (-1, 1)]
    cv2.line(fine, ends[0], ends[1], 255, 8, cv2.LINE_AA)
    kernel = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(kernel / kernel.sum())
