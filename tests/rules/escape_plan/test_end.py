"""ESCAPING and END OF GAME, at the table."""

import pytest

from tests.rules.escape_plan.script import GAME, on_turn
from tests.rules.escape_plan.test_police import guarded

ESCAPING, END = "ESCAPING", "END OF GAME"


def on_day_3(players: str = "Ann Ben Cat", **setup):
    """Ann stands at Exit 3, which is open; Exits 1 and 2 are blocked."""
    table = on_turn(players, house={"open-money": True, **setup.pop("house", {})}, **setup)
    table.found(round=3, patrols=(2, 2, 1))
    table.visits("Ann", "exit-3")
    return table


def test_nobody_escapes_before_day_3():
    table = on_day_3()
    table.found(round=2)
    table.refuses(ESCAPING, "before Day 3").escape("Ann")


def test_only_through_the_exit_that_is_not_blocked():
    table = on_day_3()
    table.found(patrols=(2, 1, 2))
    table.refuses(ESCAPING, "blocked").escape("Ann")
    table.has("Ann", at="church")
    table.refuses(ESCAPING, "not at an Exit").escape("Ann")


def test_an_escape_ends_the_turn():
    table = on_day_3()
    table.escape("Ann")
    table.hears("Ann has escaped, as number 1!", "It is Ben's turn.")
    table.sees("Ann", escaped=1, money=9)
    table.refuses(ESCAPING, "takes no further part").rest("Ann")


def test_who_stands_at_the_exit_rests_or_moves_first():
    table = on_day_3()
    table.going(acted="")
    table.refuses("5) PLAYER ACTION", "rest or to move").escape("Ann")
    table.has("Ann", locked="")
    table.rest("Ann")
    table.escape("Ann")


def test_the_escape_cost_grows_with_those_who_are_out():
    table = on_day_3()
    table.found(escapes=1)
    table.has("Ann", money=4)
    table.refuses(ESCAPING, "cannot pay $5").escape("Ann")
    table.has("Ann", money=9)
    table.escape("Ann")
    table.sees("Ann", escaped=2, money=4)


def test_an_escape_cost_that_is_not_entered_hangs_on_the_box():
    table = on_day_3(box={})
    table.found(escapes=1)
    table.depends(ESCAPING, "printed on your box").escape("Ann")
    table.sees("Ann", money=None)


def test_police_on_the_exit_tile_are_still_to_be_avoided():
    table = on_day_3()
    table.refuses(ESCAPING, "tell its Police once").escape("Ann", ["red", "blue"])
    table.escape("Ann", ["red+blue"])
    table.sees(avoid=[[1, "red"], [1, "blue"]])
    table.take_wounds("Ann")
    table.sees("Ann", escaped=1, wounds=2)


def test_the_escape_cost_spent_on_the_way_is_gone():
    table = on_day_3()
    table.found(escapes=1)
    table.has("Ann", money=6, contacts="fast-car")
    table.escape("Ann", ["red"])
    table.use_contact("Ann", "fast-car")
    table.sees("Ann", escaped=None, money=3)
    table.end_turn("Ann")


def test_on_a_map_the_exits_police_are_known():
    table = guarded()
    table.enter_tile("Ann", "a-3", "a-2", "land-3", "exit-3", "", "black")
    table.found(round=3)
    table.has("Ann", at="exit-3", locked="")
    table.rest("Ann")
    table.refuses(ESCAPING, "The map knows").escape("Ann", ["red"])
    table.escape("Ann")
    table.sees(avoid=[[1, "black"]])


def test_when_everybody_is_out_the_game_ends():
    table = on_day_3("Ann")
    table.escape("Ann")
    table.sees(phase="reveal")


# ---------------------------------------------------------------- END OF GAME


def all_out(players: str = "Ann Ben", **setup):
    table = on_day_3(players, **setup)
    table.escape("Ann")
    table.visits("Ben", "exit-3")
    table.has("Ben", money=9)
    table.escape("Ben")
    return table


def test_who_is_still_in_the_city_is_arrested():
    for house, arrested in (("arrested", True), ("scored", False)):
        table = on_turn(house={"left-in-the-city": house})
        table.found(round=3, part=5, queue=())
        table.let_rest("Ann")
        table.sees("Ben", arrested=arrested)
        table.sees(phase="over" if arrested else "reveal")


