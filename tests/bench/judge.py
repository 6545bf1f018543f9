"""The judge on questions it has not seen, beside SQLite FTS5 over the same texts: who is right, how fast, how big."""

import gc
import re
import sqlite3
import statistics
import time
import tracemalloc
from collections.abc import Callable

from rules import library
from rules.judge import Judge, Related, Ruling, judged, network
from tests.bench.measure import heading, row
from tests.judge.quality import Marks, mark, out_of_scope, questions


def run() -> None:
    total = Marks(failures=[])
    refused: list[bool] = []
    rival_right = rival_refused = 0
    times: list[float] = []
    rival_times: list[float] = []
    for game in sorted(judged()):
        judge, rival = Judge(game), FullText(game)
        kept, dev = questions("held_out", game), questions("dev", game)
        marks, tuned = mark(judge.ask, kept), mark(judge.ask, dev)
        other = mark(rival.ask, kept)
        outside = [judge.ask(text).source == "none" for text in out_of_scope("held_out")]
        rival_refused += sum(rival.ask(text).source == "none" for text in out_of_scope("held_out"))
        heading(f"The judge on {game}: {len(judge.entries)} rulings, {len(judge.index.wordings):,} wordings")
        _accuracy("held apart", marks)
        if dev:
            _accuracy("tuned on", tuned)
        print(
            f"{'  SQLite FTS5, held apart: right, heading among its five':70} {_share(other.right, other.asked):>14}"
            f" {_share(other.found, other.asked):>17}"
        )
        share = sum(outside) / len(outside)
        row("  out of scope, refused", f"{share:.1%}", ">= 95 %", share >= 0.95)
        total.add(marks)
        refused += outside
        rival_right += other.right
        for question in kept:  # neighbours, so that a busy machine is busy for both
            times.append(_spent(lambda: judge.ask(question.ask)))  # noqa: B023
            rival_times.append(_spent(lambda: rival.ask(question.ask)))  # noqa: B023
    _strangers()
    heading("The judge, all five games")
    _accuracy("held apart", total)
    lower = total.spelled_share - total.misspelled_share
    row("  misspelled ones lower by", f"{100 * lower:.1f} points", "<= 5", lower <= 0.05)
    share = sum(refused) / len(refused)
    row("out of scope, refused", f"{share:.1%}", ">= 95 %", share >= 0.95)
    print(
        f"{'(SQLite FTS5: right on questions held apart, out of scope refused)':70} {rival_right / total.asked:>14.1%}"
        f" {rival_refused / len(refused):>17.1%}"
    )
    median, slow = statistics.median(times), max(times)
    row(
        "one answer, median (SQLite FTS5 in brackets)",
        f"{median:.1f} ms ({statistics.median(rival_times):.1f})",
        "<= 50 ms",
        median <= 50,
    )
    row("one answer, slowest", f"{slow:.1f} ms ({max(rival_times):.1f})", "<= 50 ms", slow <= 50)
    _load_and_memory()
    if total.failures:
        print("\nWhere it fails, held apart:\n" + "\n".join(total.failures))


def _strangers() -> None:
    """The fairest measure: questions of people who had only read the rulebooks."""
    total = Marks(failures=[])
    refused: list[bool] = []
    for game in sorted(judged()):
        judge = Judge(game)
        marks = mark(judge.ask, questions("strangers", game))
        total.add(marks)
        refused += [judge.ask(text).source == "none" for text in out_of_scope("strangers")]
    heading("The judge on strangers' questions, all five games")
    _accuracy("strangers", total)
    lower = total.spelled_share - total.misspelled_share
    row("  misspelled ones lower by", f"{100 * lower:.1f} points", "<= 5", lower <= 0.05)
    share = sum(refused) / len(refused)
    row("  out of scope, refused", f"{share:.1%}", ">= 95 %", share >= 0.95)


def _accuracy(name: str, marks: Marks) -> None:
    asked = marks.asked
    right, found, wrong = marks.right / asked, marks.found / asked, marks.wrong / asked
    row(f"  {name}: verdict and heading right", f"{_share(marks.right, asked)}", ">= 90 %", right >= 0.9)
    row(f"  {name}: heading among answer and related", f"{_share(marks.found, asked)}", ">= 97 %", found >= 0.97)
    row(f"  {name}: confidently wrong", f"{_share(marks.wrong, asked)}", "<= 2 %", wrong <= 0.02)
    if marks.open:
        admitted = marks.admitted == marks.open
        row(f"  {name}: open questions admitted", f"{marks.admitted} of {marks.open}", "100 %", admitted)


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:.1%}"


def _spent(work: Callable[[], object]) -> float:
    """Milliseconds of this process's own time."""
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def _load_and_memory() -> None:
    spent, rival, size = [], [], []
    for game in sorted(judged()):
        _forget()
        spent.append(_spent(lambda: Judge(game)) / 1000)  # noqa: B023
        rival.append(_spent(lambda: FullText(game)) / 1000)  # noqa: B023
        _forget()
        gc.collect()
        tracemalloc.start()
        judge = Judge(game)
        judge.ask("Can I do this withuot that?")
        size.append(tracemalloc.get_traced_memory()[0] / 1e6)
        tracemalloc.stop()
    row(
        "loading a game's judge, worst (SQLite FTS5)",
        f"{max(spent):.2f} s ({max(rival):.2f})",
        "<= 0.3 s",
        max(spent) <= 0.3,
    )
    row("memory of a game's judge, worst", f"{max(size):.1f} MB", "<= 20 MB", max(size) <= 20)


def _forget() -> None:
    """So that all that a judge needs is read, and counted, again."""
    library.toml.cache_clear()
    network.common.cache_clear()


class FullText:
    """What plain full-text search makes of the same texts: every wording a row, the best row is the answer."""

    def __init__(self, game: str) -> None:
        book = Judge(game).book
        self.base = sqlite3.connect(":memory:")
        self.base.execute(
            "CREATE VIRTUAL TABLE texts USING fts5(text, verdict UNINDEXED, section UNINDEXED,"
            " tokenize='porter unicode61')"
        )
        rows = [
            (f"{wording} {entry.says}", verdict, entry.heading)
            for entry in book.entries()
            for verdict, wording in entry.wordings()
        ]
        rows += [(passage.text, "fact", passage.heading) for passage in book.passages]
        self.base.executemany("INSERT INTO texts VALUES (?, ?, ?)", rows)

    def ask(self, question: str) -> Ruling:
        words = re.findall(r"\w+", question.casefold())[:60]
        query = " OR ".join(f'"{word}"' for word in words) or '""'
        found = self.base.execute(
            "SELECT verdict, section FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 60", (query,)
        ).fetchall()
        if not found:
            return Ruling("", "open", None, "none", 0.0)
        (verdict, section), *rest = found
        others = [each for each in dict.fromkeys(other for _, other in rest) if each != section][:4]
        return Ruling("", verdict, section, "ruling", 1.0, tuple(Related(other, "", "") for other in others))
