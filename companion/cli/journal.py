"""`companion journal`: reads a saved evening, and never changes it."""

import argparse
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from companion import places
from companion.cli.mistake import Mistake
from companion.cli.output import add_json_flag, print_json, wants_json
from companion.history import History, Moment, as_document, tell
from companion.journal import JournalError
from companion.records import records
from companion.shelf import SUFFIX
from rules.games import game

CHANGED = "The rules have changed since this evening was played."


def register(commands: Any) -> None:
    journal = commands.add_parser("journal", help="read a saved evening")
    parts = journal.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, run, helps in (
        ("show", show, "the evening, event by event"),
        ("verify", verify, "whether the journal is whole; exit code 1 and where, if it is not"),
        ("export", export, "one JSON document with everything that everybody may know"),
    ):
        part = parts.add_parser(name, help=helps)
        part.add_argument("file", metavar="FILE", help="the journal of an evening")
        add_json_flag(part)
        part.set_defaults(run=_reading(run))
        if name == "export":
            part.add_argument("--out", metavar="FILE", help="write there instead of printing")

    part = parts.add_parser("records", help="the best finished evening of every game, level and team size")
    part.add_argument(
        "folder", metavar="FOLDER", nargs="?", help="where the evenings are; by default this device's own"
    )
    add_json_flag(part)
    part.set_defaults(run=best)


def _reading(run: Callable[[History, argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    def command(arguments: argparse.Namespace) -> int:
        try:
            return run(tell(Path(arguments.file)), arguments)
        except JournalError as error:
            raise Mistake(str(error)) from None

    return command


def best(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.folder) if arguments.folder else places.evenings()
    if not os.path.isdir(folder):  # which a name that no folder can have does not break, unlike Path.is_dir
        raise Mistake(f"{folder} is no folder.")
    found = records(sorted(folder.glob(f"*{SUFFIX}")))
    if wants_json(arguments):
        print_json(found)
        return 0
    for record in found:
        rulings = f", with {record.rulings} table rulings" if record.rulings else ""
        who = f"{', '.join(record.players)} on {_when(record.began, '%Y-%m-%d')}"
        print(f"{game(record.game).name}, {record.mode}, {len(record.players)}: {record.value} ({who}{rulings})")
    if not found:
        print("No finished evening has a figure to beat yet.")
    return 0


# ---------------------------------------------------------------- show


def show(history: History, arguments: argparse.Namespace) -> int:
    if wants_json(arguments):
        print_json(as_document(history))
        return 0
    setup, game = history.header.setup, history.table.game
    mode = f", {setup.mode}" if setup.mode else ""
    print(f"{game.name}{mode}: {', '.join(setup.players)}. Begun {_when(history.header.began, '%Y-%m-%d %H:%M')}.")
    for moment in history.moments:
        print("\n".join(_lines(moment)))
    if history.rules_changed:
        print(CHANGED)
    if history.damage:
        print(history.damage)
    return 0


def _lines(moment: Moment) -> list[str]:
    marks = ""
    if moment.event.get("force"):
        marks += f"  [table ruling, against: {moment.ruling}]" if moment.ruling else "  [table ruling]"
    if moment.undone:
        marks += "  [undone]"
    return [
        f"{_when(moment.at, '%H:%M:%S')} {moment.number:4}  {moment.label}{marks}",
        *(f"{'':15}{says}" for says in moment.says),
    ]


def _when(at: float, form: str) -> str:
    return datetime.fromtimestamp(at).strftime(form)


# ---------------------------------------------------------------- verify


def verify(history: History, arguments: argparse.Namespace) -> int:
    damage, events = history.damage, len(history.moments)
    if wants_json(arguments):
        where = {"event": damage.event, "why": damage.why} if damage else None
        changed = history.rules_changed
        print_json({"whole": damage is None, "events": events, "damage": where, "rules_changed": changed})
    else:
        kept = f"{events} event{'s' if events != 1 else ''}"
        print(f"{damage} Before it: {kept}." if damage else f"The journal is whole: {kept}.")
        if history.rules_changed:
            print(CHANGED)
    return 1 if damage else 0


# ---------------------------------------------------------------- export


def export(history: History, arguments: argparse.Namespace) -> int:
    document = as_document(history)
    if arguments.out is None:
        print_json(document)
    else:
        _write(Path(arguments.out), msgspec.json.format(msgspec.json.encode(document)) + b"\n")
    return 0


def _write(path: Path, text: bytes) -> None:
    try:
        if path.is_file():
            with path.open("rb") as old:
                if b"wingman-journal" in old.read(64):
                    raise Mistake(f"{path.name} is the journal of an evening; choose another name for the export.")
        path.write_bytes(text)
    except (OSError, ValueError) as error:
        raise Mistake(
            f"{path} cannot be written: {getattr(error, 'strerror', None) or 'that is no file name'}."
        ) from None
