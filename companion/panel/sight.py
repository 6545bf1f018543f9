"""A camera to try things with, without a table: does it see the cards, is this picture good enough to learn from?"""

from typing import Any

from companion.lookout import Lookout
from vision.enrolment.guide import Taken, take, usual_shape


class Trial(Lookout):
    """Looks through the camera without a table: to test it, or to take pictures of one's cards."""

    def __init__(self, camera: str, game: str, mirrored: bool = False, guide: bool = False) -> None:
        """With `guide` every frame is also judged as a picture of one card."""
        self.taken: Taken | None = None
        self._kept: list[Taken] = []
        super().__init__(Nobody(), game, camera, mirrored=mirrored, also=self._judge if guide else None)

    def _judge(self, frame: Any) -> None:
        self.taken = take(frame.image, usual_shape(self._kept))

    def keep(self, taken: Taken) -> None:
        """This picture was taken of a card of the box: the shape of several tells of a side that is hardly seen."""
        self._kept.append(taken)


class Nobody:
    """No table listens."""

    wants = frozenset({"hand"})  # every card is named, wherever it lies

    def post(self, thing: Any) -> None:
        """The page shows what is in the picture, and asks the camera how it is doing."""


def names(found: Any) -> str:
    """What is in the picture, counted: "2 steal, 1 key"."""
    counted: dict[str, int] = {}
    for outline in found.cards if found is not None else ():
        counted[outline.text] = counted.get(outline.text, 0) + 1
    return ", ".join(f"{number} {name.replace('-', ' ')}" for name, number in sorted(counted.items()))
