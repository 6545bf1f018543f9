"""Real photographs: a few are kept beside the tests; a folder with more of the same kind is read where there is one."""

import os
from pathlib import Path

KEPT = Path(__file__).parent / "data" / "photos"
MORE = Path(os.environ.get("WINGMAN_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))
FOLDERS = [KEPT, *([MORE] if MORE.is_dir() else [])]


def photographs(folder: Path, kind: str, step: int = 1) -> list[Path]:
    """Those of one kind, `dice` or `playing_cards`; of a large collection only every so many."""
    found = sorted(path for path in (folder / kind).iterdir() if path.suffix.lower() == ".jpg")
    return found if folder == KEPT else found[::step]
