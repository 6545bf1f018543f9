"""Mutation check over the predicates: every rule, switched off on its own, is missed by some paragraph's test.

A rule that is switched off always answers yes, so it can only matter to tests in which it once said anything else.
A first run finds those tests; then each rule is switched off while they run again. Survivors make the exit code 1.
"""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

import rules.games  # noqa: F401  # fills RULES
from rules.verdict import RULES, Maybe, Rule, Test

HERE = Path(__file__).parent


class Mutants:
    """A pytest plugin in place of the usual run."""

    def __init__(self) -> None:
        self.witnesses: dict[str, list[pytest.Item]] = {name: [] for name in RULES}
        self.survivors: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            with overheard() as objected:
                passed = passes(item)
            if not (passed and passes(item)):  # twice, since a second run must not fail for reasons of its own
                raise session.Failed(f"{item.nodeid} fails without any mutation")
            for name in objected:
                self.witnesses[name].append(item)
        for name, rule in RULES.items():
            with switched_off(rule):
                if all(passes(item) for item in self.witnesses[name]):
                    self.survivors.append(name)
        return True


@contextmanager
def overheard() -> Iterator[set[str]]:
    """The rules that say anything but yes in the meantime."""
    objected: set[str] = set()
    tests = {name: rule.test for name, rule in RULES.items()}

    def listening(name: str, test: Test) -> Test:
        def asked(state: Any, action: Any) -> bool | Maybe:
            answer = test(state, action)
            if answer is not True:
                objected.add(name)
            return answer

        return asked

    for name, test in tests.items():
        RULES[name].test = listening(name, test)
    try:
        yield objected
    finally:
        for name, test in tests.items():
            RULES[name].test = test


@contextmanager
def switched_off(rule: Rule) -> Iterator[None]:
    test, rule.test = rule.test, lambda state, action: True
    try:
        yield
    finally:
        rule.test = test


def passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def paragraph_tests() -> list[str]:
    """The test files that the coverage tables name."""
    files = set()
    for table in HERE.glob("*/coverage.toml"):
        rows = [row for rows in tomllib.loads(table.read_text("utf-8")).values() for row in rows]
        files |= {table.parent / f"test_{test.split('.')[0]}.py" for row in rows for test in row.get("tests", [])}
    return sorted(map(str, files))


def main() -> int:
    mutants = Mutants()
    outcome = pytest.main(["-o", "addopts=", "-p", "no:terminal", *paragraph_tests()], plugins=[mutants])
    if outcome != pytest.ExitCode.OK:
        print("The paragraph tests have to pass before rules are switched off.")
        return 1
    for name in mutants.survivors:
        print(f"survives: {name} ({len(mutants.witnesses[name])} tests heard it object)")
    print(f"{len(RULES)} rules switched off one by one, {len(mutants.survivors)} survived.")
    return 1 if mutants.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
