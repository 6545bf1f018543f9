"""Every screen, in every size, in both themes, with the longest names and the largest letters."""

from collections.abc import Callable, Iterable
from itertools import chain

import pytest

from companion.app.theme import theme
from tests.app.games import scores, tables
from tests.app.harness import SIZES, Harness
from tests.app.measure import faint, faults
from tests.app.walk import LONG, SHORT, walk


def test_six_long_names_in_large_letters_in_the_tightest_windows() -> None:
    check(LONG, 1.5, ("small", "portrait"))


@pytest.mark.slow
def test_six_long_names_in_large_letters_at_every_size() -> None:
    check(LONG, 1.5, tuple(SIZES))


@pytest.mark.slow
def test_four_short_names_at_every_size() -> None:
    check(SHORT, 1.0, tuple(SIZES))


@pytest.mark.slow
def test_every_game_with_six_long_names_in_large_letters_at_every_size() -> None:
    check(LONG, 1.5, tuple(SIZES), lambda h: chain(tables(h, LONG), scores(h)))


def check(
    names: tuple[str, ...],
    scale: float,
    sizes: tuple[str, ...],
    way: Callable[[Harness], Iterable[str]] | None = None,
) -> None:
    found = []
    with Harness(names=list(names), text_scale=scale) as h:
        for screen in way(h) if way is not None else walk(h, names):
            for size in sizes:
                h.resize(SIZES[size])
                found += [f"{screen}, {size}: {fault}" for fault in faults(h)]
            sizes = sizes[::-1]  # the next screen is measured first in the window that it was opened in
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
