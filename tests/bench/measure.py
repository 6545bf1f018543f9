"""How figures are measured and printed: the same clock, the same table, for every bench."""

import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """Units of work done in a second of this process's own time; `work` returns how many one call did."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def heading(title: str) -> None:
    print(f"\n{title}\n{'-' * len(title)}")


def row(what: str, measured: str, bar: str, met: bool) -> None:
    print(f"{what:58} {measured:>26}   bar {bar:12} {'met' if met else 'NOT MET'}")
