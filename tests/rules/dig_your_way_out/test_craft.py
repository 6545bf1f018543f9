"""Craft: where, by whom, from what, and piles that run out."""

import pytest

from rules.action import Card
from rules.games.dig_your_way_out.cards import IDS
from tests.rules.dig_your_way_out.script import evening

CRAFT = "Craft"
PARTS = {"knife": ("blade", 2), "pick": ("pike", 1), "shovel": ("container", 1)}


def workbench(hand: str, **setup):
    return evening(hands={"Ann": hand}, at={"Ann": "nursery"}, **setup)


@pytest.mark.parametrize("place", ["cell-block", "showers"])
def test_not_in_the_cell_block_or_the_showers(place):
    table = evening(hands={"Ann": "link pike"}, at={"Ann": place})
    table.refuses(CRAFT, "Nothing can be crafted in the").craft("Ann", "pick")


@pytest.mark.parametrize("place", ["cafeteria", "recreation-area", "nursery"])
def test_in_every_other_place(place):
    table = evening(hands={"Ann": "link pike"}, at={"Ann": place})
    table.craft("Ann", "pick")


@pytest.mark.parametrize("beatings", [1, 2])
def test_not_with_a_beating(beatings):
    table = workbench("link pike", beatings={"Ann": beatings})
    table.refuses("BEATINGS", "Ann has received a Beating and cannot craft.").craft("Ann", "pick")


@pytest.mark.parametrize("item", PARTS)
def test_a_link_and_a_second_part(item):
    part, number = PARTS[item]
    table = workbench(f"link {part}")
    table.craft("Ann", item)
    assert table.holds("Ann", *[item] * number)
    table.sees("Ann", hand=number)
    table.sees(actions=1)
    table.piles(discard=2, **{item: {"knife": 12, "pick": 8, "shovel": 8}[item] - number})


@pytest.mark.parametrize("item", PARTS)
def test_both_parts_must_be_there(item):
    part, _ = PARTS[item]
    for hand in ("link", part, f"{part} {part}"):
        table = workbench(hand)
        table.refuses(CRAFT, "Ann cannot have both a Link and a").craft("Ann", item)
    evening(at={"Ann": "nursery"}).craft("Ann", item)


def test_one_unknown_card_is_not_both_parts():
    table = evening(hands={"Ann": "knife", "Ben": "link pike"}, at={"Ann": "cell-block"})
    table.extort("Ann", "Ben", "shovel", "knife")
    table.give_up("Ben")
    table.roll("Ann", 1)
    table.end_turn("Ann")
    table.ends("Ben", "Cat")
    table.refuses(CRAFT, "Ann cannot have both").craft("Ann", "pick")


@pytest.mark.parametrize("item", PARTS)
def test_an_empty_pile_forbids_it_until_it_is_filled_again(item):
    part, _ = PARTS[item]
    full = {"knife": 12, "pick": 8, "shovel": 8}[item]
    table = workbench(f"link {part}", less={item: full})
    table.refuses(CRAFT, "is left on the board.").craft("Ann", item)
    table = evening(
        hands={"Ann": f"link {part}", "Ben": item},
        at={"Ann": "nursery", "Ben": "recreation-area"},
        less={item: full - 1},
        first="Ben",
    )
    table.sell("Ben", item)
    table.ends("Ben", "Cat")
    table.craft("Ann", item)


def test_of_two_knives_only_one_is_left():
    table = workbench("link blade", less={"knife": 11})
    table.craft("Ann", "knife")
    table.hears("Ann crafts 1 × Knife.")
    table.sees("Ann", hand=1)
    table.piles(knife=0)


def test_house_rule_two_knives_or_none():
    table = workbench("link blade", less={"knife": 11}, house={"last-knife": "none"})
    table.refuses(CRAFT, "Only one Knife is left").craft("Ann", "knife")
    workbench("link blade", less={"knife": 10}, house={"last-knife": "none"}).craft("Ann", "knife")
    workbench("link pike", less={"pick": 7}, house={"last-knife": "none"}).craft("Ann", "pick")


def test_the_parts_go_to_the_discard_pile_for_the_camera():
    table = workbench("link pike")
    (craft,) = [option for option in table.table.options() if option.do == "craft"]
    assert craft.lays(table.table.state) == ((Card(IDS.index("link")), "discard"), (Card(IDS.index("pike")), "discard"))
