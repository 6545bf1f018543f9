"""The three standard streams, as a command may rely on them: what cannot be printed is said in a sentence."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, NoReturn, TextIO, cast

from companion.cli.mistake import Mistake


class ReaderGone(Exception):
    """Whoever read the output (head, less) has seen enough: nothing more to say."""


@contextmanager
def standard_streams() -> Iterator[None]:
    """All three are there, and everything is printed when it ends. Raises Mistake where it cannot be, or ReaderGone."""
    sys.stdin = sys.stdin or os.fdopen(os.open(os.devnull, os.O_RDONLY))  # a closed one is one without input
    sys.stderr = sys.stderr or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stdout is None:
        raise Mistake("Standard output is closed, so nothing can be printed.")
    printed = Printed(sys.stdout)
    try:
        with redirect_stdout(cast(TextIO, printed)):
            yield
    finally:
        printed.flush()


@contextmanager
def silent_libraries() -> Iterator[None]:
    """What OpenCV and libpng themselves have to say about a broken image goes nowhere: the sentence is ours.

    They write to the file descriptor, past `sys.stderr`. For a command, which has one thread that speaks.
    """
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


class Printed:
    """Standard output. Its faults are no OSError, so that nobody takes them for those of a file that is being read."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        if getattr(stream, "errors", "") == "strict":  # a file's name may be no text at all
            cast(Any, stream).reconfigure(errors="backslashreplace")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError as fault:
            self._give_up(fault)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as fault:
            self._give_up(fault)

    def _give_up(self, fault: OSError) -> NoReturn:
        """What is still waiting goes nowhere, else Python itself would try once more in the end."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
        if isinstance(fault, BrokenPipeError):
            raise ReaderGone from fault
        raise Mistake(f"The answer cannot be printed: {fault.strerror or fault}.") from fault
