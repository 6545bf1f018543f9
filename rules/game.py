"""What a game is to the engine, and the three questions that the engine answers for all of them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from msgspec import Struct

from rules import sentences
from rules.action import Action, Seat
from rules.board import Board, Fact, Task
from rules.house import Switch
from rules.state import Note, Obligation, after_silence, moments
from rules.verdict import MAYBE, YES, Answer, Reason, Rule, Test, Verdict


class Setup(Struct, frozen=True, omit_defaults=True):
    """How a table begins: the first line of every script and journal."""

    game: str
    players: tuple[str, ...]
    mode: str = ""
    first: str = ""
    options: dict[str, Any] = {}
    box: dict[str, Any] = {}


class Game(Protocol):
    """A game's static side. States know their box; everything else is asked of the game."""

    id: str
    name: str
    modes: tuple[str, ...]
    players: tuple[int, ...]
    actions: Mapping[str, type[Action]]
    switches: Mapping[str, Switch]

    def set_up(self, setup: Setup) -> Any:
        """The first state, or Unreadable with the sentence to show."""
        ...

    def describe(self) -> dict[str, Any]:
        """Everything about the game as plain data: modes, cards, counts, origins."""
        ...

    def view(self, state: Any) -> dict[str, Any]:
        """What everyone at the table may know, and nothing else."""
        ...

    def board(self, state: Any) -> Board:
        """The same for screens, gauge and voice."""
        ...

    def lay_out(self, setup: Setup) -> tuple[Task, ...]:
        """What to remove, set aside, shuffle and deal before the first turn, in order."""
        ...

    def facts(self, setup: Setup) -> tuple[Fact, ...]:
        """Every figure of the box that a table may find printed differently, as it stands with this set-up."""
        ...

    def score(self, data: Any) -> dict[str, Any]:
        """Final scoring from plain data, itemised; or Unreadable with the sentence to show."""
        ...

    def tell(self, state: Any, note: Note) -> dict[str, Any]:
        """One thing that happened, as data with a sentence. `what` names it: "reshuffle" where the Discard pile was
        shuffled into a new Draw pile, else in the game's own words."""
        ...

    def apply(self, state: Any, action: Action) -> tuple[Any, tuple[Note, ...]]:
        """The next state and what happened on the way. The action is carried out as declared, allowed or not."""
        ...

    def settle(self, state: Any, switch: str, value: Any) -> Any:
        """The state under another house rule."""
        ...


def check(state: Any, action: Action) -> Verdict:
    """Yes, no or depends, with every reason, the worst first."""
    if state.pending and not state.pending[-1].blocks:
        state = after_silence(state, action)
    for test in TESTS.get(type(action)) or _tests(type(action)):
        if test(state, action) is not True:
            break
    else:
        return YES
    answers = [(rule, rule.test(state, action)) for rule in (*action.gate, *action.rules)]
    broken = [(rule, answer) for rule, answer in answers if answer is not True]
    refused = any(answer is not MAYBE for _, answer in broken)
    broken.sort(key=lambda pair: pair[1] is MAYBE)  # else as they stand: the moment, the turn, the card, the target

    def reasons() -> tuple[Reason, ...]:
        words = sentences.words(state, action)
        return tuple(reason(rule, state, action, words) for rule, _ in broken)

    return Verdict(Answer.NO if refused else Answer.DEPENDS, reasons)


TESTS: dict[type[Action], tuple[Test, ...]] = {}  # what check asks of each kind of action, put together once


def _tests(kind: type[Action]) -> tuple[Test, ...]:
    TESTS[kind] = tests = tuple(rule.test for rule in (*kind.gate, *kind.rules))
    return tests


def allows(state: Any, action: Action) -> bool:
    """The same without the reasons: is it a yes, or does it depend?"""
    if state.pending and not state.pending[-1].blocks:
        state = after_silence(state, action)
    for test in TESTS.get(type(action)) or _tests(type(action)):
        if not test(state, action):
            break
    else:
        return True
    return False


