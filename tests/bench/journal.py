"""The journal: an evening reopened and replayed, and one event made durable on this machine's disk."""

import os
import random
import statistics
import tempfile
import time
from pathlib import Path

from companion.evening import Evening
from tests.bench.measure import heading, row
from tests.companion.evenings import SETUP

EVENTS = 1000


def run() -> None:
    heading("Journal on disk (Hit the Silk!, 4 players)")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.jsonl"
        appends = sorted(_write(path))
        median, slow = statistics.median(appends), appends[int(len(appends) * 0.99)]
        reopened = statistics.median(_reopen(path) for _ in range(15))
        probe = statistics.median(_bare_fsync(Path(folder) / "probe") for _ in range(50))
    row(f"{EVENTS:,} events reopened and replayed", f"{reopened:.1f} ms", "< 50 ms", reopened < 50)
    row("one durable append, median", f"{median:.2f} ms", "< 10 ms", median < 10)
    row("one durable append, p99", f"{slow:.2f} ms", "< 10 ms", slow < 10)
    print(f"{'(of which a bare write and fsync on this disk)':58} {f'{probe:.2f} ms':>26}")


def _write(path: Path) -> list[float]:
    """Milliseconds of each event, with its check; nearly all are actions, only a finished game is undone."""
    chance, spent = random.Random(1), []
    with Evening.begin(path, SETUP) as evening:
        while evening.events < EVENTS:
            options = evening.options()
            began = time.perf_counter()
            if options:
                evening.push(chance.choice(options))
            else:
                evening.undo()
            spent.append((time.perf_counter() - began) * 1000)
            for _ in range(0 if options else min(40, EVENTS - evening.events)):
                evening.undo()
    return spent


def _reopen(path: Path) -> float:
    began = time.perf_counter()
    Evening.resume(path).close()
    return (time.perf_counter() - began) * 1000


def _bare_fsync(path: Path) -> float:
    with path.open("ab", 0) as file:
        began = time.perf_counter()
        file.write(b"x" * 100)
        os.fsync(file.fileno())
        return (time.perf_counter() - began) * 1000
