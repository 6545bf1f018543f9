"""One way to print data, for every command: sentences on a terminal, JSON in a pipe."""

import argparse
import sys
from collections.abc import Iterator

import pytest

from companion.cli import main, parser
from companion.cli.output import add_json_flag

STORIES = {"companion demo", "companion doctor"}  # told to people, wherever they go
OTHERWISE = {"companion play", "companion markers"}  # JSON always; and only for who wants to know what was written


def commands(top: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    below = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield top
    for action in below:
        for each in action.choices.values():
            yield from commands(each)


def flag(command: argparse.ArgumentParser) -> str | None:
    """What its help says of `--json`."""
    return next((action.help for action in command._actions if "--json" in action.option_strings), None)


def test_every_command_that_prints_data_has_the_same_flag() -> None:
    plain = argparse.ArgumentParser()
    add_json_flag(plain)
    said = {command.prog: flag(command) for command in commands(parser())}
    assert len(said) > 15
    assert {prog for prog, told in said.items() if told != flag(plain)} == STORIES | OTHERWISE
    assert all(said.values())


def test_the_doctor_talks_to_people_in_a_pipe_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert not sys.stdout.isatty()
    main(["doctor"])
    assert all(line[:2] in ("ok", "--", "!!") for line in capsys.readouterr().out.splitlines())
