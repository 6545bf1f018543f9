"""One picture in the forms that readers want."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias

import numpy as np

from vision import glance, images, markers
from vision.glance import Small
from vision.images import Image
from vision.markers.blobs import areas
from vision.markers.squares import grown
from vision.observation import Observation

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
    def small(self) -> Small:
        """A small copy, for glances."""
        colour = glance.reduced(self.colour)
        reduction = colour.shape[1] / self.colour.shape[1]
        quads, sides = self.markers.stickers()
        quads = (quads + 0.5) * reduction - 0.5
        tags = np.array([tag.corners for tag in self.markers.tags]).reshape(-1, 4, 2) * reduction
        free = glance.free_of_cards(colour.shape, quads, sides)
        unmarked = np.full(colour.shape[:2], 255, np.uint8)
        unread = (self.markers.unread + 0.5) * reduction - 0.5
        glance.clear(unmarked, grown(np.concatenate([quads, unread]), -RIM, 1 + RIM))
        for mask in (free, unmarked):
            glance.clear(mask, tags)
        millimetre = float(np.median(np.sqrt(np.abs(areas(quads))) / sides)) if len(quads) else None
        return Small(colour, free, unmarked, millimetre, self.grey)

    @property
    def reduction(self) -> float:
        """Pixels of the small copy to one of the picture."""
        return self.small.colour.shape[1] / self.colour.shape[1]


Reader: TypeAlias = Callable[[Picture], Iterable[Observation]]
"""One skill of the eyes. What it is not sure of it leaves out."""
