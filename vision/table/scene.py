"""A table state and its picture: cards, tags and hands are laid in order, later ones on top."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.images import Image
from vision.stickers import Sticker
from vision.table.camera import Camera, Pose
from vision.table.faces import CARD_MM, Print, card_face, hand, sticker_side, table_top, tag_image
from vision.table.light import Light, shine


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card whose origin is its middle."""

    sticker: Sticker
    pose: Pose
    made: Print = field(default_factory=Print)


@dataclass(frozen=True, slots=True)
class LaidTag:
    """A mat, player or zone tag whose origin is the middle of its black square."""

    number: int
    pose: Pose
    mm: float = 30.0


@dataclass(frozen=True, slots=True)
class LaidHand:
    """A hand whose fingers point away from the viewer; the origin is the middle of the palm."""

    pose: Pose


@dataclass(frozen=True, slots=True, eq=False)
class LaidPicture:
    """Anything flat that has been drawn: its origin is the picture's middle."""

    picture: Image
    mask: Image
    """255 where the picture is solid."""
    density: float
    """Pixels a millimetre."""
    pose: Pose


Thing: TypeAlias = LaidCard | LaidTag | LaidHand | LaidPicture


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table, lowest first."""

    things: tuple[Thing, ...]
    top: str = "wood"
    """`wood`, `cloth` or `plain`."""
    seed: int = 0
    """Which piece of wood or cloth."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The truth about one sticker or tag."""

    thing: LaidCard | LaidTag
    corners: NDArray[Any]
    """The black square in the frame, clockwise from its own top left."""
    visible: float
    """Share of the square that neither another thing nor the frame's edge hides."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame and what is really on it."""

    image: Image
    seen: tuple[Seen, ...] = field(default=())

    def cards(self, visible: float = 1.0) -> list[Seen]:
        """Cards whose sticker shows at least this much."""
        return [s for s in self.seen if isinstance(s.thing, LaidCard) and s.visible >= visible]


def take(
    scene: Scene, camera: Camera, light: Light, random: Generator, finer: int = 2, lamp: Generator | None = None
) -> Picture:
    """Renders at `finer` times the size and reduces: edges fall between pixels as they do in a lens."""
    large = camera.scaled(finer)
    density = min(24.0, 1.6 * large.width / large.across)
    image = ground(scene.top, scene.seed, large)
    owner = np.zeros(image.shape[:2], np.uint16)
    for index, thing in enumerate(scene.things, start=1):
        lay(image, owner, index, thing, large, density)
    seen = tuple(
        _truth(thing, index, owner, large, finer)
        for index, thing in enumerate(scene.things, start=1)
        if isinstance(thing, LaidCard | LaidTag)
    )
    reduced = cv2.resize(image, (camera.width, camera.height), interpolation=cv2.INTER_AREA)
    return Picture(shine(reduced, light, random, lamp), seen)


def ground(top: str, seed: int, camera: Camera) -> Image:
    """The bare table."""
    tile = table_top(top, seed)
    per_mm = len(tile) / 700
    to_table = camera.homography(Pose()) @ np.array([[1 / per_mm, 0, -350], [0, 1 / per_mm, -350], [0, 0, 1]])
    return cv2.warpPerspective(tile, to_table, (camera.width, camera.height), borderMode=cv2.BORDER_REFLECT)


def lay(image: Image, owner: Image, index: int, thing: Thing, camera: Camera, density: float) -> None:
    """Paints one more thing over what lies there; `owner` keeps whose each pixel is."""
    face, origin, mask = _face(thing, density)
    _paint(image, owner, index, face, mask, camera.homography(thing.pose) @ origin)


def _face(thing: Thing, density: float) -> tuple[Image, NDArray[Any], Image]:
    """Its picture, the matrix from picture pixels to the thing's millimetres, and which pixels are solid."""
    if isinstance(thing, LaidCard):
        face = card_face(thing.sticker, thing.made, round(density, 2))
        mask, middle = _rounded(face.shape[:2], round(3 * density)), (CARD_MM[0] / 2, CARD_MM[1] / 2)
    elif isinstance(thing, LaidTag):
        face = tag_image(thing.number, thing.mm, density)
        mask, middle = np.full(face.shape[:2], 255, np.uint8), (len(face) / density / 2,) * 2
    elif isinstance(thing, LaidPicture):
        face, mask, density = thing.picture, thing.mask, thing.density
        middle = (face.shape[1] / density / 2, face.shape[0] / density / 2)
    else:
        density = 2.0
        face, mask = hand(density)
        middle = (55.0, 115.0)
    # Picture pixel (0, 0) has its middle half a pixel inside the thing's edge.
    half = 0.5 / density
    matrix = np.array([[1 / density, 0, half - middle[0]], [0, 1 / density, half - middle[1]], [0, 0, 1]])
    return face, matrix, mask


def _rounded(shape: tuple[int, ...], radius: int) -> Image:
    mask = np.zeros(shape, np.uint8)
    high, wide = shape
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def _paint(image: Image, owner: Image, index: int, face: Image, mask: Image, matrix: NDArray[Any]) -> None:
    high, wide = face.shape[:2]
    outline = cv2.perspectiveTransform(np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float64), matrix)[0]
    left, top = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, (image.shape[1], image.shape[0]))
    if right <= left or bottom <= top:
        return
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ matrix
    size = (int(right - left), int(bottom - top))
    there = image[top:bottom, left:right]
    colour = cv2.warpPerspective(face, moved, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpPerspective(mask, moved, size)[:, :, None].astype(np.float32) / 255
    there[:] = (there + share * (colour.astype(np.float32) - there)).astype(np.uint8)
    owner[top:bottom, left:right][share[:, :, 0] > 0.5] = index


def _truth(thing: LaidCard | LaidTag, index: int, owner: Image, large: Camera, finer: int) -> Seen:
    if isinstance(thing, LaidCard):
        whole, side = sticker_side(thing.made)
        left, top = (thing.made.inset + (whole - side) / 2 - edge / 2 for edge in CARD_MM)
    else:
        side, left, top = thing.mm, -thing.mm / 2, -thing.mm / 2
    square = np.array([[left, top], [left + side, top], [left + side, top + side], [left, top + side]])
    corners = large.pixels(thing.pose, square)
    grid = np.stack(np.meshgrid(np.linspace(left, left + side, 24), np.linspace(top, top + side, 24)), -1)
    spots = np.round(large.pixels(thing.pose, grid.reshape(-1, 2))).astype(int)
    inside = ((spots >= 0) & (spots < (large.width, large.height))).all(1)
    mine = owner[spots[inside, 1], spots[inside, 0]] == index
    # A large pixel's middle lies at (x + 0.5) / finer - 0.5 after the reduction.
    return Seen(thing, (corners + 0.5) / finer - 0.5, float(mine.sum()) / len(spots))
