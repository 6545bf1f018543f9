"""Whatever a test lets the app keep goes into the test's own folder, never into the developer's."""

import os
from pathlib import Path

import pytest

os.environ.pop("WINGMAN_HOME", None)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if "WINGMAN_HOME" not in os.environ:  # else a module's tests share one
        monkeypatch.setenv("WINGMAN_HOME", str(tmp_path))
