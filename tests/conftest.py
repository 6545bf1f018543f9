"""Whatever a test lets the app keep goes into the test's own folder, never into the developer's."""

import os
import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

os.environ.pop("WINGMAN_HOME", None)
KIVY_HOME = TemporaryDirectory(prefix="kivy-")  # one per process: two that begin at once would both make the usual one
os.environ["KIVY_HOME"] = KIVY_HOME.name
HOMES, NUMBERS = TemporaryDirectory(prefix="homes-"), count()

if sys.dont_write_bytecode:  # then every process that a test starts would compile everything anew
    BYTECODE = TemporaryDirectory(prefix="bytecode-")
    os.environ["PYTHONPYCACHEPREFIX"] = BYTECODE.name
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(autouse=True)
def _home(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's own folder where it asks for one; else one that is only made when something is kept there."""
    if "WINGMAN_HOME" not in os.environ:  # else a module's tests share one
        has_folder = "tmp_path" in request.fixturenames
        home = request.getfixturevalue("tmp_path") if has_folder else Path(HOMES.name) / str(next(NUMBERS))
        monkeypatch.setenv("WINGMAN_HOME", str(home))
