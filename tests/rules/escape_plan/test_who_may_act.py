"""Who may do what, and when: every action at the wrong moment, by the wrong player, and after the end."""

import pytest

from rules.games.escape_plan.pieces import piece
from rules.games.escape_plan.turn import EXECUTIVE, ON_TURN
from rules.verdict import Answer
from tests.rules.escape_plan.script import GAME, evening, on_turn

SAMPLES = {
    "move": {"path": ["church"]}, "rest": {}, "end-turn": {}, "take-wounds": {}, "place-cube": {}, "take-contact": {},
    "unlock-asset": {"asset": "move-red"}, "choose-bonus": {"choice": "disc"}, "take-key": {"colour": "green"},
    "buy-fixer": {"fixer": "safe"}, "pray": {}, "treat": {}, "pay-hospital": {"wounds": 1},
    "use-exit": {"choice": "income"}, "take-gas": {}, "buy-equipment": {"tile": "vest"},
    "open-locker": {"colour": "green", "key": "green"}, "first-aid": {}, "use-contact": {"piece": "medic"},
    "use-asset": {"piece": "extra-action"}, "use-fixer": {"piece": "disguise"},
    "use-equipment": {"piece": "vest", "police": "red"}, "use-gang": {"location": "gang-1", "choice": "notoriety"},
    "escape": {}, "buy-asset": {"asset": "move-red"}, "keep-money": {},
    "reveal-patrol": {"exits": ["exit-1", "exit-2"]},
    "place-tile": {}, "enter-tile": {"tile": "a-1"}, "use-disc": {}, "stay-out": {}, "pay-stay": {},
    "sandra": {"to": "church"}, "move-police": {"police": "red", "from": "a-1", "to": "a-2"},
    "cross-threshold": {"threshold": 1}, "count": {"gas": 1}, "reveal": {"plan": 0},
    "meet-police": {"police": "red"}, "count-up": {"what": "plan", "amount": 5},
}  # fmt: skip


def first_reason(table, do: str, by: str = "Ann"):
    answered = table.table.push(table.table.read({"by": by, "do": do, **SAMPLES[do]}))
    assert answered.verdict.answer is Answer.NO, do
    return answered.verdict.reasons[0]


def equipped(table):
    """Ann and Ben have everything that the samples use."""
    for name in ("Ann", "Ben"):
        table.has(name, contacts="medic", tiles="disguise vest", gangs={"gang-1": 1}, keys=(1, 0, 0), money=30)
        table.has(name, notoriety=3, wounds=1, at="exit-3")
    return table


def test_there_is_a_sample_of_every_action():
    assert set(SAMPLES) == set(GAME.actions)


@pytest.mark.parametrize("do", sorted({*SAMPLES} - {"unlock-asset", "reveal", "count-up"}))
def test_after_the_end_nothing_is_done(do):
    table = equipped(on_turn(box={}))
    table.found(stage="over")
    assert first_reason(table, do).rule == "in_play"


def test_after_the_end_nothing_is_unlocked():
    table = on_turn()
    table.rest("Ann")
    table.found(stage="over")
    assert first_reason(table, "unlock-asset").rule == "may_unlock"


@pytest.mark.parametrize("do", sorted(do for do, kind in GAME.actions.items() if kind.gate[:3] == ON_TURN))
def test_while_something_is_asked_the_turn_waits(do):
    table = equipped(evening())
    table.found(round=3, going=table.table.state.going.__class__(acted="" if do in ("move", "rest") else "move"))
    assert first_reason(table, do).rule == "nothing_waits"


@pytest.mark.parametrize("do", sorted(do for do, kind in GAME.actions.items() if kind.gate[:3] == EXECUTIVE))
def test_while_the_table_is_asked_no_executive_action_is_taken(do):
    table = equipped(evening())
    assert first_reason(table, do).rule == "own_moment"


@pytest.mark.parametrize("do", sorted(do for do, kind in GAME.actions.items() if kind.gate[:3] in (ON_TURN, EXECUTIVE)))
def test_out_of_turn_nothing_is_done(do):
    table = equipped(on_turn())
    table.found(round=3)
    place = {
        "pray": "church", "treat": "clinic", "pay-hospital": "hospital", "buy-fixer": "safe-house-1",
        "take-gas": "store-a", "buy-equipment": "store-a", "open-locker": "store-a",
    }.get(do, "exit-3")  # fmt: skip
    table.going(acted="" if do in ("move", "rest") else "move", visit=piece(place))
    assert first_reason(table, do, "Ben").rule == "own_turn"


@pytest.mark.parametrize(
    "do", sorted(do for do, kind in GAME.actions.items() if len(kind.gate) == 2 and kind.only_answers)
)
def test_what_answers_a_question_needs_one(do):
    assert first_reason(on_turn(), do).rule.startswith("is_asked")


def test_an_asset_is_unlocked_only_when_something_says_so():
    assert first_reason(on_turn(), "unlock-asset").rule == "may_unlock"
