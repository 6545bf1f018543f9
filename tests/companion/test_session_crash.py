"""The app is killed at any moment: it reopens on the same table, and at most the unfinished step is lost."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.evening import Evening
from companion.session import Session
from tests.companion.evenings import quick_folder


def killed(folder: Path, seed: int) -> int:
    """Kills a driven evening at a random moment and resumes it; returns how many events it had."""
    path = folder / f"{seed}.jsonl"
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.companion.driven", str(path), str(seed)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    chance = random.Random(seed)
    shown = [child.stdout.readline() for _ in range(chance.randint(1, 60))]
    time.sleep(chance.uniform(0, 0.02))
    child.send_signal(signal.SIGKILL)
    shown += child.stdout.readlines()
    child.wait()
    whole = [line for line in shown if line.endswith("\n")]
    events, headline = whole[-1].split(" ", 1)
    with Evening.resume(path) as evening:
        assert evening.recovered == "" or "cut off" in evening.recovered
        assert int(events) <= evening.events <= int(events) + 1
        session = Session(evening)
        if evening.events == int(events):
            assert session.board.headline == headline.strip()
        session.touch("end-turn")  # and play goes on
    return int(events)


def test_killed_at_random_moments() -> None:
    with quick_folder() as folder:
        moments = {killed(folder, seed) for seed in range(12)}
    assert len(moments) > 6


@pytest.mark.slow
def test_killed_at_two_hundred_random_moments() -> None:
    with quick_folder() as folder:
        moments = {killed(folder, seed) for seed in range(100, 300)}
    assert len(moments) > 40
