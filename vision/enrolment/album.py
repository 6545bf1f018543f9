"""The enrolled faces of one box, in a folder: one small PNG a picture, and `index.json` that names them."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.enrolment.face import HEIGHT, WIDTH
from vision.images import Image

# A box has some hundred cards; a folder that claims more was not written by us.
MOST_PICTURES = 2000
MOST_BYTES = 300_000
# Corrections kept for one card: more would let one card crowd the shortlist.
MOST_OF_ONE = 6


class BrokenAlbum(Exception):
    """A folder that is no album, with the reason as a sentence."""


@dataclass(slots=True)
class Album:
    """Faces by card id, oldest first."""

    game: str
    faces: list[tuple[str, Image]] = field(default_factory=list)

    def add(self, card: str, face: Image) -> None:
        """One more picture of a card: a correction at the table is the misread face, rightly named."""
        own = [i for i, (other, _) in enumerate(self.faces) if other == card]
        if len(own) >= MOST_OF_ONE:
            del self.faces[own[1]]  # the first was taken with care; the oldest correction goes
        self.faces.append((card, face))

    def save(self, folder: Path) -> None:
        """Write the album; the index last, so that a folder with an index is complete."""
        folder.mkdir(parents=True, exist_ok=True)
        index = []
        for number, (card, face) in enumerate(self.faces):
            name = f"{number:04d}.png"
            (folder / name).write_bytes(cv2.imencode(".png", face)[1].tobytes())
            index.append({"card": card, "file": name})
        text = json.dumps({"game": self.game, "pictures": index}, indent=1)
        (folder / "index.json").write_text(text, "utf-8")


def load_album(folder: Path) -> Album:
    """Read an album back. Raises BrokenAlbum."""
    try:
        data = json.loads((folder / "index.json").read_bytes()[: MOST_PICTURES * 200])
        album = Album(str(data["game"]))
        entries = [(str(entry["card"]), str(entry["file"])) for entry in data["pictures"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BrokenAlbum(f"{folder} holds no enrolled cards: its index.json is missing or damaged.") from error
    if len(entries) > MOST_PICTURES:
        raise BrokenAlbum(f"{folder} names {len(entries)} pictures, more than any box has.")
    for card, name in entries:
        album.faces.append((card, _face(folder, name)))
    return album


def _face(folder: Path, name: str) -> Image:
    if Path(name).name != name or not name.endswith(".png"):
        raise BrokenAlbum(f"{folder} names a picture outside itself.")
    try:
        data = (folder / name).read_bytes()
        if len(data) > MOST_BYTES or data[16:24] != WIDTH.to_bytes(4) + HEIGHT.to_bytes(4):
            raise BrokenAlbum(f"{folder}: {name} is not an enrolled face.")
        face = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error) as error:
        raise BrokenAlbum(f"{folder}: {name} cannot be read.") from error
    if face is None or face.shape != (HEIGHT, WIDTH, 3):
        raise BrokenAlbum(f"{folder}: {name} is damaged.")
    return face
