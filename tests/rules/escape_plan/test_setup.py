"""SETUP and 2 PLAYER SETUP."""

import pytest

from rules.action import Unreadable
from rules.game import Setup
from rules.games.escape_plan.pieces import CONTACT, EXITS
from rules.knowledge import knows, possible
from tests.rules.escape_plan.script import BOX, GAME, evening, on_turn


def test_one_to_five_players_with_names_of_their_own():
    for number in range(1, 6):
        assert GAME.set_up(Setup(GAME.id, ("Ann", "Ben", "Cat", "Dan", "Eve")[:number]))
    for names in ((), ("Ann", "ann"), tuple("abcdef")):
        with pytest.raises(Unreadable):
            GAME.set_up(Setup(GAME.id, names))


def test_step_8_patrol_cards_with_one_discarded_unseen():
    state = evening().table.state
    assert (state.zones[0].unknown, state.zones[1].unknown) == (5, 1)
    assert all(possible(state.zones, state.unseen, 1, place) for place in EXITS)
    assert not any(knows(state.zones, 1, place) for place in EXITS)


def test_step_15_seven_contact_cards_on_display():
    table = evening()
    table.piles(contacts=7, deck=25, discard=0)
    assert all(not table.table.state.zones[0].never & 1 << place for place in EXITS)
    assert all(table.table.state.zones[0].never & 1 << kind for kind in CONTACT)


def test_step_16_what_everybody_takes():
    table = evening(house={"open-money": True})
    for name in ("Ann", "Ben", "Cat"):
        table.sees(name, at="hospital", money=9, notoriety=0, wounds=0, first_aid=True, rested=False, discs=0)
        table.sees(name, assets={"locked": 6, "unlocked": 1, "flipped": 0}, contacts=[], gas=0)


def test_step_16_money_stays_behind_the_screen():
    table = evening()
    assert "money" not in table.table.view["players"]["Ann"]
    shown = [badge.kind for badge in GAME.board(table.table.state).chairs[0].badges]
    assert "money" not in shown


def test_step_16_money_may_be_played_openly():
    table = evening(house={"open-money": True})
    shown = {badge.kind: badge.text for badge in GAME.board(table.table.state).chairs[0].badges}
    assert shown["money"] == "$9"


def test_step_17_turn_markers_go_clockwise_from_the_start_player():
    evening(first="Ben").sees(order=["Ben", "Cat", "Ann"])


def test_2_player_setup_sandra_is_third():
    table = evening("Ann Ben")
    table.sees(order=["Ann", "Ben", "Sandra"], sandra={"at": "hospital", "notoriety": 0, "discs": 0})
    assert "sandra" not in evening().table.view


def test_the_lay_out_of_two_names_sandra():
    two = [task.says for task in GAME.lay_out(Setup(GAME.id, ("Ann", "Ben")))]
    three = [task.says for task in GAME.lay_out(Setup(GAME.id, ("Ann", "Ben", "Cat")))]
    assert sum("Sandra" in says for says in two) == 3 and not any("Sandra" in says for says in three)
    assert sum("her cards" in says for says in two) == 1


def test_a_box_is_entered_list_by_list_or_figure_by_figure():
    whole = GAME.set_up(Setup(GAME.id, ("Ann",), box={"income": [1, 2, 3]})).box
    assert [whole.figure("income", place) for place in range(4)] == [1, 2, 3, None]
    single = GAME.set_up(Setup(GAME.id, ("Ann",), box={"income": {"2": 7, "3": None}})).box
    assert [single.figure("income", place) for place in range(4)] == [None, None, 7, None]
    edits = {"medic": 2, "casino": 2, "cinema": 1, "fixers": 11}
    box = GAME.set_up(Setup(GAME.id, ("Ann",), box=edits)).box
    assert (box.groups, box.tables["fixers"]) == ((2, 1, 1, 1, 2, 2), 11)


@pytest.mark.parametrize(
    "box",
    [
        {"income": 3},
        {"income": ["x"]},
        {"income": [99]},
        {"income": {"10": 3}},
        {"income": {"x": 3}},
        {"income": [1] * 50},
        {"casino": 2},
        {"casino": 3},
        {"medic": 40},
        {"fixers": -1},
        {"nothing": 1},
    ],
    ids=str,
)
def test_a_box_that_cannot_be_is_refused(box):
    with pytest.raises(Unreadable):
        GAME.set_up(Setup(GAME.id, ("Ann",), box=box))


def test_every_figure_of_the_box_can_be_checked_and_says_where_it_is_printed():
    facts = GAME.facts(Setup(GAME.id, ("Ann", "Ben"), box=BOX))
    named = {fact.key[0] for fact in facts}
    assert named >= set(BOX) and all(fact.heading for fact in facts)
    assert next(fact for fact in facts if fact.key == ("income", "2")).value == 5
    untouched = GAME.facts(Setup(GAME.id, ("Ann", "Ben")))
    assert next(fact for fact in untouched if fact.key == ("income", "2")).value == -1
    assert all("from your box" in fact.name for fact in untouched if fact.key != ("fixers",))


def test_without_the_figures_of_the_box_money_is_not_counted_and_the_app_says_so():
    table = on_turn(box={}, house={"open-money": True})
    table.has("Ann", contacts="general-store")
    table.use_contact("Ann", "general-store")
    table.hears("Ann uses", "Ann receives Income, not counted")
    table.sees("Ann", money=None)
    table.visits("Ann", "church")
    table.depends("CHURCH", "not counted").pray("Ann")
    assert any("printed on your box" in task.says for task in GAME.lay_out(Setup(GAME.id, ("Ann",))))


def test_a_count_sets_the_app_right():
    table = on_turn(house={"open-money": True})
    table.count("Ann", 20, 5, 2, 1, 2)
    table.sees("Ann", money=20, notoriety=5, wounds=2, discs=1, gas=2)
    table.refuses("SETUP", "at least nothing").count("Ann", -1)
    table.refuses("SETUP", "at least nothing").count("Ann", wounds=4)
