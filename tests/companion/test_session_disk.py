"""A full disk, a folder that may not be written, a damaged journal: one sentence, nothing lost, and play goes on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.evening import Evening
from companion.session import Session, Trouble
from tests.companion.table import Table

FULL_DISK = """
import resource, sys
from pathlib import Path
from companion.session import Trouble
from tests.companion.table import Table
table = Table(Path(sys.argv[1]))
table.session.touch("end-turn")
size = table.path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, resource.RLIM_INFINITY))
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
table.lay("steal"); table.session.answer("Ann")
table.lay("spy")
print([news.sentence for news in table.news if isinstance(news, Trouble)])
print(table.done, table.asked, table.session.board.headline)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
table.session.accept(); table.session.answer("Cat")
print(table.done, table.session.troubles)
"""


def test_a_full_disk_keeps_what_was_done_until_there_is_room(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", FULL_DISK, str(tmp_path)], capture_output=True, text=True, check=True)
    troubles, meanwhile, after = run.stdout.splitlines()
    sentence = "evening.jsonl cannot be written: the disk is full. Nothing before it is lost; make room and try again."
    assert troubles == str([sentence])
    assert meanwhile == """["end of Ann's turn"] Ben: Steal. Ben's turn"""  # complete, waiting, and not shown as done
    assert after == """["end of Ann's turn", "Ben's Steal from Ann", "Ben's Spy on Cat"] {}"""
    with Evening.resume(tmp_path / "evening.jsonl") as evening:
        assert [step.label for step in evening.steps[1:]] == [
            "end of Ann's turn",
            "Ben's Steal from Ann",
            "Ben's Spy on Cat",
        ]


def test_a_journal_that_is_deleted_under_the_table(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.path.unlink()
    table.session.touch("end-turn")
    assert not table.done and table.session.board.headline == "Ann's turn"
    assert [news.sentence for news in table.news if isinstance(news, Trouble)] == [
        "evening.jsonl has been deleted or replaced in the middle of the evening."
    ]
    table.session.undo()
    table.session.rule("lake", "fly")
    assert not table.done


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.path.chmod(0o400)
    tmp_path.chmod(0o500)
    table.session.touch("end-turn")
    assert table.done == ["end of Ann's turn"]  # it was open already


def test_a_damaged_journal_is_resumed_as_far_as_it_is_good(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for _ in range(3):
        table.session.touch("end-turn")
    table.session.evening.close()
    lines = table.path.read_bytes().splitlines(keepends=True)
    table.path.write_bytes(b"".join([*lines[:-1], lines[-1].replace(b"end-turn", b"end-tu?n")]))
    evening = Evening.resume(table.path)
    assert evening.recovered.startswith("The journal is damaged from event 3 on")
    session = Session(evening)
    assert session.board.headline == "Cat's turn"
    session.touch("end-turn")
    assert session.board.headline == "Dan's turn"
