"""How commands read JSON that people and their scripts wrote."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from companion.cli.mistake import Mistake


class NotPlain(ValueError):
    """What is wrong with a piece of JSON, to stand behind its name: "is not JSON"."""


def decode(raw: bytes) -> Any:
    """What a piece of JSON says; raises NotPlain. Of a name that stands twice in an object none may be dropped."""
    try:
        data = msgspec.json.decode(raw)
        json.loads(raw, object_pairs_hook=_once)
    except NotPlain:
        raise
    except (ValueError, RecursionError):  # msgspec's and json's own faults are ValueErrors
        raise NotPlain("is not JSON") from None
    return data


def read_json_file(name: str, longest: int = 1_000_000) -> Any:
    """What a JSON file (or standard input, for "-") says; a Mistake if it cannot be read."""
    called = "What came in" if name == "-" else name
    try:
        raw = sys.stdin.buffer.read(longest + 1) if name == "-" else _read(Path(name), longest + 1)
    except OSError as error:
        raise Mistake(f"{called} cannot be read: {error.strerror or error}.") from None
    if len(raw) > longest:
        raise Mistake(f"{called} is too long: more than {longest:,} bytes.")
    try:
        return decode(raw)
    except NotPlain as why:
        raise Mistake(f"{called} {why}.") from None


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        return file.read(most)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise NotPlain(f"has “{name[:40]}” twice in one object, so it is not clear which one counts")
        found[name] = value
    return found
