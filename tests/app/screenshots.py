"""`make screenshots`: every screen of the app at every size, in both themes, into build/screenshots."""

import os
import sys
import tempfile
from itertools import chain
from pathlib import Path

os.environ["WINGMAN_HOME"] = tempfile.mkdtemp(prefix="wingman-")

import tests.app.conftest  # noqa: F401  the window, before Kivy makes one
from tests.app.games import scores, tables
from tests.app.harness import SIZES, Harness
from tests.app.walk import LONG, SHORT, walk

OUT = Path("build/screenshots")
SERIES = (  # name, players, theme, text scale, sizes
    ("dark", SHORT, "dark", 1.0, tuple(SIZES)),
    ("light", SHORT, "light", 1.0, ("tablet",)),
    ("long-names", LONG, "dark", 1.5, tuple(SIZES)),
)


def main(wanted: list[str]) -> None:
    for series, names, theme, scale, sizes in SERIES:
        if wanted and series not in wanted:
            continue
        with Harness(names=list(names), theme=theme, text_scale=scale) as h:
            for screen in chain(walk(h, names), tables(h, names), scores(h)):
                for size in sizes:
                    h.resize(SIZES[size])
                    h.shot(OUT / series / size / f"{screen}.png")
                h.resize(SIZES["tablet"])
        print(f"{series}: {OUT / series}")


if __name__ == "__main__":
    main(sys.argv[1:])
