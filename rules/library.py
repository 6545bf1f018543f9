"""The packaged data: the only place in the rules that reads a file."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def toml(path: str) -> dict[str, Any]:
    """One file under `assets`, parsed once and shared: read it, never change it."""
    return tomllib.loads(text(path))


def text(path: str) -> str:
    """One file under `assets`, as it is."""
    return files("assets").joinpath(path).read_text("utf-8")


def lines(path: str) -> list[str]:
    """The lines of one file under `assets` that say something; none where nobody has written it."""
    try:
        return [line for line in text(path).splitlines() if line and not line.startswith("#")]
    except FileNotFoundError:
        return []


def blob(path: str) -> bytes:
    """One file under `assets`, byte by byte."""
    return files("assets").joinpath(path).read_bytes()


def names(folder: str, ending: str) -> list[str]:
    """The files of a folder under `assets` that end like this, without the ending."""
    return [
        file.name.removesuffix(ending)
        for file in files("assets").joinpath(folder).iterdir()
        if file.name.endswith(ending)
    ]
