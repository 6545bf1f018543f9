"""Evenings for tests: real tables in real files, played at random from a seed."""

import itertools
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.evening import Evening
from rules.game import Setup

SETUP = Setup("hit-the-silk", ("Ann", "Ben", "Cat", "Zoë"), "core", "Ben")
MEMORY = Path("/dev/shm")  # thousands of files, each synced: quick where a disk is not


def clock(start: float = 1_790_000_000.0) -> Callable[[], float]:
    """A clock that ticks once a look."""
    ticks = itertools.count()
    return lambda: start + next(ticks)


def play(evening: Evening, number: int, seed: int = 1) -> None:
    """Go on until so many more events are in the journal: actions, undos, redos, rulings and a house rule."""
    chance, last = random.Random(seed), evening.events + number
    evening.rule("lake", "fly")
    while evening.events < last:
        step(evening, chance)


def step(evening: Evening, chance: random.Random) -> None:
    options = evening.options()
    lot = chance.random()
    if lot < 0.05 and evening.redo():
        return
    if lot < 0.12 or not options:
        evening.undo()
        return
    if lot < 0.2:  # perhaps out of turn, against the engine's advice
        evening.push(evening.read({"by": "Zoë", "do": "end-turn"}), "settled", force=True)
    else:
        evening.push(chance.choice(options), "seen" if lot > 0.9 else "declared")


def written(path: Path, number: int, seed: int = 1) -> bytes:
    """The journal of an evening of so many events."""
    with Evening.begin(path, SETUP, clock()) as evening:
        play(evening, number, seed)
    return path.read_bytes()


@contextmanager
def quick_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield Path(folder)
