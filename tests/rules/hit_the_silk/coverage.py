"""The rulebook's paragraphs, what carries each and what proves it, and the disputed rules: data, written as a document.

`python -m tests.rules.hit_the_silk.coverage` writes docs/rulebooks/hit-the-silk.md anew.
"""

import tomllib
from pathlib import Path
from typing import Any

from rules.library import toml

HERE = Path(__file__).parent
DOCUMENT = HERE.parents[2] / "docs" / "rulebooks" / "hit-the-silk.md"
HEADINGS: list[str] = toml("games/hit-the-silk/headings.toml")["headings"]
ROWS: dict[str, list[dict[str, Any]]] = tomllib.loads((HERE / "coverage.toml").read_text("utf-8"))
DISPUTED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "disputed.toml").read_text("utf-8"))

ABOUT = """# Hit the Silk!: the rulebook and what carries it

Every paragraph of the rulebook that rules anything, heading by heading and in our own words; the predicate, effect,
scoring step, figure or house rule that carries it; and the tests that prove it. A test writes this document, compares
it and looks every name up, so no row can outlive what it names.
"""


def document() -> str:
    return "\n".join([ABOUT, *(part for heading in HEADINGS for part in section(heading)), *disputed()])


def section(heading: str) -> list[str]:
    rows = [f"| {row['says']} | {carried_by(row)} | {proved_by(row)} |" for row in ROWS.get(heading, [])]
    return [f"## {heading}", "", "| the book, in our words | carried by | proved by |", "|---|---|---|", *rows, ""]


def disputed() -> list[str]:
    rows = [f"| {number} | {row['ruling']} | {proved_by(row)} |" for number, row in DISPUTED.items()]
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


if __name__ == "__main__":
    DOCUMENT.parent.mkdir(parents=True, exist_ok=True)
    DOCUMENT.write_text(document(), "utf-8")
