"""`make pictures`: the README's pictures, taken by the app itself on the way through an evening."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":
    os.environ["WINGMAN_HOME"] = tempfile.mkdtemp(prefix="wingman-")

import cv2
import numpy as np

import tests.app.conftest  # noqa: F401  the window, before Kivy makes one
from tests.app.harness import Harness
from tests.app.walk import SHORT, walk

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
PICTURED = {"table-busy": "table", "vote": "vote", "score": "score", "landing": "landing", "judge": "judge"}
WIDE = 960  # pixels of a picture on the page
FAR_OFF, MOST = 48, 0.02  # levels by which a pixel may differ, and the share of pixels that may differ by more


def taken(folder: Path) -> Iterator[tuple[str, Path]]:
    """Each picture's name and file, as the app looks now."""
    with Harness(names=list(SHORT)) as h:
        for screen in walk(h, SHORT):
            if screen in PICTURED:
                h.app.hush()
                path = h.shot(folder / f"{PICTURED[screen]}.png")
                picture = cv2.imread(str(path))
                high = round(picture.shape[0] * WIDE / picture.shape[1])
                cv2.imwrite(str(path), cv2.resize(picture, (WIDE, high), interpolation=cv2.INTER_AREA))
                yield PICTURED[screen], path


def is_stale(kept: Path, now: Path) -> bool:
    """Another machine's letters may differ by a shade; another layout differs by more."""
    one, other = cv2.imread(str(kept)), cv2.imread(str(now))
    if one is None or one.shape != other.shape:
        return True
    far_off = cv2.absdiff(one, other).max(axis=2) > FAR_OFF
    return bool(np.mean(far_off) > MOST)


if __name__ == "__main__":
    for name, _ in taken(FOLDER):
        print(f"docs/pictures/{name}.png")
