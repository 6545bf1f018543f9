"""What holds for every game on the engine, whatever its rules: one test over all of them."""

import json
from random import Random
from typing import Any

import pytest

from rules import bag
from rules.action import Seat, write
from rules.game import Game, Setup, allows, options
from rules.games import GAMES
from rules.library import toml
from rules.state import after_silence, moments
from rules.table import Step, Table
from tests.rules.drivers import anything, driver, laid_open

NAMES = ("Ada", "Bob", "Cyd", "Dee", "Eli", "Fay")
STEPS = 300
SIZES = [
    (game.id, mode["id"], mode["players"]) for game in GAMES.values() for mode in game.describe()["modes"]
]  # the numbers of players that each mode is for
TABLES = [(name, mode, players) for name, mode, sizes in SIZES for players in sorted({sizes[0], sizes[-1]})]
every_table = pytest.mark.parametrize(("name", "mode", "players"), TABLES)


def set_table(name: str, mode: str, players: int) -> Table:
    names = NAMES[:players]
    return Table(GAMES[name], Setup(name, names, mode, names[-1]))


def play(table: Table, rng: Random, steps: int = STEPS) -> None:
    """Random play by what the engine offers and what people say, until it is over or long enough."""
    people = driver(table.game)
    for _ in range(steps):
        if table.state.over:
            return
        choices = table.options() + people(table.state, rng)
        assert choices, f"nobody can do anything: {table.view}"
        by_kind: dict[str, list[Any]] = {}
        for choice in choices:
            by_kind.setdefault(choice.do, []).append(choice)
        action = rng.choice(by_kind[rng.choice(sorted(by_kind))])
        assert table.push(action).step is not None, f"{action} was offered, but refused"


def evening(name: str, mode: str, players: int, seed: int = 0) -> Table:
    table = set_table(name, mode, players)
    play(table, Random(f"{name} {mode} {players} {seed}"))
    return table


@every_table
def test_random_play_comes_to_an_end(name: str, mode: str, players: int):
    table = set_table(name, mode, players)
    play(table, Random(f"{name} {mode} {players}"), 20 * STEPS)
    assert table.state.over


@every_table
def test_replay_equals_live_state_for_state(name: str, mode: str, players: int):
    live = evening(name, mode, players)
    again = Table(live.game, live.setup)
    for step in live.steps[1:]:
        again.replay(json.loads(json.dumps(step.event)))
        assert again.steps[-1] == step


@every_table
def test_undo_then_redo_is_identity(name: str, mode: str, players: int):
    table = evening(name, mode, players)
    steps = list(table.steps)
    while table.undo():
        assert table.steps == steps[: len(table.steps)]
    while table.redo():
        pass
    assert table.steps == steps


@every_table
def test_cards_are_conserved(name: str, mode: str, players: int):
    for seed in range(4):
        table = evening(name, mode, players, seed)
        first = number_of_cards(table.state)
        for step in table.steps:
            assert number_of_cards(step.state) == first, step.label


@every_table
def test_what_is_offered_is_allowed_and_works(name: str, mode: str, players: int):
    table = evening(name, mode, players)
    for step in table.steps[:: max(len(table.steps) // 12, 1)]:
        for action in offered(table.game, table.setup, step.state):
            assert table.game.apply(step.state, action)


@every_table
def test_nothing_that_is_allowed_is_left_out_of_the_options(name: str, mode: str, players: int):
    table = evening(name, mode, players)
    for step in table.steps[::3]:
        offered = {repr(action) for action in options(table.game, step.state)}
        everything = {
            repr(action)
            for kind in table.game.actions.values()
            for seat in range(players)
            for moment in moments(step.state)
            for action in kind.candidates(moment, Seat(seat))
            if allows(step.state, action) and after_silence(step.state, action) == moment
        }
        assert offered == everything


@every_table
def test_an_action_is_carried_out_exactly_if_it_is_allowed(name: str, mode: str, players: int):
    rng = Random(f"anything {name} {mode} {players}")
    table = set_table(name, mode, players)
    headings = set(toml(f"games/{name}/headings.toml")["headings"])
    for _ in range(40):
        play(table, rng, 2)
        for _ in range(25):
            action, state, steps = anything(table.game, table.state, rng), table.state, len(table.steps)
            allowed = table.can(action)
            answered = table.push(action)
            assert bool(answered.verdict) is allowed is (answered.step is not None)
            if allowed:
                assert len(table.steps) == steps + 1
                table.undo()
            else:
                assert answered.verdict.why and headings.issuperset(answered.verdict.cite), answered.verdict.cite
            assert table.state is state and len(table.steps) == steps


@every_table
def test_actions_are_read_as_they_are_written(name: str, mode: str, players: int):
    rng = Random(f"written {name} {mode} {players}")
    table = evening(name, mode, players)
    for step in table.steps[1:]:
        line = {key: value for key, value in step.event.items() if key not in ("how", "force")}
        assert table.game.actions[line["do"]].do == line["do"]
        assert table.read(line) == table.read(json.loads(json.dumps(line)))
    for _ in range(300):
        action = anything(table.game, table.state, rng)
        assert table.read(json.loads(json.dumps(write(action, table.state.box)))) == action


@every_table
def test_nothing_hidden_is_in_the_public_view(name: str, mode: str, players: int):
    """Two states that differ only in what nobody may know look the same to everybody, until all is laid open."""
    rng = Random(f"hidden {name} {mode} {players}")
    table = evening(name, mode, players)
    for step in table.steps:
        if step.state.over:
            break
        one, other = laid_open(step.state, rng), laid_open(step.state, rng)
        shown = table.game.view(step.state)
        assert shown == table.game.view(one) == table.game.view(other)


@every_table
def test_everything_that_happens_is_told_in_a_sentence(name: str, mode: str, players: int):
    table = evening(name, mode, players)
    for step in table.steps:
        assert step.label
        for note in step.notes:
            told = table.game.tell(step.state, note)
            assert told["say"] and "{" not in told["say"]
            assert json.dumps(told)
        assert json.dumps(table.game.view(step.state))


def number_of_cards(state: Any) -> int:
    """How many there are, after a look at whether the books balance."""
    for zone in state.zones:
        assert zone.known >= 0 and zone.unknown >= 0
        assert bag.size(zone.known) == zone.seen
    assert state.unseen >= 0
    assert bag.size(state.unseen) >= sum(zone.unknown for zone in state.zones)
    return sum(zone.size for zone in state.zones)


def offered(game: Game, setup: Setup, state: Any) -> list[Any]:
    table = Table(game, setup)
    table.steps = [Step("here", state)]
    found = table.options() + driver(game)(state, Random(0))
    for action in found:
        assert table.check(action), action
    return found
