"""Dig Your Way Out under a random hand."""

from rules.games import game
from tests.rules.machine import machine

TestEvening = machine(game("dig-your-way-out"))
