"""The app is closed and opened again in one process, as a tablet does it: the last one must not go on in the dark."""

import gc
import time
from weakref import ref

from kivy.clock import Clock

from companion.shelf import begin
from rules.game import Setup
from tests.app.harness import Harness


def test_a_closed_app_leaves_nothing_behind() -> None:
    with Harness() as h:
        h.app._open(begin(Setup("hit-the-silk", ("Ann", "Ben", "Cat"))))
        h.frames(3)
        assert h.page.name == "table"
        app, page = ref(h.app), ref(h.page)
    del h
    end = time.monotonic() + 10
    while (page() or app()) and time.monotonic() < end:  # a thread that looked something up may just have told it
        Clock.tick()
        gc.collect()
    assert page() is None
    assert app() is None
