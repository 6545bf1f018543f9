"""Mutation check over the predicates: every rule, switched off on its own, is missed by some paragraph's test;
and so is every rule that is taken away from a single action.

A rule that is switched off always answers yes, so it can only matter to tests in which it once said anything else.
A first run finds those tests; then each rule is switched off while they run again. Survivors make the exit code 1.
`python -m tests.rules.mutants escape-now` looks at one game only.
"""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from rules.action import Action
from rules.game import TESTS
from rules.games import GAMES
from rules.verdict import RULES, Maybe, Rule, Test

HERE = Path(__file__).parent
NAMES = {id(rule): name for name, rule in RULES.items()}


class Mutants:
    """A pytest plugin in place of the usual run."""

    def __init__(self, games: list[str]) -> None:
        self.games = games
        packages = tuple(f"rules.games.{folder(game)}." for game in games)
        self.rules = {name: rule for name, rule in RULES.items() if name.startswith(packages)}
        self.witnesses: dict[str, list[pytest.Item]] = {name: [] for name in RULES}
        self.survivors: list[str] = []
        self.tried = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for item in session.items:
            with overheard() as objected:
                passed = passes(item)
            if not (passed and passes(item)):  # twice, since a second run must not fail for reasons of its own
                raise session.Failed(f"{item.nodeid} fails without any mutation")
            for name in objected:
                self.witnesses[name].append(item)
        for name, rule in self.rules.items():
            with switched_off(rule):
                self.try_to_survive(name, name)
        for game in self.games:
            for kind in GAMES[game].actions.values():
                for rule in (*kind.gate, *kind.rules):
                    with taken_from(kind, rule):
                        self.try_to_survive(f"{kind.do} without {rule.name}", NAMES[id(rule)])
        return True

    def try_to_survive(self, mutant: str, rule: str) -> None:
        self.tried += 1
        if all(passes(item) for item in self.witnesses[rule]):
            self.survivors.append(mutant)


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


@contextmanager
def taken_from(kind: type[Action], rule: Rule) -> Iterator[None]:
    gate, rules = kind.gate, kind.rules
    kind.gate, kind.rules = (tuple(other for other in part if other is not rule) for part in (gate, rules))
    try:
        yield
    finally:
        kind.gate, kind.rules = gate, rules


def passes(item: pytest.Item) -> bool:
    TESTS.clear()  # what the engine has put together from rules that were other ones then
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def folder(game: str) -> str:
    return game.replace("-", "_")


def paragraph_tests(games: list[str]) -> list[str]:
    """The test files that the coverage tables name."""
    files = set()
    for table in filter(Path.exists, (HERE / folder(game) / "coverage.toml" for game in games)):
        rows = [row for rows in tomllib.loads(table.read_text("utf-8")).values() for row in rows]
        files |= {table.parent / f"test_{test.split('.')[0]}.py" for row in rows for test in row.get("tests", [])}
    return sorted(map(str, files))


def main() -> int:
    games = sys.argv[1:] or list(GAMES)
    mutants = Mutants(games)
    outcome = pytest.main(["-o", "addopts=", "-p", "no:terminal", *paragraph_tests(games)], plugins=[mutants])
    if outcome != pytest.ExitCode.OK:
        print("The paragraph tests have to pass before rules are switched off.")
        return 1
    for name in mutants.survivors:
        print(f"survives: {name}")
    print(f"{mutants.tried} mutants of {len(mutants.rules)} rules, {len(mutants.survivors)} survived.")
    return 1 if mutants.survivors else 0


if __name__ == "__main__":
    sys.exit(main())
