"""How commands print data: readable on a terminal, JSON where another program reads it.

`demo` and `doctor` tell their story to people wherever it goes, and print JSON only when asked.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from companion.cli.mistake import Mistake


def add_json_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (also when the output is not a terminal)")


def wants_json(arguments: argparse.Namespace) -> bool:
    return bool(arguments.json) or not sys.stdout.isatty()


def print_json(data: Any) -> None:
    print(msgspec.json.encode(data).decode(), flush=True)


def read_json_file(name: str, longest: int = 1_000_000) -> Any:
    """What a JSON file (or standard input, for "-") says; a Mistake if it cannot be read."""
    try:
        raw = sys.stdin.buffer.read(longest + 1) if name == "-" else _read(Path(name), longest + 1)
    except OSError as error:
        raise Mistake(f"{name} cannot be read: {error.strerror or error}.") from None
    if len(raw) > longest:
        raise Mistake(f"{name} is too long: more than {longest:,} bytes.")
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise Mistake(f"{name} is not JSON.") from None


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)
