"""The journal: one evening on disk, a JSON line an event, numbered and chained by checksums.

    {"n":0,"format":"wingman-journal","version":1,"setup":{…},"rules":"…","began":…,"crc":"…"}
    {"n":1,"at":…,"event":{…},"crc":"…"}

A line counts only when it is whole: its end, the checksum over it and all lines before it, its number, its JSON.
What follows the first line that does not count is never used, and never thrown away.
"""

import io
import os
import stat
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta, Struct

from companion.disk import copy_rest, lock, reason, sync_folder, truncate
from companion.sentence import Sentence
from rules.action import Unreadable
from rules.game import Setup

VERSION = 1
LONGEST = 1_000_000  # bytes of a line
LATEST = 253_000_000_000.0  # seconds since 1970: no clock is right about the year 9987

Event = dict[str, Any]
Time = Annotated[float, Meta(ge=0, le=LATEST)]

UPGRADES: Mapping[int, Callable[[Event], Event]] = {}
"""How an event of an older version reads in the next one: {1: events of version 1 to version 2}."""


class JournalError(Exception):
    """The journal cannot be read or written; the text is a sentence for the person at the table."""

    def __init__(self, pattern: str, **values: str) -> None:
        super().__init__(Sentence(pattern, **values))


class Header(Struct, frozen=True, kw_only=True):
    """The first line: how the evening began."""

    n: Literal[0] = 0
    format: Literal["wingman-journal"] = "wingman-journal"
    version: Annotated[int, Meta(ge=1)] = VERSION
    setup: Setup
    rules: str  # the fingerprint of the rules that were played by
    began: Time


class Entry(Struct, frozen=True, omit_defaults=True):
    """Any further line: an event as the table gave it, and when."""

    n: int
    at: Time
    event: Event
    v: int = 0  # the version of this line, where the journal was begun in an older one


class Damage(Struct, frozen=True):
    """Where a journal stops counting."""

    event: int  # the number of the first line that does not count
    why: str  # "its checksum is wrong"

    def __str__(self) -> str:
        return f"The journal is damaged from event {self.event} on ({self.why})."


class Record(Struct, frozen=True):
    """What a journal says, as far as it counts."""

    header: Header
    entries: tuple[Entry, ...]
    size: int  # bytes that count
    crc: int  # of all of them
    damage: Damage | None = None


Replay = Callable[[Header], Callable[[Event], object]]
"""Given the header, what takes each event in turn; an event that it raises at does not count."""


def read(path: Path, replay: Replay | None = None) -> Record:
    """Read a journal and change nothing; raises JournalError where not even its first line can be read."""
    with _open(path, "rb") as file:
        return _read(file, path.name, replay)


class Journal:
    """A journal that is being written. What `append` has returned from is on the disk. For one thread."""

    def __init__(self, path: Path, file: io.FileIO, record: Record, recovered: str = "") -> None:
        self.path = path
        self.header = record.header
        self.recovered = recovered  # what was damaged on opening, as a sentence
        self._file = file
        self._number = len(record.entries)
        self._size = record.size
        self._crc = record.crc
        self._torn = False  # a line that failed may lie behind the last good one

    @property
    def events(self) -> int:
        """How many events it holds."""
        return self._number

    @classmethod
    def create(cls, path: Path, setup: Setup, rules: str, began: float) -> Self:
        """Begin a journal; a file that is there already is never touched."""
        header = Header(setup=setup, rules=rules, began=_clock(began))
        try:
            file = io.FileIO(path, "x+")
        except OSError as error:
            raise JournalError("{file} cannot be begun: {why}.", file=path.name, why=reason(error)) from error
        try:
            _lock(file, path.name)
            journal = cls(path, file, Record(header, (), 0, 0))
            journal._write(header)
            sync_folder(path)
        except BaseException as error:
            file.close()
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise JournalError("{file} cannot be begun: {why}.", file=path.name, why=reason(error)) from error
            raise
        return journal

    @classmethod
    def open(cls, path: Path, replay: Replay | None = None) -> Self:
        """Go on with a journal. A damaged end is first set aside in a file of its own: see `recovered`."""
        file = _open(path, "r+")
        try:
            _lock(file, path.name)
            reader = io.BufferedReader(file, 1 << 16)
            record = _read(reader, path.name, replay)
            reader.detach()
            return cls(path, file, record, _set_aside(file, path, record) if record.damage else "")
        except BaseException:
            file.close()
            raise

    def append(self, event: Event, at: float) -> None:
        """Write one event to the disk; if that fails the journal is as before, and JournalError says why."""
        version = 0 if self.header.version == VERSION else VERSION
        try:
            self._unchanged()
            self._write(Entry(self._number + 1, _clock(at), event, version))
        except OSError as error:
            raise JournalError("{file} cannot be written: {why}.", file=self.path.name, why=reason(error)) from error
        self._number += 1

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, record: Header | Entry) -> None:
        body = msgspec.json.encode(record)[:-1]
        crc = zlib.crc32(body, self._crc)
        line = body + _seal(crc)
        if len(line) > LONGEST:
            raise JournalError(
                "{file}: an event of {size} bytes is too long to be kept.",
                file=self.path.name,
                size=f"{len(line):,}",
            )
        if self._torn:
            self._cut()
        self._torn = True
        try:
            self._file.seek(self._size)
            rest = memoryview(line)
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except BaseException:
            with suppress(OSError):  # the next append tries again, and so would opening the journal
                self._cut()
            raise
        self._torn = False
        self._size += len(line)
        self._crc = crc

    def _cut(self) -> None:
        """Take away whatever lies behind the last good line."""
        truncate(self._file, self._size)
        self._torn = False

    def _unchanged(self) -> None:
        """Nobody may lose an evening by writing on into a file that is gone."""
        if self._file.closed:
            raise JournalError("{file} has been closed: resume the evening to go on.", file=self.path.name)
        found = os.fstat(self._file.fileno())
        if not found.st_nlink:
            raise JournalError("{file} has been deleted or replaced in the middle of the evening.", file=self.path.name)
        if found.st_size != self._size and not self._torn:
            raise JournalError(
                "{file} was changed by another program: leave the evening and resume it.", file=self.path.name
            )


