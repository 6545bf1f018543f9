"""The app: its first frame beside a bare Kivy window, the table with camera and vision beside a bare camera texture,
the longest time that the screen stood still, and what a long evening costs in memory. Each in a process of its own."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench._app_runs import film as render
from tests.bench.measure import heading, row

PAIRS = 5
ENVIRONMENT = {
    "KIVY_NO_ARGS": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_USE_DEFAULTCONFIG": "1",
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "WINGMAN_MULTISAMPLES": "0",
}


def run() -> None:
    heading("The app (1280 × 800, software rendering)")
    bare, ours = _interleaved("bare_window", "first_frame")
    times = statistics.median(ours) / statistics.median(bare)
    what = f"{statistics.median(ours):.2f} s, bare {statistics.median(bare):.2f} s: {times:.2f} ×"
    row("first frame, beside a bare Kivy window (processor time)", what, "≤ 1.5 ×", times <= 1.5)

    with tempfile.NamedTemporaryFile(suffix=".film") as film:
        ENVIRONMENT["WINGMAN_FILM"] = film.name
        render(Path(film.name))
        _with_camera()


def _with_camera() -> None:
    """The table has the same camera as the bare texture, and reads ten of its pictures a second besides."""
    camera, table = _interleaved("bare_camera", "table")
    share = statistics.median(t["shown"] for t in table) / statistics.median(c["shown"] for c in camera)
    frames = (
        f"{statistics.median(t['shown'] for t in table):.1f} of {statistics.median(c['shown'] for c in camera):.1f}"
    )
    row("camera pictures a second, table with vision / bare texture", f"{frames} = {share:.2f}", "≥ 0.9", share >= 0.9)
    stall, least = statistics.median(t["stall"] for t in table), min(t["stall"] for t in table)
    beside = statistics.median(c["stall"] for c in camera)
    what = f"{stall:.0f} ms (least {least:.0f}), bare {beside:.0f}"
    row(f"longest stall of the screen with vision busy, median of {PAIRS} runs", what, "≤ 50 ms", stall <= 50)

    memory = _measured("memory")
    after, held = memory["after"], memory["held"]
    row("resident memory after an evening of 300 actions", f"{after[0]:.0f} MB", "≤ 350 MB", after[0] <= 350)
    grown = statistics.median(held[-3:]) - statistics.median(held[2:5])  # by then every screen was seen
    row(f"growth over ten evenings, at most {max(after):.0f} MB", f"{grown:.1f} MB", "< 5 MB", grown < 5)


def _interleaved(one: str, other: str) -> tuple[list[Any], list[Any]]:
    """Neighbours, so that both see the same machine."""
    first, second = [], []
    for _ in range(PAIRS):
        first.append(_measured(one))
        second.append(_measured(other))
    return first, second


def _measured(name: str) -> Any:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench._app_runs", name],
            env={**os.environ, **ENVIRONMENT, "WINGMAN_HOME": home},
            capture_output=True,
            text=True,
            check=True,
        )
    return json.loads(done.stdout.splitlines()[-1])
