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
        times = [_reopen(path) for _ in range(15)]
        waited, worked = (statistics.median(spent) for spent in zip(*times, strict=True))
        probe = statistics.median(_bare_fsync(Path(folder) / "probe") for _ in range(50))
    row(f"{EVENTS:,} events reopened and replayed, by the clock", f"{waited:.1f} ms", "< 50 ms", waited < 50)
    row(f"{EVENTS:,} events reopened and replayed, processor time", f"{worked:.1f} ms", "< 50 ms", worked < 50)
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


def _reopen(path: Path) -> tuple[float, float]:
    """Milliseconds by the clock, and of this process's own: on a busy machine they differ."""
    began, own = time.perf_counter(), time.process_time()
    with Evening.resume(path) as evening:
        spent = (time.perf_counter() - began) * 1000, (time.process_time() - own) * 1000
        assert evening.events == EVENTS and not evening.recovered
    return spent


def _bare_fsync(path: Path) -> float:
    with path.open("ab", 0) as file:
        began = time.perf_counter()
        file.write(b"x" * 100)
        os.fsync(file.fileno())
        return (time.perf_counter() - began) * 1000
