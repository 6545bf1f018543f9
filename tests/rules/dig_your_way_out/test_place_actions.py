"""PLACE ACTIONS: Dig, Heal and Steal a spoon; BEATINGS."""

import pytest

from rules.games.dig_your_way_out.cards import PLACES
from tests.rules.dig_your_way_out.script import evening

DIG, HEAL, SPOON = "CELL BLOCK: Dig", "NURSERY: Heal", "CAFETERIA: Steal a spoon"


def elsewhere(place: str) -> list[str]:
    return [other for other in PLACES if other != place]


@pytest.mark.parametrize("place", elsewhere("cell-block"))
def test_digging_is_done_in_the_cell_block(place):
    table = evening(hands={"Ann": "spoon"}, at={"Ann": place})
    table.refuses(DIG, "That is only done in the Cell block.").dig("Ann", "spoon")


@pytest.mark.parametrize(("tool", "points"), [("spoon", 1), ("pick", 2), ("shovel", 3)])
def test_one_tool_goes_onto_the_prisoner_board_and_scores(tool, points):
    table = evening(hands={"Ann": f"{tool} {tool}"})
    table.dig("Ann", tool)
    table.sees("Ann", points=points, dug=[tool], hand=1)
    table.sees(actions=1)
    table.piles(**{tool: 6})


def test_points_as_ones_own_cards_print_them():
    table = evening(hands={"Ann": "pick shovel"}, box={"pick": {"points": 3}, "shovel": {"points": 4}})
    table.dig("Ann", "pick")
    table.dig("Ann", "shovel")
    table.sees("Ann", points=7)


def test_the_tool_must_be_in_the_hand():
    evening().refuses(DIG, "Ann cannot have a Spoon to dig with.").dig("Ann", "spoon")
    table = evening(hands={"Ann": "spoon"})
    table.refuses(DIG, "Ann cannot have a Pick to dig with.").dig("Ann", "pick")


def test_with_two_beatings_nobody_digs():
    table = evening(hands={"Ann": "spoon"}, beatings={"Ann": 2})
    table.refuses("BEATINGS", "Ann has received 2 Beatings and cannot dig.").dig("Ann", "spoon")


def test_with_one_beating_digging_is_allowed():
    evening(hands={"Ann": "spoon"}, beatings={"Ann": 1}).dig("Ann", "spoon")


def test_beatings_keep_from_nothing_else():
    table = evening(beatings={"Ann": 2})
    table.search("Ann")
    table.roll("Ann", 1)


@pytest.mark.parametrize("place", elsewhere("nursery"))
def test_healing_is_done_in_the_nursery(place):
    table = evening(beatings={"Ann": 1}, at={"Ann": place})
    table.refuses(HEAL, "That is only done in the Nursery.").heal("Ann")


def test_heal_removes_one_beating():
    table = evening(beatings={"Ann": 2}, at={"Ann": "nursery"})
    table.heal("Ann")
    table.hears("Ann is patched up. Beatings left: 1.")
    table.heal("Ann")
    table.sees("Ann", beatings=0)


def test_who_has_no_beating_cannot_heal():
    evening(at={"Ann": "nursery"}).refuses(HEAL, "Ann has received no Beating.").heal("Ann")


@pytest.mark.parametrize("place", elsewhere("cafeteria"))
def test_spoons_are_stolen_in_the_cafeteria(place):
    table = evening(at={"Ann": place})
    table.refuses(SPOON, "That is only done in the Cafeteria.").steal_spoon("Ann")


def test_one_spoon_from_the_board():
    table = evening(at={"Ann": "cafeteria"})
    table.steal_spoon("Ann")
    table.hears("Ann takes 1 × Spoon.")
    assert table.holds("Ann", "spoon")
    table.piles(spoon=7)


def test_no_spoon_from_an_empty_pile():
    table = evening(at={"Ann": "cafeteria"}, less={"spoon": 8})
    table.refuses(SPOON, "No Spoon is left on the board.").steal_spoon("Ann")


def test_never_more_than_two_beatings():
    table = evening(beatings={"Ben": 2}, hands={"Ann": "action", "Ben": "link"})
    table.play_action("Ann", "ambush", "Ben")
    table.sees("Ben", beatings=2)


def test_the_two_faces_of_the_token():
    one, two = (evening(beatings={"Ann": n}).table for n in (1, 2))
    marks = [
        next(badge for badge in table.game.board(table.state).chairs[0].badges if badge.kind == "wound")
        for table in (one, two)
    ]
    assert [(mark.text, mark.says, mark.warns) for mark in marks] == [
        ("1", "1 Beating: no Craft", False),
        ("2", "2 Beatings: no Craft, no Dig", True),
    ]
