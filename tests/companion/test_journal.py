"""The journal on disk: what was appended is there, what is damaged is set aside, nothing is thrown away."""

import errno
import os
import random
import re
import resource
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import disk
from companion import journal as module
from companion.journal import LONGEST, Journal, JournalError, read
from tests.companion.evenings import SETUP, quick_folder, written

EVENTS = [{"by": "Ann", "do": "end-turn"}, {"undo": True}, {"rule": "lake", "is": "fly"}, {"by": "Zoë", "x": [1, None]}]


def begun(path: Path) -> Journal:
    return Journal.create(path, SETUP, "f00d", 1000.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of four events."""
    with begun(tmp_path / "evening.jsonl") as journal:
        for at, event in enumerate(EVENTS):
            journal.append(event, 1001.0 + at)
    return tmp_path / "evening.jsonl"


def sealed(lines: list[dict[str, Any]]) -> bytes:
    """A file as somebody would forge it: the chain is right, whatever the lines say."""
    text, crc = b"", 0
    for line in lines:
        body = msgspec.json.encode(line)[:-1]
        crc = zlib.crc32(body, crc)
        text += body + b',"crc":"%08x"}\n' % crc
    return text


def forged(path: Path, *lines: dict[str, Any]) -> None:
    """Put these lines behind the header, with a right chain."""
    header = msgspec.json.decode(path.read_bytes().split(b"\n")[0])
    header.pop("crc")
    path.write_bytes(sealed([header, *lines]))


# What is written is there


def test_what_was_appended_is_read_back(path: Path):
    record = read(path)
    assert record.header.setup == SETUP
    assert (record.header.rules, record.header.began) == ("f00d", 1000.0)
    assert [entry.event for entry in record.entries] == EVENTS
    assert [entry.at for entry in record.entries] == [1001.0, 1002.0, 1003.0, 1004.0]
    assert [entry.n for entry in record.entries] == [1, 2, 3, 4]
    assert record.damage is None


def test_every_line_is_json_with_its_number(path: Path):
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    assert [line["n"] for line in lines] == [0, 1, 2, 3, 4]
    assert lines[0]["format"] == "wingman-journal" and lines[0]["version"] == 1


def test_a_whole_journal_is_opened_and_continued_without_a_word(path: Path):
    with Journal.open(path) as journal:
        assert (journal.recovered, journal.events) == ("", 4)
        journal.append({"redo": True}, 1010.0)
    assert [entry.event for entry in read(path).entries] == [*EVENTS, {"redo": True}]
    assert os.listdir(path.parent) == [path.name]


def test_a_line_is_synced_before_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    synced: list[bytes] = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (fsync(fd), synced.append(os.readlink(f"/proc/self/fd/{fd}").encode())))
    path = tmp_path / "evening.jsonl"
    with begun(path) as journal:
        assert synced == [bytes(path), bytes(tmp_path)], "the file, then its folder"
        journal.append(EVENTS[0], 0.0)
        assert synced[2:] == [bytes(path)]


def test_a_file_that_is_there_already_is_never_begun_anew(path: Path):
    before = path.read_bytes()
    with pytest.raises(JournalError, match="already a file"):
        begun(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("at", [float("nan"), float("inf"), -5.0, 1e300])
def test_a_clock_gone_mad_costs_no_event(path: Path, at: float):
    with Journal.open(path) as journal:
        journal.append({"redo": True}, at)
    assert len(read(path).entries) == 5


def test_an_event_that_is_too_long_is_refused(path: Path):
    before = path.read_bytes()
    with Journal.open(path) as journal:
        with pytest.raises(JournalError, match="too long"):
            journal.append({"by": "x" * LONGEST}, 0.0)
        assert path.read_bytes() == before
        journal.append({"redo": True}, 0.0)


# Damage


def test_a_damaged_end_is_set_aside_and_told(path: Path):
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    with Journal.open(path) as journal:
        assert journal.recovered == (
            "The journal is damaged from event 4 on (it was cut off). "
            "3 events were kept; the rest is in evening.jsonl.damaged-1."
        )
    lines = whole.splitlines(keepends=True)
    assert path.read_bytes() == b"".join(lines[:4])
    assert path.with_name("evening.jsonl.damaged-1").read_bytes() == lines[4][:-5]


def test_an_older_damaged_file_is_never_overwritten(path: Path):
    older = path.with_name("evening.jsonl.damaged-1")
    older.write_bytes(b"older")
    with path.open("ab") as file:
        file.write(b"\0" * 100)
    Journal.open(path).close()
    assert older.read_bytes() == b"older"
    assert path.with_name("evening.jsonl.damaged-2").read_bytes() == b"\0" * 100


def swapped(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1], lines[3], lines[2], lines[4]]


@pytest.mark.parametrize(
    ("harm", "kept", "why"),
    [
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], 2, "checksum"),
        (swapped, 1, "checksum"),
        (lambda lines: [*lines[:2], *lines[3:]], 1, "checksum"),
        (lambda lines: [*lines[:4], b"\0" * 4096], 3, "cut off"),
        (lambda lines: [*lines, b"\0" * 4096 + b"\n"], 4, "checksum"),
        (lambda lines: [*lines, random.Random(1).randbytes(100_000)], 4, "checksum|cut off"),
        (lambda lines: [*lines, b"\n"], 4, "checksum"),
        (lambda lines: [*lines, b"x" * 3 * LONGEST + b"\n"], 4, "too long"),
        (lambda lines: [*lines[:3], lines[3].replace(b"\n", b"\r\n"), lines[4]], 2, "checksum"),
        (lambda lines: [*lines[:3], lines[3].upper(), lines[4]], 2, "checksum"),
        (lambda lines: [*lines, lines[0]], 4, "checksum"),
    ],
)
def test_lines_count_up_to_the_first_bad_one(path: Path, harm: Any, kept: int, why: str):
    harmed = b"".join(harm(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(harmed)
    record = read(path)
    assert [entry.event for entry in record.entries] == EVENTS[:kept]
    assert record.damage and record.damage.event == kept + 1
    assert re.search(why, record.damage.why)
    assert path.read_bytes() == harmed, "reading changes nothing"
    Journal.open(path).close()
    assert path.read_bytes() + path.with_name("evening.jsonl.damaged-1").read_bytes() == harmed
    assert read(path).damage is None


@pytest.mark.parametrize(
    "line",
    [
        {"n": 2, "at": 0.0, "event": {}},
        {"n": 1, "at": "noon", "event": {}},
        {"n": 1, "at": 1e18, "event": {}},
        {"n": 1, "at": 0.0, "event": []},
        {"n": 1, "at": 0.0},
    ],
)
def test_a_forged_line_with_a_right_checksum_still_has_to_be_an_event(path: Path, line: dict[str, Any]):
    forged(path, line)
    record = read(path)
    assert record.damage and not record.entries


def test_deeply_nested_json_is_only_a_bad_line(path: Path):
    lines = path.read_bytes().splitlines(keepends=True)
    body = b'{"n":1,"at":0,"event":{"x":' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    header = zlib.crc32(lines[0][: -module.SEAL], 0)
    path.write_bytes(lines[0] + body + b',"crc":"%08x"}\n' % zlib.crc32(body, header))
    assert read(path).damage


# The first line


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "empty"),
        (b"\0" * 500, "not the journal"),
        (random.Random(2).randbytes(5000), "not the journal"),
        (b"Dear diary,\n", "not the journal"),
        (b'{"game": "hit-the-silk"}\n', "not the journal"),
        (b"[" * 500_000, "not the journal"),
        (b"x" * 3 * LONGEST, "not the journal"),
        (b'{"n":0,"format":"wingman-journal","ver', "first line"),
        (sealed([{"n": 0, "format": "wingman-journal", "version": 1}]), "first line"),
        (sealed([{"n": 0, "format": "wingman-journal", "version": 2, "new": "things"}]), "newer version"),
        (b'{"n":0,"format":"wingman-journal","version":7,"sealed":"otherwise"}\n', "newer version"),
    ],
)
def test_a_bad_first_line_is_told_and_left_alone(tmp_path: Path, text: bytes, says: str):
    path = tmp_path / "evening.jsonl"
    path.write_bytes(text)
    for attempt in (read, Journal.open):
        with pytest.raises(JournalError, match=says):
            attempt(path)
    assert path.read_bytes() == text
    assert os.listdir(tmp_path) == ["evening.jsonl"]


def test_no_file_and_no_regular_file(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    for name, says in (("nothing", "no such file"), ("", "folder"), ("pipe", "not a file"), ("a\0b", "file name")):
        for attempt in (read, Journal.open):
            with pytest.raises(JournalError, match=says):
                attempt(tmp_path / name)
    with pytest.raises(JournalError, match="no such"):
        begun(tmp_path / "missing" / "evening.jsonl")


# Every byte


def test_a_flipped_bit_anywhere_costs_the_lines_from_there_on_and_no_more(tmp_path: Path):
    whole = written(tmp_path / "whole.jsonl", 12)
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    events = [entry.event for entry in read(tmp_path / "whole.jsonl").entries]
    chance = random.Random(3)
    with quick_folder() as folder:
        path = folder / "flipped.jsonl"
        for place in range(len(whole)):
            for mask in (1 << chance.randrange(8), chance.randrange(1, 256), 0x20):
                harmed = bytearray(whole)
                harmed[place] ^= mask
                path.write_bytes(harmed)
                good = sum(end <= place for end in ends) - 1
                if good < 0:
                    with pytest.raises(JournalError):
                        read(path)
                    continue
                record = read(path)
                assert [entry.event for entry in record.entries] == events[:good], (place, mask)
                assert record.damage and record.damage.event == good + 1


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_harm_ever_yields_a_line_that_was_not_written(data: st.DataObject):
    with quick_folder() as folder:
        path = folder / "evening.jsonl"
        with begun(path) as journal:
            for event in EVENTS:
                journal.append(event, 0.0)
        text = path.read_bytes()
        for _ in range(data.draw(st.integers(1, 3))):
            one = data.draw(st.integers(0, len(text)))
            other = data.draw(st.integers(one, len(text)))
            part = data.draw(st.sampled_from([b"", text[one:other] * 2, b"\n", b"\0"]) | st.binary(max_size=40))
            text = text[:one] + part + text[other:]
        path.write_bytes(text)
        try:
            with Journal.open(path) as journal:
                kept = journal.events
                journal.append({"redo": True}, 0.0)
        except JournalError:
            assert path.read_bytes() == text
            return
        assert [entry.event for entry in read(path).entries] == [*EVENTS[:kept], {"redo": True}]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=20), max_size=5))
def test_any_event_comes_back_as_it_was(value: Any):
    event = {"by": "Ann", "value": value}
    try:
        msgspec.json.encode(event)
    except UnicodeEncodeError:  # half a character: no name or card has one
        return
    with quick_folder() as folder:
        with begun(folder / "evening.jsonl") as journal:
            journal.append(event, 5.0)
        assert read(folder / "evening.jsonl").entries[0].event == event


# The disk


def test_a_full_disk_costs_nothing_and_the_journal_goes_on_afterwards(path: Path):
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal.open(path) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, hard))  # room for half a line
        try:
            for _ in range(2):
                with pytest.raises(JournalError, match="disk is full"):
                    journal.append({"redo": True}, 0.0)
                assert path.read_bytes() == before
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        journal.append({"redo": True}, 0.0)
    assert len(read(path).entries) == 5 and read(path).damage is None


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Any:
    """A file system of 64 kB; only root can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if (
        os.geteuid()
        or not mount
        or subprocess.run([mount, "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], capture_output=True).returncode
    ):
        pytest.skip("a file system of one's own cannot be mounted here")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


def test_a_disk_without_space(tiny_disk: Path):
    path, filler = tiny_disk / "evening.jsonl", tiny_disk / "filler"
    filler.write_bytes(b"x" * 16_384)
    with begun(path) as journal:
        with pytest.raises(JournalError, match=r"evening.jsonl cannot be written: the disk is full\."):
            for _ in range(5000):
                journal.append({"by": "Ann", "do": "end-turn"}, 0.0)
        kept = journal.events
        assert len(read(path).entries) == kept and read(path).damage is None
        with pytest.raises(JournalError, match="cannot be begun: the disk is full"):
            begun(tiny_disk / "another.jsonl")
        assert not (tiny_disk / "another.jsonl").exists()
    with path.open("r+b") as file:
        file.seek(-5, os.SEEK_END)
        file.write(b"x")
    harmed = path.read_bytes()
    with pytest.raises(JournalError, match="cannot be set aside: the disk is full"):
        Journal.open(path)
    assert path.read_bytes() == harmed and not list(tiny_disk.glob("*.damaged-*"))
    filler.unlink()
    with Journal.open(path) as journal:
        assert journal.events == kept - 1 and "damaged-1" in journal.recovered


def test_a_failing_disk_that_cannot_even_be_rolled_back(path: Path, monkeypatch: pytest.MonkeyPatch):
    before = path.read_bytes()

    def fails(*_: Any) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with Journal.open(path) as journal:
        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", fails)
            broken.setattr(module, "truncate", fails)
            for _ in range(2):
                with pytest.raises(JournalError, match="Input/output error"):
                    journal.append({"redo": True}, 0.0)
        assert path.read_bytes() != before, "half a line is still there"
        journal.append({"undo": True}, 0.0)
    assert [entry.event for entry in read(path).entries] == [*EVENTS, {"undo": True}]


def test_a_folder_that_may_not_be_written():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with begun(folder / "evening.jsonl") as journal:
            journal.append(EVENTS[0], 0.0)
        (folder / "evening.jsonl").chmod(0o666)
        harmed = (folder / "evening.jsonl").read_bytes() + b"x"
        (folder / "evening.jsonl").write_bytes(harmed)
        folder.chmod(0o555)
        with_rights = os.geteuid()
        if not with_rights:
            os.seteuid(65534)
        try:
            with pytest.raises(JournalError, match="not allowed"):
                begun(folder / "other.jsonl")
            with pytest.raises(JournalError, match=r"cannot be set aside.*not allowed"):
                Journal.open(folder / "evening.jsonl")
        finally:
            os.seteuid(with_rights)
            folder.chmod(0o755)
        assert (folder / "evening.jsonl").read_bytes() == harmed
        assert os.listdir(folder) == ["evening.jsonl"]


def test_a_journal_deleted_in_mid_evening_is_noticed(path: Path):
    with Journal.open(path) as journal:
        path.unlink()
        with pytest.raises(JournalError, match="deleted or replaced"):
            journal.append({"redo": True}, 0.0)


def test_a_journal_changed_by_another_program_is_noticed(path: Path):
    with Journal.open(path) as journal:
        with path.open("ab") as file:
            file.write(b"a note of my own\n")
        with pytest.raises(JournalError, match="another program"):
            journal.append({"redo": True}, 0.0)


def test_a_closed_journal_says_so(path: Path):
    journal = Journal.open(path)
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append({"redo": True}, 0.0)


def test_two_writers_cannot_have_the_same_evening(path: Path):
    with Journal.open(path):
        with pytest.raises(JournalError, match="open somewhere else"):
            Journal.open(path)
        assert len(read(path).entries) == 4, "reading is always possible"
    Journal.open(path).close()


def test_where_there_are_no_locks_the_evening_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(disk, "fcntl", None)
    with Journal.open(path) as journal:
        journal.append({"redo": True}, 0.0)


# Versions


def test_an_older_journal_is_read_and_continued_in_the_new_version(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "VERSION", 2)
    monkeypatch.setattr(module, "UPGRADES", {1: lambda event: {**event, "new": True}})
    with Journal.open(path) as journal:
        journal.append({"redo": True}, 0.0)
    assert [entry.event for entry in read(path).entries] == [*({**e, "new": True} for e in EVENTS), {"redo": True}]

    monkeypatch.setattr(module, "VERSION", 1)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="played on in a newer version"):
        Journal.open(path)
    assert path.read_bytes() == before, "what a newer app wrote is not damage"
