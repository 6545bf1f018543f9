"""How commands print data: readable on a terminal, JSON where another program reads it."""

import argparse
import sys
from typing import Any

import msgspec


def add_json_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON (also when the output is not a terminal)")


def wants_json(arguments: argparse.Namespace) -> bool:
    return bool(arguments.json) or not sys.stdout.isatty()


def print_json(data: Any) -> None:
    print(msgspec.json.encode(data).decode(), flush=True)
