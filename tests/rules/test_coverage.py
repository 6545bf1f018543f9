"""No heading without a row, no row without proof, no predicate without a row, no citation without a heading."""

import re
from functools import reduce
from importlib import import_module
from typing import Any

import pytest

from rules.state import Obligation
from rules.verdict import RULES
from tests.rules.coverage import BOOKS, CARRIERS, Coverage

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))


@every_book
def test_the_document_is_up_to_date(book: Coverage):
    assert book.file.read_text("utf-8") == book.document(), "run: python -m tests.rules.coverage"


@every_book
def test_every_heading_has_a_row_and_every_row_a_heading(book: Coverage):
    assert list(book.rows) == book.headings, "every heading has its rows, in the book's order"


@every_book
def test_every_row_is_carried_and_proved_or_the_players_own_business(book: Coverage):
    for row in book.all_rows:
        if row.get("players"):
            assert set(row) == {"says", "players"}, row
        else:
            assert row["tests"] and any(row.get(kind) for kind in CARRIERS), row


@every_book
def test_every_disputed_rule_has_a_ruling_and_a_proof(book: Coverage):
    assert list(book.disputed) == [str(number + 1) for number in range(len(book.disputed))]
    assert all(row["ruling"] and row["tests"] for row in book.disputed.values())


@every_book
def test_every_predicate_has_a_row_and_exists(book: Coverage):
    prefix = f"{book.code}."
    assert set(book.named("rules")) == {name.removeprefix(prefix) for name in RULES if name.startswith(prefix)}


@every_book
def test_every_house_rule_has_a_row_and_exists(book: Coverage):
    assert set(book.game.switches) == set(book.named("switches"))


@every_book
def test_every_figure_has_a_row_and_exists(book: Coverage):
    for name in book.named("data"):
        assert reduce(lambda part, key: part[key], name.split("."), book.box) is not None
    assert {f"tables.{name}" for name in book.box["tables"]} <= set(book.named("data"))


@every_book
def test_every_effect_exists(book: Coverage):
    for name in sorted(set(book.named("effects"))):
        assert found(book.code, name) is not None, name


@every_book
def test_every_test_exists(book: Coverage):
    for name in sorted(set(book.named("tests"))):
        file, _, test = name.partition(".")
        assert callable(getattr(import_module(f"{book.tests}.test_{file}"), f"test_{test}")), name


@every_book
def test_every_citation_is_a_heading(book: Coverage):
    """Those that can be read off the code; what is cited in play is asked of every game's random evenings."""
    rules = [rule for name, rule in RULES.items() if name.startswith(f"{book.code}.")]
    cited = {rule.heading for rule in rules if isinstance(rule.heading, str)}
    cited |= {entry["heading"] for part in ("tables", "switches") for entry in book.box[part].values()}
    waiting = [kind for kind in Obligation.__subclasses__() if kind.__module__.startswith(f"{book.code}.")]
    assert cited | {kind.heading for kind in waiting if kind.heading} <= set(book.headings)


@every_book
def test_the_headings_are_those_of_the_book(book: Coverage):
    """Every heading stands there, in this order, and every line in capitals is one, or is listed as a label."""
    if not book.book.exists():
        pytest.skip("the rulebook's text is not at hand: WINGMAN_RULEBOOKS names its folder")
    lines = [line.strip(" #*") for line in book.book.read_text("utf-8").splitlines()]
    further = iter(lines)
    assert [heading for heading in book.headings if heading not in further] == []
    capitals = {line for line in lines if re.fullmatch(r"(\d )?[A-Z][A-Z !?:0-9]{3,}", line)}
    assert capitals <= {*book.headings, *book.labels}


def found(code: str, name: str) -> Any:
    """A function, class or method by its path below a game's package."""
    parts = name.split(".")
    for depth in range(len(parts), -1, -1):
        try:
            module = import_module(".".join([code, *parts[:depth]]))
        except ModuleNotFoundError:
            continue
        return reduce(getattr, parts[depth:], module)
    raise AssertionError(f"there is no {name}")
