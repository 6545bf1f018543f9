"""Once from end to end: the installed command in a real window on a virtual screen, clicked from outside."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.settings import Settings
from tests.app.harness import Harness

NAMES = ["Ann", "Ben", "Cat"]
STILL = 0.4  # seconds after which a picture is taken for the next screen
pytestmark = pytest.mark.skipif(not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="needs Xvfb and xdotool")


class Screen:
    """A virtual screen: its number, and the file that its pixels are in."""

    def __init__(self, number: str, pixels: Path) -> None:
        self.number, self.pixels = number, pixels

    def settled(self, before: bytes, app: "subprocess.Popen[bytes]") -> None:
        """Waits until the picture is another one and has stood still for a moment."""
        seen, since = before, time.monotonic()

        def stands() -> bool:
            nonlocal seen, since
            if (now := self.pixels.read_bytes()) != seen:
                seen, since = now, time.monotonic()
            return seen != before and time.monotonic() - since > STILL

        until(stands, "another picture on the screen", app)


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Screen]:
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-fbdir", tmp_path],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    yield Screen(f":{number}", tmp_path / "Xvfb_screen0")
    server.terminate()
    server.wait()


def test_a_table_is_begun_and_a_turn_ended_by_mouse(
    display: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINGMAN_HOME", str(tmp_path / "twin"))
    real = tmp_path / "real"
    environment = {
        **os.environ,
        "DISPLAY": display.number,
        "WINGMAN_HOME": str(real),
        "SDL_VIDEODRIVER": "x11",
        "SDL_AUDIODRIVER": "dummy",
        "WINGMAN_WINDOW": "1280x800",
    }
    with Harness(names=NAMES) as twin:  # the same app in this process knows where everything is
        monkeypatch.setenv("WINGMAN_HOME", str(real))
        Settings(names=NAMES, camera="off", gauge="off", motion=False, sound=False).save()
        monkeypatch.setenv("WINGMAN_HOME", str(tmp_path / "twin"))
        empty = display.pixels.read_bytes()
        app = subprocess.Popen([sys.executable, "-m", "companion"], env=environment, stderr=subprocess.DEVNULL)
        try:
            until((real / "evenings").is_dir, "a first look at the last evenings", app)
            display.settled(empty, app)
            for text in ("New table", "Next", "Next", "Begin", "End turn"):
                widget = twin.find(text)
                before = press(environment, display, *widget.to_window(*widget.center))
                display.settled(before, app)
                twin.tap(widget)
            until(lambda: "end-turn" in written(real), "the turn in the journal", app)
        finally:
            app.kill()
            app.wait()


def press(environment: dict[str, str], display: Screen, x: float, y: float) -> bytes:
    """Clicks there; returns how the screen looked before the button was let go."""
    xdotool(environment, "mousemove", str(round(x)), str(round(800 - y)))
    time.sleep(0.15)
    xdotool(environment, "mousedown", "1")
    time.sleep(0.15)
    before = display.pixels.read_bytes()
    xdotool(environment, "mouseup", "1")
    return before


def xdotool(environment: dict[str, str], *words: str) -> str:
    return subprocess.run(["xdotool", *words], env=environment, capture_output=True, text=True, timeout=20).stdout


def written(home: Path) -> str:
    return "".join(path.read_text("utf-8") for path in (home / "evenings").glob("*.jsonl"))


def until(condition: Callable[[], object], what: str, app: "subprocess.Popen[bytes]", seconds: float = 40.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        assert app.poll() is None, f"the app ended with {app.returncode} before there was {what}"
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError(f"no {what} in time")
