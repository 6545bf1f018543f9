"""The command `companion`: one module a command, each with `register(commands)`."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from companion.cli.mistake import Mistake
from companion.cli.streams import ReaderGone, standard_streams

COMMANDS = (
    "demo",
    "games",
    "play",
    "score",
    "judge",
    "journal",
    "landing",
    "scan",
    "enrol",
    "markers",
    "gauge",
    "doctor",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a Mistake is one sentence on standard error and exit code 2."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        if not words:  # before any command is loaded: the window should be there at once
            return app()
        with standard_streams():
            arguments = parser(words[0]).parse_args(words)
            code: int = arguments.run(arguments) or 0
        return code
    except Mistake as mistake:
        print(f"companion: {mistake}", file=sys.stderr)
        return 2
    except ReaderGone:
        return 0
    except KeyboardInterrupt:
        return 130


def app() -> int:
    """`companion` alone: the tablet app. A driver that somebody chose on purpose may draw where there is no screen."""
    from companion.doctor import has_display

    if not has_display() and not os.environ.get("SDL_VIDEODRIVER"):
        raise Mistake("There is no screen here: start a desktop or set DISPLAY for the app, or try companion demo.")
    from companion.app.app import main as run

    run()
    return 0


class Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one sentence."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message} (see {self.prog} --help)", file=sys.stderr)
        sys.exit(2)


def parser(command: str = "") -> argparse.ArgumentParser:
    """What a command line may be. Where it is known which command it is, no other one is loaded: that takes a while."""
    top = Parser(prog="companion", description="A companion for real tabletop play.")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in (command,) if command in COMMANDS else COMMANDS:
        import_module(f"companion.cli.{name}").register(commands)
    return top
