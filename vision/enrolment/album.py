"""The enrolled faces of one box, in a folder: one small PNG a picture, and `index.json` that names them."""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
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
INDEX = "index.json"
# What a card may be called: it names files and is printed.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}")
OURS = re.compile(rf"({NAME.pattern})\.[0-9a-f]{{16}}\.png")


class BrokenAlbum(Exception):
    """A folder that is no album, with the reason as a sentence, and the faces in it that can still be read."""

    def __init__(self, says: str, faces: Sequence[tuple[str, Image]] = ()) -> None:
        super().__init__(says)
        self.faces = list(faces)


class NoAlbum(BrokenAlbum):
    """Nothing was ever enrolled in this folder."""


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
        """Write the album. No file is ever changed in place, and the index comes last: a death in the middle leaves
        the album as it was before."""
        folder.mkdir(parents=True, exist_ok=True)
        before = _named(folder)
        names = [_name(card, face) for card, face in self.faces]
        for name, (_, face) in zip(names, self.faces, strict=True):
            if not (folder / name).exists():
                _write(folder / name, cv2.imencode(".png", face)[1].tobytes())
        index = [{"card": card, "file": name} for name, (card, _) in zip(names, self.faces, strict=True)]
        _write(folder / INDEX, json.dumps({"game": self.game, "pictures": index}, indent=1).encode())
        for name in before.difference(names):
            (folder / name).unlink(missing_ok=True)


def load_album(folder: Path) -> Album:
    """Read an album back. Raises BrokenAlbum, and NoAlbum where there is none."""
    try:
        game, entries = _index(folder)
    except FileNotFoundError as error:
        raise NoAlbum(f"{folder} holds no enrolled cards: it has no {INDEX}.") from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = f"The enrolled cards in {folder} are damaged: {INDEX} cannot be read."
        raise BrokenAlbum(why, _loose(folder)) from error
    if len(entries) > MOST_PICTURES:
        raise BrokenAlbum(f"{folder} names {len(entries)} pictures, more than any box has.")
    album = Album(game)
    fault: BrokenAlbum | None = None
    for card, name in entries:
        try:
            album.faces.append((card, _face(folder, name)))
        except BrokenAlbum as error:
            fault = fault or error
    if fault is not None:
        raise BrokenAlbum(str(fault), album.faces)
    return album


def set_aside(folder: Path) -> Path:
    """A copy of a damaged index, to be looked at; the pictures that it names are never written over."""
    number = 1
    while (aside := folder / f"{INDEX}.damaged-{number}").exists():
        number += 1
    return Path(shutil.copyfile(folder / INDEX, aside))


def _index(folder: Path) -> tuple[str, list[tuple[str, str]]]:
    data = json.loads((folder / INDEX).read_bytes()[: MOST_PICTURES * 200])
    pictures = [(str(entry["card"]), str(entry["file"])) for entry in data["pictures"]]
    if not all(NAME.fullmatch(card) for card, _ in pictures):
        raise ValueError
    return str(data["game"]), pictures


def _named(folder: Path) -> set[str]:
    """The pictures of the index that is there now; none where it cannot be read, so that none of them is taken away."""
    try:
        return {name for _, name in _index(folder)[1] if OURS.fullmatch(name)}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _loose(folder: Path) -> list[tuple[str, Image]]:
    """The faces whose file names tell their card, oldest first."""
    found = []
    for path in sorted(folder.glob("*.png"), key=lambda path: (path.stat().st_mtime, path.name))[:MOST_PICTURES]:
        if card := OURS.fullmatch(path.name):
            with suppress(BrokenAlbum):
                found.append((card[1], _face(folder, path.name)))
    return found


def _name(card: str, face: Image) -> str:
    """Of its own for every picture, so that nothing is ever written over another one."""
    return f"{card}.{hashlib.sha256(face.tobytes()).hexdigest()[:16]}.png"


def _write(path: Path, data: bytes) -> None:
    """All of it, or nothing."""
    draft = path.with_name(f"{path.name}.new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


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
