"""House rules and table rulings: what a table may settle for itself, and what it may play against advice."""

import pytest

from rules.action import Unreadable
from rules.games.hit_the_silk.box import SWITCHES
from rules.games.hit_the_silk.cards import DATA
from tests.rules.hit_the_silk.script import GAME, evening, line


def test_every_house_rule_says_how_far_the_book_decides_it():
    for switch in SWITCHES.values():
        assert switch.strength in ("clear", "leans", "silent")
        assert switch.default in switch.choices and len(switch.choices) == 2
        assert switch.asks.endswith("?")


@pytest.mark.parametrize("name", SWITCHES)
def test_every_house_rule_can_be_flipped_at_the_set_up_and_in_mid_evening(name):
    switch = SWITCHES[name]
    other = next(choice for choice in switch.choices if choice != switch.default)
    assert evening(house={name: other}).table.state.box.house[name] == other
    table = evening()
    table.steal("Ann", "Ben")
    before = table.table.view
    step = table.table.rule(name, other)
    assert step.event == {"rule": name, "is": other}
    assert table.table.state.box.house[name] == other
    assert table.table.view == before, "what has happened stays"
    table.table.undo()
    assert table.table.state.box.house[name] == switch.default


def test_a_house_rule_holds_from_now_on():
    table = evening()
    table.refuses("ON YOUR TURN", "It is Ann's turn").trade("Ben", "Cat", 1)
    table.table.rule("trade-anytime", True)
    table.trade("Ben", "Cat", 1)


def test_a_refusal_names_the_house_rule_that_would_allow_it():
    table = evening()
    verdict = table.table.check(table.table.read(line("trade", "Ben", "Cat", 1)))
    assert verdict.reasons[0].switch == "trade-anytime"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("trial-by-combat", True, "There is no house rule “trial-by-combat”"),
        ("lake", "swim", "The house rule lake can be crash, fly, not “swim”"),
        ("vote-first", 1, "The house rule vote-first can be true, false, not “1”"),
    ],
)
def test_an_unknown_house_rule_is_refused(name, value, sentence):
    with pytest.raises(Unreadable, match=sentence):
        evening(house={name: value})
    table = evening()
    with pytest.raises(Unreadable, match=sentence):
        table.table.rule(name, value)


def test_every_figure_says_where_it_comes_from():
    for entry in DATA["tables"].values():
        assert entry["origin"] in ("rulebook", "found", "assumed")
    for card in DATA["cards"].values():
        assert card["origin"] in ("rulebook", "found", "assumed") and len(card["counts"]) == len(GAME.players)


# ---------------------------------------------------------------- against the engine's advice


def test_a_table_may_play_a_line_against_advice_and_it_stays_recorded():
    table = evening()
    table.overruled.steal("Ben", "Cat")
    step = table.table.steps[-1]
    assert step.event == {"by": "Ben", "do": "steal", "from": "Cat", "force": True}
    assert step.override is not None and step.override.cite == ("ON YOUR TURN",)
    table.sees(turn="Ann", altitude=15500)
    table.piles(discard=7)


def test_what_cannot_be_carried_out_cannot_be_forced():
    table = evening()
    for said in (line("steal", "Ann", "Ann"), line("vote", "Ann", "jump"), line("roll", "Ann", "1 1")):
        assert table.table.push(table.table.read(said), force=True).step is None
    assert len(table.table.steps) == 1


def test_force_on_a_legal_line_is_no_override():
    table = evening()
    answered = table.table.push(table.table.read(line("steal", "Ann", "Ben")), force=True)
    assert answered.step is not None and answered.step.override is None and "force" not in answered.step.event


def test_undo_and_redo_have_a_label_and_lose_nothing():
    table = evening()
    table.steal("Ann", "Ben")
    after = table.table.state
    step = table.table.undo()
    assert step is not None and step.label == "Ann's Steal from Ben"
    table.sees(altitude=16000)
    table.table.redo()
    assert table.table.state == after