def test_what_was_hidden_is_laid_open_at_the_end():
    table = on_day_3()
    table.refuses(END, "stay hidden until the end").reveal("Ann", 20)
    table = all_out()
    table.has("Ann", lockers=1, exits=1)
    table.refuses(END, "1 Locker tiles").reveal("Ann", 20, [], [5])
    table.refuses(END, "1 Exit tiles").reveal("Ann", 20, [10], [])
    table.refuses(END, "below nothing").reveal("Ann", -1, [10], [5])
    table.refuses(END, "there are $9 behind").reveal("Ann", 20, [10], [5], 12)
    table.reveal("Ann", 20, [10], [5], 9)
    table.refuses(END, "already").reveal("Ann", 20, [10], [5])
    table.reveal("Ben", 30)
    table.sees(phase="over")


def test_what_is_laid_open_may_be_counted_up():
    table = on_day_3()
    table.refuses(END, "stay hidden", END).count_up("Ann", "money", 5)
    table = all_out("Ann Ben Cat")
    table.found(stage="reveal", queue=(), pending=())
    table.has("Cat", arrested=True)
    table.refuses(END, "Cat was arrested").count_up("Cat", "plan", 5)
    table.refuses(END, "nothing of that kind").count_up("Ann", "lockers", 5)
    table.refuses(END, "nothing of that kind").count_up("Ann", "money", 5)
    table.has("Ann", lockers=2, money=None)
    table.refuses(END, "at least $1").count_up("Ann", "plan", 0)
    table.refuses(END, "no more than $999").count_up("Ann", "plan", 1000)
    for what, amount in (("plan", 50), ("plan", 5), ("lockers", 7), ("lockers", 13), ("money", 1)):
        table.count_up("Ann", what, amount)
    table.hears("Ann's money come to $1 so far.")
    laid = next(action for action in table.table.options() if action.do == "reveal" and action.by == 0)
    assert (laid.plan, laid.lockers, laid.exits, laid.money) == (55, (20, 0), (), 1)
    table.table.push(laid)
    table.refuses(END, "already").count_up("Ann", "plan", 5)


def test_money_that_is_not_counted_is_told_at_the_end():
    table = all_out()
    table.has("Ann", money=None)
    table.refuses(END, "has to be counted").reveal("Ann", 20)
    table.reveal("Ann", 20, money=33)
    table.reveal("Ben", 0)
    assert table.result["totals"]["Ann"] == 53


def test_the_arrested_lay_nothing_open():
    table = on_day_3("Ann Ben Cat")
    table.escape("Ann")
    table.found(queue=(), part=5)
    table.has("Cat", arrested=True)
    table.found(out=0b101)
    table.let_rest("Ben")
    table.refuses(END, "Ben was arrested").reveal("Ben", 10)
    table.reveal("Ann", 10)
    assert table.result["totals"] == {"Ann": 19, "Ben": 0, "Cat": 0}


def test_the_result_is_itemised_and_told():
    table = all_out()
    table.has("Ann", contacts="medic stunt ninja", unlocked="-extra-action -bandage move-red", notoriety=3, wounds=1)
    table.reveal("Ann", 30)
    table.reveal("Ben", 5)
    amounts = [line["amount"] for line in table.result["lines"] if line["player"] == "Ann"]
    assert amounts == [30, 9, 20, 12, -2, -20]
    assert table.result["winners"] == ["Ann"]
    outcome = GAME.board(table.table.state).outcome
    assert outcome.headline == "Ann wins" and "Ann got away with $49 thousand." in outcome.story


def test_figures_that_are_missing_are_named():
    table = all_out(box={"escape": [0, 0]})
    table.has("Ann", contacts="medic stunt ninja")
    table.reveal("Ann", 30)
    table.reveal("Ben", 30)
    assert table.result["missing"] == ["contacts", "notoriety"]
    assert any("Not entered from your box" in said for said in GAME.board(table.table.state).outcome.story)


@pytest.mark.parametrize("number", [2, 3])
def test_the_gauge_shows_round_and_turn_and_warns(number):
    table = on_turn()
    table.found(round=number, part=number)
    dial = GAME.board(table.table.state).dial
    assert dial.value == number * 11 and dial.alarms == (("last-round",) if number == 3 else ())
    table.has("Ben", arrested=True)
    assert GAME.board(table.table.state).dial.alarms == ("arrested",)
