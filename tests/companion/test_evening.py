"""An evening: the table and its journal never differ, whatever happens to the process or the disk."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from companion.evening import Evening, fingerprint
from companion.journal import Journal, JournalError, read
from rules import games
from rules.action import Unreadable
from rules.game import Setup
from rules.table import Table
from tests.companion.evenings import SETUP, clock, play, quick_folder, step, written


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def after(path: Path, number: int) -> Table:
    """What a plain table makes of the file's first events."""
    table = Table(games.game(SETUP.game), SETUP)
    for entry in read(path).entries[:number]:
        table.replay(entry.event)
    return table


def replayed(path: Path) -> Table:
    return after(path, len(read(path).entries))


def same(one: Table, other: Table) -> bool:
    return [step.label for step in one.steps] == [step.label for step in other.steps] and one.view == other.view


def act(evening: Evening, **line: Any) -> Any:
    return evening.push(evening.read(line))


def test_an_evening_goes_on_where_it_was(path: Path):
    with Evening.begin(path, SETUP, clock()) as evening:
        play(evening, 60)
    with Evening.resume(path, clock()) as resumed:
        assert same(evening, resumed) and resumed.state == evening.state
        assert resumed.recovered == "" and not resumed.rules_changed
        play(resumed, 20, seed=2)
        assert same(resumed, replayed(path))


def test_events_are_kept_with_the_callers_clock(path: Path):
    with Evening.begin(path, SETUP, clock(50.0)) as evening:
        act(evening, by="Ben", do="end-turn")
    record = read(path)
    assert (record.header.began, record.entries[0].at) == (50.0, 51.0)
    assert record.entries[0].event == {"by": "Ben", "do": "end-turn"}


def test_an_action_is_on_disk_before_it_is_shown(path: Path):
    with Evening.begin(path, SETUP) as evening:
        steps: list[int] = []
        evening.now = lambda: float(steps.append(len(evening.steps)) or 0)
        act(evening, by="Ben", do="end-turn")
        evening.undo()
        evening.redo()
        assert steps == [1, 2, 1], "the table had not moved when each was written"
        assert len(read(path).entries) == 3


def test_a_refused_action_writes_nothing(path: Path):
    with Evening.begin(path, SETUP) as evening:
        before = path.read_bytes()
        assert act(evening, by="Ann", do="end-turn").step is None
        with pytest.raises(Unreadable):
            evening.rule("no-such-rule", True)
        assert evening.undo() is None and evening.redo() is None
        assert path.read_bytes() == before


def test_undo_and_redo_carry_the_label_of_what_they_undo(path: Path):
    with Evening.begin(path, SETUP) as evening:
        act(evening, by="Ben", do="trade", **{"with": "Ann"}, cards=1)
        undone = evening.undo()
        assert undone and undone.label == "Ben's trade with Ann"
        redone = evening.redo()
        assert redone is undone
    assert [entry.event for entry in read(path).entries][1:] == [{"undo": True}, {"redo": True}]


def test_what_was_undone_can_still_be_brought_back_on_another_day(path: Path):
    with Evening.begin(path, SETUP) as evening:
        act(evening, by="Ben", do="end-turn")
        evening.undo()
    with Evening.resume(path) as resumed:
        redone = resumed.redo()
        assert redone and redone.label == "end of Ben's turn"


def test_if_the_disk_fails_the_table_is_as_before(path: Path, monkeypatch: pytest.MonkeyPatch):
    with Evening.begin(path, SETUP) as evening:
        act(evening, by="Ben", do="trade", **{"with": "Ann"}, cards=1)
        act(evening, by="Ben", do="end-turn")
        evening.undo()
        before, text = (list(evening.steps), list(evening._undone)), path.read_bytes()

        def fails(*_: Any) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", fails)
            for attempt in (
                lambda: act(evening, by="Ben", do="end-turn"),
                evening.undo,
                evening.redo,
                lambda: evening.rule("lake", "fly"),
            ):
                with pytest.raises(JournalError, match="disk is full"):
                    attempt()
                assert (evening.steps, evening._undone) == before
        assert path.read_bytes() == text
        assert evening.redo()
    assert same(evening, replayed(path))


def test_after_closing_nothing_is_done_unrecorded(path: Path):
    evening = Evening.begin(path, SETUP)
    evening.close()
    with pytest.raises(JournalError, match="closed"):
        act(evening, by="Ben", do="end-turn")
    assert len(evening.steps) == 1


def test_a_set_up_that_is_none_makes_no_file(path: Path):
    for setup in (Setup("chess", ("Ann", "Ben")), Setup("hit-the-silk", ("Ann", "Ann", "Ben"))):
        with pytest.raises(Unreadable):
            Evening.begin(path, setup)
    assert not path.exists()


