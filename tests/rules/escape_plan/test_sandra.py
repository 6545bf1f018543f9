"""SANDRA'S TURN."""

import pytest

from rules.games.escape_plan.pieces import piece
from tests.rules.escape_plan.script import on_turn

HEADING = "SANDRA'S TURN"


def her_turn(**setup):
    table = on_turn("Ann Ben", **setup)
    table.has("Ann", locked="")
    table.has("Ben", locked="")
    table.rest("Ann")
    table.end_turn("Ann")
    table.rest("Ben")
    table.end_turn("Ben")
    return table


def test_sandra_takes_her_turn_in_turn_order():
    table = her_turn()
    table.sees(phase="sandra", turn=None)
    table.refuses(HEADING, "Location").sandra("Ann", "vest")
    table.sandra("Ann", "church")
    assert table.table.view["sandra"]["at"] == "church"
    table.sees(turn="Ann", part=2)
    table.refuses(HEADING, "not Sandra's turn").sandra("Ann", "church")


def test_she_ignores_open_exits_in_rounds_1_and_2():
    table = her_turn()
    table.refuses(HEADING, "passes open Exits").sandra("Ann", "exit-3")
    table.found(patrols=(1, 1, 2))
    table.sandra("Ann", "exit-3")
    table = her_turn()
    table.found(round=3)
    table.sandra("Ann", "exit-3")


@pytest.mark.parametrize(
    ("location", "gains", "losses"),
    [
        ("casino", 2, 0),
        ("store-a", 2, 0),
        ("store-c", 2, 0),
        ("store-b", 1, 1),
        ("store-d", 1, 1),
        ("safe-house-1", 1, 1),
        ("exit-1", 1, 1),
        ("church", 1, 0),
        ("gang-1", 1, 0),
    ],
)
def test_her_notoriety_by_location_and_one_for_each_other_player(location, gains, losses):
    table = her_turn()
    table.found(patrols=(2, 0, 0), queue=(0,))
    table.has("Ben", at=location)
    table.sandra("Ann", location)
    sandra = table.of_player("Sandra")
    assert (sandra.red, sandra.blue) == (gains, losses)


def test_house_rule_her_company_counts_twice():
    table = her_turn(house={"sandra-company": "twice"})
    table.found(queue=(0,))
    table.has("Ben", at="casino")
    table.sandra("Ann", "casino")
    assert table.of_player("Sandra").red == 3


def test_her_marker_moves_at_the_end_of_the_turn_and_orders_her():
    table = her_turn()
    table.sandra("Ann", "casino")
    assert table.table.view["sandra"]["notoriety"] == 1


@pytest.mark.parametrize("location", ["casino", "store-a", "exit-1"])
def test_she_discards_two_contact_cards_and_takes_their_discs(location):
    table = her_turn()
    table.found(patrols=(2, 0, 0))
    table.refuses(HEADING, "Two discs at most").sandra("Ann", location, 3)
    table.refuses(HEADING, "Two discs at most").sandra("Ann", location, -1)
    table.refuses(HEADING, "Two discs at most").sandra("Ann", "church", 1)
    table.sandra("Ann", location, 1)
    table.piles(contacts=7, deck=23, discard=2)
    assert table.table.view["sandra"]["discs"] == 1


def test_a_third_business_of_a_group_or_safe_house_brings_her_a_disc():
    for visited, last in ((("bar", "restaurant"), "casino"), (("safe-house-1", "safe-house-2"), "safe-house-3")):
        table = her_turn()
        table.has("Sandra", visited=sum(1 << piece(name) - piece("hospital") for name in visited))
        table.sandra("Ann", last)
        assert table.table.view["sandra"]["discs"] == 1
        assert table.of_player("Sandra").visits == 1


def test_at_a_safe_house_a_fixer_and_a_key_go():
    table = her_turn()
    table.stock(keys=(3, 0, 3))
    table.refuses(HEADING, "No Key of that colour").sandra("Ann", "safe-house-1", 0, "black")
    table.refuses(HEADING, "No Key of that colour").sandra("Ann", "casino", 0, "green")
    table.sandra("Ann", "safe-house-1", 0, "green")
    table.piles(fixers=7, **{"green-keys": 2})


@pytest.mark.parametrize(
    ("store", "gone"), [("store-a", (1, 0, 0)), ("store-b", (0, 1, 0)), ("store-c", (0, 0, 1)), ("store-d", (1, 1, 1))]
)
def test_at_a_store_lockers_go(store, gone):
    table = her_turn()
    table.sandra("Ann", store)
    assert table.table.state.stock.lockers == tuple(5 - number for number in gone)


def test_at_an_exit_an_exit_tile_goes():
    table = her_turn()
    table.found(patrols=(2, 0, 0))
    table.sandra("Ann", "exit-1")
    table.piles(**{"exit-tiles": 9})


def test_she_can_always_visit_closed_businesses():
    for counts in (False, True):
        table = her_turn(house={"sandra-closes": counts})
        table.found(closing=(2, 0, 0, 0, 0, 0))
        table.sandra("Ann", "casino")
        assert table.table.view["businesses"]["casino"]["visits"] == 2 + counts


def test_she_always_uses_her_discs():
    table = her_turn()
    table.found(part=3)
    table.has("Sandra", discs=1)
    table.sandra("Ann", "church")
    table.sees(phase="sandra", part=4)
    table.sandra("Ann", "clinic")
    assert table.table.view["sandra"]["discs"] == 0
    table.sees(part=0, round=2)


def test_her_card_laid_down_proposes_her_turn():
    table = her_turn()
    action = table.table.read({"by": "Ann", "do": "sandra", "to": "church"})
    ids = table.table.state.box.card_ids
    assert [(ids[card], zone) for card, zone in action.lays(table.table.state)] == [("inspector", "discard")]
