"""Evenings of Escape Master for tests: just dealt, in mid-round, or with whole rounds played."""

from typing import Any

from msgspec.structs import replace

from rules.games import game
from rules.games.escape_master.cards import IDS, TRAP_DOWN, TRAP_UP
from rules.games.escape_master.referee import playable
from rules.games.escape_master.stack import stack_of
from rules.table import Step
from rules.verdict import Answer, Verdict
from tests.rules import script

GAME = game("escape-master")
TRAPS = {"none": -1, "up": TRAP_UP, "down": TRAP_DOWN}


def evening(players: str = "Ann Ben Cat", mode: str = "solo", **setup: Any) -> "Evening":
    """A table that has just been dealt for; the first player is the dealer."""
    return Evening.of(GAME.id, players, mode, **setup)


def alliance(**setup: Any) -> "Evening":
    """Ann and Cat, who sit across from each other, against Ben and Dan."""
    return evening("Ann Ben Cat Dan", "alliance", **setup)


def started(*args: Any, **setup: Any) -> "Evening":
    table = evening(*args, **setup)
    table.start(table.dealer)
    return table


def at(top: str | None, trap: str = "none", **setup: Any) -> "Evening":
    """A round is on, one Stack lies there with this card on top, and Ann is in this Trap."""
    table = started(**setup)
    table.found("Ann", trap=TRAPS[trap])
    stacks = () if top is None else (stack_of(IDS.index(top)),)
    table.table.steps[-1] = Step("found", replace(table.table.state, stacks=stacks))
    return table


def plays(top: str | None, cards: str, trap: str = "none", **house: Any) -> None:
    """The referee allows it, and so does the table."""
    assert asked(top, cards, trap, house).answer is Answer.YES
    at(top, trap, house=dashed(house)).play("Ann", cards, stack=None if top is None else 1)


def refuses(
    top: str | None, cards: str, heading: str, words: str, *also: str, trap: str = "none", **house: Any
) -> None:
    """The referee refuses it for this reason, and so does the table."""
    verdict = asked(top, cards, trap, house)
    assert verdict.answer is Answer.NO and (verdict.cite[0], words in verdict.why) == (heading, True), verdict
    stack = None if top is None else 1
    at(top, trap, house=dashed(house)).refuses(heading, words, *also).play("Ann", cards, stack=stack)


def depends(top: str | None, cards: str, heading: str, words: str, trap: str = "none") -> None:
    verdict = asked(top, cards, trap, {})
    assert verdict.answer is Answer.DEPENDS and (verdict.cite[0], words in verdict.why) == (heading, True), verdict
    at(top, trap).depends(heading, words).play("Ann", cards, stack=1)


def asked(top: str | None, cards: str, trap: str, house: dict[str, Any]) -> Verdict:
    box = evening(house=dashed(house)).table.state.box
    return playable(None if top is None else IDS.index(top), kinds(cards), trap, box.house)  # type: ignore[arg-type]


def kinds(cards: str) -> tuple[int, ...]:
    return tuple(IDS.index(card) for card in cards.split())


def dashed(house: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in house.items()}


class Evening(script.Evening):
    @property
    def dealer(self) -> str:
        return str(self.table.view["dealer"])

    def round(self, out: str, **left: Any) -> None:
        """A whole round: the dealer starts it, somebody goes out, the others' hands are counted."""
        self.start(self.dealer)
        self.out(out)
        self.counts(**left)

    def _verb(self, verb: str, judge: Any) -> Any:
        """A hand is counted as cards or as a number."""
        if verb != "count":
            return super()._verb(verb, judge)
        words, number = super()._verb("count", judge), super()._verb("count_number", judge)
        return lambda by, hand, **more: (number if isinstance(hand, int) else words)(by, hand, **more)

    def counts(self, **left: Any) -> None:
        for player, hand in left.items():
            self.count(player, hand)

    def totals(self, **totals: int) -> None:
        shown = {name: player["blunders"] for name, player in self.table.view["players"].items()}
        assert {name: shown[name] for name in totals} == totals

    def found(self, player: str, **what: Any) -> None:
        """The table is found with something beside this player, as if it had come about before."""
        state = self.table.state
        players = list(state.players)
        seat = state.box.seats.index(player)
        players[seat] = replace(players[seat], **what)
        self.table.steps[-1] = Step("found", replace(state, players=tuple(players)))

    def board(self) -> Any:
        return self.table.game.board(self.table.state)