def test_a_journal_of_an_unknown_game_is_left_alone(path: Path):
    Journal.create(path, Setup("chess", ("Ann", "Ben")), "f00d", 0.0).close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="There is no game “chess”"):
        Evening.resume(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "event",
    [
        {"by": "Ann", "do": "end-turn"},
        {"by": "Ben", "do": "fly"},
        {"by": "Ben", "do": "end-turn", "how": "guessed"},
        {"by": "Ben", "do": "end-turn", "how": ["declared"]},
        {"undo": True},
        {"redo": True},
        {"rule": ["lake"], "is": {}},
        {"do": 5},
        {},
    ],
)
def test_a_whole_line_that_the_rules_refuse_is_the_first_bad_one(path: Path, event: dict[str, Any]):
    with Journal.create(path, SETUP, fingerprint(games.game(SETUP.game)), 0.0) as journal:
        if event != {"undo": True}:
            journal.append({"by": "Ben", "do": "trade", "with": "Ann", "cards": 1}, 0.0)
        kept = journal.events
        good = path.read_bytes()
        journal.append(event, 1.0)
        journal.append({"undo": True}, 2.0)
    whole = path.read_bytes()
    with Evening.resume(path) as evening:
        assert evening.recovered.startswith(f"The journal is damaged from event {kept + 1} on (the rules ")
        assert len(evening.steps) == kept + 1
        assert path.read_bytes() == good
        assert path.with_name("evening.jsonl.damaged-1").read_bytes() == whole[len(good) :]
        assert act(evening, by="Ben", do="end-turn").step


def test_other_rules_than_those_played_by_are_told(path: Path):
    with Journal.create(path, SETUP, "f00d", 0.0) as journal:
        journal.append({"by": "Ben", "do": "end-turn"}, 0.0)
    with Evening.resume(path) as evening:
        assert evening.rules_changed and not evening.recovered
    with Journal.open(path) as journal:
        journal.append({"by": "Ben", "do": "end-turn"}, 0.0)
    with Evening.resume(path) as evening:
        assert "The rules have changed since this evening began" in evening.recovered


def test_cut_at_every_byte(tmp_path: Path):
    whole = written(tmp_path / "whole.jsonl", 8)
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    tables = [after(tmp_path / "whole.jsonl", number) for number in range(len(ends))]
    with quick_folder() as folder:
        path, aside = folder / "cut.jsonl", folder / "cut.jsonl.damaged-1"
        for cut in range(len(whole)):
            path.write_bytes(whole[:cut])
            good = sum(end <= cut for end in ends) - 1
            if good < 0:
                with pytest.raises(JournalError):
                    Evening.resume(path)
                assert path.read_bytes() == whole[:cut]
                continue
            with Evening.resume(path) as evening:
                assert same(evening, tables[good])
                assert path.read_bytes() == whole[: ends[good]]
                if cut == ends[good]:
                    assert not aside.exists() and not evening.recovered
                else:
                    assert aside.read_bytes() == whole[ends[good] : cut]
                    assert evening.recovered
                    aside.unlink()
                evening.rule("lake", "fly")
            assert same(evening, replayed(path))
            assert read(path).damage is None


WRITER = """
import random, sys
from pathlib import Path
from companion.evening import Evening
from tests.companion.evenings import step
chance = random.Random(7)
with Evening.resume(Path(sys.argv[1])) as evening:
    for _ in range(100_000):
        step(evening, chance)
        print(evening.events, flush=True)
"""


@pytest.mark.parametrize("seed", range(4))
def test_killed_while_it_writes(path: Path, seed: int):
    Evening.begin(path, SETUP).close()
    child = subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE)
    assert child.stdout
    child.stdout.readline()
    time.sleep(random.Random(seed).uniform(0.0, 0.3))
    with pytest.raises(JournalError, match="open somewhere else"):
        Evening.resume(path)
    child.send_signal(signal.SIGKILL)
    shown = [int(line) for line in child.stdout.read().splitlines() if line]
    child.stdout.close()
    child.wait()
    with Evening.resume(path) as evening:
        assert evening.events - (shown[-1] if shown else 1) in (0, 1), "whatever was shown is there"
        assert same(evening, replayed(path))
        step(evening, random.Random(seed))


def test_a_thousand_events():
    with quick_folder() as folder:
        with Evening.begin(folder / "long.jsonl", SETUP, clock()) as evening:
            play(evening, 1000)
        assert evening.events == 1000
        with Evening.resume(folder / "long.jsonl") as resumed:
            assert same(evening, resumed) and resumed.state == evening.state


def test_the_fingerprint_changes_with_the_rules():
    class Other(type(games.game("hit-the-silk"))):  # type: ignore[misc]
        def describe(self) -> dict[str, Any]:
            return {**super().describe(), "players": [2]}

    game = games.game("hit-the-silk")
    assert fingerprint(game) == fingerprint(game) != fingerprint(Other())
