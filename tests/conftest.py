"""Whatever a test lets the app keep goes into the test's own folder, never into the developer's."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

os.environ.pop("WINGMAN_HOME", None)
KIVY_HOME = TemporaryDirectory(prefix="kivy-")  # one per process: two that begin at once would both make the usual one
os.environ["KIVY_HOME"] = KIVY_HOME.name


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "WINGMAN_HOME" not in os.environ:  # else a module's tests share one
        monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))
