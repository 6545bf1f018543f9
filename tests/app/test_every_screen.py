"""Every screen, in every size, in both themes, with the longest names and the largest letters."""

from pathlib import Path

import pytest

from companion.app.theme import theme
from tests.app.harness import SIZES, Harness
from tests.app.measure import faint, faults
from tests.app.walk import LONG, SHORT, walk


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))


def test_six_long_names_in_large_letters_at_every_size() -> None:
    found = []
    with Harness(names=list(LONG), text_scale=1.5) as h:
        for screen in walk(h, LONG):
            for size, pixels in SIZES.items():
                h.resize(pixels)
                found += [f"{screen}, {size}: {fault}" for fault in faults(h)]
            h.resize(SIZES["tablet"])
    assert not found, "\n".join(found)


def test_contrast_in_both_themes() -> None:
    found = []
    with Harness(names=list(SHORT)) as h:
        for screen in walk(h, SHORT):
            found += [f"{screen}: {fault}" for fault in faults(h)]
            for dark in (False, True):
                theme.dark = dark
                h.frames(2)
                found += [f"{screen}, {'dark' if dark else 'light'}: {fault}" for fault in faint(h)]
    assert not found, "\n".join(found)
