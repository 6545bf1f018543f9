"""What every game shows: a board for each moment, a lay-out for each number of players, facts that can be edited."""

from random import Random
from typing import Any

import pytest

from devices import face
from rules.game import Setup
from rules.games import GAMES
from tests.rules.test_every_game import NAMES, SIZES, evening, every_table, play, set_table

every_size = pytest.mark.parametrize(
    ("name", "mode", "players"),
    [(name, mode, players) for name, mode, sizes in SIZES for players in sizes],
)


@every_table
def test_every_moment_has_a_board(name: str, mode: str, players: int):
    table = evening(name, mode, players)
    dial_face = face.load(name)
    for step in table.steps:
        board = table.game.board(step.state)
        assert board.headline and "{" not in board.headline + board.asks
        assert [chair.name for chair in board.chairs] == list(NAMES[:players])
        assert all(badge.kind and badge.says for chair in board.chairs for badge in chair.badges)
        assert {end for link in board.links for end in (link.one, link.other)} <= set(NAMES[:players])
        assert (board.outcome is not None) == step.state.over
        if board.dial is not None:
            assert dial_face.low <= board.dial.value <= dial_face.high
            for alarm in board.dial.alarms:
                dial_face.alarm(alarm)
        if step.state.pending and step.state.pending[-1].waits:
            assert board.asks


@every_table
def test_the_table_never_waits_for_somebody_who_is_out(name: str, mode: str, players: int):
    for step in (table := evening(name, mode, players)).steps:
        board = table.game.board(step.state)
        assert not any(chair.active and chair.out for chair in board.chairs), board


@every_table
def test_an_outcome_tells_a_story_with_headings(name: str, mode: str, players: int):
    table = finished(name, mode, players)
    outcome = table.game.board(table.state).outcome
    assert outcome is not None and outcome.headline and outcome.story
    assert all(line.what and line.heading for line in outcome.lines)
    assert set(outcome.winners) <= set(NAMES[:players])


@every_size
def test_the_lay_out_tells_what_to_do(name: str, mode: str, players: int):
    tasks = GAMES[name].lay_out(Setup(name, NAMES[:players], mode))
    assert tasks and all(task.says.endswith((".", "?", "!")) for task in tasks)
    assert all(number > 0 for task in tasks for _, number in task.cards)


@every_size
def test_facts_are_what_the_box_says_and_can_be_edited(name: str, mode: str, players: int):
    game = GAMES[name]
    for fact in game.facts(Setup(name, NAMES[:players], mode)):
        edited = Setup(name, NAMES[:players], mode, box=nested(fact.key, fact.value))
        again = next(other for other in game.facts(edited) if other.key == fact.key)
        assert again.value == fact.value and fact.origin in ("rulebook", "found", "assumed"), fact


def finished(name: str, mode: str, players: int) -> Any:
    table = set_table(name, mode, players)
    play(table, Random(f"{name} {mode} {players}"), 6000)
    assert table.state.over
    return table


def nested(key: tuple[str, ...], value: Any) -> Any:
    for part in reversed(key):
        value = {part: value}
    return value
