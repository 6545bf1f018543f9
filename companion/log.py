"""The log: what the app did and what went wrong, in a file that never grows large. No hidden card is ever written."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from companion import places

LARGEST = 256_000  # bytes of one file
OLDER = 3  # files kept beside the newest
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def folder() -> Path:
    return places.data() / "logs"


def files() -> list[Path]:
    """The log and its older parts, newest first."""
    return sorted(folder().glob("wingman.log*"))


def begin() -> None:
    """Write to the file from now on. A folder that cannot be written to is no reason not to start."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(folder() / "wingman.log", maxBytes=LARGEST, backupCount=OLDER, encoding="utf-8")
    except OSError:
        return
    handler.setFormatter(logging.Formatter(FORM))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(min(root.level or logging.INFO, logging.INFO))
