"""The scripts that train the networks again: no test runs them, but each still fits what it trains."""

import pkgutil
from importlib import import_module

import pytest

from tests.vision import training


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(training.__path__)])
def test_every_script_finds_what_it_uses(name: str) -> None:
    import_module(f"{training.__name__}.{name}")
