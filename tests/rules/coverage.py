"""The rulebook's paragraphs, what carries each and what proves it, and the disputed rules: data, written as a document.

A game brings tests/rules/<game>/coverage.toml and disputed.toml; `python -m tests.rules.coverage` writes every
docs/rulebooks/<game>.md anew.
"""

import os
import tomllib
from pathlib import Path
from typing import Any

from rules.games import GAMES
from rules.library import toml

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
# The books' own text is not ours to keep here; see docs/testing.md.
BOOKS = Path(os.environ.get("WINGMAN_RULEBOOKS", ROOT.parent / "shared" / "rulebooks"))
CARRIERS = ("rules", "effects", "data", "switches")

ABOUT = """# {name}: the rulebook and what carries it

Every paragraph of the rulebook that rules anything, heading by heading and in our own words; the predicate, effect,
scoring step, figure or house rule that carries it; and the tests that prove it. A test writes this document, compares
it and looks every name up, so no row can outlive what it names.
"""


class Coverage:
    """One game's book, row by row."""

    def __init__(self, game: str) -> None:
        self.game = GAMES[game]
        self.package = game.replace("-", "_")
        self.code = f"rules.games.{self.package}"
        self.tests = f"tests.rules.{self.package}"
        folder = HERE / self.package
        book = toml(f"games/{game}/headings.toml")
        self.headings: list[str] = book["headings"]
        self.labels: list[str] = book.get("labels", [])
        self.box = toml(f"games/{game}/box.toml")
        self.rows: dict[str, list[dict[str, Any]]] = tomllib.loads((folder / "coverage.toml").read_text("utf-8"))
        self.disputed: dict[str, dict[str, Any]] = tomllib.loads((folder / "disputed.toml").read_text("utf-8"))
        self.file = ROOT / "docs" / "rulebooks" / f"{game}.md"
        self.book = BOOKS / f"{game}.txt"

    @property
    def all_rows(self) -> list[dict[str, Any]]:
        return [row for rows in self.rows.values() for row in rows]

    def named(self, kind: str) -> list[str]:
        return [name for row in (*self.all_rows, *self.disputed.values()) for name in row.get(kind, [])]

    def document(self) -> str:
        about = ABOUT.format(name=self.game.name)
        return "\n".join(
            [about, *(part for heading in self.headings for part in self._section(heading)), *self._open()]
        )

    def _section(self, heading: str) -> list[str]:
        rows = [f"| {row['says']} | {carried_by(row)} | {proved_by(row)} |" for row in self.rows.get(heading, [])]
        return [f"## {heading}", "", "| the book, in our words | carried by | proved by |", "|---|---|---|", *rows, ""]

    def _open(self) -> list[str]:
        rows = [f"| {number} | {row['ruling']} | {proved_by(row)} |" for number, row in self.disputed.items()]
        return ["## Disputed rules", "", "| | ruling by default | proved by |", "|---|---|---|", *rows, ""]


def carried_by(row: dict[str, Any]) -> str:
    if row.get("players"):
        return "players' own business"
    named = [f"`{name}`" for kind in ("rules", "effects", "data") for name in row.get(kind, [])]
    return ", ".join(named + [f"house rule `{name}`" for name in row.get("switches", [])])


def proved_by(row: dict[str, Any]) -> str:
    """File and test, in words."""
    told = (test.partition(".") for test in row.get("tests", []))
    return "; ".join(f"{file.replace('_', ' ')}: {name.replace('_', ' ')}" for file, _, name in told)


BOOKS = {game: Coverage(game) for game in GAMES if (HERE / game.replace("-", "_") / "coverage.toml").exists()}

if __name__ == "__main__":
    for book in BOOKS.values():
        book.file.parent.mkdir(parents=True, exist_ok=True)
        book.file.write_text(book.document(), "utf-8")
