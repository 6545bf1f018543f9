"""A table for tests that read like an evening: the real Table, driven by the plain lines that scripts are made of.

    table = Evening.of("hit-the-silk", "Ann Ben Cat")
    table.steal("Ann", "Ben", knife=True)
    table.refuses("THE VOTE", "Cat is to say").spy("Ann", "Ben")
    table.sees("Ben", hand=4)

Every action of the game is a method: dashes become underscores, fields come in their own order, lists are words.
"""

from collections.abc import Callable
from typing import Any, Self, get_args, get_origin

from msgspec.structs import replace

from rules.action import fields
from rules.game import Game, Setup
from rules.games import game
from rules.table import Answered, Step, Table
from rules.verdict import Answer


def line(game: Game, verb: str, by: str, *values: Any, **named: Any) -> dict[str, Any]:
    """The line of a script: line(silk, "steal", "Ann", "Ben") is {"by": "Ann", "do": "steal", "from": "Ben"}."""
    do = verb.replace("_", "-")
    known = {name: field.type for name, field in fields(game.actions[do]).items() if name != "by"}
    facts = {**dict(zip(known, values, strict=False)), **named}
    assert len(facts) == len(values) + len(named), f"{do} takes {', '.join(known)}"
    return {"by": by, "do": do, **{name: _listed(known.get(name), value) for name, value in facts.items()}}


class Evening:
    def __init__(self, table: Table) -> None:
        self.table = table

    @classmethod
    def of(
        cls,
        name: str,
        players: str,
        mode: str = "",
        *,
        first: str = "",
        house: dict[str, Any] | None = None,
        box: dict[str, Any] | None = None,
        **found: Any,
    ) -> Self:
        """A table that has just been set up; `found` fields of its state are as if the table was found like that."""
        setup = Setup(name, tuple(players.split()), mode, first, house or {}, box or {})
        table = Table(game(name), setup)
        if found:
            table.steps[0] = Step("Set-up", replace(table.state, **found))
        return cls(table)

    def __getattr__(self, verb: str) -> Callable[..., None]:
        """Somebody does something, and nothing speaks against it."""
        return self._verb(verb, self._allowed)

    def refuses(self, heading: str, words: str, *also: str) -> "Expects":
        """The next line is refused for this reason alone (or for the `also` headings, too) and changes nothing."""
        return Expects(self, lambda said: self._refused(said, heading, words, also))

    def depends(self, heading: str, words: str) -> "Expects":
        """The next line is carried out as declared, though a hidden card decides."""

        def hangs(said: dict[str, Any]) -> None:
            answered = self._push(said)
            assert answered.verdict.answer is Answer.DEPENDS, answered.verdict
            assert answered.step is not None
            self._because(answered, heading, words, ())

        return Expects(self, hangs)

    @property
    def overruled(self) -> "Expects":
        """The table plays the next line against the engine's advice."""

        def forced(said: dict[str, Any]) -> None:
            answered = self._push(said, force=True)
            assert not answered.verdict and answered.step is not None, answered.verdict
            assert answered.step.override is answered.verdict

        return Expects(self, forced)

    # ---------------------------------------------------------------- what everybody sees

    def sees(self, player: str = "", **facts: Any) -> None:
        view = self.table.view
        shown = view["players"][player] if player else view
        assert {name: shown[name] for name in facts} == facts

    def piles(self, **sizes: int) -> None:
        shown = self.table.view["piles"]
        assert {name: shown[name] for name in sizes} == sizes

    def hears(self, *sentences: str) -> None:
        """What was said about the last step, in this order; a beginning is enough."""
        told = iter(self.told)
        for sentence in sentences:
            assert any(said.startswith(sentence) for said in told), f"{sentence!r} is not next in {self.told}"

    @property
    def told(self) -> list[str]:
        state = self.table.state
        return [self.table.game.tell(state, note)["say"] for note in self.table.steps[-1].notes]

    @property
    def result(self) -> Any:
        return self.table.view["result"]

    # ---------------------------------------------------------------- how it is done

    def _verb(self, verb: str, judge: Callable[[dict[str, Any]], None]) -> Callable[..., None]:
        if verb.startswith("_") or verb.replace("_", "-") not in self.table.game.actions:
            raise AttributeError(verb)
        return lambda by, *values, **named: judge(line(self.table.game, verb, by, *values, **named))

    def _push(self, said: dict[str, Any], force: bool = False) -> Answered:
        return self.table.push(self.table.read(said), force=force)

    def _allowed(self, said: dict[str, Any]) -> None:
        answered = self._push(said)
        assert answered.verdict.answer is Answer.YES, f"{said}: {answered.verdict}"

    def _refused(self, said: dict[str, Any], heading: str, words: str, also: tuple[str, ...]) -> None:
        before, steps = self.table.state, len(self.table.steps)
        answered = self._push(said)
        assert answered.verdict.answer is Answer.NO, f"{said} was not refused: {answered.verdict}"
        self._because(answered, heading, words, also)
        assert self.table.state is before and len(self.table.steps) == steps

    def _because(self, answered: Answered, heading: str, words: str, also: tuple[str, ...]) -> None:
        first, *others = answered.verdict.reasons
        assert (first.heading, words in first.says) == (heading, True), first
        assert sorted({reason.heading for reason in others}) == sorted(also), answered.verdict


class Expects:
    """Waits for the one line that an expectation is about."""

    def __init__(self, table: Evening, judge: Callable[[dict[str, Any]], None]) -> None:
        self._table = table
        self._judge = judge

    def __getattr__(self, verb: str) -> Callable[..., None]:
        return self._table._verb(verb, self._judge)


def _listed(kind: Any, value: Any) -> Any:
    """Words become a list where the field takes one."""
    takes_list = any(get_origin(part) is tuple for part in (kind, *get_args(kind)))
    return value.split() if takes_list and isinstance(value, str) else value
