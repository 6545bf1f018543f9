"""No heading without a row, no row without proof, no predicate without a row, no citation without a heading."""

import re
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules.games.hit_the_silk.cards import DATA
from rules.games.hit_the_silk.turn import STAGES
from rules.state import Obligation
from rules.verdict import RULES
from tests.rules.hit_the_silk.coverage import DISPUTED, DOCUMENT, HEADINGS, ROWS, document

GAME = "rules.games.hit_the_silk"
PREDICATES = {name.removeprefix(f"{GAME}.") for name in RULES if name.startswith(f"{GAME}.")}
ALL_ROWS = [row for rows in ROWS.values() for row in rows]
BOOK = Path(__file__).parents[4] / "shared" / "rulebooks" / "hit-the-silk.txt"
LABELS = {"WIN:", "LOSE:", "SCORE:"}  # printed in capitals within a chapter


def named(kind: str) -> list[str]:
    return [name for row in (*ALL_ROWS, *DISPUTED.values()) for name in row.get(kind, [])]


def test_the_document_is_up_to_date():
    assert DOCUMENT.read_text("utf-8") == document(), "run: python -m tests.rules.hit_the_silk.coverage"


def test_every_heading_has_a_row_and_every_row_a_heading():
    assert list(ROWS) == [heading for heading in HEADINGS if heading in ROWS], "rows stand in the book's order"
    assert set(HEADINGS) == set(ROWS)


def test_every_row_is_carried_and_proved_or_the_players_own_business():
    for row in ALL_ROWS:
        if row.get("players"):
            assert set(row) == {"says", "players"}, row
        else:
            assert row["tests"] and any(row.get(kind) for kind in ("rules", "effects", "data", "switches")), row


def test_every_disputed_rule_has_a_ruling_and_a_proof():
    assert list(DISPUTED) == [str(number) for number in range(1, 45)]
    assert all(row["ruling"] and row["tests"] for row in DISPUTED.values())


def test_every_predicate_has_a_row_and_exists():
    assert set(named("rules")) == PREDICATES


def test_every_house_rule_has_a_row_and_exists():
    assert set(DATA["switches"]) == set(named("switches"))


def test_every_figure_has_a_row_and_exists():
    for name in named("data"):
        assert reduce(lambda part, key: part[key], name.split("."), DATA) is not None
    assert {f"tables.{name}" for name in DATA["tables"]} <= set(named("data"))


@pytest.mark.parametrize("name", sorted(set(named("effects"))))
def test_every_effect_exists(name):
    assert callable(found(name)) or name == "HitTheSilk.actions"


@pytest.mark.parametrize("name", sorted(set(named("tests"))))
def test_every_test_exists(name):
    file, _, test = name.partition(".")
    assert callable(getattr(import_module(f"tests.rules.hit_the_silk.test_{file}"), f"test_{test}"))


def found(name: str) -> Any:
    """A function, class or method by its path below the game's package."""
    parts = name.split(".")
    for depth in range(len(parts), -1, -1):
        try:
            module = import_module(".".join([GAME, *parts[:depth]]))
        except ModuleNotFoundError:
            continue
        value = reduce(getattr, parts[depth:], module)
        return value.fget if isinstance(value, property) else value
    raise AssertionError(f"there is no {name}")


def citations() -> set[str]:
    """Every heading that the engine's own data and code can cite."""
    cited = {rule.heading for name, rule in RULES.items() if name.startswith(GAME) and isinstance(rule.heading, str)}
    cited |= {heading for heading, _ in STAGES.values()}
    cited |= {entry["heading"] for part in ("tables", "switches") for entry in DATA[part].values()}
    waiting = [kind for kind in Obligation.__subclasses__() if kind.__module__.startswith(GAME)]
    return cited | {kind.heading for kind in waiting if kind.heading}


def test_every_citation_is_a_heading():
    assert citations() <= set(HEADINGS)


@pytest.mark.skipif(not BOOK.exists(), reason="the rulebook's text is not at hand")
def test_the_headings_are_those_of_the_book():
    lines = [line.strip(" #*") for line in BOOK.read_text("utf-8").splitlines()]
    assert [line for line in dict.fromkeys(lines) if line in HEADINGS] == HEADINGS
    body = lines[lines.index("THE HEIST") : lines.index("BOX CONTENTS")]
    capitals = {line for line in body if re.fullmatch(r"(\d )?[A-Z][A-Z !?:]{3,}", line)}
    assert capitals - LABELS <= set(HEADINGS)