# ---------------------------------------------------------------- reading


class _BadLine(Exception):
    """What is wrong with a line, to stand in brackets."""


_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_header = msgspec.json.Decoder(Header)
_entry = msgspec.json.Decoder(Entry)


class _Title(Struct):
    """As much of a first line as every version keeps."""

    format: Literal["wingman-journal"]
    version: int


_title = msgspec.json.Decoder(_Title)


def _read(file: io.BufferedReader, name: str, replay: Replay | None) -> Record:
    try:
        first = file.readline(LONGEST + 1)
        header, crc = _first(first, name)
        take = replay(header) if replay else None
        entries: list[Entry] = []
        size, damage = len(first), None
        while raw := file.readline(LONGEST + 1):
            number = len(entries) + 1
            try:
                after = _check(raw, crc)
                entry = _event(raw, number, header.version, name)
                if take:
                    _take(take, entry.event)
            except _BadLine as bad:
                damage = Damage(number, str(bad))
                break
            entries.append(entry)
            crc = after
            size += len(raw)
        return Record(header, tuple(entries), size, crc, damage)
    except Unreadable as error:
        raise JournalError("{file} cannot be played on: {why}", file=name, why=str(error)) from error
    except OSError as error:
        raise JournalError("{file} cannot be read: {why}.", file=name, why=reason(error)) from error


def _first(raw: bytes, name: str) -> tuple[Header, int]:
    if not raw:
        raise JournalError("{file} is empty: no evening was begun in it.", file=name)
    try:
        title = _title.decode(raw)
    except _NOT_JSON:
        if raw.startswith(b'{"n":0,"format":"wingman-journal"'):
            raise JournalError(_BAD_FIRST, file=name) from None
        raise JournalError("{file} is not the journal of an evening.", file=name) from None
    if title.version > VERSION:
        raise JournalError("{file} was written by a newer version of this app; update the app to read it.", file=name)
    try:
        crc = _check(raw, 0)
        return _header.decode(raw), crc
    except (_BadLine, *_NOT_JSON):
        raise JournalError(_BAD_FIRST, file=name) from None


_BAD_FIRST = "The first line of {file} is damaged, so nothing after it can be trusted. The file was left as it is."


def _check(raw: bytes, crc: int) -> int:
    """The checksum of the chain with this line, if the line is whole and belongs here."""
    if len(raw) > LONGEST:
        raise _BadLine("it is too long")
    if not raw.endswith(b"\n"):
        raise _BadLine("it was cut off")
    crc = zlib.crc32(raw[:-SEAL], crc)
    if raw[-SEAL:] != _seal(crc):
        raise _BadLine("its checksum is wrong")
    return crc


def _event(raw: bytes, number: int, version: int, name: str) -> Entry:
    try:
        entry = _entry.decode(raw)
    except _NOT_JSON:
        raise _BadLine("it is not an event") from None
    if entry.n != number:
        raise _BadLine(f"it is numbered {entry.n}")
    version = entry.v or version
    if version > VERSION:  # not damage: nothing may be set aside
        raise JournalError("{file} was played on in a newer version of this app; update the app to read it.", file=name)
    event = entry.event
    for older in range(version, VERSION):
        event = UPGRADES[older](event)
    return entry if event is entry.event else msgspec.structs.replace(entry, event=event)


def _take(take: Callable[[Event], object], event: Event) -> None:
    try:
        take(event)
    except Unreadable as refusal:
        raise _BadLine(f"the rules refuse it: {str(refusal).rstrip('.')}") from refusal
    except Exception as error:  # an event that no table wrote can break anything; the evening before it is still good
        raise _BadLine("the rules cannot carry it out") from error


# ---------------------------------------------------------------- the disk


def _seal(crc: int) -> bytes:
    """How every line ends."""
    return b',"crc":"%08x"}\n' % crc


SEAL = len(_seal(0))


def _clock(at: float) -> float:
    return min(max(0.0, at), LATEST)


def _open(path: Path, mode: Literal["rb", "r+"]) -> Any:
    """A file for reading, or unbuffered for writing, too."""
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            raise JournalError("{file} is a folder, not the journal of an evening.", file=path.name or str(path))
        if not stat.S_ISREG(kind):
            raise JournalError("{file} is not a file, so not the journal of an evening.", file=path.name)
        return path.open("rb") if mode == "rb" else io.FileIO(path, "r+")
    except (OSError, ValueError) as error:
        raise JournalError("{file} cannot be opened: {why}.", file=path.name, why=reason(error)) from error


def _lock(file: io.FileIO, name: str) -> None:
    if not lock(file):
        raise JournalError("{file} is in use: this evening is open somewhere else.", file=name)


def _set_aside(file: io.FileIO, path: Path, record: Record) -> str:
    """Copy what does not count into a file of its own, then cut it off; says so."""
    kept = f"{len(record.entries)} event{'s were' if len(record.entries) != 1 else ' was'} kept"
    try:
        aside = copy_rest(file, path, record.size)
        truncate(file, record.size)
    except OSError as error:
        why = f"The damaged end cannot be set aside: {reason(error)}. The file was left as it is."
        raise JournalError(f"{path.name}: {record.damage} {why}") from error
    return f"{record.damage} {kept}; the rest is in {aside.name}."
