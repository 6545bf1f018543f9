"""NUMBER OF PLAYERS, GAME PREPARATION and GAME MODES."""

import json
import re

import pytest

from rules.action import Unreadable
from rules.games.hit_the_silk.box import deck_for
from rules.games.hit_the_silk.cards import CASH, FLANNEL, IDS
from tests.rules.hit_the_silk.script import GAME, emptied, evening, with_cat_shot

TEAMS = {3: "Ann Ben Cat", 4: "Ann Ben Cat Dan", 5: "Ann Ben Cat Dan Eve", 6: "Ann Ben Cat Dan Eve Fay"}


@pytest.mark.parametrize(("team", "target", "available"), [(3, 80, 120), (4, 100, 170), (5, 130, 220), (6, 160, 290)])
def test_number_of_players_sets_target_and_cash(team, target, available):
    assert evening(TEAMS[team]).table.state.box.target == target
    assert sum(number * cash for number, cash in zip(deck_for(team), CASH, strict=True)) == available


@pytest.mark.parametrize(("team", "altitude"), [(3, 16000), (4, 19000), (5, 22000), (6, 25000)])
def test_step_1_the_needle_starts_by_team_size(team, altitude):
    table = evening(TEAMS[team])
    table.sees(altitude=altitude, phase="turn", turn="Ann", gauge={"altitude": altitude, "alarm": "none"})


def test_step_2_and_3_three_piles_and_every_flannel_in_the_laundry():
    evening().piles(draw=2, discard=6, laundry=18)


def test_step_4_cards_with_a_higher_number_stay_in_the_box():
    decks = {team: dict(zip(IDS, deck_for(team), strict=True)) for team in TEAMS}
    for fewer, more in ((3, 4), (4, 5), (5, 6)):
        less = {card for card in IDS if decks[more][card] < decks[fewer][card]}
        assert less == ({"parachute"} if more == 5 else set()), "one Parachute makes way for the Tandem"
    assert [decks[team]["tandem-parachute"] for team in TEAMS] == [0, 0, 1, 1]
    assert sum(decks[6].values()) + 1 == 70, "that Parachute is the only card which six players leave in the box"


def test_step_5_and_6_six_cards_in_the_lockbox_and_none_of_those_set_aside():
    table = evening()
    table.piles(lockbox=6)
    for card in ("key", "spy", "steal", "kung-fu", "flannel"):
        table.refuses("4 KEY", "cannot be in the Lockbox").open_lockbox("Ann", card)
    table.open_lockbox("Ann", "parachute")


@pytest.mark.parametrize(("team", "draw", "discard"), [(3, 2, 6), (4, 5, 8), (5, 7, 10), (6, 9, 12)])
def test_steps_7_to_10_deal_six_dispose_of_two(team, draw, discard):
    table = evening(TEAMS[team])
    table.piles(draw=draw, discard=discard, lockbox=6, laundry=18, box=0)
    for player in TEAMS[team].split():
        table.sees(player, alive=True, hand=4, limit=4, bullets=0, poisoned=False, cuffs=[])


def test_nb_hands_remain_secret_until_the_jump():
    table = evening()
    shown = json.dumps(table.table.view)
    assert not [card for card in IDS if re.search(rf'"{card}"', shown)]
    table.refuses("GAME PREPARATION", "Hands stay secret").reveal("Ben", "knife spy steal key")


def test_nb_short_hands_are_filled_with_flannel_at_the_end_of_the_turn():
    table = evening()
    table.kung_fu("Ann", "Ben", "knife")
    table.sees("Ben", hand=3)
    table.end_turn("Ann")
    table.sees("Ben", hand=4)
    table.piles(laundry=17)


def test_nb_nobody_can_change_a_card_without_one():
    table = emptied("Ann")
    table.antidote("Ann", "Ann")
    table.sees("Ann", hand=0)
    table.refuses("GAME PREPARATION", "no card in hand", "CHANGING A CARD").change("Ann", "knife")


def test_an_empty_laundry_leaves_the_hand_short():
    table = evening(box={"flannel": 0})
    table.steal("Ann", "Ben")
    table.hears("The plane drops", "Ann steals a card from Ben, who takes a Flannel", "The Laundry is empty")
    table.end_turn("Ann")
    table.sees("Ben", hand=3)


def test_an_empty_laundry_fills_up_again_once_a_flannel_returns():
    table = evening(box={"flannel": 1})
    table.kung_fu("Ann", "Ben", "nothing")
    table.steal("Ann", "Ben")
    table.sees("Ben", hand=3)
    table.change("Ann", "flannel")
    table.end_turn("Ann")
    table.sees("Ben", hand=4)


def test_house_rule_an_empty_laundry_draws_a_card_instead():
    table = evening(box={"flannel": 0}, house={"empty-laundry": "draw"})
    table.steal("Ann", "Ben")
    table.sees("Ben", hand=4)
    table.piles(draw=1, laundry=0)


def test_game_modes_core_double_cross_and_travel():
    assert GAME.modes == ("core", "double-cross", "travel")
    assert evening(mode="").table.state.box.mode == "core"
    assert evening(mode="advanced").table.state.box.mode == "double-cross", "ADVANCED GAME PLAY is Double Cross"
    with pytest.raises(Unreadable, match="has the modes core, double-cross, travel, not “drunk”"):
        evening(mode="drunk")


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ("Ann Ben", "for 3 to 6 players, not 2"),
        ("A B C D E F G", "for 3 to 6 players, not 7"),
        ("Ann Ben ann", "the same name"),
        ("Ann Ben " + "C" * 41, "a name of 1 to 40"),
    ],
)
def test_a_table_needs_three_to_six_names(players, sentence):
    with pytest.raises(Unreadable, match=sentence):
        evening(players)


def test_whoever_is_named_first_begins():
    evening(first="Cat").sees(turn="Cat")
    with pytest.raises(Unreadable, match="Nobody called “Dan” is at the table"):
        evening(first="Dan")


def test_a_table_may_count_its_own_box():
    table = evening(box={"key": 4, "flannel": 17})
    table.piles(draw=3, laundry=17)


@pytest.mark.parametrize(
    ("box", "sentence"),
    [
        ({"briefcase-10": 4}, "add up to £130k; with 3 players it must be £120k"),
        ({"rope": 1}, "no card “rope”"),
        ({"key": -1}, "a number from 0 to 40"),
        ({"spy": {"cost": 250}}, "in steps of 500"),
        ({"spy": {"colour": 1}}, "by count and cost"),
        ({"key": 0, "steal": 0}, "too few cards"),
    ],
)
def test_a_box_that_cannot_be_is_refused(box, sentence):
    with pytest.raises(Unreadable, match=sentence):
        evening(box=box)


def test_every_card_is_somewhere():
    table = with_cat_shot()
    view = table.table.view
    hands = sum(player["hand"] for player in view["players"].values())
    assert hands + sum(view["piles"].values()) == sum(deck_for(3))
    assert deck_for(3)[FLANNEL] == 18
