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


@pytest.mark.parametrize(("names", "scale"), [(SHORT, 1.0), (LONG, 1.5)], ids=["four", "six-long-names-large-letters"])
def test_targets_and_words_at_every_size(names: tuple[str, ...], scale: float) -> None:
    found = []
    with Harness(names=list(names), text_scale=scale) as h:
        for screen in walk(h, names):
            for size, pixels in SIZES.items():
                h.resize(pixels)
                found += [f"{screen}, {size}: {fault}" for fault in faults(h)]
            h.resize(SIZES["tablet"])
    assert not found, "\n".join(found)


def test_contrast_in_both_themes() -> None:
    found = []
    with Harness(names=list(SHORT)) as h:
        for screen in walk(h, SHORT):
            for dark in (False, True):
                theme.dark = dark
                h.frames(3)
                found += [f"{screen}, {'dark' if dark else 'light'}: {fault}" for fault in faint(h)]
    assert not found, "\n".join(found)
