"""The support file: log, evenings and what works on this device, in one archive. Hidden cards are left out."""

import time
import zipfile
from pathlib import Path

import msgspec

from companion import doctor, log, shelf
from companion.disk import reason
from companion.history import as_document, tell
from companion.journal import JournalError
from companion.sentence import Sentence
from rules.action import Unreadable

EVENINGS = 5  # the last ones


class SupportError(Exception):
    """Why there is no file, as a sentence."""


def write_bundle(folder: Path) -> Path:
    """A new archive in this folder; raises SupportError."""
    path = folder / f"wingman-support-{time.strftime('%Y%m%d-%H%M%S')}.zip"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
            bundle.writestr("doctor.txt", "\n".join(map(str, doctor.examine())) + "\n")
            for part in log.files():
                bundle.writestr(f"logs/{part.name}", part.read_bytes())
            for evening in shelf.paths()[:EVENINGS]:
                bundle.writestr(f"evenings/{evening.stem}.json", _evening(evening))
    except OSError as trouble:
        raise SupportError(Sentence("The support file could not be written: {why}.", why=reason(trouble))) from trouble
    return path


def _evening(path: Path) -> bytes:
    """An evening as everybody at the table may know it: an unreadable one is named, never copied."""
    try:
        return msgspec.json.format(msgspec.json.encode(as_document(tell(path))))
    except (JournalError, Unreadable) as trouble:
        return msgspec.json.encode({"unreadable": f"{path.name}: {trouble}"})
