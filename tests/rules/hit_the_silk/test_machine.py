"""Hit the Silk! under a random hand."""

from rules.games import game
from tests.rules.machine import machine

TestEvening = machine(game("hit-the-silk"), frozenset({"reveal"}))
