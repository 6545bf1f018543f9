"""How commands print data: readable on a terminal, JSON where another program reads it.

`demo` and `doctor` tell their story to people wherever it goes, and print JSON only when asked.
"""

import argparse
import json
import sys
from typing import Any

import msgspec


def add_json_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (also when the output is not a terminal)")


def wants_json(arguments: argparse.Namespace) -> bool:
    return bool(arguments.json) or not sys.stdout.isatty()


def print_json(data: Any) -> None:
    try:
        text = msgspec.json.encode(data).decode()
    except UnicodeEncodeError:  # the name of a file may be no text, but JSON has a way to write it
        text = json.dumps(msgspec.to_builtins(data))
    print(text, flush=True)
