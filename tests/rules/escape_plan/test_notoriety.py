"""NOTORIETY: cubes, the track, its thresholds and its top."""

import pytest

from tests.rules.escape_plan.script import on_turn
from tests.rules.escape_plan.test_police import guarded

HEADING = "NOTORIETY"


def last_of_the_turn(players: str = "Ann Ben Cat", **setup):
    """Only Ann's turn is left before the ★ space."""
    table = on_turn(players, **setup)
    table.found(queue=())
    return table


def adjusted(table, **fields) -> None:
    table.has("Ann", locked="", **fields)
    table.rest("Ann")
    table.end_turn("Ann")


def test_gains_and_losses_are_cubes_until_the_end_of_the_turn():
    table = last_of_the_turn()
    table.has("Ann", notoriety=2, red=2, blue=1)
    table.sees("Ann", notoriety=2, gains=2, losses=1)
    adjusted(table)
    table.sees("Ann", notoriety=3, gains=0, losses=0)


@pytest.mark.parametrize(
    ("before", "after"),
    [((0, 0), (1, 0)), ((3, 0), (4, 0)), ((4, 0), (4, 0)), ((2, 2), (2, 1)), ((0, 4), (0, 3))],
)
def test_with_all_cubes_up_a_gain_takes_one_of_the_losses_back(before, after):
    table = on_turn()
    table.has("Ann", contacts="stunt medic", red=before[0], blue=before[1], wounds=1)
    table.use_contact("Ann", "medic")
    table.sees("Ann", gains=after[0], losses=after[1])


@pytest.mark.parametrize(
    ("before", "after"),
    [((0, 0), (0, 1)), ((0, 4), (0, 4)), ((2, 2), (1, 2)), ((4, 0), (3, 0))],
)
def test_with_all_cubes_up_a_loss_takes_one_of_the_gains_back(before, after):
    table = on_turn()
    table.has("Ann", tiles="disguise", red=before[0], blue=before[1])
    table.use_fixer("Ann", "disguise")
    table.sees("Ann", gains=after[0], losses=after[1])


def test_nobody_falls_below_the_start():
    table = last_of_the_turn()
    adjusted(table, notoriety=1, blue=3)
    table.sees("Ann", notoriety=0)


def test_everybody_adjusts_in_turn_order():
    table = last_of_the_turn()
    table.has("Ben", red=1)
    table.has("Cat", red=2)
    adjusted(table, red=3)
    table.hears("Ann's Notoriety is 3 now.", "Ben's Notoriety is 1 now.", "Cat's Notoriety is 2 now.")


def test_who_escaped_in_this_turn_is_adjusted_too():
    table = last_of_the_turn()
    table.has("Ben", red=2, escaped=1)
    table.found(out=0b010)
    adjusted(table)
    table.sees("Ben", notoriety=2)


@pytest.mark.parametrize(("was", "number", "unlocks", "discs"), [(3, 1, 1, 0), (7, 2, 2, 0), (11, 3, 1, 1)])
def test_a_threshold_brings_its_benefit(was, number, unlocks, discs):
    table = last_of_the_turn()
    table.has("Ann", notoriety=was, red=1, locked="move-red move-blue move-black", rested=True)
    table.visits("Ann", "store-a")
    table.end_turn("Ann")
    table.hears(f"Ann's Notoriety is {was + 1} now.", f"Ann crosses threshold {number}.")
    table.sees(phase="star")
    for asset in ("move-red", "move-blue")[:unlocks]:
        assert table.answers == {"unlock-asset"}
        table.unlock_asset("Ann", asset)
    table.sees("Ann", discs=discs)
    assert table.answers != {"unlock-asset"}


def test_two_thresholds_at_once_are_resolved_one_by_one():
    table = last_of_the_turn(box={"thresholds": [2, 3, 9]})
    table.has("Ann", red=4, locked="move-red move-blue move-black getaway", rested=True)
    table.visits("Ann", "store-a")
    table.end_turn("Ann")
    table.hears("Ann's Notoriety is 4 now.", "Ann crosses threshold 1.")
    table.unlock_asset("Ann", "move-red")
    table.hears("Ann unlocks", "Ann crosses threshold 2.")
    table.unlock_asset("Ann", "move-blue")
    table.unlock_asset("Ann", "move-black")
    table.sees(part=2)