def options(game: Game, state: Any) -> list[Action]:
    """Every action that somebody may take now (or that depends on a hidden card), as far as `candidates` go."""
    found: list[Action] = []
    probes = _probes(len(state.box.seats))
    if not state.pending or state.pending[-1].blocks:
        _walk(_gates(game, state.waiting), state, probes, found)
        return found
    passed: list[Obligation] = []  # questions that are answered, or let pass by doing something else
    for moment in moments(state):
        here: list[Action] = []
        top = moment.waiting
        _walk(_gates(game, top), moment, probes, here)
        if top is not None and not top.blocks:
            here, passed = [a for a in here if top.takes(a) and not _answers(a, passed)], [*passed, top]
        else:
            here = [a for a in here if not _answers(a, passed)]
        found += here
    return found


def _answers(action: Action, questions: Iterable[Obligation]) -> bool:
    return any(question.takes(action) for question in questions)


def open_to(game: Game, state: Any, kind: type[Action]) -> list[Seat]:
    """Who may begin an action of this kind, whatever its fields; also where nobody can list what it could be."""
    found: list[int] = []
    for moment in moments(state):
        waiting = moment.waiting
        if not kind.only_answers or (waiting is not None and kind.do in waiting.answers):
            probes = _probes(len(state.box.seats))
            found += [p.by for p in probes if all(rule.test(moment, p) for rule in kind.gate)]
    return [Seat(by) for by in dict.fromkeys(found)]


class _Gates(Struct):
    """The gates of all actions as one tree, so that a rule which many of them share is asked once."""

    opens: list[type[Action]]  # actions whose gate ends here
    further: list[tuple[Rule, "_Gates"]]


def _gates(game: Game, waiting: Obligation | None) -> _Gates:
    """The tree of what is free to be done, and of what answers the obligation that waits."""
    tree = _trees.get((game.id, type(waiting)))
    if tree is None:
        answers = waiting.answers if waiting is not None else frozenset[str]()
        kinds = [kind for do, kind in game.actions.items() if not kind.only_answers or do in answers]
        tree = _trees[game.id, type(waiting)] = _grow(kinds)
    return tree


_trees: dict[tuple[str, type], _Gates] = {}


def _grow(actions: Iterable[type[Action]]) -> _Gates:
    tree = _Gates([], [])
    for kind in actions:
        node = tree
        for rule in kind.gate:
            child = next((child for known, child in node.further if known is rule), None)
            if child is None:
                child = _Gates([], [])
                node.further.append((rule, child))
            node = child
        node.opens.append(kind)
    return tree


class _Probe:
    """Stands for any action of a player while only gates are asked."""

    __slots__ = ("by",)

    def __init__(self, by: int) -> None:
        self.by = by


@cache
def _probes(number: int) -> tuple[_Probe, ...]:
    return tuple(map(_Probe, range(number)))


def _walk(node: _Gates, state: Any, probes: Sequence[_Probe], found: list[Action]) -> None:
    for kind in node.opens:
        rules = kind.rules if kind.asked is None else kind.asked
        for probe in probes:
            for action in kind.candidates(state, Seat(probe.by)):
                for rule in rules:
                    if not rule.test(state, action):
                        break
                else:
                    found.append(action)
    if len(probes) == 1:  # as it mostly is: whose turn it is
        (probe,) = probes
        for rule, child in node.further:
            if rule.test(state, probe):
                _walk(child, state, probes, found)
        return
    for rule, child in node.further:
        test = rule.test
        if rule.whoever:
            passing: Sequence[_Probe] = probes if test(state, probes[0]) else ()
        else:
            passing = [probe for probe in probes if test(state, probe)]
        if passing:
            _walk(child, state, passing, found)


def reason(rule: Rule, state: Any, action: Action, words: dict[str, Any]) -> Reason:
    says = rule.says(state, action) if callable(rule.says) else rule.says.format_map(words)
    heading = rule.heading(state, action) if callable(rule.heading) else rule.heading
    return Reason(rule.name, heading, says, rule.firm, rule.switch)
