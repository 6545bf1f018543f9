"""How figures are measured and printed: the same clock, the same table, for every bench."""

import os
import sys
import time
from collections.abc import Callable


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """Units of work done in a second of this process's own time; `work` returns how many one call did."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent


def run_rows(rows: tuple[Callable[[], None], ...]) -> None:
    """Runs those that EYES_ROWS names, parted by commas, or all of them."""
    known = {one.__name__: one for one in rows}
    wanted = [name for name in os.environ.get("EYES_ROWS", "").split(",") if name] or list(known)
    if unknown := [name for name in wanted if name not in known]:
        sys.exit(f"EYES_ROWS: there is no row {', '.join(unknown)}. The rows are {', '.join(known)}.")
    for name in wanted:
        known[name]()


def heading(title: str) -> None:
    print(f"\n{title}\n{'-' * len(title)}")


def row(what: str, measured: str, bar: str, met: bool) -> None:
    print(f"{what:70} {measured:>32}   bar {bar:12} {'met' if met else 'NOT MET'}")
