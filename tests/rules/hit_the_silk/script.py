"""Evenings of Hit the Silk! for tests: just set up, or come some way, with votes that go round."""

from functools import partial
from typing import Any

from rules.games import game
from tests.rules import script

GAME = game("hit-the-silk")
line = partial(script.line, GAME)


def evening(players: str = "Ann Ben Cat", mode: str = "core", *, at: int | None = None, **setup: Any) -> "Evening":
    """A table that has just been set up; `at` finds the plane at another height, as if nothing else had happened."""
    found = {} if at is None else {"altitude": at}
    return Evening.of(GAME.id, players, mode, **setup, **found)


class Evening(script.Evening):
    def votes(self, *choices: str) -> None:
        """The vote goes round, each in their turn; one choice alone is everybody's."""
        everybody = len(self.table.state.living())
        for choice in choices * everybody if len(choices) == 1 else choices:
            self.vote(self.table.view["vote"]["next"], choice)

    def lay_open(self, **hands: str) -> None:
        for player, hand in hands.items():
            self.reveal(player, hand)

    def pass_turns(self, *players: str) -> None:
        """They take no action, which costs altitude each time."""
        for player in players:
            self.end_turn(player)

    def fates(self) -> dict[str, str]:
        return {name: player["fate"] for name, player in self.result["players"].items()}


# ---------------------------------------------------------------- evenings that have come some way


def with_cat_shot(**setup: Any) -> Evening:
    """Ann has shot Cat twice: both Bullets lie on the Discard pile, Cat's cards are out of play; it is Ann's turn."""
    table = evening(**setup)
    table.shoot("Ann", "Cat")
    table.shoot("Ann", "Cat")
    return table


def with_cat_poisoned_to_death(players: str = "Ann Ben Cat", **setup: Any) -> Evening:
    """Ann poisoned Cat, nobody helped, turbulence took the plane to 4,000 ft; it is Ann's turn."""
    table = evening(players, at=6500, **setup)
    table.poison("Ann", "Cat")
    table.end_turn("Ann")
    table.pass_turns("Ben", "Cat")
    table.votes("wait")
    return table


def hit_the_silk(players: str = "Ann Ben Cat", mode: str = "core", before: Any = None, **setup: Any) -> Evening:
    """Up to seven things happen `before`; then turns pass until the vote at 9,000 ft, and all say jump."""
    table = evening(players, mode, at=12500, **setup)
    if before is not None:
        before(table)
    while table.table.view["phase"] == "turn":
        table.end_turn(table.table.view["turn"])
    table.votes("jump")
    return table


def emptied(player: str, **setup: Any) -> Evening:
    """No Flannel is left in the Laundry, and the player on turn has played all but one card."""
    table = evening(first=player, box={"flannel": 0}, **setup)
    table.handcuff(player, "Ann Ben")
    table.unlock(player, "Ann Ben")
    table.poison(player, player)
    return table
