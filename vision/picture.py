"""One picture in the forms that readers want."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias

import numpy as np

from vision import glance, images, markers
from vision.blobs import Quads, areas
from vision.images import Floats, Image
from vision.observation import Observation
from vision.squares import grown

RIM = 0.2
"""A sticker's white rim, in its black square's sides, and a little more."""


class Picture:
    """Each form is made once."""

    def __init__(self, colour: Image) -> None:
        self.colour = colour
        """BGR, 8 bits."""

    @cached_property
    def grey(self) -> Image:
        """One channel."""
        return images.grey(self.colour)

    @cached_property
    def markers(self) -> markers.Markers:
        """Our own stickers and tags."""
        return markers.scan(self.grey)

    @cached_property
    def small(self) -> Image:
        """A small copy in colour, for glances."""
        return glance.reduced(self.colour)

    @property
    def reduction(self) -> float:
        """Pixels of the small copy to one of the picture."""
        return self.small.shape[1] / self.colour.shape[1]

    @cached_property
    def free(self) -> Image:
        """Of the small copy, where no card with a sticker lies."""
        quads, millimetres = self._stickers
        free = glance.free_of_cards(self.small.shape, quads, millimetres)
        glance.clear(free, self._tags)
        return free

    @property
    def unmarked(self) -> Image:
        """Of the small copy, where neither a sticker lies nor a tag."""
        unmarked = np.full(self.small.shape[:2], 255, np.uint8)
        glance.clear(unmarked, grown(self._stickers[0], -RIM, 1 + RIM))
        glance.clear(unmarked, self._tags)
        return unmarked

    @property
    def millimetre(self) -> float | None:
        """Pixels of the small copy that a millimetre has; None without a sticker."""
        quads, millimetres = self._stickers
        return float(np.median(np.sqrt(np.abs(areas(quads))) / millimetres)) if len(quads) else None

    @cached_property
    def _stickers(self) -> tuple[Quads, Floats]:
        """Their black squares in the small copy, and the side of each in millimetres."""
        quads, millimetres = self.markers.stickers()
        return (quads + 0.5) * self.reduction - 0.5, millimetres

    @property
    def _tags(self) -> Quads:
        """In the small copy."""
        return np.array([tag.corners for tag in self.markers.tags]).reshape(-1, 4, 2) * self.reduction


Reader: TypeAlias = Callable[[Picture], Iterable[Observation]]
"""One skill of the eyes. What it is not sure of it leaves out."""