def test_on_the_star_space_it_is_nobodys_turn():
    table = last_of_the_turn()
    table.has("Ann", notoriety=3, red=1, rested=True, wounds=1)
    table.visits("Ann", "store-a")
    table.end_turn("Ann")
    table.refuses("UNLOCKING AN ASSET TILE", "Ann unlocks an Asset tile").first_aid("Ann")


def test_falling_gives_nothing_and_rising_again_gives_it_again():
    for repeat, asked in ((True, {"unlock-asset"}), (False, frozenset())):
        table = last_of_the_turn(house={"thresholds-repeat": repeat})
        table.has("Ann", notoriety=3, red=1, crossed=0b10, rested=True)
        table.visits("Ann", "store-a")
        table.end_turn("Ann")
        assert table.answers == asked
    table = last_of_the_turn()
    table.has("Ann", notoriety=5, blue=2, rested=True)
    table.visits("Ann", "store-a")
    table.end_turn("Ann")
    assert not table.answers


def test_above_the_top_every_step_is_a_wound():
    table = last_of_the_turn()
    adjusted(table, notoriety=13, red=3)
    table.sees("Ann", notoriety=14, wounds=2)
    table = last_of_the_turn()
    adjusted(table, notoriety=14, red=1)
    table.sees("Ann", notoriety=14, wounds=1)


def test_without_the_boxs_thresholds_the_table_says_who_crosses_one():
    table = on_turn(box={})
    assert not any(action.do == "cross-threshold" for action in table.table.options())
    table.has("Ben", notoriety=2)
    assert sum(action.do == "cross-threshold" for action in table.table.options()) == 3
    table.cross_threshold("Ben", 1)
    table.unlock_asset("Ben", "move-red")
    on_turn().refuses(HEADING, "crossed by themselves").cross_threshold("Ann", 1)
    table.has("Ben", arrested=True)
    table.refuses(HEADING, "not in the city").cross_threshold("Ben", 2)


# ---------------------------------------------------------------- Police move nearer


def crossing():
    """Ann is about to cross a threshold in the Casino on a-1; Ben has less Notoriety, Cat has more."""
    table = guarded()
    table.enter_tile("Ann", "b-1", "a-3", "land-3", "gym", "subway", "black")
    table.found(queue=())
    table.has("Ann", notoriety=3, red=1, locked="", rested=False, at="church")
    table.has("Cat", notoriety=9)
    table.rest("Ann")
    return table


def test_the_less_notorious_move_police_nearer():
    table = crossing()
    table.end_turn("Ann")
    table.sees(phase="star")
    assert table.waits_for == "Ben"
    table.refuses(HEADING, "moves no Police now").move_police("Cat", "red", **{"from": "a-3", "to": "a-2"})
    for colour, source, target in (
        ("red", "a-3", "b-1"),
        ("red", "a-3", "a-1"),
        ("blue", "a-3", "a-2"),
        ("black", "b-1", "a-2"),
        ("red", "a-1", "a-2"),
        ("black", "a-2", "hospital-tile"),
    ):
        table.refuses(HEADING, "has to come nearer").move_police("Ben", colour, **{"from": source, "to": target})
    table.move_police("Ben", "black", **{"from": "b-1", "to": "a-1"})
    assert table.table.view["map"]["a-1"] == ["red", "blue", "black"]
    table.sees(part=2)


def test_where_no_officer_can_come_nearer_nobody_is_asked():
    table = crossing()
    for tile, beside in (("a-2", "a-1 a-3"), ("a-3", "a-2 b-1"), ("b-1", "a-3")):
        table.enter_tile("Ann", tile, beside)
    table.end_turn("Ann")
    table.hears("Ann crosses threshold 1.", "Ben moves one Police Officer nearer to Ann, if possible.")
    table.sees(part=2)


def test_without_a_map_the_table_is_reminded():
    table = last_of_the_turn()
    adjusted(table, notoriety=3, red=1)
    table.hears("Ann crosses threshold 1.", "Ben moves one Police Officer", "Cat moves one Police Officer")
